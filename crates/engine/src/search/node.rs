//! The recursion: what one node is worth, step by step.

use core::ops::ControlFlow;

use chess::{Move, Position, Role};

use crate::depth::Depth;
use crate::history::{Context, Kin, piece_to};
use crate::ordering::{Picker, Wanted};
use crate::score::Score;
use crate::stack::{MAX_PLY, PieceTo};
use crate::table::{Bound, Finding, table_key};
use crate::window::Window;

use super::draws::CLOCK_IS_NEAR;
use super::quiesce::is_noisy;
use super::{Found, Kind, Scout, Search, Stopped, prune};

/// Where a node stands in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Plies from the root.
    pub(super) ply: usize,
    /// Plies to go.
    pub(super) depth: Depth,
    /// Whether the node is expected to be cut off at beta.
    pub(super) cut: bool,
}

impl Node {
    /// The node after a move.
    pub(super) fn child(self, depth: Depth, cut: bool) -> Node {
        Node {
            ply: self.ply + 1,
            depth,
            cut,
        }
    }
}

/// What is known about a node before its moves are tried.
pub(super) struct Facts {
    pub(super) key: u64,
    pub(super) hit: Option<Finding>,
    /// The table's move, legal.
    pub(super) table_move: Option<Move>,
    /// The table's move captures or promotes.
    pub(super) table_capture: bool,
    /// The node was once on a principal line.
    pub(super) was_pv: bool,
    /// The move that must not be tried.
    pub(super) excluded: Option<Move>,
    /// The evaluation as it came out; none in check. This is what the table keeps.
    pub(super) raw_eval: Option<Score>,
    /// The evaluation corrected by experience and damped by the clock. This is what plies are
    /// compared by.
    pub(super) eval: Option<Score>,
    /// The evaluation tightened by the table's bound. This is what pruning goes by.
    pub(super) estimate: Option<Score>,
    /// The position is better for the side to move than two plies ago.
    pub(super) improving: bool,
}

