//! Moves as people type them: `e2e4`, `e2-e4`, `e7e8=Q`, `Nf3`, `exd5`, `O-O`.
//!
//! Algebraic notation must describe exactly one legal move of the player to move.

use chess::{File, Rank, Role, Square};
use thiserror::Error;

use crate::{DuplicateGame, MoveRefusal, Seat, SyncedMove};

/// Why a typed move was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is in no notation. This is its beginning.
    #[error("\u{201c}{0}\u{201d} is not a move: type it as e2e4, Nf3, exd5, e8=Q or O-O")]
    Unreadable(String),
    /// The squares are given, and the move between them is refused.
    #[error("{refusal}")]
    Refused {
        /// The move.
        m: SyncedMove,
        /// The reason.
        refusal: MoveRefusal,
    },
    /// No legal move is described.
    #[error("{text} is not legal: no {role} of {seat} can go to {to} on both boards")]
    NoSuchMove {
        /// The text.
        text: String,
        /// The kind of piece it describes.
        role: Role,
        /// The player to move.
        seat: Seat,
        /// The square it describes.
        to: Square,
    },
    /// Several legal moves are described.
    #[error("{text} could be {}: say which", texts(moves))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves.
        moves: Vec<SyncedMove>,
    },
}

fn texts(moves: &[SyncedMove]) -> String {
    let texts: Vec<String> = moves.iter().map(SyncedMove::to_string).collect();
    texts.join(" or ")
}

/// Reads a legal move of the player to move.
///
/// ```
/// use fourfold_duplicate::{DuplicateGame, notation};
/// let game = DuplicateGame::new();
/// assert_eq!(notation::read_move(&game, "Nf3")?, "g1f3".parse()?);
/// let error = notation::read_move(&game, "Nd4").unwrap_err();
/// assert!(error.to_string().contains("no knight of North can go to d4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns what is wrong with the text, or why the move is refused.
pub fn read_move(game: &DuplicateGame, text: &str) -> Result<SyncedMove, MoveError> {
    let text = text.trim();
    let bare: String = text
        .chars()
        .filter(|c| !matches!(c, '+' | '#' | '!' | '?'))
        .collect();
    if let Some(m) = castling(game, &bare).or_else(|| squares(&bare)) {
        return match game.why_not(m) {
            None => Ok(m),
            Some(refusal) => Err(MoveError::Refused { m, refusal }),
        };
    }
    let Some(described) = Description::read(&bare) else {
        return Err(MoveError::Unreadable(text.chars().take(24).collect()));
    };
    described.find(game, text)
}

/// `O-O` and `O-O-O`, with letters or zeros.
fn castling(game: &DuplicateGame, text: &str) -> Option<SyncedMove> {
    let plain: String = text
        .chars()
        .filter(|c| *c != '-')
        .map(|c| if matches!(c, '0' | 'o') { 'O' } else { c })
        .collect();
    let file = match plain.as_str() {
        "OO" => File::G,
        "OOO" => File::C,
        _ => return None,
    };
    let rank = Rank::home(game.turn().color());
    Some(SyncedMove::new(
        Square::new(File::E, rank),
        Square::new(file, rank),
    ))
}

/// Two squares, perhaps with a dash, and perhaps a promotion: `e2e4`, `E2-E4`, `e7e8q`, `e7-e8=Q`.
fn squares(text: &str) -> Option<SyncedMove> {
    let token: String = text
        .chars()
        .filter(|c| !matches!(c, '-' | '=' | 'x' | ':'))
        .collect();
    token.to_ascii_lowercase().parse().ok()
}

/// The parts of a move in algebraic notation.
struct Description {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

impl Description {
    fn read(text: &str) -> Option<Description> {
        let mut letters: Vec<char> = text
            .chars()
            .filter(|c| !matches!(c, 'x' | ':' | '-' | '='))
            .collect();
        let role = letters
            .first()
            .and_then(|&letter| piece_letter(letter))
            .filter(|role| *role != Role::Pawn);
        if role.is_some() {
            letters.remove(0);
        }
        let promotion = letters
            .last()
            .and_then(|letter| piece_letter(letter.to_ascii_uppercase()))
            .filter(|_| letters.len() > 2 && role.is_none());
        if promotion.is_some() {
            letters.pop();
        }
        let to_rank = letters.pop()?;
        let to_file = letters.pop()?;
        let to = format!("{to_file}{to_rank}").parse().ok()?;
        let (mut file, mut rank) = (None, None);
        for letter in letters {
            match (File::from_letter(letter), Rank::from_digit(letter)) {
                (Some(found), _) if file.is_none() => file = Some(found),
                (_, Some(found)) if rank.is_none() => rank = Some(found),
                _ => return None,
            }
        }
        Some(Description {
            role: role.unwrap_or(Role::Pawn),
            file,
            rank,
            to,
            promotion,
        })
    }

