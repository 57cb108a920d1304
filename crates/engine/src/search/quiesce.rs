//! The end of the recursion: captures until the position is quiet, so that no evaluation is taken
//! in the middle of an exchange.

use core::ops::ControlFlow;

use chess::{Move, MoveKind, Position};

use crate::depth::Depth;
use crate::history::{Context, piece_to};
use crate::ordering::{Picker, Wanted, exchange_value, gains_at_least};
use crate::score::Score;
use crate::stack::MAX_PLY;
use crate::table::{Bound, Finding, table_key};
use crate::window::Window;

use super::draws::CLOCK_IS_NEAR;
use super::{Found, Kind, Search, Stopped};

/// Captures looked at before only recaptures are.
const CAPTURES_MAX: usize = 3;

/// What a position is worth before any capture.
struct StandPat {
    raw_eval: Option<Score>,
    /// The least that the side to move has; nothing in check.
    score: Score,
}

impl Search<'_> {
    /// The score of a position, captures searched to their end.
    pub(super) fn quiesce<K: Kind>(
        &mut self,
        position: &Position,
        ply: usize,
        window: Window,
    ) -> Found {
        self.count_node()?;
        if K::PV {
            self.stack.clear_line(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        let window = match self.settle_draws(position, ply, window) {
            ControlFlow::Continue(window) => window,
            ControlFlow::Break(score) => return Ok(score),
        };
        if ply >= MAX_PLY {
            return Ok(self.raw_eval(position, ply));
        }

        let key = table_key(position);
        let hit = self.shared.table.probe(key, ply, position.halfmoves());
        if let Some(hit) = &hit
            && !K::PV
            && hit.bound.decides(hit.score, window.beta)
            && position.halfmoves() < CLOCK_IS_NEAR
        {
            return Ok(hit.score);
        }

        let stand_pat = self.stand_pat(position, ply, hit.as_ref());
        let was_pv = K::PV || hit.is_some_and(|hit| hit.was_pv);
        let mut finding = Finding {
            best: None,
            score: stand_pat.score,
            bound: Bound::Lower,
            depth: Depth::ZERO,
            raw_eval: stand_pat.raw_eval,
            was_pv,
        };
        if stand_pat.score >= window.beta {
            if hit.is_none() {
                self.shared.table.store(key, ply, &finding);
            }
            return Ok(stand_pat.score);
        }

        let table_move = hit
            .and_then(|hit| hit.best)
            .filter(|&m| position.is_legal(m))
            .filter(|&m| position.is_check() || is_noisy(position, m));
        self.search_captures::<K>(position, ply, window, table_move, &mut finding)?;
        if position.is_check() && finding.score == -Score::INFINITE {
            return Ok(Score::mated_in(ply));
        }
        finding.bound = if finding.score >= window.beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.shared.table.store(key, ply, &finding);
        Ok(finding.score)
    }

    /// What the side to move has if it captures nothing; in check it has to move.
    fn stand_pat(&mut self, position: &Position, ply: usize, hit: Option<&Finding>) -> StandPat {
        if position.is_check() {
            return StandPat {
                raw_eval: None,
                score: -Score::INFINITE,
            };
        }
        let raw_eval = hit
            .and_then(|hit| hit.raw_eval)
            .unwrap_or_else(|| self.raw_eval(position, ply));
        let eval = self.corrected(raw_eval, position, ply);
        let score = match hit {
            Some(hit) if !hit.score.is_mate() && hit.bound.decides(hit.score, eval) => hit.score,
            _ => eval,
        };
        StandPat {
            raw_eval: Some(raw_eval),
            score,
        }
    }

    /// Searches the captures, or all moves in check, and raises what was found.
    fn search_captures<K: Kind>(
        &mut self,
        position: &Position,
        ply: usize,
        window: Window,
        table_move: Option<Move>,
        finding: &mut Finding,
    ) -> Result<(), Stopped> {
        let in_check = position.is_check();
        let wanted = if in_check {
            Wanted::All
        } else {
            Wanted::Captures
        };
        let mut window = window.raised_to(finding.score);
        let stand_pat = finding.score;
        let context = if in_check {
            Context::new(position, self.stack, ply)
        } else {
            Context::default()
        };
        let buffer = self.buffer();
        let mut picker = Picker::new(wanted, table_move, buffer);
        let mut count = 0;
        while let Some(m) = picker.next(position, self.histories, &context) {
            count += 1;
            if !finding.score.is_mated() {
                if in_check {
                    // One way out of check that does not lose at once is enough to go by.
                    if !is_noisy(position, m) {
                        picker.skip_quiets();
                        continue;
                    }
                } else if let Some(score) =
                    self.futile_capture(position, ply, (m, count), stand_pat, window.alpha)
                {
                    finding.score = finding.score.max(score);
                    continue;
                }
            }
            let child = position.play_unchecked(m);
            self.enter(piece_to(position, m), ply, &child);
            let score = -self.quiesce::<K>(&child, ply + 1, -window)?;
            if score > finding.score {
                finding.score = score;
                if score > window.alpha {
                    finding.best = Some(m);
                    window.alpha = score;
                    if K::PV {
                        self.stack.set_line(ply, m);
                    }
                    if window.is_empty() {
                        break;
                    }
                }
            }
        }
        self.buffers.push(picker.into_buffer());
        Ok(())
    }

    /// The score that a capture cannot exceed, if that is not enough to look at it.
    fn futile_capture(
        &self,
        position: &Position,
        ply: usize,
        (m, count): (Move, usize),
        stand_pat: Score,
        alpha: Score,
    ) -> Option<Score> {
        let recaptures = self
            .stack
            .played(ply, 1)
            .is_some_and(|last| last.to() == m.to());
        if !recaptures && m.promoted_to().is_none() {
            if count > CAPTURES_MAX {
                return Some(stand_pat);
            }
            let base = stand_pat + self.params.quiescence_futility;
            let gain = position.captured_by(m).map_or(0, exchange_value);
            if base + gain <= alpha {
                return Some(base + gain);
            }
            if base <= alpha && !gains_at_least(position, m, 1) {
                return Some(base);
            }
        }
        (!gains_at_least(position, m, -60)).then_some(stand_pat)
    }
}

/// Whether a legal move captures or promotes.
#[inline]
pub(super) fn is_noisy(position: &Position, m: Move) -> bool {
    match m.kind() {
        MoveKind::Normal => position.board().by_color(!position.turn()).contains(m.to()),
        MoveKind::Castle => false,
        MoveKind::EnPassant | MoveKind::Promotion(_) => true,
    }
}
