//! History updates after a node: bonuses and maluses for moves, and the correction history.

use chess::{Move, Position};

use crate::depth::Depth;
use crate::history::{Context, QuietSlot, piece_to};
use crate::score::Score;
use crate::stack::PieceTo;
use crate::table::{Bound, Finding};

use super::Search;
use super::node::{Node, Visit};
use super::params::{FRACTION, Params};

/// The moves of a node that were searched without a cutoff.
pub(super) struct Tried {
    quiets: TriedList,
    captures: TriedList,
}

/// A few dozen moves are enough for the history; later ones are dropped.
struct TriedList {
    moves: [Option<Move>; TriedList::CAPACITY],
    len: usize,
    len_max: usize,
}

impl Tried {
    pub(super) fn new(params: &Params) -> Tried {
        let len_max = params.malus_moves_max.unsigned_abs() as usize;
        let len_max = len_max.min(TriedList::CAPACITY);
        Tried {
            quiets: TriedList::new(len_max),
            captures: TriedList::new(len_max),
        }
    }

    pub(super) fn push_quiet(&mut self, m: Move) {
        self.quiets.push(m);
    }

    /// Adds a capture or promotion.
    pub(super) fn push_capture(&mut self, m: Move) {
        self.captures.push(m);
    }
}

impl TriedList {
    /// The upper limit of `malus_moves_max`.
    const CAPACITY: usize = 32;

    fn new(len_max: usize) -> TriedList {
        TriedList {
            moves: [None; TriedList::CAPACITY],
            len: 0,
            len_max,
        }
    }

    fn push(&mut self, m: Move) {
        if self.len < self.len_max {
            self.moves[self.len] = Some(m);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().flatten().copied()
    }
}

impl Search<'_> {
    /// Gives the best move a bonus and the moves tried before it a malus.
    pub(super) fn learn_moves(
        &mut self,
        visit: &Visit<'_>,
        context: &Context,
        finding: &Finding,
        tried: &Tried,
    ) {
        let node = &visit.node;
        let Some(best) = finding.best else {
            self.reward_last_move(node);
            return;
        };
        if finding.bound == Bound::Lower {
            self.stack.at_mut(node.ply).cutoffs += 1;
        }
        let (bonus, malus) = (self.bonus(node.depth), self.malus(node.depth));
        if node.position.is_noisy(best) {
            self.reward_capture(node.position, best, bonus);
        } else {
            self.reward_quiet(node.position, context, best, bonus);
            for m in tried.quiets.iter().filter(|&m| m != best) {
                self.reward_quiet(node.position, context, m, -malus);
            }
        }
        for m in tried.captures.iter().filter(|&m| m != best) {
            self.reward_capture(node.position, m, -malus);
        }
    }

    /// Gives the opponent's last move a bonus if it was quiet: no reply to it raised alpha.
    fn reward_last_move(&mut self, node: &Node<'_>) {
        let share = self.params.bonus_fail_low;
        let bonus = self.bonus(node.depth) * share / FRACTION;
        let Some(parent) = self.stack.before(node.ply, 1) else {
            return;
        };
        if let (Some(slot), Some(moved)) = (parent.quiet, parent.played) {
            let context = Context {
                before: Context::moves_before(self.stack, node.ply - 1),
                ..Context::default()
            };
            self.histories.quiet.update(slot, bonus);
            self.histories
                .continuation
                .update(&context, moved, bonus, self.params);
        }
    }

    /// Gives a quiet move a bonus or malus by the result of its re-search.
    pub(super) fn learn_research(
        &mut self,
        context: &Context,
        moved: PieceTo,
        node: &Node<'_>,
        score: Score,
    ) {
        let bonus = if score >= node.window.beta {
            self.bonus(node.depth)
        } else if score <= node.window.alpha {
            -self.malus(node.depth)
        } else {
            return;
        };
        let bonus = bonus * self.params.bonus_research / FRACTION;
        self.histories
            .continuation
            .update(context, moved, bonus, self.params);
    }

    /// Gives the opponent's last move a bonus by how much it raised the opponent's evaluation.
    pub(super) fn learn_from_eval(&mut self, visit: &Visit<'_>) {
        let params = self.params;
        let (Some(evals), None) = (visit.evals, visit.excluded) else {
            return;
        };
        let Some(parent) = self.stack.before(visit.node.ply, 1) else {
            return;
        };
        if let (Some(before), Some(slot)) = (parent.eval, parent.quiet) {
            let gain = -evals.corrected - before;
            let most = params.bonus_eval_max;
            let bonus = (gain * params.bonus_eval).clamp(-most, most);
            self.histories.quiet.update(slot, bonus);
        }
    }

    /// Gives the table move a bonus when the table caused a cutoff, as if it had been searched.
    pub(super) fn learn_refutation(&mut self, node: &Node<'_>, table_move: Option<Move>) {
        if let Some(m) = table_move
            && !node.position.is_noisy(m)
        {
            let context = Context::new(node.position, self.stack, node.ply);
            let bonus = self.bonus(node.depth);
            self.reward_quiet(node.position, &context, m, bonus);
        }
    }

    /// Updates the correction history with the difference between score and evaluation.
    pub(super) fn learn_correction(&mut self, visit: &Visit<'_>, finding: &Finding) {
        let node = &visit.node;
        let is_quiet = finding.best.is_none_or(|m| !node.position.is_noisy(m));
        if let Some(evals) = visit.evals
            && is_quiet
            && finding.bound.decides(finding.score, evals.corrected)
        {
            let difference = finding.score.as_evaluation() - evals.corrected;
            self.histories.correction.learn(
                &evals.keys,
                difference,
                node.depth.plies(),
                self.params,
            );
        }
    }

    fn bonus(&self, depth: Depth) -> i32 {
        let params = self.params;
        (params.bonus_depth * depth.plies() - params.bonus_offset).min(params.bonus_max)
    }

    fn malus(&self, depth: Depth) -> i32 {
        let params = self.params;
        (params.malus_depth * depth.plies() - params.malus_offset).min(params.malus_max)
    }

    fn reward_quiet(&mut self, position: &Position, context: &Context, m: Move, bonus: i32) {
        let slot = QuietSlot::new(position.turn(), context, m);
        self.histories.quiet.update(slot, bonus);
        let moved = piece_to(position, m);
        self.histories.pawn.update(context.pawns, moved, bonus);
        self.histories
            .continuation
            .update(context, moved, bonus, self.params);
    }

    fn reward_capture(&mut self, position: &Position, m: Move, bonus: i32) {
        let (moved, captured) = (piece_to(position, m), position.captured_by(m));
        self.histories.capture.update(moved, captured, bonus);
    }
}
