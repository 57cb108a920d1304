//! Input on one board: what the hand holds, the squares it points at, and what was drawn.

use chess::fen::CastlingMode;
use chess::{Move, Position, Role, Square};

use super::OneBoard;
use super::squares::moves_between;
use crate::hand::{self, HandCommand, Landing, Outcome, Place, Reach};
use crate::view::{Drawn, Gesture, Stroke};

/// What is selected on one board.
pub type Hand = hand::Hand<Square, Square>;

/// One board has no name.
impl Place for Square {
    type Board = ();
}

/// What a person has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// A legal move.
    Move(Move),
    /// A piece carried to a square where the page gives it a meaning of its own, such as a premove.
    Carried(Stroke),
}

/// The result of an input on one board.
pub type Answer = Outcome<Entered, ()>;

/// One board is within reach of a hand that knows its squares alone.
impl<B: OneBoard> Reach for B {
    type Place = Square;
    type Piece = Square;
    type Move = Entered;
    type Refusal = ();

    fn take(&self, square: Square) -> Result<Square, ()> {
        self.can_take(square).then_some(square).ok_or(())
    }

    fn is_home(&self, from: Square, square: Square) -> bool {
        from == square
    }

    fn landing(&self, from: Square, to: Square) -> Landing<Entered> {
        OneBoard::landing(self, from, to)
    }

    fn why_not(&self, _: Square, _: Square) -> Option<()> {
        None
    }

    fn promotion(&self, from: Square, to: Square, role: Role) -> Option<Entered> {
        Move::promotion(from, to, role).map(Entered::Move)
    }
}

/// What happens if a piece of the player to move is put down on another square; pawns may promote to
/// queens without asking.
#[must_use]
pub fn landing(
    position: &Position,
    mode: CastlingMode,
    (from, to): Stroke,
    queens: bool,
) -> Landing<Entered> {
    let moves = moves_between(position, mode, from, to);
    match moves.as_slice() {
        [] => Landing::Elsewhere,
        [m] => Landing::Move(Entered::Move(*m)),
        several => match queen_of(several).filter(|_| queens) {
            Some(m) => Landing::Move(Entered::Move(m)),
            None => Landing::Promotion,
        },
    }
}

/// The promotion to a queen; the first move if it is not a promotion.
#[must_use]
pub fn queen_of(moves: &[Move]) -> Option<Move> {
    let queen = moves.iter().find(|m| m.promoted_to() == Some(Role::Queen));
    queen.or(moves.first()).copied()
}

/// A board with its input.
#[derive(Clone, Debug)]
pub struct Touch {
    pub hand: Hand,
    pub hovered: Option<Square>,
    /// The focused square, or the next one to be focused.
    pub cursor: Square,
    pub drawings: Vec<Drawn>,
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
    /// Handles an input where this is possible, except for typed moves, which the page reads.
    pub fn follow(&mut self, command: HandCommand<Square>, reach: &impl OneBoard) -> Answer {
        match command {
            HandCommand::Pointer((), gesture) => self.follow_pointer(gesture, reach),
            HandCommand::Promote(role) => self.hand.promote(reach, role),
            HandCommand::Choose(key) => self.hand.choose(reach, key),
            HandCommand::LetGo => self.hand.let_go(),
            // Keys belong to the chooser while it is open.
            _ if self.hand.marked().is_some() => Outcome::Nothing,
            HandCommand::Activate(square) => self.hand.activate(reach, square),
            HandCommand::Focus(square) => {
                self.cursor = square;
                Outcome::Nothing
            }
            HandCommand::Type(_) => Outcome::Nothing,
        }
    }

    fn follow_pointer(&mut self, gesture: Gesture, reach: &impl OneBoard) -> Answer {
        match gesture {
            Gesture::Press { square, at } => {
                self.cursor = square;
                self.drawings.clear();
                return self.hand.press(reach, square, at);
            }
            Gesture::Release(over) => return self.hand.release(reach, over),
            Gesture::Drag { at, pixels } => self.hand.drag(at, pixels),
            Gesture::Point(over) => self.hovered = over,
            Gesture::Draw { from, to, ink } => {
                Drawn { from, to, ink }.toggle(&mut self.drawings);
            }
        }
        Outcome::Nothing
    }
}