    fn find(&self, game: &DuplicateGame, text: &str) -> Result<SyncedMove, MoveError> {
        let seat = game.turn();
        let [first, _] = seat.boards();
        let board = game.boards().position(first).board();
        let fits = |m: &SyncedMove| {
            m.to() == self.to
                && board.role_at(m.from()) == Some(self.role)
                && self.file.is_none_or(|file| m.from().file() == file)
                && self.rank.is_none_or(|rank| m.from().rank() == rank)
                && (m.promotion() == self.promotion
                    || self.promotion.is_none() && m.promotion() == Some(Role::Queen))
        };
        let found: Vec<SyncedMove> = game.legal_moves().into_iter().filter(fits).collect();
        match found.as_slice() {
            [m] => Ok(*m),
            [] => Err(MoveError::NoSuchMove {
                text: text.to_owned(),
                role: self.role,
                seat,
                to: self.to,
            }),
            several => Err(MoveError::Ambiguous {
                text: text.to_owned(),
                moves: several.to_vec(),
            }),
        }
    }
}

/// A piece by its English capital letter.
fn piece_letter(letter: char) -> Option<Role> {
    let role = Role::from_letter(letter)?;
    (letter == role.letter()).then_some(role)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> DuplicateGame {
        let mut game = DuplicateGame::new();
        for m in moves.split_whitespace() {
            game.play(m.parse().unwrap()).unwrap();
        }
        game
    }

    fn token(game: &DuplicateGame, text: &str) -> Result<String, String> {
        read_move(game, text)
            .map(|m| m.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn all_common_notations_are_parsed() {
        let start = DuplicateGame::new();
        for text in ["e2e4", "e2-e4", "E2E4", " e2 e4".trim(), "e4", "e2e4!"] {
            let text = text.replace(' ', "");
            assert_eq!(token(&start, &text).as_deref(), Ok("e2e4"), "{text}");
        }
        for text in ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3"] {
            assert_eq!(token(&start, text).as_deref(), Ok("g1f3"), "{text}");
        }
    }

    #[test]
    fn castling_is_parsed_for_both_colors() {
        let white = after("e2e4 e2e4 e7e5 e7e5 g1f3 g1f3 g8f6 g8f6 f1c4 f1c4 f8c5 f8c5");
        for text in ["O-O", "0-0", "o-o", "OO", "e1g1", "O-O+"] {
            assert_eq!(token(&white, text).as_deref(), Ok("e1g1"), "{text}");
        }
        let black = after("e2e4 e2e4 e7e5 e7e5 g1f3 g1f3 g8f6 g8f6 f1c4 f1c4 f8c5 f8c5 e1g1 e1g1");
        assert_eq!(token(&black, "O-O").as_deref(), Ok("e8g8"));
    }

    #[test]
    fn an_ambiguous_or_illegal_text_says_what_is_wrong() {
        let game = after("d2d3 d2d3 d7d6 d7d6 g1f3 g1f3 g8f6 g8f6");
        let ambiguous = token(&game, "Nd2").unwrap_err();
        assert_eq!(ambiguous, "Nd2 could be b1d2 or f3d2: say which");
        assert_eq!(token(&game, "Nbd2").as_deref(), Ok("b1d2"));
        let start = DuplicateGame::new();
        let illegal = token(&start, "Nd4").unwrap_err();
        assert!(
            illegal.contains("no knight of North can go to d4"),
            "{illegal}"
        );
        let refused = token(&start, "e2e5").unwrap_err();
        assert!(refused.starts_with("e2e5 is"), "{refused}");
        for nonsense in ["", "x", "hello", "e9", "Zf3", "é4", "Ne", "O-O-O-O"] {
            assert!(token(&start, nonsense).is_err(), "{nonsense}");
        }
    }
}
