//! Names of openings.
//!
//! A table has one line for each named position: its code, how many moves it shares with the line
//! before, the moves after those, and the name: `C42 3 Nf6|Petrov's defense`. A position is
//! recognized however it arose.

use chess::{Key, Position};

/// The table of this repository; `books/BOOKS.md` says where it is from.
pub const OPENINGS: &str = include_str!("../../../books/openings.txt");

/// Named positions.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// Sorted by key.
    places: Vec<(Key, Opening)>,
}

/// The name of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings, such as `C42`.
    pub eco: String,
    pub name: String,
}

/// A line of a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadOpening {
    /// Its number, from 1.
    pub line: usize,
}

impl Openings {
    /// Reads a table by playing every line.
    ///
    /// # Errors
    ///
    /// Returns the first line that cannot be read or played.
    pub fn read(table: &str) -> Result<Openings, BadOpening> {
        let mut path = vec![Position::start()];
        let mut places = Vec::new();
        for (index, line) in table.lines().enumerate() {
            let opening = follow(line, &mut path).ok_or(BadOpening { line: index + 1 })?;
            let last = path.last().map(Position::key);
            places.extend(last.map(|key| (key, opening)));
        }
        // Of two names, the one of the earlier line stays.
        places.sort_by_key(|(key, _)| *key);
        places.dedup_by_key(|(key, _)| *key);
        Ok(Openings { places })
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    #[must_use]
    pub fn of(&self, position: &Position) -> Option<&Opening> {
        let key = position.key();
        let index = self.places.binary_search_by_key(&key, |(key, _)| *key);
        Some(&self.places[index.ok()?].1)
    }

    /// The name of the last named position of a game.
    #[must_use]
    pub fn of_game<'p>(
        &self,
        positions: impl DoubleEndedIterator<Item = &'p Position>,
    ) -> Option<&Opening> {
        positions.rev().find_map(|position| self.of(position))
    }
}

/// Reads a line, and changes the path to that of its position.
fn follow(line: &str, path: &mut Vec<Position>) -> Option<Opening> {
    let (place, name) = line.split_once('|')?;
    let mut words = place.split(' ');
    let eco = words.next().filter(|eco| eco.len() == 3)?;
    let shared: usize = words.next()?.parse().ok()?;
    if shared >= path.len() {
        return None;
    }
    path.truncate(shared + 1);
    for san in words {
        let now = path.last()?;
        let next = now.play(now.parse_san(san).ok()?).ok()?;
        path.push(next);
    }
    Some(Opening {
        eco: eco.to_owned(),
        name: name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &str) -> Position {
        let mut position = Position::start();
        for san in moves.split(' ') {
            position = position.play(position.parse_san(san).unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn every_line_of_the_table_can_be_played() {
        let openings = Openings::read(OPENINGS).unwrap();
        assert!(openings.len() > 1_900, "{}", openings.len());
        assert!(OPENINGS.len() < 120_000);
        for (_, opening) in &openings.places {
            let [volume, tens, ones] = opening.eco.as_bytes() else {
                panic!("{opening:?}");
            };
            assert!((b'A'..=b'E').contains(volume), "{opening:?}");
            assert!(
                tens.is_ascii_digit() && ones.is_ascii_digit(),
                "{opening:?}"
            );
            let name = &opening.name;
            assert!(
                !name.is_empty() && name.trim() == name && !name.contains("  "),
                "{name}"
            );
        }
    }

    #[test]
    fn an_opening_is_recognized_however_it_arose() {
        let openings = Openings::read(OPENINGS).unwrap();
        let eco = |moves: &str| {
            openings
                .of(&position(moves))
                .map(|opening| opening.eco.as_str())
        };
        assert_eq!(eco("e4 c5"), Some("B20"));
        assert_eq!(eco("d4 d5 c4"), eco("c4 d5 d4"));
        assert_eq!(openings.of(&Position::start()), None);
        let game = ["e4", "e4 c5", "e4 c5 a3 h6"].map(position);
        let named = openings
            .of_game(game.iter())
            .map(|opening| opening.eco.as_str());
        assert_eq!(named, Some("B20"));
    }

    #[test]
    fn bad_lines_are_named() {
        for (table, line) in [
            ("A00 0 a3|x\nA00 0 e5|y", 2),
            ("A00 1 a3|x", 1),
            ("A00 0 a3", 1),
            ("A 0 a3|x", 1),
        ] {
            assert_eq!(Openings::read(table).unwrap_err(), BadOpening { line });
        }
    }
}
