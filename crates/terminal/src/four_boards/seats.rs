//! The players at the seats: people, or programs of some level.

use std::str::FromStr;

use anyhow::{Context, bail};
use duplicate::{BySeat, Seat};
use rival::Level;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Occupant {
    #[default]
    Human,
    Program(Level),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats(pub BySeat<Occupant>);

impl Seats {
    pub fn any_human(&self) -> bool {
        self.0
            .iter()
            .any(|(_, occupant)| *occupant == Occupant::Human)
    }
}

impl FromStr for Occupant {
    type Err = anyhow::Error;

    fn from_str(word: &str) -> anyhow::Result<Occupant> {
        if word.eq_ignore_ascii_case("human") {
            return Ok(Occupant::Human);
        }
        match word.parse() {
            Ok(level) => Ok(Occupant::Program(level)),
            Err(_) => bail!(
                "expected human or a level from 1 to {}, found {word:?}",
                Level::COUNT
            ),
        }
    }
}

impl FromStr for Seats {
    type Err = anyhow::Error;

    /// Reads `n=human,s=5,e=5,w=3`; seats that are not named are played by people.
    fn from_str(text: &str) -> anyhow::Result<Seats> {
        let mut seats = Seats::default();
        for word in text.split(',') {
            let Some((name, occupant)) = word.split_once('=') else {
                bail!("expected a seat and who sits there, such as n=human or s=5, found {word:?}");
            };
            let seat = seat_of(name.trim())
                .with_context(|| format!("expected a seat n, s, e or w, found {name:?}"))?;
            seats.0[seat] = occupant.trim().parse()?;
        }
        Ok(seats)
    }
}

/// The seat with this name or letter.
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
    fn seats_are_read_and_errors_are_named() {
        let seats: Seats = "n=human,s=5,EAST=1".parse().unwrap();
        assert_eq!(seats.0[Seat::North], Occupant::Human);
        assert_eq!(
            seats.0[Seat::South],
            Occupant::Program(Level::new(5).unwrap())
        );
        assert_eq!(
            seats.0[Seat::East],
            Occupant::Program(Level::new(1).unwrap())
        );
        assert_eq!(seats.0[Seat::West], Occupant::Human);
        for (text, hint) in [("x=3", "n, s, e or w"), ("n=9", "level"), ("n", "n=human")] {
            let error = format!("{:#}", text.parse::<Seats>().unwrap_err());
            assert!(error.contains(hint), "{error}");
        }
    }
}
