//! An analysis: the best lines by iterative deepening, until it is stopped.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chess::fen::CastlingMode;
use engine::{Engine, Host, Limits, LineReport, Report, Root, ScoreBound, Slice, Slices};

use super::slice::Pace;
use crate::message::{EngineLine, Progress, Reply, Score};

/// The maximum time between two reports while the search runs.
const SILENCE: Duration = Duration::from_millis(250);

pub struct Analysis {
    id: u64,
    mode: CastlingMode,
    slices: Slices,
    pace: Pace,
    /// When the last report was sent.
    told: Option<Duration>,
    depth: u32,
    lines: Vec<EngineLine>,
    is_finished: bool,
}

impl Analysis {
    pub fn new(id: u64, root: Root, mode: CastlingMode) -> Analysis {
        Analysis {
            id,
            mode,
            slices: Slices::new(root, Limits::default()),
            pace: Pace::default(),
            told: None,
            depth: 0,
            lines: Vec::new(),
            is_finished: false,
        }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    /// Nothing is left to search; the next slice only reports that.
    pub fn finish(&mut self) {
        self.is_finished = true;
    }

    /// Searches a slice that begins now, and reports what is new.
    pub fn search(&mut self, engine: &mut Engine, now: Duration) -> (Option<Reply>, Slice) {
        if self.is_finished {
            return (None, Slice::Last);
        }
        let searched = self.nodes();
        let nodes = self.pace.next_slice(now, searched);
        let heard = Reports::default();
        let slice = self.slices.search(engine, nodes, &heard);
        let is_new = self.take(&heard.into_lines());
        let is_silent = self
            .told
            .is_some_and(|told| now.saturating_sub(told) < SILENCE);
        if is_silent && !is_new && slice == Slice::More {
            return (None, slice);
        }
        self.told = Some(now);
        // The elapsed time covers the slices before this one.
        let micros = self.pace.spent(now).as_micros().max(1);
        let speed = u128::from(searched) * 1_000_000 / micros;
        let progress = Progress {
            id: self.id,
            depth: self.depth,
            nodes: self.nodes(),
            nodes_per_second: u64::try_from(speed).unwrap_or(u64::MAX),
            lines: self.lines.clone(),
        };
        (Some(Reply::Progress(progress)), slice)
    }

    fn nodes(&self) -> u64 {
        self.slices.outcome().map_or(0, |best| best.effort.nodes)
    }

    /// Takes over the results of a slice; returns whether anything is new.
    fn take(&mut self, reports: &[LineReport]) -> bool {
        let before = (self.depth, self.lines.clone());
        for report in reports {
            // A score outside its aspiration window is not final.
            if report.bound != ScoreBound::Exact || report.line.is_empty() {
                continue;
            }
            let line = self.line(report);
            let known = self.lines.len();
            match self.lines.get_mut(report.rank - 1) {
                Some(there) => *there = line,
                None if report.rank == known + 1 => self.lines.push(line),
                None => continue,
            }
            self.depth = self.depth.max(report.depth);
        }
        before != (self.depth, self.lines.clone())
    }

    fn line(&self, report: &LineReport) -> EngineLine {
        let score = match report.score.mate_moves() {
            Some(moves) => Score::Mate(moves),
            None => Score::Centipawns(report.score.centipawns()),
        };
        let moves = report.line.iter();
        EngineLine {
            score,
            moves: moves.map(|m| m.to_uci(self.mode).to_string()).collect(),
        }
    }
}

/// Collects the reports of a slice.
#[derive(Default)]
struct Reports(Mutex<Vec<LineReport>>);

impl Reports {
    fn into_lines(self) -> Vec<LineReport> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host for Reports {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn report(&self, report: &Report) {
        if let Report::Line(line) = report {
            let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push(line.clone());
        }
    }
}
