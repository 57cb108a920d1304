//! Tables that start from boards that were set up.
//!
//! The text has five parts: the seat to move, then the boards NW, NE, SW and SE, each as the
//! placement, castling rights and en passant square of a FEN. The side to move on a board follows
//! from the seat to move. The parts are lines in text for people. In saves and links they are one
//! word, with `!` between parts and `_` for spaces.

use core::fmt;

use chess::fen::FenError;
use chess::{Color, Position, Role};

use crate::{BoardName, Boards, ByBoard, Seat};

/// Why four boards are not a valid game.
///
/// ```
/// use fourfold_duplicate::{Boards, SetupError};
/// assert!(matches!(Boards::set_up("N"), Err(SetupError::Parts { found: 1 })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text does not have five parts.
    #[error("expected the seat to move and four boards, found {found} parts")]
    Parts {
        /// How many there are.
        found: usize,
    },
    /// The seat to move is unknown.
    #[error("expected a seat to move, N, S, E or W, found {found:?}")]
    Seat {
        /// What was found instead.
        found: String,
    },
    /// One of the boards is not a valid position.
    #[error("{board}: {fault}")]
    Board {
        /// The board.
        board: BoardName,
        /// What is wrong with it.
        fault: FenError,
    },
    /// A player's two kings stand on different squares.
    #[error("{seat}'s kings must stand on the same square of both boards")]
    KingsApart {
        /// The player.
        seat: Seat,
    },
    /// A player's pieces on the same square of both boards differ in kind.
    #[error(
        "{seat}'s pieces on {square} of both boards must be of the same kind, found {first} and {second}"
    )]
    Twins {
        /// The player.
        seat: Seat,
        /// The square.
        square: chess::Square,
        /// The piece on the first board.
        first: Role,
        /// The piece on the second board.
        second: Role,
    },
}

impl Boards {
    /// A table with these positions. Only placement, castling rights and en passant squares are
    /// used.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// let start = Boards::start();
    /// assert_eq!(Boards::set_up(&start.setup_text())?, start);
    /// assert_eq!(Boards::set_up(&start.setup_word())?, start);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason if the four positions are not a valid game.
    pub fn set_up(text: &str) -> Result<Boards, SetupError> {
        let parts: Vec<String> = text
            .split(['!', '\n'])
            .map(|part| part.replace('_', " ").trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect();
        let [turn, boards @ ..] = parts.as_slice() else {
            return Err(SetupError::Parts { found: 0 });
        };
        if boards.len() != 4 {
            return Err(SetupError::Parts { found: parts.len() });
        }
        let turn = seat(turn)?;
        let mut positions = ByBoard::from_fn(|_| Position::start());
        for (board, text) in BoardName::ALL.into_iter().zip(boards) {
            let text = text.strip_prefix(board.name()).unwrap_or(text).trim();
            positions[board] = position(text, side_to_move(turn, board))
                .map_err(|fault| SetupError::Board { board, fault })?;
        }
        for seat in Seat::ALL {
            check_twins(&positions, seat)?;
        }
        Ok(Boards::from_positions(positions, turn))
    }

    /// The table as text: one line for the seat to move and one for each board.
    #[must_use]
    pub fn setup_text(&self) -> String {
        let mut lines = vec![self.turn().letter().to_string()];
        lines.extend(
            BoardName::ALL.map(|board| format!("{board} {}", Fields(self.position(board)))),
        );
        lines.join("\n")
    }

    /// The table as one word, for saves and links.
    #[must_use]
    pub fn setup_word(&self) -> String {
        let mut parts = vec![self.turn().letter().to_string()];
        parts.extend(BoardName::ALL.map(|board| Fields(self.position(board)).to_string()));
        parts.join("!").replace(' ', "_")
    }
}

/// The side to move on a board when it is this seat's turn. Each board alternates, and the turn
/// order is North, South, East, West.
fn side_to_move(turn: Seat, board: BoardName) -> Color {
    let white = board.player(Color::White);
    let black = board.player(Color::Black);
    match (white < turn, black < turn) {
        // White has moved in this round and Black has not.
        (true, false) => Color::Black,
        _ => Color::White,
    }
}

fn seat(text: &str) -> Result<Seat, SetupError> {
    let word = text.strip_prefix("turn").unwrap_or(text).trim();
    let mut letters = word.chars();
    match (letters.next().and_then(Seat::from_letter), letters.next()) {
        (Some(seat), None) => Ok(seat),
        _ => Err(SetupError::Seat {
            found: word.chars().take(20).collect(),
        }),
    }
}

fn position(fields: &str, turn: Color) -> Result<Position, FenError> {
    let mut words = fields.split_whitespace();
    let placement = words.next().unwrap_or_default();
    let castling = words.next().unwrap_or("-");
    let en_passant = words.next().unwrap_or("-");
    Position::from_fen(&format!(
        "{placement} {} {castling} {en_passant} 0 1",
        turn.letter()
    ))
}

fn check_twins(positions: &ByBoard<Position>, seat: Seat) -> Result<(), SetupError> {
    let [first, second] = seat.boards().map(|board| &positions[board]);
    let color = seat.color();
    if first.king(color) != second.king(color) {
        return Err(SetupError::KingsApart { seat });
    }
    let both = first.board().by_color(color) & second.board().by_color(color);
    for square in both {
        let roles = (
            first.board().role_at(square),
            second.board().role_at(square),
        );
        if let (Some(first), Some(second)) = roles
            && first != second
        {
            return Err(SetupError::Twins {
                seat,
                square,
                first,
                second,
            });
        }
    }
    Ok(())
}

/// The fields of a FEN that a setup needs.
struct Fields<'p>(&'p Position);

