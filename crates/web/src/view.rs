//! What is to be seen on a board, square by square, as plain data that can be compared. One board
//! and four are drawn from the same values.

use chess::{Role, Square};

use crate::army::Army;
use crate::geometry::Point;

/// What a pointer does on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// It went down on a square.
    Press {
        /// The square.
        square: Square,
        /// The point, in the coordinates of the board.
        at: Point,
    },
    /// It moves while it is down.
    Drag {
        /// The point, in the coordinates of the board on which it went down.
        at: Point,
        /// The distance on the screen from where it went down.
        pixels: f64,
    },
    /// It went up, over this square of the board or elsewhere.
    Release(Option<Square>),
    /// It rests on a square, or on none.
    Point(Option<Square>),
    /// With the right button it drew an arrow, or a circle where it began.
    Draw {
        /// Where it began.
        from: Square,
        /// Where it ended.
        to: Square,
    },
}

/// A line from one square to another.
pub type Stroke = (Square, Square);

/// Everything on one square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquareView {
    /// The piece.
    pub piece: Option<PieceView>,
    /// A piece that was captured here by the step that is being shown.
    pub taken: Option<Taken>,
    /// The marks.
    pub marks: Marks,
    /// Whether the pointer is above a piece that can be taken up.
    pub is_offered: bool,
    /// Whether it is the one square of its board that the Tab key reaches.
    pub is_stop: bool,
}

/// A piece as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceView {
    /// Whose it is.
    pub army: Army,
    /// What it is.
    pub role: Role,
    /// Whether it is a ghost.
    pub is_ghost: bool,
    /// Whether it has just become one, by the step with this number.
    pub haunted: Option<usize>,
    /// Where it has just come from.
    pub arrival: Option<Arrival>,
    /// Whether it hangs on the pointer and only its shadow stands here.
    pub is_lifted: bool,
    /// Whether it carries the letter of its seat.
    pub has_letter: bool,
}

/// A piece that glides to its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Where it comes from.
    pub from: Square,
    /// The step, so that two arrivals in a row are not the same.
    pub step: usize,
}

/// A piece that vanishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Whose it was.
    pub army: Army,
    /// What it was.
    pub role: Role,
    /// The step that took it.
    pub step: usize,
}

/// The marks on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Part of the last move.
    pub last: Option<Last>,
    /// The last move captured here.
    pub captured: bool,
    /// The king here is in check.
    pub check: bool,
    /// The king here is mated.
    pub mate: bool,
    /// The piece in the hand stands here.
    pub grabbed: bool,
    /// Where the piece in the hand can go.
    pub target: Option<Target>,
    /// The piece here is to blame for a refusal.
    pub culprit: bool,
    /// The tour points here.
    pub pointed: bool,
}

/// The ends of the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    /// It came from here.
    From,
    /// It went here.
    To,
}

impl Last {
    /// What a square is of a move between two others.
    #[must_use]
    pub fn of(square: Square, from: Square, to: Square) -> Option<Last> {
        if square == from {
            return Some(Last::From);
        }
        (square == to).then_some(Last::To)
    }
}

/// What a destination is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Legal on both boards.
    Playable,
    /// Legal on this board only.
    Only,
}

/// The name of a square with everything on it, such as `e4, North's pawn, ghost`.
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
