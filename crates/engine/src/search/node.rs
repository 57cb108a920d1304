//! The recursive alpha-beta search of a node.

use core::ops::ControlFlow;

use chess::{Move, Position};

use crate::depth::Depth;
use crate::score::Score;
use crate::stack::{MAX_PLY, PieceTo};
use crate::table::{Finding, table_key};
use crate::window::Window;

use super::evaluate::Evals;
use super::{Found, MaybeFound, NodeType, ScoutNode, Search, prune};

/// A node to search: a position, a depth and a window.
#[derive(Clone, Copy)]
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    /// Plies from the root.
    pub(super) ply: usize,
    pub(super) depth: Depth,
    pub(super) window: Window,
    /// Whether it is an expected cut node.
    pub(super) cut: bool,
}

impl Node<'_> {
    /// The child node after a move. The child of an expected cut node is an expected all node, and
    /// the other way round.
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

    pub(super) fn with_cut(self) -> Self {
        Node { cut: true, ..self }
    }

    pub(super) fn without_cut(self) -> Self {
        Node { cut: false, ..self }
    }
}

/// A node being searched, with what is known before its moves are tried.
pub(super) struct Visit<'p> {
    pub(super) node: Node<'p>,
    /// The key in the transposition table.
    pub(super) key: u64,
    pub(super) hit: Option<Finding>,
    /// The table move, if it is legal.
    pub(super) table_move: Option<Move>,
    /// Whether the table move is a capture or promotion.
    pub(super) table_capture: bool,
    /// Whether the node was ever a PV node.
    pub(super) was_pv: bool,
    /// The move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    /// The static evaluations; `None` in check.
    pub(super) evals: Option<Evals>,
    /// Whether the evaluation is higher than two plies ago.
    pub(super) improving: bool,
    /// The lowest and the highest score that endgame tables leave possible.
    pub(super) floor: Score,
    pub(super) ceiling: Score,
}

impl Visit<'_> {
    /// The evaluation to store in the table.
    pub(super) fn raw_eval(&self) -> Option<Score> {
        self.evals.map(|evals| evals.raw)
    }
}

