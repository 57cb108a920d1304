//! The recursion: what one node is worth, step by step.

use core::ops::ControlFlow;

use chess::{Move, Position};

use crate::depth::Depth;
use crate::score::Score;
use crate::stack::{MAX_PLY, PieceTo};
use crate::table::{Finding, table_key};
use crate::window::Window;

use super::evaluate::Evals;
use super::{Found, Kind, MaybeFound, Scout, Search, prune};

/// What is asked of the search: the score of a position, seen through a window.
#[derive(Clone, Copy)]
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    /// Plies from the root.
    pub(super) ply: usize,
    /// Plies to go.
    pub(super) depth: Depth,
    /// The scores that matter.
    pub(super) window: Window,
    /// Whether the node is expected to be cut off at beta.
    pub(super) cut: bool,
}

impl Node<'_> {
    /// The node after a move. After a node that is expected to be cut off comes one that is not,
    /// and the other way round.
    pub(super) fn child<'c>(
        &self,
        position: &'c Position,
        depth: Depth,
        window: Window,
    ) -> Node<'c> {
        Node {
            position,
            ply: self.ply + 1,
            depth,
            window,
            cut: !self.cut,
        }
    }

    /// The same node, expected to be cut off.
    pub(super) fn with_cut(self) -> Self {
        Node { cut: true, ..self }
    }

    /// The same node, not expected to be cut off.
    pub(super) fn without_cut(self) -> Self {
        Node { cut: false, ..self }
    }
}

/// A node that is being searched, and what is known about it before its moves are tried.
pub(super) struct Visit<'p> {
    pub(super) node: Node<'p>,
    /// The table's key.
    pub(super) key: u64,
    pub(super) hit: Option<Finding>,
    /// The table's move, legal.
    pub(super) table_move: Option<Move>,
    /// The table's move captures or promotes.
    pub(super) table_capture: bool,
    /// The node was once on a principal variation.
    pub(super) was_pv: bool,
    /// The move that must not be tried.
    pub(super) excluded: Option<Move>,
    /// What the position is worth; none in check.
    pub(super) evals: Option<Evals>,
    /// The position is better for the side to move than two plies ago.
    pub(super) improving: bool,
}

impl Visit<'_> {
    /// The evaluation for the table.
    pub(super) fn raw_eval(&self) -> Option<Score> {
        self.evals.map(|evals| evals.raw)
    }
}

