//! Draw offers and other remarks of the players.

use chess::{ByColor, Color, Move};

use crate::Ground;

/// The standing offers, at most one of each side.
///
/// An offer cannot be withdrawn. It stands until the opponent accepts it, declines it, or answers
/// it by a move, or until the game ends (article 9.1.2.1). A move by the side that made the offer
/// does not end it.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::{Command, Game};
/// let mut game = Game::default();
/// game.execute(Command::Offer(Color::White))?;
/// assert!(game.offers().stands(Color::White));
/// game.execute(Command::Decline(Color::Black))?;
/// assert!(game.offers().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    standing: ByColor<bool>,
}

impl Offers {
    /// Whether an offer of this side stands.
    #[must_use]
    pub fn stands(&self, by: Color) -> bool {
        self.standing[by]
    }

    /// Whether no offer stands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Offers::default()
    }

    /// Adds an offer of this side; returns whether it is new.
    pub(crate) fn add(&mut self, by: Color) -> bool {
        !core::mem::replace(&mut self.standing[by], true)
    }

    /// Removes the offer of this side; returns whether there was one.
    pub(crate) fn end(&mut self, by: Color) -> bool {
        core::mem::take(&mut self.standing[by])
    }
}

/// A wrong claim.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::{Command, Game, RefusedClaim, Remark};
/// let mut game = Game::default();
/// game.execute(Command::Claim { by: Color::White, ground: None, with: None })?;
/// let claim = RefusedClaim { by: Color::White, ground: None, with: None };
/// assert_eq!(game.record().remarks, [(0, Remark::ClaimRefused(claim))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RefusedClaim {
    /// Who claimed.
    pub by: Color,
    /// The ground that was stated; `None` for any.
    pub ground: Option<Ground>,
    /// The named move, which had to be played.
    pub with: Option<Move>,
}

/// A remark of a player, for the record.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::{Command, Game, Remark};
/// let mut game = Game::default();
/// game.execute(Command::Offer(Color::White))?;
/// let remarks = game.record().remarks;
/// assert_eq!(remarks, [(0, Remark::Offered(Color::White))]);
/// assert!(remarks[0].1.is_offer());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Remark {
    /// This side offered a draw.
    Offered(Color),
    /// This side declined the offer of the opponent in words.
    Declined(Color),
    /// A claim was refused; it counts as an offer (article 9.1.2.3).
    ClaimRefused(RefusedClaim),
}

impl Remark {
    /// The side that made the remark.
    #[must_use]
    pub const fn by(&self) -> Color {
        match self {
            Remark::Offered(by) | Remark::Declined(by) => *by,
            Remark::ClaimRefused(claim) => claim.by,
        }
    }

    /// Whether it is a draw offer, shown as `(=)` on a score sheet.
    #[must_use]
    pub const fn is_offer(&self) -> bool {
        matches!(self, Remark::Offered(_) | Remark::ClaimRefused(_))
    }
}
