//! The description of a position, legal or not.

use crate::{Board, CastlingRights, Color, IllegalSetup, Position, Square, Tolerance};

/// The description of a position, which need not be legal.
///
/// Every field can be set freely. [`Setup::validate`] is the only way from here to a [`Position`],
/// and it lists every fault.
///
/// ```
/// use fourfold_chess::{Color, Fault, Piece, Role, Setup, Square, Tolerance};
/// let mut setup = Setup::empty();
/// setup.board.put(Square::E1, Piece::new(Color::White, Role::King));
/// setup.board.put(Square::A8, Piece::new(Color::White, Role::Pawn));
/// let refusal = setup.validate(Tolerance::Strict).unwrap_err();
/// assert_eq!(refusal.faults.len(), 2); // no black king, and a pawn on the last rank
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Who may castle with which rook.
    pub castling: CastlingRights,
    /// The square that a pawn has just crossed with a double step, whether or not it can be
    /// captured.
    pub en_passant: Option<Square>,
    /// Moves of either side since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the next move, from 1.
    pub fullmoves: u32,
}

impl Setup {
    /// An empty board with White to move.
    ///
    /// ```
    /// use fourfold_chess::{Color, Piece, Role, Setup, Square, Tolerance};
    /// let mut setup = Setup::empty();
    /// setup.board.put(Square::E6, Piece::new(Color::White, Role::King));
    /// setup.board.put(Square::E8, Piece::new(Color::Black, Role::King));
    /// setup.board.put(Square::A1, Piece::new(Color::White, Role::Rook));
    /// let position = setup.validate(Tolerance::Strict)?;
    /// assert!(position.play(position.parse_san("Ra8#")?)?.is_checkmate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn empty() -> Setup {
        Setup {
            board: Board::empty(),
            turn: Color::White,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Turns the description into a position.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square, Tolerance};
    /// let mut setup = Position::start().to_setup();
    /// setup.board.remove(Square::H1);
    /// // The right to castle with the missing rook is an error for a strict reader ...
    /// assert!(setup.validate(Tolerance::Strict).is_err());
    /// // ... and dropped by a lenient one.
    /// assert_eq!(setup.validate(Tolerance::Lenient)?.castling().rooks().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns every fault that the tolerance does not forgive.
    pub fn validate(&self, tolerance: Tolerance) -> Result<Position, IllegalSetup> {
        Position::from_setup(self, tolerance).map(|(position, _)| position)
    }
}
