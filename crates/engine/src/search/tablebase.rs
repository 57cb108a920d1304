//! Endgame tables inside the tree.

use crate::depth::Depth;
use crate::score::Score;
use crate::table::{Bound, Finding};

use super::node::Visit;
use super::{NodeType, Search};

/// How much deeper than a search a table's answer counts in the transposition table.
const DEPTH_BONUS: i32 = 6;

impl Search<'_> {
    /// Looks up a node in the endgame tables. Returns its score if that decides the node;
    /// otherwise narrows the window of a PV node.
    #[inline]
    pub(super) fn consult_tables<N: NodeType>(&mut self, visit: &mut Visit<'_>) -> Option<Score> {
        if N::ROOT || self.shared.endgames.is_none() {
            return None;
        }
        self.look_up::<N>(visit)
    }

    #[inline(never)]
    fn look_up<N: NodeType>(&mut self, visit: &mut Visit<'_>) -> Option<Score> {
        let endgames = self.shared.endgames?;
        let node = &visit.node;
        // The tables assume that the fifty-move rule has only just begun to count.
        if visit.excluded.is_some() || node.position.halfmoves() > 0 {
            return None;
        }
        let shallow = node.depth < Depth::new(endgames.depth);
        let pieces = node.position.board().occupied().len();
        if !endgames.covers(node.position) || shallow && pieces >= endgames.pieces_max() {
            return None;
        }
        let outcome = endgames.tables.outcome(node.position)?;
        self.tablebase_hits += 1;
        let (score, bound) = match endgames.sign(outcome) {
            1 => (Score::tablebase_win(node.ply), Bound::Lower),
            -1 => (-Score::tablebase_win(node.ply), Bound::Upper),
            _ => (self.draw(), Bound::Exact),
        };
        let decides = match bound {
            Bound::Lower => score >= node.window.beta,
            Bound::Upper => score <= node.window.alpha,
            Bound::Exact | Bound::None => true,
        };
        if decides {
            let finding = Finding {
                best: None,
                score,
                bound,
                depth: node.depth + DEPTH_BONUS,
                raw_eval: visit.raw_eval(),
                was_pv: visit.was_pv,
            };
            let table = self.shared.table;
            table.store(visit.key, node.ply, &finding, self.params);
            return Some(score);
        }
        // The search goes on to look for a mate.
        if N::PV && bound == Bound::Lower {
            visit.floor = score;
            visit.node.window = node.window.raised_to(score);
        } else if N::PV {
            visit.ceiling = score;
        }
        None
    }
}