impl fmt::Display for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.0.to_string();
        let fields: Vec<&str> = fen.split(' ').collect();
        match fields.as_slice() {
            [placement, _, castling, en_passant, ..] => {
                write!(f, "{placement} {castling} {en_passant}")
            }
            _ => f.write_str(&fen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DuplicateGame;

    #[test]
    fn every_state_of_a_game_can_be_set_up_again() {
        let moves = "e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6 h5g6 g1f3";
        let mut game = DuplicateGame::new();
        for m in moves.split(' ') {
            for text in [game.boards().setup_text(), game.boards().setup_word()] {
                let again = Boards::set_up(&text).unwrap();
                assert_eq!(again.turn(), game.turn());
                assert_eq!(again.legal_moves(), game.legal_moves(), "{text}");
                assert_eq!(again.setup_word(), game.boards().setup_word());
            }
            game.play(m.parse().unwrap()).unwrap();
        }
    }

    #[test]
    fn invalid_tables_are_refused_with_the_reason() {
        let start = Boards::start().setup_word();
        let bare = "4k3/8/8/8/8/8/8/4K3_-_-";
        for (text, says) in [
            (String::new(), "found 0 parts"),
            ("N!x".to_owned(), "found 2 parts"),
            (start.replacen('N', "Z", 1), "expected a seat to move"),
            (start.replacen("RNBQKBNR", "RNBQKBN", 1), "NW: "),
            (
                format!("N!{bare}!4k3/8/8/8/8/8/8/3K4!{bare}!{bare}"),
                "North's kings",
            ),
            (
                format!("N!4k3/8/8/8/8/8/8/R3K3!4k3/8/8/8/8/8/8/Q3K3!{bare}!{bare}"),
                "North's pieces on a1",
            ),
            ("\u{e9}".repeat(5), "found 1 parts"),
        ] {
            let error = Boards::set_up(&text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }

    #[test]
    fn the_sides_to_move_follow_from_the_seat() {
        let mut boards = Boards::start();
        for m in ["e2e4", "e2e4", "e7e5", "e7e5"] {
            for board in BoardName::ALL {
                let expected = boards.position(board).turn();
                assert_eq!(side_to_move(boards.turn(), board), expected);
            }
            boards = boards.play(m.parse().unwrap()).unwrap();
        }
    }
}
