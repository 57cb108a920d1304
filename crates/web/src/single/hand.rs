//! Input on one board: a piece is selected by a click, a drag or a key, and moved.

use chess::{Move, Role, Square};

use super::Act;
use crate::geometry::Point;
use crate::promotion::{Chooser, Pick};
use crate::view::{Gesture, Stroke};

/// How far a pointer must move on the screen before a press becomes a drag.
const DRAG_PIXELS: f64 = 4.0;

/// The state of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Hand {
    /// Nothing.
    #[default]
    Idle,
    /// A piece is selected.
    Holding {
        /// Its square.
        from: Square,
        /// The pointer that drags it.
        dragged: Option<Point>,
        /// Whether the pointer that selected it is still pressed, and this press selected it.
        press: Option<Press>,
    },
    /// A pawn has reached the last rank.
    Promoting {
        /// The pawn's square.
        from: Square,
        /// Its target.
        to: Square,
        /// The pieces to choose from.
        chooser: Chooser,
    },
}

/// A pointer pressed on the selected piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    /// Whether this press selected the piece; if not, releasing deselects it.
    pub is_fresh: bool,
}

/// What is possible on a board.
pub struct Reach<'r> {
    /// Whether the piece on a square can be selected.
    pub can_take: &'r dyn Fn(Square) -> bool,
    /// Whether a piece can move from one square to another.
    pub can_go: &'r dyn Fn(Square, Square) -> bool,
}

/// The input on a square. The methods return the squares of a move, if there is one.
pub type Deed = fn(&mut Hand, Square, &Reach<'_>) -> Option<Stroke>;

impl Hand {
    /// The square of the selected piece.
    #[must_use]
    pub const fn held(self) -> Option<Square> {
        match self {
            Hand::Idle => None,
            Hand::Holding { from, .. } | Hand::Promoting { from, .. } => Some(from),
        }
    }

    /// A pawn waits at the last rank for its promotion.
    #[must_use]
    pub fn promoting(from: Square, to: Square) -> Hand {
        let chooser = Chooser::default();
        Hand::Promoting { from, to, chooser }
    }

    /// The piece that is marked in the promotion chooser, if it is open.
    #[must_use]
    pub fn marked(self) -> Option<Role> {
        match self {
            Hand::Promoting { chooser, .. } => Some(chooser.marked()),
            Hand::Idle | Hand::Holding { .. } => None,
        }
    }

    /// The pointer that drags a piece, and the square of the piece.
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

    /// A pointer is pressed on a square. Returns the squares of a move, if there is one.
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

    /// A pressed pointer moves.
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

    /// The pointer is released. Returns the squares of a move, if there is one.
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

    /// A square is chosen by a click or a key. Returns the squares of a move, if there is one.
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

/// A board with its input.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The state of the input.
    pub hand: Hand,
    /// The hovered square.
    pub hovered: Option<Square>,
    /// The focused square, or the next one to be focused.
    pub cursor: Square,
    /// Arrows and circles.
    pub drawings: Vec<Stroke>,
}

/// The part of an input that the page decides about.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Input on a square.
    Reach(Square, Deed),
    /// The pointer is released over this square or elsewhere.
    Release(Option<Square>),
    /// The piece is deselected.
    LetGo,
    /// A move with its chosen promotion.
    Play(Move),
    /// The field for typed moves.
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
    /// Handles an input, and returns what the page must decide.
    pub fn follow(&mut self, act: Act) -> Option<Wish> {
        match act {
            Act::Hand(gesture) => self.follow_pointer(gesture),
            // Keys belong to the chooser while it is open.
            Act::Activate(_) | Act::Focus(_) if self.hand.marked().is_some() => None,
            Act::Activate(square) => Some(Wish::Reach(square, Hand::activate)),
            Act::Focus(square) => {
                self.cursor = square;
                None
            }
            Act::LetGo => Some(Wish::LetGo),
            Act::Promote(role) => self.promotion(role).map(Wish::Play),
            Act::Choose(key) => match &mut self.hand {
                Hand::Promoting { chooser, .. } => match chooser.press(key) {
                    Pick::Open => None,
                    Pick::Taken(role) => self.promotion(role).map(Wish::Play),
                    Pick::Closed => Some(Wish::LetGo),
                },
                Hand::Idle | Hand::Holding { .. } => None,
            },
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
            // Drawing it again removes it.
            Gesture::Draw { from, to } => {
                match self.drawings.iter().position(|line| *line == (from, to)) {
                    Some(index) => drop(self.drawings.remove(index)),
                    None => self.drawings.push((from, to)),
                }
            }
        }
        None
    }

    /// The move of the pawn that waits at the last rank, with this promotion.
    fn promotion(&self, role: Role) -> Option<Move> {
        match self.hand {
            Hand::Promoting { from, to, .. } => Move::promotion(from, to, role),
            Hand::Idle | Hand::Holding { .. } => None,
        }
    }
}

/// The result of moving a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// There is no such move.
    None,
    /// This move.
    Move(Move),
    /// A promotion with a choice.
    Ask,
}

impl Choice {
    /// Chooses among moves with the same squares; pawns may promote to queens without asking.
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

/// The promotion to a queen; the first move if it is not a promotion.
#[must_use]
pub fn queen_of(moves: &[Move]) -> Option<Move> {
    let queen = moves.iter().find(|m| m.promoted_to() == Some(Role::Queen));
    queen.or(moves.first()).copied()
}
