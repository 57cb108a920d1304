//! Draw offers, and the other things said at the board that are no moves.

use chess::{ByColor, Color, Move};

use crate::Ground;

/// The offers that stand: at most one of each side.
///
/// An offer cannot be withdrawn. It stands until the opponent accepts it, declines it, or answers
/// it by a move, or until the game ends (article 9.1.2.1); a move of the side that made it changes
/// nothing.
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

    /// Adds an offer of this side, and says whether it is a new one.
    pub(crate) fn add(&mut self, by: Color) -> bool {
        !core::mem::replace(&mut self.standing[by], true)
    }

    /// Ends the offer of this side, and says whether there was one.
    pub(crate) fn end(&mut self, by: Color) -> bool {
        core::mem::take(&mut self.standing[by])
    }
}

/// A claim that was not right, as it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RefusedClaim {
    /// Who claimed.
    pub by: Color,
    /// What the claim was said to rest on; `None` for whatever there might be.
    pub ground: Option<Ground>,
    /// The move that was named, and had to be played.
    pub with: Option<Move>,
}

/// Something said at the board that is no move, for the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remark {
    /// This side offered a draw.
    Offered(Color),
    /// This side declined the offer of its opponent, other than by a move.
    Declined(Color),
    /// A claim was refused; it counts as an offer (article 9.1.2.3).
    ClaimRefused(RefusedClaim),
}

impl Remark {
    /// The side that spoke.
    #[must_use]
    pub const fn by(&self) -> Color {
        match self {
            Remark::Offered(by) | Remark::Declined(by) => *by,
            Remark::ClaimRefused(claim) => claim.by,
        }
    }

    /// Whether a draw was offered by it, so that a score sheet shows `(=)`.
    #[must_use]
    pub const fn is_offer(&self) -> bool {
        matches!(self, Remark::Offered(_) | Remark::ClaimRefused(_))
    }
}
