//! The outcome and the distance of a position.
//!
//! Where a capture is best, a table may hold a worse outcome than the true one, because that
//! compresses better. It does not consider en passant either. So captures are always searched.

use chess::{MoveKind, Position};

use crate::Tables;
use crate::material::Material;
use crate::table::{Distance, Kind};
use crate::wdl::Wdl;

/// An outcome, and whether a capture is the only way to it.
#[derive(Clone, Copy)]
struct Resolved {
    outcome: Wdl,
    by_capture: bool,
}

impl Tables {
    /// The outcome of a position, as if its half-move clock were zero.
    ///
    /// ```
    /// use fourfold_syzygy::chess::Position;
    /// use fourfold_syzygy::{Tables, Wdl};
    /// let tables = Tables::open("/no/such/folder");
    /// assert_eq!(tables.wdl(&Position::start()), None);
    /// assert_eq!(tables.take_faults().len(), 1);
    /// let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(tables.wdl(&kings), Some(Wdl::Draw)); // this needs no table
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        if !position.castling().is_empty() {
            return None;
        }
        Some(self.resolve(position)?.outcome)
    }

    /// The distance to the next capture or pawn move in plies, with best play: positive if the
    /// side to move wins, negative if it loses. Beyond 100 the fifty-move rule makes it a draw.
    /// Tables round some distances up by one ply.
    #[must_use]
    pub fn dtz(&self, position: &Position) -> Option<i32> {
        if !position.castling().is_empty() {
            return None;
        }
        self.distance(position)
    }

    fn table_outcome(&self, position: &Position) -> Option<Wdl> {
        let material = Material::of(position.board());
        if material.is_bare() {
            return Some(Wdl::Draw);
        }
        self.ask(material, Kind::Outcome, |table| {
            table.outcome(position.board(), position.turn())
        })
    }

    /// The outcome with captures searched.
    fn resolve(&self, position: &Position) -> Option<Resolved> {
        // Without the table of this position the answer is unknown whatever the captures say.
        let stored = self.table_outcome(position)?;
        let (mut best_capture, mut best_en_passant) = (None, None);
        let mut others = false;
        for &m in position.legal_moves().iter() {
            if position.captured_by(m).is_none() {
                others = true;
                continue;
            }
            let outcome = -self.resolve(&position.play_unchecked(m))?.outcome;
            if outcome == Wdl::Win {
                return Some(Resolved {
                    outcome,
                    by_capture: true,
                });
            }
            let best = if m.kind() == MoveKind::EnPassant {
                &mut best_en_passant
            } else {
                others = true;
                &mut best_capture
            };
            *best = (*best).max(Some(outcome));
        }
        // Without the right to capture en passant the position would be stalemate.
        if let Some(outcome) = best_en_passant
            && !others
            && !position.is_check()
        {
            return Some(Resolved {
                outcome,
                by_capture: true,
            });
        }
        // En passant counts only if it is better than everything else.
        let outcome = best_capture
            .max(best_en_passant)
            .map_or(stored, |best| best.max(stored));
        let en_passant_only = best_en_passant > Some(stored).max(best_capture);
        let capture_wins =
            best_capture.max(best_en_passant) == Some(outcome) && outcome > Wdl::Draw;
        Some(Resolved {
            outcome,
            by_capture: en_passant_only || capture_wins,
        })
    }

    fn distance(&self, position: &Position) -> Option<i32> {
        let Resolved {
            outcome,
            by_capture,
        } = self.resolve(position)?;
        if outcome == Wdl::Draw {
            return Some(0);
        }
        if by_capture || outcome > Wdl::Draw && self.wins_by_pawn_move(position, outcome)? {
            return Some(outcome.distance_of_zeroing());
        }
        let material = Material::of(position.board());
        let stored = self.ask(material, Kind::Distance, |table| {
            table.distance(position.board(), position.turn(), outcome)
        })?;
        match stored {
            Distance::Plies(plies) => {
                let base = outcome.distance_of_zeroing();
                Some(base + base.signum() * i32::from(plies))
            }
            Distance::OtherSide => self.distance_by_moves(position, outcome),
        }
    }

    /// Whether a pawn move that captures nothing keeps a winning outcome.
    fn wins_by_pawn_move(&self, position: &Position, outcome: Wdl) -> Option<bool> {
        for &m in position.legal_moves().iter() {
            if position.is_zeroing(m) && position.captured_by(m).is_none() {
                let after = position.play_unchecked(m);
                if -self.resolve(&after)?.outcome == outcome {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// The distance from those after each move, where the table has the other side to move.
    fn distance_by_moves(&self, position: &Position, outcome: Wdl) -> Option<i32> {
        // A losing side may have to capture or move a pawn at once; and it may be mated.
        let mut best = (outcome < Wdl::Draw).then(|| outcome.distance_of_zeroing());
        for &m in position.legal_moves().iter() {
            if position.is_zeroing(m) {
                continue;
            }
            let after = position.play_unchecked(m);
            let distance = -self.distance(&after)?;
            let counted = if distance == 1 && after.is_checkmate() {
                1
            } else if outcome > Wdl::Draw {
                if distance <= 0 {
                    continue;
                }
                distance + 1
            } else {
                distance - 1
            };
            best = Some(best.map_or(counted, |best| best.min(counted)));
        }
        best
    }
}
