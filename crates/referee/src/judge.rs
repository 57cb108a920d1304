//! The judge that a game asks: proofs within a budget.

use std::sync::Arc;

use chess::{Color, Position};
use game::{Judge, Judgment, Profile, Rules};

use crate::{Budget, Prover, Verdict, mobility};

/// A judge that proves what can still happen, for games that are to end when the Laws end them.
///
/// After every move it takes the quick look, and looks closer only where pawns have locked the
/// position; that stays well below a millisecond. When a flag has fallen or someone resigns, it
/// takes more time.
///
/// ```
/// use chess::{Color, Position};
/// use game::{Judge, Judgment};
/// use referee::Referee;
/// let wall = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
/// assert_eq!(Referee::default().is_dead(&wall), Judgment::Yes);
/// // Black's only move takes the rook: a fallen flag costs nothing.
/// let rook = Position::from_fen("6Rk/8/7K/8/8/8/8/8 b - - 0 1")?;
/// assert_eq!(Referee::default().can_mate(&rook, Color::White), Judgment::No);
/// # Ok::<(), chess::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee {
    /// For a position that seems locked, after every move.
    after_move: Budget,
    /// When someone has given up.
    at_end: Budget,
    is_thorough: bool,
}

impl Default for Referee {
    fn default() -> Referee {
        Referee {
            after_move: Budget::positions(500),
            at_end: Budget::FULL,
            is_thorough: false,
        }
    }
}

impl Referee {
    /// A referee that spends this budget on each question about each side, after every move too.
    #[must_use]
    pub const fn thorough(budget: Budget) -> Referee {
        Referee {
            after_move: budget,
            at_end: budget,
            is_thorough: true,
        }
    }

    /// Whether a side that is not known to be unable to mate may yet turn out to be.
    fn is_suspect(&self, position: &Position, side: Color) -> bool {
        self.is_thorough || mobility::is_locked(position.board(), side)
    }

    /// Whether the position is dead, found out with the memory of this prover.
    pub(crate) fn is_dead_by(&self, prover: &mut Prover, position: &Position) -> Judgment {
        let mut open = Vec::new();
        for side in [position.turn(), !position.turn()] {
            match prover.can_mate(position, side, Budget::QUICK) {
                Verdict::Yes(_) => return Judgment::No,
                Verdict::No(_) => {}
                Verdict::Unknown if self.is_suspect(position, side) => open.push(side),
                Verdict::Unknown => return Judgment::Unknown,
            }
        }
        for side in open {
            match prover.can_mate(position, side, self.after_move) {
                Verdict::Yes(_) => return Judgment::No,
                Verdict::No(_) => {}
                Verdict::Unknown => return Judgment::Unknown,
            }
        }
        Judgment::Yes
    }
}

impl Judge for Referee {
    fn can_mate(&self, position: &Position, side: Color) -> Judgment {
        answer(&Prover::new().can_mate(position, side, self.at_end))
    }

    fn is_dead(&self, position: &Position) -> Judgment {
        self.is_dead_by(&mut Prover::new(), position)
    }
}

/// The rules of a profile with the judge that belongs to it: by the Laws every proof counts, in
/// engine matches only the material does, as every match runner has it.
#[must_use]
pub fn rules(profile: Profile) -> Rules {
    match profile {
        Profile::Fide => Rules {
            profile,
            judge: Arc::new(Referee::default()),
        },
        Profile::Engine => Rules::new(profile),
    }
}

fn answer(verdict: &Verdict) -> Judgment {
    match verdict {
        Verdict::Yes(_) => Judgment::Yes,
        Verdict::No(_) => Judgment::No,
        Verdict::Unknown => Judgment::Unknown,
    }
}
