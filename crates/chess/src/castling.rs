//! Castling: the two sides, the squares involved, and the rights.

use crate::{Bitboard, Color, File, Rank, Square, attacks};

/// The side of the board to which a king castles.
///
/// ```
/// use fourfold_chess::{CastlingSide, Color, Square};
/// assert_eq!(CastlingSide::QueenSide.san(), "O-O-O");
/// assert_eq!(CastlingSide::KingSide.king_to(Color::White), Square::G1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
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
    ///
    /// ```
    /// use fourfold_chess::{CastlingSide, Square};
    /// // Chess960: the side depends on the king, not on the half of the board.
    /// assert_eq!(CastlingSide::of_rook(Square::B1, Square::C1), CastlingSide::KingSide);
    /// ```
    #[inline]
    #[must_use]
    pub const fn of_rook(king: Square, rook: Square) -> CastlingSide {
        if rook as u8 > king as u8 {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }
    }

    /// The king's square after castling.
    ///
    /// ```
    /// use fourfold_chess::{CastlingSide, Color, Square};
    /// assert_eq!(CastlingSide::QueenSide.king_to(Color::Black), Square::C8);
    /// ```
    #[inline]
    #[must_use]
    pub const fn king_to(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::KingSide => File::G,
            CastlingSide::QueenSide => File::C,
        };
        Square::new(file, Rank::home(color))
    }

    /// The rook's square after castling.
    ///
    /// ```
    /// use fourfold_chess::{CastlingSide, Color, Square};
    /// assert_eq!(CastlingSide::QueenSide.rook_to(Color::Black), Square::D8);
    /// ```
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

/// The squares that king and rook cross and reach when castling, without their starting squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath {
    /// The king's square after castling.
    pub(crate) king_to: Square,
    /// The rook's square after castling.
    pub(crate) rook_to: Square,
    /// The squares of the king, none of which may be attacked.
    pub(crate) king: Bitboard,
    /// The squares of king and rook, which must be empty apart from the two.
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

/// The rooks that may still castle.
///
/// A set of rooks instead of four flags makes Chess960 the general case. Losing a right is one set
/// difference: a move that touches a rook's square removes its right.
///
/// ```
/// use fourfold_chess::{Color, Position, Square};
/// let castling = Position::start().castling();
/// assert_eq!(castling.rooks().len(), 4);
/// let after_rh1 = castling.without(Square::H1.bitboard());
/// assert_eq!(after_rh1.rooks_of(Color::White), Square::A1.bitboard());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(transparent)
)]
pub struct CastlingRights {
    rooks: Bitboard,
}

impl CastlingRights {
    /// Neither side may castle.
    pub const NONE: CastlingRights = CastlingRights {
        rooks: Bitboard::EMPTY,
    };

    /// The right to castle with each of these rooks.
    ///
    /// ```
    /// use fourfold_chess::{CastlingRights, CastlingSide, Color, Square};
    /// let rights = CastlingRights::from_rooks(Square::H1.bitboard());
    /// assert_eq!(rights.rook(Color::White, Square::E1, CastlingSide::KingSide), Some(Square::H1));
    /// assert!(rights.rooks_of(Color::Black).is_empty());
    /// ```
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

    /// The rook with which the king on `king` may still castle to this side.
    ///
    /// ```
    /// use fourfold_chess::{CastlingSide, Color, Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1")?;
    /// let castling = position.castling();
    /// let rook = |side| castling.rook(Color::White, Square::E1, side);
    /// assert_eq!(rook(CastlingSide::QueenSide), Some(Square::A1));
    /// assert_eq!(rook(CastlingSide::KingSide), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rook(self, color: Color, king: Square, side: CastlingSide) -> Option<Square> {
        self.rooks_of(color)
            .into_iter()
            .find(|&rook| CastlingSide::of_rook(king, rook) == side)
    }

    /// Whether neither side may castle.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.rooks.is_empty()
    }

    /// The rights that remain after a move from or to these squares.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Position, Rank, Square};
    /// let start = Position::start();
    /// let king_moved = start.castling().without(Bitboard::from(Rank::First));
    /// assert_eq!(king_moved.rooks(), Square::A8.bitboard() | Square::H8.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn without(self, squares: Bitboard) -> CastlingRights {
        CastlingRights {
            rooks: Bitboard(self.rooks.0 & !squares.0),
        }
    }
}