impl Search<'_> {
    /// The score of a node, at most alpha or at least beta where it lies outside the window.
    pub(super) fn search<K: Kind>(
        &mut self,
        position: &Position,
        node: Node,
        window: Window,
    ) -> Found {
        // The depth is used up: captures decide.
        if node.depth <= Depth::ZERO {
            return self.quiesce::<K>(position, node.ply, window);
        }
        self.count_node()?;
        if K::PV {
            self.stack.clear_line(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }

        // The root must be searched whatever it is; below it the line may have ended.
        let window = if K::ROOT {
            window
        } else {
            match self.settle_end(position, node.ply, window) {
                ControlFlow::Continue(window) => window,
                ControlFlow::Break(score) => return Ok(score),
            }
        };

        // The table may know the answer, or where to begin.
        let facts = self.gather::<K>(position, node.ply);
        if !K::PV
            && let Some(score) = self.known_score(position, node, &facts, window)
        {
            return Ok(score);
        }

        // Away from the principal line, most nodes need no move to be tried.
        if !K::PV
            && facts.excluded.is_none()
            && let (Some(eval), Some(estimate)) = (facts.eval, facts.estimate)
        {
            let worth = (eval, estimate);
            if let Some(score) = self.prune_node(position, node, &facts, worth, window.beta)? {
                return Ok(score);
            }
        }

        // Without a move from the table the ordering is poor: a shallower search finds one.
        let mut node = node;
        if (K::PV || node.cut) && node.depth >= Depth::new(4) && facts.table_move.is_none() {
            node.depth = node.depth - 1;
        }

        let finding = self.try_moves::<K>(position, node, &facts, window)?;
        Ok(finding.score)
    }

    /// Ends the node if the line has come to an end, or narrows the window by what is certain.
    #[inline]
    fn settle_end(
        &mut self,
        position: &Position,
        ply: usize,
        window: Window,
    ) -> ControlFlow<Score, Window> {
        let window = self.settle_draws(position, ply, window)?;
        if ply >= MAX_PLY {
            return ControlFlow::Break(self.raw_eval(position, ply));
        }
        // A mate found nearer to the root makes this line pointless for one side or the other.
        let window = window.within_mates(ply);
        if window.is_empty() {
            return ControlFlow::Break(window.alpha);
        }
        ControlFlow::Continue(window)
    }

    /// Asks the table and the evaluation.
    fn gather<K: Kind>(&mut self, position: &Position, ply: usize) -> Facts {
        let key = table_key(position);
        let hit = self.shared.table.probe(key, ply, position.halfmoves());
        let table_move = if K::ROOT {
            Some(self.root_moves[self.pv_index].line[0])
        } else {
            hit.and_then(|hit| hit.best)
                .filter(|&m| position.is_legal(m))
        };
        let excluded = self.stack.at(ply).excluded;
        let was_pv = K::PV || hit.is_some_and(|hit| hit.was_pv);
        if let Some(child) = self.stack.below_mut(ply, 2) {
            child.cutoffs = 0;
        }

        let raw_eval = if position.is_check() {
            None
        } else {
            let known = hit.and_then(|hit| hit.raw_eval);
            Some(known.unwrap_or_else(|| self.raw_eval(position, ply)))
        };
        if hit.is_none() && excluded.is_none() && raw_eval.is_some() {
            self.keep_eval(key, ply, raw_eval, was_pv);
        }
        let eval = raw_eval.map(|raw| self.corrected(raw, position, ply));
        self.stack.at_mut(ply).eval = eval;
        let estimate = eval.map(|eval| match hit {
            Some(hit) if !hit.score.is_mate() && hit.bound.decides(hit.score, eval) => hit.score,
            _ => eval,
        });
        Facts {
            key,
            hit,
            table_move,
            table_capture: table_move.is_some_and(|m| is_noisy(position, m)),
            was_pv,
            excluded,
            raw_eval,
            eval,
            estimate,
            improving: eval.is_some_and(|eval| self.is_improving(eval, ply)),
        }
    }

    /// Whether an evaluation is better than that of the same side two plies ago, or four if it was
    /// in check then.
    fn is_improving(&self, eval: Score, ply: usize) -> bool {
        [2, 4]
            .into_iter()
            .find_map(|plies| self.stack.before(ply, plies)?.eval)
            .is_some_and(|before| eval > before)
    }

    /// Keeps an evaluation in the table, so that it is not made again.
    fn keep_eval(&self, key: u64, ply: usize, raw_eval: Option<Score>, was_pv: bool) {
        let finding = Finding {
            best: None,
            score: Score::DRAW,
            bound: Bound::None,
            depth: Depth::new(-1),
            raw_eval,
            was_pv,
        };
        self.shared.table.store(key, ply, &finding);
    }

    /// The evaluation as it is.
    #[inline]
    pub(super) fn raw_eval(&mut self, position: &Position, ply: usize) -> Score {
        let evaluator = self.shared.evaluator;
        evaluator.raw_eval_at(position, ply, self.sums)
    }

    /// The evaluation corrected by experience, and damped as the fifty-move limit comes near.
    #[inline]
    pub(super) fn corrected(&self, raw: Score, position: &Position, ply: usize) -> Score {
        let kin = Kin::new(position, self.stack, ply);
        let correction = self.histories.correction.correction(&kin, self.params);
        let clock = i32::from(position.halfmoves().min(100));
        (raw.damped(clock, 200) + correction).without_mate()
    }

    /// The table's score, if it is as deep as needed and decides the node.
    fn known_score(
        &mut self,
        position: &Position,
        node: Node,
        facts: &Facts,
        window: Window,
    ) -> Option<Score> {
        let hit = facts.hit.filter(|hit| {
            facts.excluded.is_none()
                && hit.depth >= node.depth
                && hit.bound.decides(hit.score, window.beta)
                && position.halfmoves() < CLOCK_IS_NEAR
        })?;
        // A move that refutes again is worth as much as one that refutes for the first time.
        if hit.score >= window.beta
            && let Some(m) = facts.table_move
            && !is_noisy(position, m)
        {
            let context = Context::new(position, self.stack, node.ply);
            let bonus = self.bonus(node.depth);
            self.reward_quiet(position, &context, m, bonus);
        }
        Some(hit.score)
    }

    /// Looks for a reason not to try the moves at all. The evaluation is known, so there is no
    /// check.
    fn prune_node(
        &mut self,
        position: &Position,
        node: Node,
        facts: &Facts,
        (eval, estimate): (Score, Score),
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        // Razoring: so far below alpha, a quiet move will not make up for it.
        let alpha = beta - 1;
        if eval < prune::razor_limit(self.params, node.depth, alpha) && !alpha.is_mate() {
            let score = self.quiesce::<Scout>(position, node.ply, Window::above(alpha))?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        // Reverse futility: so far above beta, the opponent will not make up for it.
        if !facts.was_pv
            && !beta.is_mated()
            && !estimate.is_mate()
            && let Some(margin) =
                prune::reverse_futility_margin(self.params, node.depth, facts.improving)
            && estimate - margin >= beta
        {
            return Ok(Some(beta.blend(estimate, 2, 3)));
        }

        // Null move: if passing is good enough, a move is.
        if let Some(score) = self.try_null_move(position, node, (eval, estimate), beta)? {
            return Ok(Some(score));
        }

        // Probcut: if a capture beats beta by far in a shallow search, it will in a deep one.
        self.try_probcut(position, node, facts, eval, beta)
    }

    /// Passes, and sees whether the position still holds beta.
    fn try_null_move(
        &mut self,
        position: &Position,
        node: Node,
        (eval, estimate): (Score, Score),
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let after_null = node.ply > 0 && self.stack.played(node.ply, 1).is_none();
        if !node.cut
            || after_null
            || beta.is_mated()
            || node.ply < self.null_from
            || estimate < beta
            || eval < prune::null_move_floor(self.params, node.depth, beta)
            || !can_pass(position)
        {
            return Ok(None);
        }
        let Some(child) = position.play_null() else {
            return Ok(None);
        };
        let depth = prune::null_move_depth(self.params, node.depth, estimate - beta);
        self.stack.at_mut(node.ply).played = None;
        self.line.enter_after_null(node.ply + 1, &child);
        let window = -Window::reaching(beta);
        let score = -self.search::<Scout>(&child, node.child(depth, false), window)?;
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_mating() { beta } else { score };
        if self.null_from > 0 || node.depth < Depth::new(15) {
            return Ok(Some(score));
        }
        // Deep in the tree a wrong guess is expensive: verify it without null moves for a while.
        self.null_from = node.ply + 3 * depth.plies().max(1) as usize / 4;
        let verified = self.search::<Scout>(
            position,
            Node {
                depth,
                cut: false,
                ..node
            },
            Window::reaching(beta),
        );
        self.null_from = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// Tries captures that promise to be far above beta.
    fn try_probcut(
        &mut self,
        position: &Position,
        node: Node,
        facts: &Facts,
        eval: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let goal = prune::probcut_beta(self.params, beta, facts.improving);
        let refuted = facts
            .hit
            .is_some_and(|hit| hit.depth >= node.depth - 3 && hit.score < goal);
        if node.depth < Depth::new(5) || beta.is_mate() || goal.is_mate() || refuted {
            return Ok(None);
        }
        let depth = node.depth - 4;
        let table_move = facts.table_move.filter(|&m| is_noisy(position, m));
        let buffer = self.buffer();
        let wanted = Wanted::CapturesGaining(goal - eval);
        let mut picker = Picker::new(wanted, table_move, buffer);
        let context = Context::default();
        while let Some(m) = picker.next(position, self.histories, &context) {
            let child = position.play_unchecked(m);
            self.enter(piece_to(position, m), node.ply, &child);
            let window = -Window::reaching(goal);
            let mut score = -self.quiesce::<Scout>(&child, node.ply + 1, window)?;
            if score >= goal && depth > Depth::ZERO {
                score = -self.search::<Scout>(&child, node.child(depth, !node.cut), window)?;
            }
            if score >= goal {
                let finding = Finding {
                    best: Some(m),
                    score,
                    bound: Bound::Lower,
                    depth: depth + 1,
                    raw_eval: facts.raw_eval,
                    was_pv: facts.was_pv,
                };
                self.shared.table.store(facts.key, node.ply, &finding);
                self.buffers.push(picker.into_buffer());
                let excess = goal - beta;
                return Ok(Some(if score.is_mate() {
                    score
                } else {
                    score - excess
                }));
            }
        }
        self.buffers.push(picker.into_buffer());
        Ok(None)
    }

    /// Goes to a child: notes the piece that moved, and the position.
    #[inline]
    pub(super) fn enter(&mut self, moved: PieceTo, ply: usize, child: &Position) {
        self.stack.at_mut(ply).played = Some(moved);
        self.line.enter(ply + 1, child);
        debug_assert_eq!(child.key().0, child.key_from_scratch());
        debug_assert!(self.line.is_consistent(ply + 1));
    }

    /// Lets the evaluation learn from a score it did not foresee.
    pub(super) fn learn_correction(
        &mut self,
        position: &Position,
        node: Node,
        facts: &Facts,
        finding: &Finding,
    ) {
        let quiet = finding.best.is_none_or(|m| !is_noisy(position, m));
        if let Some(eval) = facts.eval
            && quiet
            && finding.bound.decides(finding.score, eval)
        {
            let kin = Kin::new(position, self.stack, node.ply);
            let difference = finding.score.without_mate() - eval;
            self.histories
                .correction
                .learn(&kin, difference, node.depth.plies());
        }
    }
}

/// Whether the side to move has anything but pawns beside its king.
pub(super) fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    let plain = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (board.by_color(position.turn()) - plain).any()
}

/// Whether passing tells anything. With pawns only, or with one bishop or knight beside a few of them,
/// having to move can be the whole problem.
fn can_pass(position: &Position) -> bool {
    const PAWNS_ENOUGH: u32 = 4;
    let board = position.board();
    let own = board.by_color(position.turn());
    let heavy = own & (board.by_role(Role::Rook) | board.by_role(Role::Queen));
    let light = own & (board.by_role(Role::Bishop) | board.by_role(Role::Knight));
    let pawns = own & board.by_role(Role::Pawn);
    heavy.any() || light.more_than_one() || light.any() && pawns.len() >= PAWNS_ENOUGH
}
