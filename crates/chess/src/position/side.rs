//! The side to move as a type.
//!
//! The code that generates and plays moves is written once and compiled for each side, so that
//! directions and ranks are constants in the hot path.

use crate::{Bitboard, Color, Rank};

/// A side as a type.
pub trait Side {
    /// The side as a value.
    const COLOR: Color;
    /// How a pawn's square index changes by a step forward.
    const FORWARD: i8;
    /// How it changes by a capture toward the a-file.
    const CAPTURE_WEST: i8 = Self::FORWARD - 1;
    /// How it changes by a capture toward the h-file.
    const CAPTURE_EAST: i8 = Self::FORWARD + 1;
    /// The opponent.
    type Enemy: Side<Enemy = Self>;

    /// The squares of a rank as this side counts ranks.
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
