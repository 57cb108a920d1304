//! A search on its own thread.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use chess::fen::CastlingMode;
use engine::{
    Control, Engine, Host, Limits, LineReport, Report, Root, SEARCH_STACK_SIZE, Score, ScoreBound,
    SearchResult,
};
use uci::{Bound, Reply, SearchInfo, SearchScore};

use super::output::Output;
use super::syzygy_path::Endings;
use super::wdl;

/// Everything a search thread needs.
pub(super) struct Task {
    pub(super) engine: Engine,
    pub(super) root: Root,
    pub(super) limits: Limits,
    pub(super) endings: Endings,
    pub(super) control: Arc<Control>,
    pub(super) listener: Listener,
    /// Holds back the best move until `stop` or `ponderhit`.
    pub(super) holds: bool,
    /// Only `stop` ends the search.
    pub(super) endless: bool,
}

/// A running search, or a finished one that has not been joined.
pub(super) struct Thinking {
    control: Arc<Control>,
    gate: Arc<Gate>,
    begin: Instant,
    endless: bool,
    handle: JoinHandle<Option<Engine>>,
}

/// Holds back the best move.
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn new(open: bool) -> Gate {
        Gate {
            open: Mutex::new(open),
            opened: Condvar::new(),
        }
    }

    fn open(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        while !*open {
            open = self
                .opened
                .wait(open)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Thinking {
    pub(super) fn start(task: Task) -> io::Result<Thinking> {
        let control = Arc::clone(&task.control);
        let gate = Arc::new(Gate::new(!task.holds));
        let (begin, endless) = (task.listener.begin, task.endless);
        let its_gate = Arc::clone(&gate);
        let handle = Builder::new()
            .name("search".to_owned())
            .stack_size(SEARCH_STACK_SIZE)
            .spawn(move || think(task, &its_gate))?;
        Ok(Thinking {
            control,
            gate,
            begin,
            endless,
            handle,
        })
    }

    /// Stops the search, which then sends its best move.
    pub(super) fn stop(&self) {
        self.control.stop();
        self.gate.open();
    }

    /// The opponent played the expected move: the engine's own clock starts.
    pub(super) fn ponder_hit(&self) {
        self.control.ponder_hit(self.begin.elapsed());
        if !self.endless {
            self.gate.open();
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }

    /// Whether the search ends without a `stop`.
    pub(super) fn ends_by_itself(&self) -> bool {
        !self.endless && !self.control.is_pondering()
    }

    /// Waits for the end and returns the engine, unless the search panicked.
    pub(super) fn join(self) -> Option<Engine> {
        self.handle.join().ok().flatten()
    }
}

/// Searches and sends the best move; returns the engine unless the search panicked.
fn think(task: Task, gate: &Gate) -> Option<Engine> {
    let Task {
        mut engine,
        root,
        limits,
        endings,
        control,
        listener,
        ..
    } = task;
    let search = || engine.search(&root, &limits, &control, &listener);
    let (line, survived) = best_line(search, &root, &listener);
    endings.report_faults(&listener.output);
    gate.wait();
    let mut moves = line.iter().map(|m| m.to_uci(listener.castling));
    listener.output.say(&Reply::BestMove {
        best: moves.next(),
        ponder: moves.next(),
    });
    survived.then_some(engine)
}

/// The principal variation, and the engine if the search did not panic. After a panic there is
/// still a legal move.
fn best_line(
    search: impl FnOnce() -> Option<SearchResult>,
    root: &Root,
    listener: &Listener,
) -> (Vec<chess::Move>, bool) {
    match catch_unwind(AssertUnwindSafe(search)) {
        Ok(outcome) => (
            outcome.map(|outcome| outcome.line).unwrap_or_default(),
            true,
        ),
        Err(_) => {
            listener.output.note(format!(
                "the search failed in {}; please report this line",
                root.position()
            ));
            let first = root.position().legal_moves().first().copied();
            (first.into_iter().collect(), false)
        }
    }
}

/// Supplies the time to a search and sends its reports.
pub(super) struct Listener {
    pub(super) output: Arc<Output>,
    pub(super) begin: Instant,
    pub(super) castling: CastlingMode,
    pub(super) show_wdl: bool,
    /// The number of pieces on the board, on which the chances depend.
    pub(super) pieces: u32,
    /// The rules end the game as a draw at the root, whatever the search finds.
    pub(super) is_drawn: bool,
}

impl Host for Listener {
    fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    fn report(&self, report: &Report) {
        let (mut line, effort) = match report {
            Report::Line(report) => (self.line(report), report.effort),
            Report::Progress(effort) => (SearchInfo::default(), *effort),
            Report::NoMate { moves } => {
                self.output.note(format!("there is no mate in {moves}"));
                return;
            }
        };
        line.nodes = Some(effort.nodes);
        line.nps = Some(effort.nodes_per_second());
        line.hashfull = Some(u64::from(effort.permille_full));
        line.tbhits = Some(effort.tablebase_hits);
        line.time = Some(u64::try_from(effort.time.as_millis()).unwrap_or(u64::MAX));
        self.output.say(&Reply::Info(line));
    }
}

impl Listener {
    fn line(&self, report: &LineReport) -> SearchInfo {
        let (score, bound) = match report.bound {
            _ if self.is_drawn => (Score::DRAW, Bound::Exact),
            ScoreBound::Exact => (report.score, Bound::Exact),
            ScoreBound::Lower => (report.score, Bound::Lower),
            ScoreBound::Upper => (report.score, Bound::Upper),
        };
        SearchInfo {
            depth: Some(u64::from(report.depth)),
            seldepth: Some(u64::from(report.seldepth)),
            multipv: Some(report.rank as u64),
            score: Some(match score.mate_moves() {
                Some(moves) => SearchScore::Mate(i64::from(moves), bound),
                None => SearchScore::Centipawns(i64::from(score.centipawns()), bound),
            }),
            wdl: self.show_wdl.then(|| match self.is_drawn {
                true => wdl::DRAW,
                false => wdl::for_score(score, self.pieces),
            }),
            pv: report
                .line
                .iter()
                .map(|m| m.to_uci(self.castling))
                .collect(),
            ..SearchInfo::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_panics_still_sends_a_legal_move() {
        let root = Root::new(chess::Position::start());
        let listener = Listener {
            output: Arc::new(Output::new(io::sink())),
            begin: Instant::now(),
            castling: CastlingMode::Standard,
            show_wdl: false,
            pieces: 32,
            is_drawn: false,
        };
        let (line, survived) = best_line(|| panic!("on purpose"), &root, &listener);
        assert!(!survived);
        assert!(root.position().is_legal(line[0]));
    }
}
