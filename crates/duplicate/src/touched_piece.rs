//! Where a picked-up piece can go: the three kinds of highlight, as sets of squares.

use core::fmt;

use chess::{Bitboard, CastlingSide, Piece, Position, Square, attacks};

use crate::{BoardName, Boards, Culprit, MoveRefusal};

/// A piece that the player to move has picked up.
///
/// ```
/// // East's pawn on c5 can capture on one board only.
/// use fourfold_duplicate::examples::ONE_BOARD_ONLY;
/// let touched = ONE_BOARD_ONLY.boards().touch(fourfold_duplicate::BoardName::Se, fourfold_duplicate::chess::Square::C5)?;
/// assert!(!touched.playable.contains(fourfold_duplicate::chess::Square::D4));
/// assert!(touched.only.iter().any(|(_, squares)| squares.contains(fourfold_duplicate::chess::Square::D4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchedPiece {
    /// The board on which it was picked up.
    pub board: BoardName,
    /// Where it stands.
    pub from: Square,
    /// The piece.
    pub piece: Piece,
    /// Where it can go: legal on both boards. For castling, the king's target.
    pub playable: Bitboard,
    /// Where it could go if only one board counted, without the playable squares. One set for each
    /// board of the player, in board order.
    pub only: [(BoardName, Bitboard); 2],
    /// Why nothing is playable, if nothing is.
    pub stuck: Option<Stuck>,
}

/// Why a piece cannot move at all.
///
/// ```
/// use fourfold_duplicate::chess::Square;
/// use fourfold_duplicate::{BoardName, Boards, Stuck};
/// let touched = Boards::start().touch(BoardName::Nw, Square::A1)?;
/// let Some(Stuck::Immobile { culprit: None, .. }) = touched.stuck else { unreachable!() };
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// It is a ghost.
    Ghost {
        /// The board on which its twin was captured.
        twin_captured_on: BoardName,
    },
    /// It has no move on one board, even ignoring the other.
    Immobile {
        /// The board.
        board: BoardName,
        /// The piece that pins it or gives check, if there is one; otherwise it is blocked.
        culprit: Option<Culprit>,
    },
    /// It has moves on both boards, but none in common.
    NothingInCommon,
}

impl Boards {
    /// Picks up the piece on a square of a board.
    ///
    /// ```
    /// use fourfold_duplicate::chess::Square;
    /// use fourfold_duplicate::{BoardName, Boards};
    /// let touched = Boards::start().touch(BoardName::Nw, Square::G1)?;
    /// assert_eq!(touched.playable, Square::F3.bitboard() | Square::H3.bitboard());
    /// assert!(Boards::start().touch(BoardName::Nw, Square::E4).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Refuses an empty square and a piece of a player who is not to move.
    pub fn touch(&self, board: BoardName, from: Square) -> Result<TouchedPiece, MoveRefusal> {
        let turn = self.turn();
        let Some(piece) = self.position(board).board().piece_at(from) else {
            return Err(MoveRefusal::NothingThere {
                board,
                square: from,
            });
        };
        let owner = board.player(piece.color);
        if owner != turn {
            return Err(MoveRefusal::NotYourTurn {
                square: from,
                owner,
                turn,
            });
        }
        let [first, second] = turn.boards();
        let local = |board| local_destinations(self.position(board), from);
        let playable = local(first) & local(second);
        Ok(TouchedPiece {
            board,
            from,
            piece,
            playable,
            only: [first, second].map(|board| (board, local(board) - playable)),
            stuck: playable.is_empty().then(|| self.stuck(board, from)),
        })
    }

    fn stuck(&self, board: BoardName, from: Square) -> Stuck {
        let turn = self.turn();
        if self.ghosts_of(turn, board).contains(from)
            && let Some(twin_captured_on) = turn.twin_board(board)
        {
            return Stuck::Ghost { twin_captured_on };
        }
        for board in turn.boards() {
            let position = self.position(board);
            if local_destinations(position, from).is_empty() {
                let to_blame = position.pinner_of(from).or(position.checkers().first());
                return Stuck::Immobile {
                    board,
                    culprit: to_blame.and_then(|square| self.culprit(board, square)),
                };
            }
        }
        Stuck::NothingInCommon
    }
}

/// Where a piece of the side to move can go on one board; castling as the king's target.
fn local_destinations(position: &Position, from: Square) -> Bitboard {
    let to = position.destinations(from);
    let color = position.turn();
    if from != position.king(color) {
        return to;
    }
    let steps = to & attacks::king(from);
    // A king next to the corner can no longer castle with that rook.
    (to - steps)
        .into_iter()
        .map(|rook| CastlingSide::of_rook(from, rook).king_to(color).bitboard())
        .fold(steps, |all, castled| all | castled)
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::Ghost { twin_captured_on } => {
                write!(
                    f,
                    "it is a ghost: its twin was captured on {twin_captured_on}"
                )
            }
            Stuck::Immobile {
                board,
                culprit: Some(culprit),
            } => write!(f, "on {board} it cannot move because of {culprit}"),
            Stuck::Immobile {
                board,
                culprit: None,
            } => write!(f, "on {board} it has no square to go to"),
            Stuck::NothingInCommon => {
                f.write_str("it has moves on each board, but none that is legal on both")
            }
        }
    }
}
