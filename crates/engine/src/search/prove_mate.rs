//! Runs the mate prover beside the search, for `go mate`.

use chess::Move;

use crate::mate::{MateProof, MateProver};
use crate::report::Report;
use crate::root::Root;
use crate::score::Score;
use crate::stack::MAX_PLY;
use crate::table::Bound;

use super::{Search, Stopped};

/// The prover gets at least this many nodes after an iteration.
const NODES_MIN: u64 = 1000;

impl Search<'_> {
    /// Gives the prover as many nodes as the last iteration took. Returns whether the mate is proved
    /// or refuted, so that the search can end.
    pub(super) fn settle_mate(&mut self, iteration_nodes: u64) -> Result<bool, Stopped> {
        let Some(mut prover) = self.mate_prover.take() else {
            return Ok(false);
        };
        let is_last = self.root_depth.plies() + 1 >= MAX_PLY as i32;
        let mut left = if is_last {
            u64::MAX
        } else {
            iteration_nodes.max(NODES_MIN)
        };
        let mut stopped = false;
        let proof = prover.search(&mut || {
            left -= 1;
            stopped = self.count_node().is_err();
            left > 0 && !stopped
        });
        match proof {
            MateProof::Open => self.mate_prover = Some(prover),
            MateProof::Mate(line) => self.adopt_mate(line),
            MateProof::Refuted => {
                let moves = prover.asked();
                self.shared.host.report(&Report::NoMate { moves });
            }
        }
        if stopped {
            return Err(Stopped);
        }
        Ok(self.mate_prover.is_none())
    }

    /// Makes a proved mate the best line, and reports it.
    fn adopt_mate(&mut self, line: Vec<Move>) {
        let first = line.first().copied();
        let Some(index) = self
            .root_moves
            .iter()
            .position(|root_move| Some(root_move.m) == first)
        else {
            return;
        };
        let root_move = &mut self.root_moves[index];
        root_move.score = Score::mate_in(line.len());
        root_move.bound = Bound::Exact;
        root_move.line = line;
        self.root_moves[..=index].rotate_right(1);
        self.report_lines(1);
    }

    /// The prover of a search that asks for a mate; only the main thread has one.
    pub(super) fn start_mate_prover(&mut self, root: &Root) {
        let moves = self.shared.limits.mate.filter(|&moves| moves > 0);
        if let Some(moves) = moves
            && self.thread == 0
        {
            let root_moves = self
                .root_moves
                .iter()
                .map(|root_move| root_move.m)
                .collect();
            self.mate_prover = Some(MateProver::new(root, root_moves, moves));
        }
    }
}
