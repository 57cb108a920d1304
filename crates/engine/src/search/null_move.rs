//! [Null move pruning](https://www.chessprogramming.org/Null_Move_Pruning): if the side to move can
//! pass and still reach beta, a real move will too.

use chess::{Position, Role};

use crate::depth::Depth;
use crate::window::Window;

use super::evaluate::Evals;
use super::node::{Node, Visit};
use super::{MaybeFound, ScoutNode, Search, prune};

impl Search<'_> {
    /// Searches a null move and returns its score if it reaches beta.
    pub(super) fn try_null_move(&mut self, visit: &Visit<'_>, evals: Evals) -> MaybeFound {
        let node = &visit.node;
        let beta = node.window.beta;
        let after_null = node.ply > 0 && self.stack.played(node.ply, 1).is_none();
        if !node.cut
            || after_null
            || beta.is_loss()
            || node.ply < self.null_from
            || evals.estimate < beta
            || evals.corrected < prune::null_move_floor(self.params, node.depth, beta)
            || !can_pass(node.position, self.params.null_pawns)
        {
            return Ok(None);
        }
        let Some(child) = node.position.play_null() else {
            return Ok(None);
        };
        self.shared.table.prefetch(&child);
        let depth = prune::null_move_depth(self.params, node.depth, evals.estimate - beta);
        let window = Window::reaching(beta);
        let frame = self.stack.at_mut(node.ply);
        frame.played = None;
        frame.quiet = None;
        frame.reduction = 0;
        self.path.enter_after_null(node.ply + 1, &child);
        let child = node.child(&child, depth, -window).without_cut();
        let score = -self.search::<ScoutNode>(child)?;
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_win() { beta } else { score };
        let is_shallow = node.depth < Depth::new(self.params.null_verification_depth);
        if self.null_from > 0 || is_shallow {
            return Ok(Some(score));
        }
        // At high depth a wrong cutoff is expensive, so verify it by a search without null moves.
        let quarters = self.params.null_verification_quarters.unsigned_abs() as usize;
        self.null_from = node.ply + quarters * depth.plies().max(1) as usize / 4;
        let verification = Node {
            depth,
            window,
            ..*node
        };
        let verified = self.search::<ScoutNode>(verification.without_cut());
        self.null_from = 0;
        Ok((verified? >= beta).then_some(score))
    }
}

/// Whether a null move is safe. With only pawns, or one minor piece and few pawns,
/// [zugzwang](https://www.chessprogramming.org/Zugzwang) is too likely.
fn can_pass(position: &Position, pawns_enough: i32) -> bool {
    let board = position.board();
    let own = board.by_color(position.turn());
    let heavy = own & (board.by_role(Role::Rook) | board.by_role(Role::Queen));
    let light = own & (board.by_role(Role::Bishop) | board.by_role(Role::Knight));
    let pawns = own & board.by_role(Role::Pawn);
    heavy.any() || light.more_than_one() || light.any() && pawns.len() as i32 >= pawns_enough
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use crate::Score;
    use crate::search::testing::{game, with_search};

    use super::*;

    #[test]
    fn no_repetition_reaches_back_across_a_null_move() {
        let root = game(
            "4k1n1/pppp4/8/8/8/8/PPPP4/4K1N1 w - - 0 1",
            "g1f3 g8f6 f3g1 f6g8",
        );
        with_search(&root, |mut search| {
            assert_eq!(search.path.reversible(0), 4);
            let node = Node {
                position: root.position(),
                ply: 0,
                depth: Depth::new(3),
                window: Window::reaching(Score::DRAW - 300),
                cut: true,
            };
            let ControlFlow::Continue(visit) = search.gather::<ScoutNode>(node) else {
                panic!("the table is empty");
            };
            let evals = visit.evals.expect("White is not in check");
            let passed = search.try_null_move(&visit, evals);
            assert!(matches!(passed, Ok(Some(_))), "a pass is good enough");
            assert_eq!(search.path.reversible(1), 0);
        });
    }
}