impl Search<'_> {
    /// The score of a node (fail-soft): at most alpha or at least beta if outside the window.
    pub(super) fn search<N: NodeType>(&mut self, node: Node<'_>) -> Found {
        // At depth zero the quiescence search takes over.
        if node.depth <= Depth::ZERO {
            return self.quiesce::<N>(node);
        }
        self.count_node()?;
        if N::PV {
            self.stack.clear_line(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }

        // Draws, the maximum ply and mate distance pruning, except at the root.
        let mut node = node;
        if !N::ROOT
            && let Some(score) = self.settle_end(&mut node)
        {
            return Ok(score);
        }

        let mut visit = match self.gather::<N>(node) {
            ControlFlow::Continue(visit) => visit,
            ControlFlow::Break(score) => return Ok(score),
        };

        if let Some(score) = self.consult_tables::<N>(&mut visit) {
            return Ok(score);
        }

        self.learn_from_eval(&visit);
        visit.node.depth = self.with_hindsight::<N>(&visit);
        let node = visit.node;

        // Prune the whole node, except in PV nodes.
        if !N::PV
            && visit.excluded.is_none()
            && let Some(evals) = visit.evals
            && let Some(score) = self.prune_node(&visit, evals)?
        {
            return Ok(score);
        }

        // [Internal iterative
        // reductions](https://www.chessprogramming.org/Internal_Iterative_Reductions): without a
        // table move the ordering is poor, and a shallower search will provide one.
        if (N::PV || node.cut)
            && node.depth >= Depth::new(self.params.iir_depth)
            && visit.table_move.is_none()
        {
            visit.node.depth = node.depth - 1;
        }

        let finding = self.try_moves::<N>(visit)?;
        Ok(finding.score)
    }

    /// The score of a node at which the line is over. Narrows the window to the possible scores.
    #[inline]
    fn settle_end(&mut self, node: &mut Node<'_>) -> Option<Score> {
        if let Some(score) = self.settle_draws(node) {
            return Some(score);
        }
        if node.ply >= MAX_PLY {
            return Some(self.raw_eval(node.position, node.ply));
        }
        // [Mate distance pruning](https://www.chessprogramming.org/Mate_Distance_Pruning): a
        // shorter mate was already found, so this line cannot matter.
        node.window = node.window.within_mates(node.ply);
        node.window.is_empty().then_some(node.window.alpha)
    }

    /// Probes the table and evaluates the position, unless the table causes a cutoff.
    pub(super) fn gather<'p, N: NodeType>(
        &mut self,
        node: Node<'p>,
    ) -> ControlFlow<Score, Visit<'p>> {
        let Node { position, ply, .. } = node;
        let key = table_key(position);
        let hit = self.shared.table.probe(key, ply, position.halfmoves());
        let table_move = if N::ROOT {
            Some(self.root_moves[self.pv_index].line[0])
        } else {
            hit.and_then(|hit| hit.best)
                .filter(|&m| position.is_legal(m))
        };
        if let Some(child) = self.stack.below_mut(ply, 2) {
            child.cutoffs = 0;
        }
        let excluded = self.stack.at(ply).excluded;
        if !N::PV
            && excluded.is_none()
            && let Some(score) = self.known_score(&node, hit.as_ref(), table_move)
        {
            return ControlFlow::Break(score);
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
            was_pv: N::PV || hit.is_some_and(|hit| hit.was_pv),
            excluded,
            evals,
            improving: eval.is_some_and(|eval| self.is_improving(eval, ply)),
            floor: -Score::INFINITE,
            ceiling: Score::INFINITE,
        };
        if hit.is_none() && visit.excluded.is_none() && evals.is_some() {
            self.keep_eval(&visit);
        }
        ControlFlow::Continue(visit)
    }

    /// The table's score, if it is deep enough and its bound causes a cutoff.
    fn known_score(
        &mut self,
        node: &Node<'_>,
        hit: Option<&Finding>,
        table_move: Option<Move>,
    ) -> Option<Score> {
        let hit = hit.filter(|hit| {
            hit.depth >= node.depth
                && hit.bound.decides(hit.score, node.window.beta)
                && (node.cut == (hit.score >= node.window.beta)
                    || node.depth > Depth::new(self.params.table_cut_depth))
                && !self.is_fifty_move_limit_near(node.position)
        })?;
        if hit.score >= node.window.beta {
            self.learn_refutation(node, table_move);
        }
        Some(hit.score)
    }

    /// The depth of a node in hindsight of the reduction that led to it: deeper if the reduced move
    /// did not turn out badly for the side that made it, less deep if it did.
    #[inline]
    fn with_hindsight<N: NodeType>(&self, visit: &Visit<'_>) -> Depth {
        let Node { ply, depth, .. } = visit.node;
        let (Some(eval), Some(parent)) = (
            self.stack.at(ply).eval,
            self.stack.before(ply, 1).filter(|_| !N::ROOT),
        ) else {
            return depth;
        };
        let Some(before) = parent.eval else {
            return depth;
        };
        if visit.excluded.is_some() {
            return depth;
        }
        let gain = eval - -before;
        if parent.reduction >= self.params.hindsight_deeper && gain <= 0 {
            depth + 1
        } else if parent.reduction >= self.params.hindsight_shallower
            && depth >= Depth::new(2)
            && gain > self.params.hindsight_margin
        {
            depth - 1
        } else {
            depth
        }
    }

    /// Tries to prune the node without searching its moves. The side to move is not in check.
    fn prune_node(&mut self, visit: &Visit<'_>, evals: Evals) -> MaybeFound {
        let node = &visit.node;
        let beta = node.window.beta;
        // [Razoring](https://www.chessprogramming.org/Razoring): the evaluation is so far below
        // alpha that only captures could help.
        let alpha = beta - 1;
        let razor_limit = prune::razor_limit(self.params, node.depth, alpha);
        if evals.corrected < razor_limit && !alpha.is_decisive() {
            let captures = Node {
                window: Window::above(alpha),
                ..*node
            };
            let score = self.quiesce::<ScoutNode>(captures)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        // [Reverse futility pruning](https://www.chessprogramming.org/Reverse_Futility_Pruning):
        // the evaluation is so far above beta that the opponent will not catch up.
        if !visit.was_pv
            && !beta.is_loss()
            && !evals.estimate.is_decisive()
            && let Some(margin) = prune::reverse_futility_margin(
                self.params,
                node.depth,
                visit.improving,
                evals.correction,
            )
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

    /// Enters a child: records the moved piece and the position.
    #[inline]
    pub(super) fn enter(&mut self, moved: PieceTo, ply: usize, child: &Position) {
        self.shared.table.prefetch(child);
        let frame = self.stack.at_mut(ply);
        frame.played = Some(moved);
        frame.quiet = None;
        frame.reduction = 0;
        self.path.enter(ply + 1, child);
        debug_assert_eq!(child.key(), child.key_from_scratch());
        debug_assert!(self.path.is_consistent(ply + 1));
    }
}
