//! A search in slices, for callers that cannot interrupt it.
//!
//! A web worker receives no messages while it runs. So it searches a slice of nodes, handles its
//! messages and continues. The table and the histories are kept, but an unfinished iteration starts
//! again, so the slices should grow with the search.

use core::time::Duration;

use crate::control::{Control, Host};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::report::{Effort, Report, SearchResult};
use crate::root::Root;

/// A search that runs in slices.
pub struct Slices {
    root: Root,
    limits: Limits,
    best: Option<SearchResult>,
    nodes: u64,
}

/// Whether the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slice {
    More,
    Last,
}

impl Slices {
    #[must_use]
    pub fn new(root: Root, limits: Limits) -> Slices {
        Slices {
            root,
            limits,
            best: None,
            nodes: 0,
        }
    }

    /// The result so far; `None` before the first slice, or if there is no legal move.
    #[must_use]
    pub fn outcome(&self) -> Option<&SearchResult> {
        self.best.as_ref()
    }

    /// Searches this many nodes. The host supplies the time since the first slice began. It
    /// receives only lines deeper than earlier ones.
    pub fn search(&mut self, engine: &mut Engine, nodes: u64, host: &dyn Host) -> Slice {
        let left = self
            .limits
            .nodes
            .map(|limit| limit.saturating_sub(self.nodes));
        let budget = nodes.min(left.unwrap_or(u64::MAX)).max(1);
        let limits = Limits {
            nodes: Some(budget),
            ..self.limits.clone()
        };
        let depth = self.best.as_ref().map_or(0, |best| best.depth);
        let listener = Deeper {
            host,
            heard: depth,
            nodes_before: self.nodes,
        };
        let control = Control::new();
        let outcome = if self.best.is_none() {
            engine.search(&self.root, &limits, &control, &listener)
        } else {
            engine.resume(&self.root, &limits, &control, &listener)
        };
        let Some(mut outcome) = outcome else {
            return Slice::Last;
        };
        let ended = outcome.effort.nodes < budget;
        self.nodes += outcome.effort.nodes;
        outcome.effort.nodes = self.nodes;
        // A slice that did not reach the depth of the last one has a worse result.
        match &mut self.best {
            Some(best) if outcome.depth < best.depth => best.effort = outcome.effort,
            best => *best = Some(outcome),
        }
        if ended || self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            Slice::Last
        } else {
            Slice::More
        }
    }
}

/// Forwards only reports that are deeper than earlier ones.
struct Deeper<'a> {
    host: &'a dyn Host,
    heard: u32,
    nodes_before: u64,
}

impl Host for Deeper<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn report(&self, report: &Report) {
        let all = |effort: Effort| Effort {
            nodes: self.nodes_before + effort.nodes,
            ..effort
        };
        match report {
            Report::Line(line) if line.depth > self.heard => {
                let mut line = line.clone();
                line.effort = all(line.effort);
                self.host.report(&Report::Line(line));
            }
            Report::Line(_) => {}
            Report::NoMate { .. } => self.host.report(report),
            Report::Progress(effort) => self.host.report(&Report::Progress(all(*effort))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use chess::Position;

    use super::*;

    #[derive(Default)]
    struct Depths(Mutex<Vec<u32>>);

    impl Host for Depths {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        fn report(&self, report: &Report) {
            if let Report::Line(line) = report {
                let mut depths = self
                    .0
                    .lock()
                    .expect("no thread panics while holding the lock");
                depths.push(line.depth);
            }
        }
    }

    fn slices(limits: Limits) -> Slices {
        let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
        let position = Position::from_fen(fen).expect("a legal position");
        Slices::new(Root::new(position), limits)
    }

    #[test]
    fn slices_reach_the_requested_depth() {
        let mut engine = Engine::new(4).expect("there is memory for a small table");
        let (mut slices, host) = (slices(Limits::depth(9)), Depths::default());
        let mut count = 0;
        while slices.search(&mut engine, 2000 + 500 * count, &host) == Slice::More {
            count += 1;
            assert!(count < 200, "the search makes no progress");
        }
        assert!(count > 1);
        assert_eq!(slices.outcome().map(|outcome| outcome.depth), Some(9));
        let depths = host
            .0
            .into_inner()
            .expect("no thread panics while holding the lock");
        assert_eq!(depths.first(), Some(&1));
        assert_eq!(depths.last(), Some(&9));
    }

    #[test]
    fn slices_keep_to_the_total_node_limit() {
        let mut engine = Engine::new(4).expect("there is memory for a small table");
        let mut slices = slices(Limits::nodes(7000));
        while slices.search(&mut engine, 2000, &Depths::default()) == Slice::More {}
        let nodes = slices.outcome().map(|outcome| outcome.effort.nodes);
        assert_eq!(nodes, Some(7000));
    }
}
