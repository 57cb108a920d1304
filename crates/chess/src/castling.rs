//! Castling: the two sides of the board it goes to, and who may still do it.

use crate::{Bitboard, Color, File, Rank, Square, attacks};

/// The side of the board to which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CastlingSide {
    /// `O-O`: the king goes to the g-file.
    KingSide,
    /// `O-O-O`: the king goes to the c-file.
    QueenSide,
}

impl CastlingSide {
    /// Both sides, king side first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// The side on which a rook stands, seen from its king.
    #[inline]
    #[must_use]
    pub const fn of_rook(king: Square, rook: Square) -> CastlingSide {
        if rook as u8 > king as u8 {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }
    }

    /// Where the king ends up.
    #[inline]
    #[must_use]
    pub const fn king_to(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::KingSide => File::G,
            CastlingSide::QueenSide => File::C,
        };
        Square::new(file, Rank::home(color))
    }

    /// Where the rook ends up.
    #[inline]
    #[must_use]
    pub const fn rook_to(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::KingSide => File::F,
            CastlingSide::QueenSide => File::D,
        };
        Square::new(file, Rank::home(color))
    }

    /// The move as SAN writes it.
    #[must_use]
    pub const fn san(self) -> &'static str {
        match self {
            CastlingSide::KingSide => "O-O",
            CastlingSide::QueenSide => "O-O-O",
        }
    }
}

/// The squares that a castling king and rook pass and reach, their own starting squares aside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath {
    /// Where the king ends up.
    pub(crate) king_to: Square,
    /// Where the rook ends up.
    pub(crate) rook_to: Square,
    /// The squares of the king, none of which may be attacked.
    pub(crate) king: Bitboard,
    /// The squares of either, on none of which anything else may stand.
    pub(crate) both: Bitboard,
}

impl CastlingPath {
    /// The path of this side's king and rook.
    #[inline(always)]
    pub(crate) fn new(color: Color, king: Square, rook: Square) -> CastlingPath {
        let side = CastlingSide::of_rook(king, rook);
        let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
        let king_path = attacks::between(king, king_to) | king_to.bitboard();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bitboard();
        CastlingPath {
            king_to,
            rook_to,
            king: king_path,
            both: king_path | rook_path,
        }
    }
}

/// Who may still castle with which rook: the set of rooks that have not lost the right.
///
/// Naming the rooks instead of four flags makes Chess960 the general case and losing a right one
/// set difference: whatever leaves a square or is taken on it takes that square's right along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    rooks: Bitboard,
}

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: CastlingRights = CastlingRights {
        rooks: Bitboard::EMPTY,
    };

    /// The right to castle with each of these rooks.
    #[must_use]
    pub const fn from_rooks(rooks: Bitboard) -> CastlingRights {
        CastlingRights { rooks }
    }

    /// The squares of all rooks that may still castle.
    #[inline]
    #[must_use]
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// The squares of this side's rooks that may still castle.
    #[inline]
    #[must_use]
    pub const fn rooks_of(self, color: Color) -> Bitboard {
        Bitboard(self.rooks.0 & 0xFF << (8 * Rank::home(color) as u8))
    }

    /// The rook with which the king on `king` may castle to this side.
    #[must_use]
    pub fn rook(self, color: Color, king: Square, side: CastlingSide) -> Option<Square> {
        self.rooks_of(color)
            .into_iter()
            .find(|&rook| CastlingSide::of_rook(king, rook) == side)
    }

    /// Whether nobody may castle.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.rooks.is_empty()
    }

    /// The rights that remain when something has happened on these squares.
    #[inline]
    #[must_use]
    pub const fn without(self, squares: Bitboard) -> CastlingRights {
        CastlingRights {
            rooks: Bitboard(self.rooks.0 & !squares.0),
        }
    }
}
