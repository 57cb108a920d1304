//! A hand on one board: it takes up a piece by a click, a drag or a key, and puts it down.

use chess::{Move, Role, Square};

use super::Act;
use crate::geometry::Point;
use crate::view::{Gesture, Stroke};

/// How far a pointer must travel on the screen before a press becomes a drag.
const DRAG_PIXELS: f64 = 4.0;

/// What the hand is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Hand {
    /// Nothing.
    #[default]
    Idle,
    /// It holds a piece.
    Holding {
        /// Where the piece stands.
        from: Square,
        /// Where the pointer is that drags it.
        dragged: Option<Point>,
        /// Whether the pointer that took it up is still down, and it was taken up by that press.
        press: Option<Press>,
    },
    /// It has brought a pawn to the last rank.
    Promoting {
        /// Where the pawn comes from.
        from: Square,
        /// Where it goes.
        to: Square,
    },
}

/// A pointer that is down on the piece in the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    /// Whether this press took the piece up; if not, letting go puts it back.
    pub is_fresh: bool,
}

/// What a hand can do on a board.
pub struct Reach<'r> {
    /// Whether the piece on a square can be taken up.
    pub can_take: &'r dyn Fn(Square) -> bool,
    /// Whether a piece can go from one square to another.
    pub can_go: &'r dyn Fn(Square, Square) -> bool,
}

/// What a hand does on a square. Returns where a piece is to go, if it is.
pub type Deed = fn(&mut Hand, Square, &Reach<'_>) -> Option<Stroke>;

impl Hand {
    /// Where the piece in the hand stands.
    #[must_use]
    pub const fn held(self) -> Option<Square> {
        match self {
            Hand::Idle => None,
            Hand::Holding { from, .. } | Hand::Promoting { from, .. } => Some(from),
        }
    }

    /// Where the pointer is that drags a piece, and where the piece stands.
    #[must_use]
    pub const fn dragged(self) -> Option<(Square, Point)> {
        match self {
            Hand::Holding {
                from,
                dragged: Some(at),
                ..
            } => Some((from, at)),
            Hand::Idle | Hand::Holding { dragged: None, .. } | Hand::Promoting { .. } => None,
        }
    }

    /// A pointer goes down on a square. Returns where a piece is to go, if it is.
    pub fn press(&mut self, square: Square, reach: &Reach<'_>) -> Option<Stroke> {
        if let Hand::Holding { from, press, .. } = self
            && *from == square
        {
            *press = Some(Press { is_fresh: false });
            return None;
        }
        let stroke = self.activate(square, reach);
        if let Hand::Holding { from, press, .. } = self
            && *from == square
        {
            *press = Some(Press { is_fresh: true });
        }
        stroke
    }

    /// A pointer that is down moves.
    pub fn drag(&mut self, at: Point, pixels: f64) {
        if let Hand::Holding {
            dragged,
            press: Some(_),
            ..
        } = self
            && (dragged.is_some() || pixels >= DRAG_PIXELS)
        {
            *dragged = Some(at);
        }
    }

    /// The pointer goes up. Returns where a piece is to go, if it is.
    pub fn release(&mut self, over: Option<Square>) -> Option<Stroke> {
        let Hand::Holding {
            from,
            dragged,
            press,
        } = self
        else {
            return None;
        };
        let (from, was_dragged, press) = (*from, dragged.take().is_some(), press.take());
        match (press, over) {
            (Some(_), Some(to)) if was_dragged && to != from => Some((from, to)),
            (Some(press), _) if !was_dragged && !press.is_fresh => {
                *self = Hand::Idle;
                None
            }
            (Some(_) | None, _) => None,
        }
    }

    /// A square is chosen, by a click or by a key. Returns where a piece is to go, if it is.
    pub fn activate(&mut self, square: Square, reach: &Reach<'_>) -> Option<Stroke> {
        if let Hand::Holding { from, .. } = *self {
            if from == square {
                *self = Hand::Idle;
                return None;
            }
            if (reach.can_go)(from, square) || !(reach.can_take)(square) {
                return Some((from, square));
            }
        }
        *self = match (reach.can_take)(square) {
            true => Hand::Holding {
                from: square,
                dragged: None,
                press: None,
            },
            false => Hand::Idle,
        };
        None
    }
}

/// A board as a person touches it.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The hand.
    pub hand: Hand,
    /// The square on which the pointer rests.
    pub hovered: Option<Square>,
    /// The square that has the focus, or gets it next.
    pub cursor: Square,
    /// Arrows and circles.
    pub drawings: Vec<Stroke>,
}

/// What of an act on the board the page decides.
#[derive(Clone, Debug)]
pub enum Wish {
    /// The hand does this on a square.
    Reach(Square, Deed),
    /// The pointer goes up, over this square or elsewhere.
    Release(Option<Square>),
    /// The piece goes back.
    LetGo,
    /// A move whose promotion was chosen.
    Play(Move),
    /// A move in letters.
    Type(String),
}

impl Default for Touch {
    fn default() -> Touch {
        Touch {
            hand: Hand::Idle,
            hovered: None,
            cursor: Square::E1,
            drawings: Vec::new(),
        }
    }
}

impl Touch {
    /// Follows an act, and returns what the page decides.
    pub fn follow(&mut self, act: Act) -> Option<Wish> {
        match act {
            Act::Hand(gesture) => self.follow_pointer(gesture),
            Act::Activate(square) => Some(Wish::Reach(square, Hand::activate)),
            Act::Focus(square) => {
                self.cursor = square;
                None
            }
            Act::LetGo => Some(Wish::LetGo),
            Act::Promote(role) => self.promotion(role).map(Wish::Play),
            Act::Type(text) => Some(Wish::Type(text)),
        }
    }

    fn follow_pointer(&mut self, gesture: Gesture) -> Option<Wish> {
        match gesture {
            Gesture::Press { square, .. } => {
                self.cursor = square;
                self.drawings.clear();
                return Some(Wish::Reach(square, Hand::press));
            }
            Gesture::Release(over) => return Some(Wish::Release(over)),
            Gesture::Drag { at, pixels } => self.hand.drag(at, pixels),
            Gesture::Point(over) => self.hovered = over,
            // Drawn again, it vanishes.
            Gesture::Draw { from, to } => {
                match self.drawings.iter().position(|line| *line == (from, to)) {
                    Some(index) => drop(self.drawings.remove(index)),
                    None => self.drawings.push((from, to)),
                }
            }
        }
        None
    }

    /// The move of the pawn that waits at the last rank, if it becomes this.
    fn promotion(&self, role: Role) -> Option<Move> {
        match self.hand {
            Hand::Promoting { from, to } => Move::promotion(from, to, role),
            Hand::Idle | Hand::Holding { .. } => None,
        }
    }
}

/// What comes of a piece that goes from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// There is no such move.
    None,
    /// This move.
    Move(Move),
    /// A pawn can become one of several pieces.
    Ask,
}

impl Choice {
    /// The choice between moves with the same ends; pawns may become queens without asking.
    #[must_use]
    pub fn of(moves: &[Move], queens: bool) -> Choice {
        match moves {
            [] => Choice::None,
            [m] => Choice::Move(*m),
            _ if queens => queen_of(moves).map_or(Choice::None, Choice::Move),
            _ => Choice::Ask,
        }
    }
}

/// The move by which a pawn becomes a queen; the first move if it is no promotion.
#[must_use]
pub fn queen_of(moves: &[Move]) -> Option<Move> {
    let queen = moves.iter().find(|m| m.promoted_to() == Some(Role::Queen));
    queen.or(moves.first()).copied()
}
