//! Typed moves in common notations: `e2e4`, `e2-e4`, `e7e8=Q`, `Nf3`, `exd5`, `O-O`.
//!
//! Algebraic notation must describe exactly one legal move of the player to move.

use chess::{File, Rank, Role, Square};
use duplicate::{Refusal, SyncedMove, Table};

use crate::words::sentence;

/// Parses a move of the player to move.
///
/// # Errors
///
/// A sentence that says what is wrong and what is expected.
pub fn read(table: &Table, text: &str) -> Result<SyncedMove, String> {
    let text = text.trim();
    let bare: String = text
        .chars()
        .filter(|c| !matches!(c, '+' | '#' | '!' | '?'))
        .collect();
    if let Some(m) = castling(table, &bare).or_else(|| squares(&bare)) {
        return match table.why_not(m) {
            None => Ok(m),
            Some(refusal) => Err(why_not(m, &refusal)),
        };
    }
    let Some(described) = Description::read(&bare) else {
        let shown: String = text.chars().take(24).collect();
        return Err(format!(
            "\u{201c}{shown}\u{201d} is not a move: type it as e2e4, Nf3, exd5, e8=Q or O-O."
        ));
    };
    described.find(table, text)
}

/// A refusal as a sentence. A move at its beginning stays in lower case.
fn why_not(m: SyncedMove, refusal: &Refusal) -> String {
    let text = refusal.to_string();
    match text.starts_with(&m.to_string()) {
        true => format!("{text}."),
        false => sentence(&text),
    }
}

/// `O-O` and `O-O-O`, with letters or zeros.
fn castling(table: &Table, text: &str) -> Option<SyncedMove> {
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
    let rank = Rank::home(table.turn().color());
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

    fn find(&self, table: &Table, text: &str) -> Result<SyncedMove, String> {
        let seat = table.turn();
        let [first, _] = seat.boards();
        let board = table.boards().position(first).board();
        let fits = |m: &SyncedMove| {
            m.to() == self.to
                && board.role_at(m.from()) == Some(self.role)
                && self.file.is_none_or(|file| m.from().file() == file)
                && self.rank.is_none_or(|rank| m.from().rank() == rank)
                && (m.promotion() == self.promotion
                    || self.promotion.is_none() && m.promotion() == Some(Role::Queen))
        };
        let found: Vec<SyncedMove> = table.legal_moves().into_iter().filter(fits).collect();
        match found.as_slice() {
            [m] => Ok(*m),
            [] => Err(format!(
                "{text} is not legal: no {} of {seat} can go to {} on both boards.",
                self.role, self.to
            )),
            several => {
                let texts: Vec<String> = several.iter().map(SyncedMove::to_string).collect();
                Err(format!(
                    "{text} could be {}: say which.",
                    texts.join(" or ")
                ))
            }
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

    fn after(moves: &str) -> Table {
        let mut table = Table::new();
        for m in moves.split_whitespace() {
            table.play(m.parse().unwrap()).unwrap();
        }
        table
    }

    fn token(table: &Table, text: &str) -> Result<String, String> {
        read(table, text).map(|m| m.to_string())
    }

    #[test]
    fn all_common_notations_are_parsed() {
        let start = Table::new();
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
        let table = after("d2d3 d2d3 d7d6 d7d6 g1f3 g1f3 g8f6 g8f6");
        let ambiguous = read(&table, "Nd2").unwrap_err();
        assert_eq!(ambiguous, "Nd2 could be b1d2 or f3d2: say which.");
        assert_eq!(token(&table, "Nbd2").as_deref(), Ok("b1d2"));
        let start = Table::new();
        let illegal = read(&start, "Nd4").unwrap_err();
        assert!(
            illegal.contains("no knight of North can go to d4"),
            "{illegal}"
        );
        let refused = read(&start, "e2e5").unwrap_err();
        assert!(refused.starts_with("e2e5 is"), "{refused}");
        for nonsense in ["", "x", "hello", "e9", "Zf3", "é4", "Ne", "O-O-O-O"] {
            assert!(read(&start, nonsense).is_err(), "{nonsense}");
        }
    }
}
