//! [Quiescence search](https://www.chessprogramming.org/Quiescence_Search): searches captures until
//! the position is quiet, so that no position is evaluated in the middle of an exchange.

use chess::Move;

use crate::depth::Depth;
use crate::history::{Context, piece_to};
use crate::ordering::{Picker, Wanted, exchange_value, gains_at_least};
use crate::score::Score;
use crate::stack::MAX_PLY;
use crate::table::{Bound, Finding, table_key};

use super::node::Node;
use super::params::FRACTION;
use super::{Found, NodeType, Search, Stopped};

impl Search<'_> {
    /// The score of a position after captures. The node's depth is ignored.
    pub(super) fn quiesce<N: NodeType>(&mut self, node: Node<'_>) -> Found {
        let Node { position, ply, .. } = node;
        self.count_node()?;
        if N::PV {
            self.stack.clear_line(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        let mut node = node;
        if let Some(score) = self.settle_draws(&mut node) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(self.raw_eval(position, ply));
        }

        let key = table_key(position);
        let hit = self.shared.table.probe(key, ply, position.halfmoves());
        if let Some(hit) = &hit
            && !N::PV
            && hit.bound.decides(hit.score, node.window.beta)
            && !self.is_fifty_move_limit_near(position)
        {
            return Ok(hit.score);
        }

        // Stand pat: without a capture the side to move has at least the static evaluation. In
        // check it must move.
        let evals = self.evaluate(position, ply, hit.as_ref());
        let stand_pat = evals.map_or(-Score::INFINITE, |evals| evals.estimate);
        let mut finding = Finding {
            best: None,
            score: stand_pat,
            bound: Bound::Lower,
            depth: Depth::ZERO,
            raw_eval: evals.map(|evals| evals.raw),
            was_pv: N::PV || hit.is_some_and(|hit| hit.was_pv),
        };
        if stand_pat >= node.window.beta {
            finding.score = self.softened(stand_pat, node.window.beta);
            if hit.is_none() {
                self.shared.table.store(key, ply, &finding, self.params);
            }
            return Ok(finding.score);
        }

        let table_move = hit
            .and_then(|hit| hit.best)
            .filter(|&m| position.is_legal(m))
            .filter(|&m| position.is_check() || position.is_noisy(m));
        self.search_captures::<N>(node, table_move, &mut finding)?;
        if position.is_check() && finding.score == -Score::INFINITE {
            return Ok(Score::mated_in(ply));
        }
        finding.bound = if finding.score >= node.window.beta {
            finding.score = self.softened(finding.score, node.window.beta);
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.shared.table.store(key, ply, &finding, self.params);
        Ok(finding.score)
    }

    /// A score above beta moved toward beta.
    fn softened(&self, score: Score, beta: Score) -> Score {
        if score.is_decisive() || beta.is_decisive() {
            return score;
        }
        beta.blend(score, self.params.quiescence_fail_high_beta, FRACTION)
    }

    /// Searches the captures, or all moves when in check.
    fn search_captures<N: NodeType>(
        &mut self,
        node: Node<'_>,
        table_move: Option<Move>,
        finding: &mut Finding,
    ) -> Result<(), Stopped> {
        let mut node = node;
        let Node { position, ply, .. } = node;
        let in_check = position.is_check();
        let wanted = if in_check {
            Wanted::All
        } else {
            Wanted::Captures
        };
        let stand_pat = finding.score;
        node.window = node.window.raised_to(stand_pat);
        let context = if in_check {
            Context::new(position, self.stack, ply)
        } else {
            Context::default()
        };
        let mut picker = Picker::new(wanted, table_move, self.buffer());
        let mut count = 0;
        while let Some(m) = picker.next(position, self.histories, &context, self.params) {
            count += 1;
            if !finding.score.is_loss() {
                if in_check {
                    // In check, one evasion that is not mated is enough to skip further quiet
                    // evasions.
                    if !position.is_noisy(m) {
                        picker.skip_quiets();
                        continue;
                    }
                } else if let Some(score) = self.futile_capture(&node, m, count, stand_pat) {
                    finding.score = finding.score.max(score);
                    continue;
                }
            }
            let child = position.play_unchecked(m);
            self.enter(piece_to(position, m), ply, &child);
            let score = -self.quiesce::<N>(node.child(&child, Depth::ZERO, -node.window))?;
            if score > finding.score {
                finding.score = score;
                if score > node.window.alpha {
                    finding.best = Some(m);
                    node.window.alpha = score;
                    if N::PV {
                        self.stack.set_line(ply, m);
                    }
                    if node.window.is_empty() {
                        break;
                    }
                }
            }
        }
        self.buffers.push(picker.into_buffer());
        Ok(())
    }

    /// [Delta pruning](https://www.chessprogramming.org/Delta_Pruning): the upper bound of a
    /// capture's score if it cannot reach alpha. `count` is the number of the capture, from 1.
    fn futile_capture(
        &self,
        node: &Node<'_>,
        m: Move,
        count: i32,
        stand_pat: Score,
    ) -> Option<Score> {
        let (position, params) = (node.position, self.params);
        let recaptures = self
            .stack
            .played(node.ply, 1)
            .is_some_and(|last| last.to() == m.to());
        if !recaptures && m.promoted_to().is_none() {
            if count > params.quiescence_captures {
                return Some(stand_pat);
            }
            let alpha = node.window.alpha;
            let base = stand_pat + params.quiescence_futility;
            let gain = position.captured_by(m).map_or(0, exchange_value);
            if base + gain <= alpha {
                return Some(base + gain);
            }
            if base <= alpha && !gains_at_least(position, m, 1) {
                return Some(base);
            }
        }
        (!gains_at_least(position, m, -params.quiescence_see)).then_some(stand_pat)
    }
}
