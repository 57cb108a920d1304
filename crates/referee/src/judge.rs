//! A judge for games: proofs within a budget.

use std::sync::Arc;

use chess::{Color, Position};
use game::{Judge, Judgment, Profile, Rules};

use crate::{Budget, Prover, Verdict, mobility};

/// A judge that proves dead positions and whether a side can still mate.
///
/// After every move it tries the quick proofs, and searches only if pawns have locked the position;
/// that takes well below a millisecond. When a flag falls or a player resigns it takes more time.
///
/// ```
/// use fourfold_referee::chess::{Color, Position};
/// use fourfold_referee::game::{Judge, Judgment};
/// use fourfold_referee::Referee;
/// let wall = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
/// assert_eq!(Referee::default().is_dead(&wall), Judgment::Yes);
/// // Black's only move takes the rook, so White cannot win on time.
/// let rook = Position::from_fen("6Rk/8/7K/8/8/8/8/8 b - - 0 1")?;
/// assert_eq!(Referee::default().can_mate(&rook, Color::White), Judgment::No);
/// # Ok::<(), fourfold_referee::chess::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee {
    /// After every move, for a position that seems locked.
    after_move: Budget,
    /// When a player has resigned or lost on time.
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
    /// A referee that spends this budget on each side, even after every move.
    ///
    /// ```
    /// use fourfold_referee::chess::Position;
    /// use fourfold_referee::{Budget, Referee};
    /// use fourfold_referee::game::{Judge, Judgment};
    /// let referee = Referee::thorough(Budget::FULL);
    /// let position = Position::from_fen("8/8/3k4/8/3K4/8/8/8 w - - 0 1")?;
    /// assert_eq!(referee.is_dead(&position), Judgment::Yes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn thorough(budget: Budget) -> Referee {
        Referee {
            after_move: budget,
            at_end: budget,
            is_thorough: true,
        }
    }

    /// Whether it is worth searching for a proof that a side cannot mate.
    fn is_suspect(&self, position: &Position, side: Color) -> bool {
        self.is_thorough || mobility::is_locked(position.board(), side)
    }

    /// Whether the position is proven dead, using the memory of this prover. Unlike
    /// [`is_dead`](Judge::is_dead), it does not say whether the position is proven alive.
    pub(crate) fn proves_dead(&self, prover: &mut Prover, position: &Position) -> bool {
        match self.open_sides(prover, position) {
            Err(_) => false,
            Ok(open) => open.into_iter().all(|side| {
                let proof = prover.cannot_mate(position, side, self.after_move);
                proof.is_some()
            }),
        }
    }

    /// The sides that the quick proofs leave open and that are worth a search, or the judgment if
    /// one of the sides settles it at once.
    fn open_sides(&self, prover: &mut Prover, position: &Position) -> Result<Vec<Color>, Judgment> {
        let mut open = Vec::new();
        for side in [position.turn(), !position.turn()] {
            match prover.can_mate(position, side, Budget::QUICK) {
                Verdict::Yes(_) => return Err(Judgment::No),
                Verdict::No(_) => {}
                Verdict::Unknown if self.is_suspect(position, side) => open.push(side),
                Verdict::Unknown => return Err(Judgment::Unknown),
            }
        }
        Ok(open)
    }
}

impl Judge for Referee {
    fn can_mate(&self, position: &Position, side: Color) -> Judgment {
        answer(&Prover::new().can_mate(position, side, self.at_end))
    }

    fn is_dead(&self, position: &Position) -> Judgment {
        let mut prover = Prover::new();
        let open = match self.open_sides(&mut prover, position) {
            Ok(open) => open,
            Err(answer) => return answer,
        };
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

/// The rules of a profile with the judge that suits it: every proof under the Laws, and only the
/// material in engine matches, as usual there.
///
/// ```
/// use fourfold_referee::chess::Position;
/// use fourfold_referee::rules;
/// use fourfold_referee::game::{Game, Profile, Reason};
/// let wall = Position::from_fen("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
/// let game = Game::new(wall, rules(Profile::Fide));
/// assert_eq!(game.ending().map(|ending| ending.reason()), Some(Reason::DeadPosition));
/// assert!(Game::new(wall, rules(Profile::Engine)).ending().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
