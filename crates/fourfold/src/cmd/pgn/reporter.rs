//! `--report`: evaluates every position of a game on all cores.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc;
use std::thread;

use anyhow::Context;
use arena::threads::Threads;
use game::pgn::{ReadGame, Tags};
use report::{Analyst, Course, Look, Opening, Openings};
use terminal::report::Reported;

use crate::output::ProgressLine;

use super::PgnArgs;

pub struct Reporter {
    analysts: Vec<Analyst>,
    /// The nodes searched for each position.
    pub nodes: u64,
    openings: Openings,
    progress: ProgressLine,
}

impl Reporter {
    pub fn new(args: &PgnArgs) -> anyhow::Result<Reporter> {
        let threads = args.threads.unwrap_or_else(Threads::cores).get();
        let analysts: Result<_, _> = (0..threads).map(|_| Analyst::new()).collect();
        Ok(Reporter {
            analysts: analysts.context("not enough memory for an engine on each thread")?,
            nodes: args.nodes.map_or(report::NODES, std::num::NonZeroU64::get),
            openings: Openings::read(report::OPENINGS).unwrap_or_default(),
            progress: ProgressLine::new(true),
        })
    }

    /// Writes the report into a game. The number of threads does not change it.
    pub fn report(&mut self, read: &mut ReadGame) -> Reported {
        report::clear(&mut read.tree);
        let course = Course::of(&read.tree);
        let title = title(read.report.game, &read.tags);
        let looks = self.look(&course, &title);
        for ply in course.plies() {
            if let Some(look) = looks.get(ply) {
                report::note(&mut read.tree, ply, look);
            }
        }
        let opening = self.name_opening(read);
        Reported {
            tree: read.tree.clone(),
            looks,
            opening,
        }
    }

    /// Finds the opening, and writes it into the tags that are missing.
    fn name_opening(&self, read: &mut ReadGame) -> Option<Opening> {
        let tree = &mut read.tree;
        let line: Vec<_> = tree.main_line().collect();
        let positions = line.iter().map(|&id| tree.position(id));
        let opening = self.openings.of_game(positions)?.clone();
        for (name, value) in [("ECO", &opening.eco), ("Opening", &opening.name)] {
            if tree.tags.get(name).is_none() {
                let set = tree.tags.set(name, value);
                set.expect("the name is a tag name");
            }
        }
        Some(opening)
    }

    /// Looks at every position, the start position first in the result.
    fn look(&mut self, course: &Course, title: &str) -> Vec<Look> {
        let plies = course.plies();
        let nodes = self.nodes;
        let count = course.plies().count();
        let mut looks = vec![None; count];
        let left = Mutex::new(plies);
        let (send, receive) = mpsc::channel();
        let progress = &mut self.progress;
        thread::scope(|scope| {
            for analyst in &mut self.analysts {
                let (send, left) = (send.clone(), &left);
                let next = move || left.lock().unwrap_or_else(PoisonError::into_inner).next();
                scope.spawn(move || {
                    while let Some(ply) = next() {
                        let look = analyst.look(&course.root(ply), nodes);
                        if send.send((ply, look)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for (done, (ply, look)) in receive.iter().enumerate() {
                looks[ply] = Some(look);
                progress.show(|| format!("{title}: {} of {count} positions", done + 1));
            }
        });
        self.progress.clear();
        looks.into_iter().map_while(|look| look).collect()
    }
}

/// The number of a game and its players.
pub fn title(number: u64, tags: &Tags) -> String {
    format!(
        "game {}, {} \u{2013} {}",
        number + 1,
        tags.get_or_unknown("White"),
        tags.get_or_unknown("Black")
    )
}
