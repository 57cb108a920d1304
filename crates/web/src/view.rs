//! What a board shows, square by square, as plain data that can be compared. Pages with one board
//! and with four use the same values.

use chess::{Role, Square};

use crate::army::Army;
use crate::geometry::Point;

/// A pointer event on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    Press {
        square: Square,
        /// The point, in board coordinates.
        at: Point,
    },
    Drag {
        /// The point, in coordinates of the board on which it was pressed.
        at: Point,
        /// The distance on the screen from where it was pressed.
        pixels: f64,
    },
    /// Released over this square of the board, or elsewhere.
    Release(Option<Square>),
    /// Hovering over a square, or over none.
    Point(Option<Square>),
    /// The right button drew an arrow, or a circle if both ends are equal.
    Draw { from: Square, to: Square, ink: Ink },
}

/// The color of an arrow or a circle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    #[default]
    Green,
    Red,
    Blue,
    Yellow,
}

impl Ink {
    /// The color of what the right button draws with these keys held: Shift or Ctrl is red, Alt is
    /// blue, both are yellow.
    #[must_use]
    pub fn of_keys(has_shift: bool, has_alt: bool) -> Ink {
        match (has_shift, has_alt) {
            (false, false) => Ink::Green,
            (true, false) => Ink::Red,
            (false, true) => Ink::Blue,
            (true, true) => Ink::Yellow,
        }
    }

    /// Its name for the style sheet.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ink::Green => "green",
            Ink::Red => "red",
            Ink::Blue => "blue",
            Ink::Yellow => "yellow",
        }
    }
}

/// A drawn arrow; a circle if both ends are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    pub from: Square,
    pub to: Square,
    pub ink: Ink,
}

impl Drawn {
    #[must_use]
    pub fn is_circle(self) -> bool {
        self.from == self.to
    }

    /// Draws it among others: the same once more removes it, another color replaces it.
    pub fn toggle(self, drawings: &mut Vec<Drawn>) {
        let is_there = drawings.contains(&self);
        drawings.retain(|other| (other.from, other.to) != (self.from, self.to));
        if !is_there {
            drawings.push(self);
        }
    }
}

impl From<Stroke> for Drawn {
    fn from((from, to): Stroke) -> Drawn {
        let ink = Ink::default();
        Drawn { from, to, ink }
    }
}

/// A line from one square to another.
pub type Stroke = (Square, Square);

/// Everything on one square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquareView {
    pub piece: Option<PieceView>,
    /// A piece that the shown step captured here.
    pub taken: Option<Taken>,
    pub marks: Marks,
    /// Whether the pointer is over a piece that can be picked up.
    pub is_offered: bool,
    /// Whether it is the tab stop of its board.
    pub is_stop: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceView {
    pub army: Army,
    pub role: Role,
    pub is_ghost: bool,
    /// The step that made it a ghost, if it just became one.
    pub haunted: Option<usize>,
    /// Where it has just moved from.
    pub arrival: Option<Arrival>,
    /// Whether it is being dragged and only its shadow is here.
    pub is_lifted: bool,
    /// Whether it shows the letter of its seat.
    pub has_letter: bool,
}

/// A piece that is animated to its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The start of the animation.
    pub from: Square,
    /// The step, to distinguish two arrivals in a row.
    pub step: usize,
}

/// A captured piece that fades out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub army: Army,
    pub role: Role,
    /// The step that captured it.
    pub step: usize,
}

/// The highlights of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub last: Option<Last>,
    /// The last move captured here.
    pub captured: bool,
    pub check: bool,
    pub mate: bool,
    /// The selected piece is here.
    pub grabbed: bool,
    pub target: Option<Target>,
    /// The piece here is the reason for a refusal.
    pub culprit: bool,
    /// The tour points here.
    pub pointed: bool,
    pub premove: bool,
}

/// The squares of the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    From,
    To,
}

impl Last {
    /// The role of a square in a move.
    #[must_use]
    pub fn of(square: Square, from: Square, to: Square) -> Option<Last> {
        if square == from {
            return Some(Last::From);
        }
        (square == to).then_some(Last::To)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Legal on both boards.
    Playable,
    /// Legal on this board only.
    Only,
}

/// The accessible name of a square with everything on it, such as `e4, North's pawn, ghost`.
#[must_use]
pub fn label(square: Square, piece: Option<&PieceView>, marks: &Marks) -> String {
    let mut words = vec![square.to_string()];
    match piece {
        Some(piece) => {
            words.push(format!("{}'s {}", piece.army.name(), piece.role));
            if piece.is_ghost {
                words.push("ghost".to_owned());
            }
        }
        None => words.push("empty".to_owned()),
    }
    let mut mark = |is_set: bool, word: &str| {
        if is_set {
            words.push(word.to_owned());
        }
    };
    mark(marks.mate, "checkmated");
    mark(marks.check && !marks.mate, "in check");
    mark(marks.grabbed, "grabbed");
    mark(marks.target == Some(Target::Playable), "playable");
    mark(
        marks.target == Some(Target::Only),
        "legal on this board only",
    );
    mark(marks.culprit, "to blame");
    mark(marks.premove, "premove");
    mark(
        marks.last == Some(Last::From),
        "the last move on this board came from here",
    );
    mark(
        marks.last == Some(Last::To),
        "the last move on this board went here",
    );
    mark(marks.captured, "something was captured here");
    words.join(", ")
}
