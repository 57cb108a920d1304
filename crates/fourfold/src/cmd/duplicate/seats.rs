//! Who sits where: a person, or a program of some level.

use std::str::FromStr;

use anyhow::{Context, bail};
use duplicate::{BySeat, Seat};
use rival::Level;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sitter {
    /// A person.
    #[default]
    Human,
    /// A program.
    Program(Level),
}

/// Who plays each seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats(pub BySeat<Sitter>);

impl Seats {
    /// Whether a person sits anywhere.
    pub fn any_human(&self) -> bool {
        self.0.iter().any(|(_, sitter)| *sitter == Sitter::Human)
    }
}

impl FromStr for Sitter {
    type Err = anyhow::Error;

    fn from_str(word: &str) -> anyhow::Result<Sitter> {
        if word.eq_ignore_ascii_case("human") {
            return Ok(Sitter::Human);
        }
        match word.parse() {
            Ok(level) => Ok(Sitter::Program(level)),
            Err(_) => bail!(
                "expected human or a level from 1 to {}, found {word:?}",
                Level::COUNT
            ),
        }
    }
}

impl FromStr for Seats {
    type Err = anyhow::Error;

    /// Reads `n=human,s=5,e=5,w=3`; seats that are not named are people's.
    fn from_str(text: &str) -> anyhow::Result<Seats> {
        let mut seats = Seats::default();
        for word in text.split(',') {
            let Some((name, sitter)) = word.split_once('=') else {
                bail!("expected a seat and who sits there, such as n=human or s=5, found {word:?}");
            };
            let seat = seat_of(name.trim())
                .with_context(|| format!("expected a seat n, s, e or w, found {name:?}"))?;
            seats.0[seat] = sitter.trim().parse()?;
        }
        Ok(seats)
    }
}

/// The seat of a name or letter.
pub fn seat_of(word: &str) -> Option<Seat> {
    let is_it = |seat: &Seat| {
        word.eq_ignore_ascii_case(&seat.to_string())
            || word.eq_ignore_ascii_case(&seat.letter().to_string())
    };
    Seat::ALL.into_iter().find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_and_what_is_wrong_is_named() {
        let seats: Seats = "n=human,s=5,EAST=1".parse().unwrap();
        assert_eq!(seats.0[Seat::North], Sitter::Human);
        assert_eq!(
            seats.0[Seat::South],
            Sitter::Program(Level::new(5).unwrap())
        );
        assert_eq!(seats.0[Seat::East], Sitter::Program(Level::new(1).unwrap()));
        assert_eq!(seats.0[Seat::West], Sitter::Human);
        for (text, hint) in [("x=3", "n, s, e or w"), ("n=9", "level"), ("n", "n=human")] {
            let error = format!("{:#}", text.parse::<Seats>().unwrap_err());
            assert!(error.contains(hint), "{error}");
        }
    }
}
