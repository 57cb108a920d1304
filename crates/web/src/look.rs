//! How boards and pieces look, stored as one short line of its own. `theme.js` reads the same line
//! before the first paint, and the style sheet does the rest.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardColors {
    #[default]
    Sand,
    Green,
    Blue,
    /// As far apart as a screen can show.
    Contrast,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceSet {
    /// Broad shapes with inner lines.
    #[default]
    Classic,
    /// The same shapes, plain and thin.
    Plain,
    /// Discs with letters.
    Letters,
    /// Thick outlines.
    Bold,
}

/// Where the names of files and ranks stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Inside the squares of the edge.
    #[default]
    Inside,
    /// On a frame around the board.
    Outside,
    Off,
}

/// A choice with its name in the style sheet and its label.
type Choices<T, const N: usize> = [(T, &'static str, &'static str); N];

pub const BOARDS: Choices<BoardColors, 4> = [
    (BoardColors::Sand, "sand", "Sand"),
    (BoardColors::Green, "green", "Green"),
    (BoardColors::Blue, "blue", "Blue"),
    (BoardColors::Contrast, "contrast", "High contrast"),
];

pub const PIECES: Choices<PieceSet, 4> = [
    (PieceSet::Classic, "classic", "Classic"),
    (PieceSet::Plain, "plain", "Plain"),
    (PieceSet::Letters, "letters", "Letters"),
    (PieceSet::Bold, "bold", "Bold"),
];

pub const COORDINATES: Choices<Coordinates, 3> = [
    (Coordinates::Inside, "inside", "Inside the squares"),
    (Coordinates::Outside, "outside", "Outside the board"),
    (Coordinates::Off, "off", "Off"),
];

/// How boards and pieces look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub board: BoardColors,
    pub pieces: PieceSet,
    pub coordinates: Coordinates,
}

impl Look {
    /// The parts with their names, as attributes of the page.
    #[must_use]
    pub fn parts(self) -> [(&'static str, &'static str); 3] {
        [
            ("board", name(&BOARDS, self.board)),
            ("pieces", name(&PIECES, self.pieces)),
            ("coordinates", name(&COORDINATES, self.coordinates)),
        ]
    }

    /// The stored line.
    #[must_use]
    pub fn write(self) -> String {
        let parts = self.parts().map(|(part, name)| format!("{part}={name}"));
        parts.join(" ")
    }

    /// Parses a line; unknown and unreadable parts keep their defaults.
    #[must_use]
    pub fn read(line: &str) -> Look {
        let parts = line.split(' ').filter_map(|part| part.split_once('='));
        parts.fold(Look::default(), |look, (part, name)| look.with(part, name))
    }

    /// The same look with another choice for one part.
    #[must_use]
    pub fn with(self, part: &str, name: &str) -> Look {
        let mut look = self;
        match part {
            "board" => look.board = named(&BOARDS, name),
            "pieces" => look.pieces = named(&PIECES, name),
            "coordinates" => look.coordinates = named(&COORDINATES, name),
            _ => {}
        }
        look
    }
}

fn name<T: Copy + PartialEq>(choices: &[(T, &'static str, &'static str)], of: T) -> &'static str {
    let mut choices = choices.iter();
    choices
        .find(|(choice, ..)| *choice == of)
        .map_or("", |(_, name, _)| name)
}

fn named<T: Copy + Default>(choices: &[(T, &'static str, &'static str)], name: &str) -> T {
    let mut choices = choices.iter();
    choices
        .find(|(_, known, _)| *known == name)
        .map_or_else(T::default, |(choice, ..)| *choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_round_trip() {
        for (board, ..) in BOARDS {
            for (pieces, ..) in PIECES {
                for (coordinates, ..) in COORDINATES {
                    let look = Look {
                        board,
                        pieces,
                        coordinates,
                    };
                    assert_eq!(Look::read(&look.write()), look);
                }
            }
        }
    }

    #[test]
    fn malformed_looks_keep_the_defaults() {
        for line in ["", "board", "board=<b>", "pieces= coordinates", "x=y"] {
            assert_eq!(Look::read(line), Look::default(), "{line}");
        }
    }

    #[test]
    fn the_style_sheet_knows_every_choice() {
        const STYLE: &str = include_str!("../static/look.css");
        for (_, name, _) in &BOARDS[1..] {
            assert!(
                STYLE.contains(&format!("[data-board=\"{name}\"]")),
                "{name}"
            );
        }
        for (_, name, _) in &PIECES[1..] {
            assert!(
                STYLE.contains(&format!("[data-pieces=\"{name}\"]")),
                "{name}"
            );
        }
    }
}
