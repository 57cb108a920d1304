//! Anything a diagram can say, legal or not.

use crate::{Board, CastlingRights, Color, IllegalSetup, Position, Square, Tolerance};

/// The description of a position, which may be nonsense.
///
/// Every field is open to be set to anything. [`Setup::validate`] is the only way from here to a
/// [`Position`], and it names everything that is wrong at once.
///
/// ```
/// use chess::{Color, Fault, Piece, Role, Setup, Square, Tolerance};
/// let mut setup = Setup::empty();
/// setup.board.put(Square::E1, Piece::new(Color::White, Role::King));
/// setup.board.put(Square::A8, Piece::new(Color::White, Role::Pawn));
/// let refusal = setup.validate(Tolerance::Strict).unwrap_err();
/// assert_eq!(refusal.faults.len(), 2); // no black king, and a pawn on the last rank
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Who may castle with which rook.
    pub castling: CastlingRights,
    /// The square a pawn has just passed by a double step, whether or not it can be captured.
    pub en_passant: Option<Square>,
    /// Moves of either side since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move about to be made.
    pub fullmoves: u32,
}

impl Setup {
    /// An empty board with White to move.
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

    /// The position that this describes.
    ///
    /// # Errors
    ///
    /// Returns every fault that the tolerance does not forgive.
    pub fn validate(&self, tolerance: Tolerance) -> Result<Position, IllegalSetup> {
        Position::from_setup(self, tolerance).map(|(position, _)| position)
    }
}