impl Search<'_> {
    /// The score of a node, at most alpha or at least beta where it lies outside the window.
    pub(super) fn search<K: Kind>(&mut self, node: Node<'_>) -> Found {
        // The depth is used up: captures decide.
        if node.depth <= Depth::ZERO {
            return self.quiesce::<K>(node);
        }
        self.count_node()?;
        if K::PV {
            self.stack.clear_line(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }

        // The root must be searched whatever it is; below it the line may have ended.
        let mut node = node;
        if !K::ROOT {
            match self.settle_end(&node) {
                ControlFlow::Continue(window) => node.window = window,
                ControlFlow::Break(score) => return Ok(score),
            }
        }

        // The table may know the answer, or where to begin.
        let mut visit = self.gather::<K>(node);
        if !K::PV
            && let Some(score) = self.known_score(&visit)
        {
            return Ok(score);
        }

        // Away from the principal variation, most nodes need no move to be tried.
        if !K::PV
            && visit.excluded.is_none()
            && let Some(evals) = visit.evals
            && let Some(score) = self.prune_node(&visit, evals)?
        {
            return Ok(score);
        }

        // Internal iterative reductions: without a move from the table the ordering is poor, and a
        // shallower search finds one.
        if (K::PV || node.cut)
            && node.depth >= Depth::new(self.params.iir_depth)
            && visit.table_move.is_none()
        {
            visit.node.depth = node.depth - 1;
        }

        let finding = self.try_moves::<K>(visit)?;
        Ok(finding.score)
    }

    /// Ends the node if the line has come to an end, or narrows the window by what is certain.
    #[inline]
    fn settle_end(&mut self, node: &Node<'_>) -> ControlFlow<Score, Window> {
        let window = self.settle_draws(node)?;
        if node.ply >= MAX_PLY {
            return ControlFlow::Break(self.raw_eval(node.position, node.ply));
        }
        // Mate distance pruning: a mate found nearer to the root makes this line pointless for one
        // side or the other.
        let window = window.within_mates(node.ply);
        if window.is_empty() {
            return ControlFlow::Break(window.alpha);
        }
        ControlFlow::Continue(window)
    }

    /// Asks the table and the evaluation.
    fn gather<'p, K: Kind>(&mut self, node: Node<'p>) -> Visit<'p> {
        let Node { position, ply, .. } = node;
        let key = table_key(position);
        let hit = self.shared.table.probe(key, ply, position.halfmoves());
        let table_move = if K::ROOT {
            Some(self.root_moves[self.pv_index].line[0])
        } else {
            hit.and_then(|hit| hit.best)
                .filter(|&m| position.is_legal(m))
        };
        if let Some(child) = self.stack.below_mut(ply, 2) {
            child.cutoffs = 0;
        }
        let evals = self.evaluate(position, ply, hit.as_ref());
        let eval = evals.map(|evals| evals.corrected);
        self.stack.at_mut(ply).eval = eval;
        let visit = Visit {
            node,
            key,
            hit,
            table_move,
            table_capture: table_move.is_some_and(|m| position.is_noisy(m)),
            was_pv: K::PV || hit.is_some_and(|hit| hit.was_pv),
            excluded: self.stack.at(ply).excluded,
            evals,
            improving: eval.is_some_and(|eval| self.is_improving(eval, ply)),
        };
        if hit.is_none() && visit.excluded.is_none() && evals.is_some() {
            self.keep_eval(&visit);
        }
        visit
    }

    /// The table's score, if it is as deep as needed and decides the node.
    fn known_score(&mut self, visit: &Visit<'_>) -> Option<Score> {
        let node = &visit.node;
        let hit = visit.hit.filter(|hit| {
            visit.excluded.is_none()
                && hit.depth >= node.depth
                && hit.bound.decides(hit.score, node.window.beta)
                && !self.is_clock_near(node.position)
        })?;
        if hit.score >= node.window.beta {
            self.learn_refutation(visit);
        }
        Some(hit.score)
    }

    /// Looks for a reason not to try the moves at all. The evaluation is known, so there is no
    /// check.
    fn prune_node(&mut self, visit: &Visit<'_>, evals: Evals) -> MaybeFound {
        let node = &visit.node;
        let beta = node.window.beta;
        // Razoring: so far below alpha, a quiet move will not make up for it.
        let alpha = beta - 1;
        let razor_limit = prune::razor_limit(self.params, node.depth, alpha);
        if evals.corrected < razor_limit && !alpha.is_mate() {
            let captures = Node {
                window: Window::above(alpha),
                ..*node
            };
            let score = self.quiesce::<Scout>(captures)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        // Reverse futility: so far above beta, the opponent will not make up for it.
        if !visit.was_pv
            && !beta.is_mated()
            && !evals.estimate.is_mate()
            && let Some(margin) =
                prune::reverse_futility_margin(self.params, node.depth, visit.improving)
            && evals.estimate - margin >= beta
        {
            let thirds = self.params.reverse_futility_beta;
            return Ok(Some(beta.blend(evals.estimate, thirds, 3)));
        }

        if let Some(score) = self.try_null_move(visit, evals)? {
            return Ok(Some(score));
        }
        self.try_probcut(visit, evals)
    }

    /// Goes to a child: notes the piece that moved, and the position.
    #[inline]
    pub(super) fn enter(&mut self, moved: PieceTo, ply: usize, child: &Position) {
        self.stack.at_mut(ply).played = Some(moved);
        self.line.enter(ply + 1, child);
        debug_assert_eq!(child.key().0, child.key_from_scratch());
        debug_assert!(self.line.is_consistent(ply + 1));
    }
}
