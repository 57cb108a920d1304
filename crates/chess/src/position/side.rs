//! The side to move as a type.
//!
//! The code that generates and plays moves is generic over the side, so directions and ranks are
//! compile-time constants.

use crate::{Bitboard, Color, Rank};

/// A side as a type.
///
/// ```
/// use fourfold_chess::generator::{Black, Side, White};
/// use fourfold_chess::{Bitboard, Rank};
/// assert_eq!((White::FORWARD, Black::FORWARD), (8, -8));
/// assert_eq!(Black::rank(Rank::Second), Bitboard::from(Rank::Seventh));
/// ```
pub trait Side {
    /// The side as a value.
    const COLOR: Color;
    /// The change of a pawn's square index for a step forward.
    const FORWARD: i8;
    /// The change for a capture toward the a-file.
    const CAPTURE_WEST: i8 = Self::FORWARD - 1;
    /// The change for a capture toward the h-file.
    const CAPTURE_EAST: i8 = Self::FORWARD + 1;
    /// The opponent.
    type Enemy: Side<Enemy = Self>;

    /// The squares of a rank, counted from this side.
    #[inline(always)]
    #[must_use]
    fn rank(rank: Rank) -> Bitboard {
        Bitboard::from(rank.relative_to(Self::COLOR))
    }
}

/// White to move.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black to move.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    const FORWARD: i8 = 8;
    type Enemy = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const FORWARD: i8 = -8;
    type Enemy = White;
}
