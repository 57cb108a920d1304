//! A game in the fragment of an address, two letters a move.
//!
//! `#1.ku0y.2` is version 1, then the steps, then the number of steps that are shown. A square is
//! one of sixty-four letters, a move its two squares, a promotion a move followed by `~` and the
//! piece. `!d` at the end is a declared draw, `!rN` a resignation. Whatever a fragment says is
//! played move by move under the rules before it is believed.

use core::fmt;

use chess::{Role, Square};
use duplicate::{Declaration, Refusal, Seat, Step, SyncedMove, Table};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// More than the longest game that the rules allow needs.
const LENGTH_MAX: usize = 400_000;

/// The fragment of a game, without the `#`.
#[must_use]
pub fn write(table: &Table) -> String {
    let mut text = String::from("1.");
    for step in table.steps() {
        match step {
            Step::Moved { m, .. } => {
                text.push(letter(m.from()));
                text.push(letter(m.to()));
                if let Some(role) = m.promotion() {
                    text.push('~');
                    text.push(role.letter().to_ascii_lowercase());
                }
            }
            Step::Declared(Declaration::Draw) => text.push_str("!d"),
            Step::Declared(Declaration::Resignation(seat)) => {
                text.push_str("!r");
                text.push(seat.letter());
            }
        }
    }
    text.push_str(&format!(".{}", table.shown()));
    text
}

/// Whether a fragment means to be a game at all.
#[must_use]
pub fn is_link(fragment: &str) -> bool {
    let digits = fragment.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && fragment[digits..].starts_with('.')
}

/// The game of a fragment.
///
/// # Errors
///
/// Refuses what is not such a fragment, or holds a step that the rules do not allow.
pub fn read(fragment: &str) -> Result<Table, LinkError> {
    if fragment.len() > LENGTH_MAX {
        return Err(LinkError::TooLong);
    }
    let Some((version, rest)) = fragment.split_once('.') else {
        return Err(LinkError::NotALink);
    };
    if version != "1" {
        return Err(match version.parse::<u32>() {
            Ok(version) => LinkError::Version(version),
            Err(_) => LinkError::NotALink,
        });
    }
    let (steps, shown) = rest.split_once('.').unwrap_or((rest, ""));
    let mut table = Table::new();
    let mut letters = steps.bytes().peekable();
    let mut number = 0;
    while let Some(first) = letters.next() {
        number += 1;
        let broken = LinkError::Broken { step: number };
        if first == b'!' {
            let declaration = match letters.next() {
                Some(b'd') => Declaration::Draw,
                Some(b'r') => {
                    let seat = letters.next().and_then(|seat| Seat::from_letter(seat as char));
                    Declaration::Resignation(seat.ok_or(broken)?)
                }
                _ => return Err(broken),
            };
            let refused = |refusal| LinkError::Refused {
                step: number,
                refusal,
            };
            table.declare(declaration).map_err(refused)?;
            continue;
        }
        let from = square(first).ok_or(broken.clone())?;
        let to = letters.next().and_then(square).ok_or(broken.clone())?;
        let mut m = SyncedMove::new(from, to);
        if letters.next_if_eq(&b'~').is_some() {
            let role = letters.next().and_then(|role| Role::from_letter(role as char));
            let promotion = role.and_then(|role| SyncedMove::promotion_to(from, to, role));
            m = promotion.ok_or(broken)?;
        }
        table.play(m).map_err(|refusal| LinkError::Refused {
            step: number,
            refusal,
        })?;
    }
    // A number that cannot be read shows the end, which is what most people want to see.
    table.show(shown.parse().unwrap_or(usize::MAX));
    Ok(table)
}

fn letter(square: Square) -> char {
    LETTERS[square as usize] as char
}

fn square(letter: u8) -> Option<Square> {
    let index = LETTERS.iter().position(|&known| known == letter)?;
    Square::from_index(index as u8)
}

/// Why a link is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It is too long for any game.
    TooLong,
    /// It is something else.
    NotALink,
    /// It is of a version this page does not know.
    Version(u32),
    /// A step cannot be read.
    Broken {
        /// The number of the step, from 1.
        step: usize,
    },
    /// A step is not allowed.
    Refused {
        /// The number of the step, from 1.
        step: usize,
        /// Why.
        refusal: Refusal,
    },
}

impl core::error::Error for LinkError {}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::TooLong => f.write_str("the link is longer than any game can be"),
            LinkError::NotALink => f.write_str("expected a link that begins with #1. and moves"),
            LinkError::Version(version) => {
                write!(f, "the link is of version {version}, and this page knows version 1")
            }
            LinkError::Broken { step } => {
                write!(f, "the link is damaged: step {step} is not a move")
            }
            LinkError::Refused { step, refusal } => {
                write!(f, "step {step} of the link cannot be played: {refusal}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &str) -> Table {
        let mut table = Table::new();
        for m in moves.split_whitespace() {
            table.play(m.parse().unwrap()).unwrap();
        }
        table
    }

    #[test]
    fn games_come_back_with_the_state_that_was_shown() {
        let promotion = "b2b4 c2c4 g8h6 b7b6 a2a3 c4c5 b7b5 e7e6 f2f4 c5b6 a7a5 c8b7 e2e3 b6c7 \
                         h6g4 d7d5 c2c3 c7d8q";
        for (moves, shown) in [("", 0), ("e2e4 e2e4 e7e5", 2), (promotion, 18)] {
            let mut table = played(moves);
            table.show(shown);
            let back = read(&write(&table)).unwrap();
            assert_eq!(back.steps(), table.steps());
            assert_eq!(back.shown(), shown);
        }
    }

    #[test]
    fn declarations_travel_too() {
        for declaration in [Declaration::Draw, Declaration::Resignation(Seat::West)] {
            let mut table = played("e2e4");
            table.declare(declaration).unwrap();
            let back = read(&write(&table)).unwrap();
            assert_eq!(back.ending(), table.ending());
        }
    }

    #[test]
    fn hostile_fragments_are_refused_and_never_panic() {
        let bad = [
            "", "1", "x", "2.", "99999999999999.", "1.A", "1.AA", "1.<script>", "1.MM", "1.Mc~",
            "1.Mc~k", "1.!", "1.!x", "1.!rX", "1.!d!d", "1.!dMc", "1.é", "javascript:alert(1)",
        ];
        for fragment in bad {
            assert!(read(fragment).is_err(), "{fragment}");
        }
        assert_eq!(read(&"A".repeat(LENGTH_MAX + 1)).unwrap_err(), LinkError::TooLong);
    }

    #[test]
    fn any_text_is_read_or_refused() {
        let mut seed = 7_u64;
        for _ in 0..2_000 {
            let mut text = String::from("1.");
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let index = (seed >> 58) as usize;
                text.push(LETTERS[index] as char);
                if index == 9 {
                    text.push(['.', '~', '!', 'é'][(seed >> 40) as usize % 4]);
                }
            }
            let _ = read(&text);
        }
    }
}
