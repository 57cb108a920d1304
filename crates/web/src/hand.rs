//! How a move is entered: a piece is selected, dragged or moved by clicks and keys, and perhaps
//! promoted. Mouse, touch and keyboard share this state machine, and so do one board and four.
//!
//! The hand knows no rules. It asks [`Reach`] which pieces can be taken and what happens where one is
//! put down.

use core::fmt::Debug;

use chess::Role;

use crate::geometry::Point;
use crate::promotion::{Chooser, ChooserKey, Pick};
use crate::view::Gesture;

/// How far a pointer must move on the screen before a press becomes a drag.
const DRAG_PIXELS: f64 = 4.0;

/// A square of the boards of a page.
pub trait Place: Copy + Debug + PartialEq {
    /// Tells the boards of the page apart.
    type Board: Copy + Debug + PartialEq;
}

/// Input on the boards of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum HandCommand<P: Place> {
    Pointer(P::Board, Gesture),
    /// The focus moved to a square.
    Focus(P),
    /// A key activates a square.
    Activate(P),
    /// Escape, or a press beside the boards: deselects the piece.
    LetGo,
    Promote(Role),
    Choose(ChooserKey),
    /// A typed move, such as `e2e4`.
    Type(String),
}

/// What the hand holds: a piece of type `H`, from a place of type `P`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Hand<H, P> {
    #[default]
    Idle,
    /// A piece is selected.
    Holding {
        /// What is known of it.
        piece: H,
        /// The pointer that is still pressed on it, if any.
        press: Option<Press>,
    },
    /// A pawn has reached the last rank, and the promotion piece is being chosen.
    Promoting {
        /// The pawn.
        piece: H,
        to: P,
        chooser: Chooser,
    },
}

/// A pointer pressed on the selected piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    /// The pointer, in coordinates of its board.
    at: Point,
    /// Whether it has moved far enough to drag the piece.
    is_drag: bool,
    /// Whether this press selected the piece; if not, releasing deselects it.
    is_fresh: bool,
}

/// What is possible on the boards of a page.
pub trait Reach {
    /// A square of its boards.
    type Place: Place;
    /// What is known of a selected piece.
    type Piece: Copy;
    type Move;
    /// Why a square cannot be used.
    type Refusal;

    /// Selects the piece on a square.
    fn take(&self, place: Self::Place) -> Result<Self::Piece, Self::Refusal>;

    /// Whether a selected piece can be put back on this square.
    fn is_home(&self, piece: Self::Piece, place: Self::Place) -> bool;

    /// What happens if a piece is put down on another square.
    fn landing(&self, piece: Self::Piece, place: Self::Place) -> Landing<Self::Move>;

    /// Why a piece cannot go to a square, if that is worth saying.
    fn why_not(&self, piece: Self::Piece, place: Self::Place) -> Option<Self::Refusal>;

    /// The move of a pawn with this promotion.
    fn promotion(&self, piece: Self::Piece, to: Self::Place, role: Role) -> Option<Self::Move>;
}

/// What happens if a piece is put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing<M> {
    Move(M),
    /// A move if the piece was dragged there. A click selects the piece that stands there.
    Dragged(M),
    /// A promotion with a choice.
    Promotion,
    /// It cannot go there, and the reason is worth a word. It stays selected.
    Forbidden,
    /// Nothing: another piece may be meant.
    Elsewhere,
}

/// The result of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<M, R> {
    /// Nothing that the page has to do.
    Nothing,
    /// A piece was selected.
    Taken,
    /// The piece was deselected.
    PutBack,
    /// The promotion chooser is open.
    Promoting,
    Play(M),
    Refused(R),
}

/// The result of an input where this is possible.
pub type OutcomeOf<R> = Outcome<<R as Reach>::Move, <R as Reach>::Refusal>;

impl<H: Copy, P: Place> Hand<H, P> {
    /// The selected piece.
    pub fn piece(&self) -> Option<&H> {
        match self {
            Hand::Idle => None,
            Hand::Holding { piece, .. } | Hand::Promoting { piece, .. } => Some(piece),
        }
    }

    /// The dragged piece, and the pointer in coordinates of its board.
    pub fn dragged(&self) -> Option<(&H, Point)> {
        match self {
            Hand::Holding {
                piece,
                press: Some(press),
            } if press.is_drag => Some((piece, press.at)),
            Hand::Idle | Hand::Holding { .. } | Hand::Promoting { .. } => None,
        }
    }

    /// The piece that is marked in the promotion chooser, if it is open.
    pub fn marked(&self) -> Option<Role> {
        match self {
            Hand::Promoting { chooser, .. } => Some(chooser.marked()),
            Hand::Idle | Hand::Holding { .. } => None,
        }
    }

    /// A pointer is pressed on a square.
    pub fn press<R>(&mut self, reach: &R, place: P, at: Point) -> OutcomeOf<R>
    where
        R: Reach<Place = P, Piece = H>,
    {
        let down = |is_fresh| {
            Some(Press {
                at,
                is_drag: false,
                is_fresh,
            })
        };
        if let Hand::Holding { piece, press } = self
            && reach.is_home(*piece, place)
        {
            *press = down(false);
            return Outcome::Nothing;
        }
        let outcome = self.activate(reach, place);
        if let (Hand::Holding { press, .. }, Outcome::Taken) = (self, &outcome) {
            *press = down(true);
        }
        outcome
    }

    /// The pointer moves; `pixels` is its distance on the screen from where it was pressed.
    pub fn drag(&mut self, at: Point, pixels: f64) {
        if let Hand::Holding {
            press: Some(press), ..
        } = self
        {
            press.at = at;
            press.is_drag |= pixels >= DRAG_PIXELS;
        }
    }

    /// The pointer is released over a square of its board, or elsewhere.
    pub fn release<R>(&mut self, reach: &R, over: Option<P>) -> OutcomeOf<R>
    where
        R: Reach<Place = P, Piece = H>,
    {
        let Hand::Holding { piece, press } = self else {
            return Outcome::Nothing;
        };
        let piece = *piece;
        match (press.take(), over) {
            (Some(press), Some(to)) if press.is_drag && !reach.is_home(piece, to) => {
                match reach.landing(piece, to) {
                    Landing::Move(m) | Landing::Dragged(m) => self.play(m),
                    Landing::Promotion => self.promote_at(piece, to),
                    // A drag that missed keeps the piece selected, with its highlights.
                    Landing::Forbidden | Landing::Elsewhere => refuse(reach, piece, to),
                }
            }
            (Some(press), _) if !press.is_drag && !press.is_fresh => self.let_go(),
            (Some(_) | None, _) => Outcome::Nothing,
        }
    }

    /// A square is chosen by a click or a key.
    pub fn activate<R>(&mut self, reach: &R, place: P) -> OutcomeOf<R>
    where
        R: Reach<Place = P, Piece = H>,
    {
        if let Some(&piece) = self.piece() {
            if reach.is_home(piece, place) {
                return self.let_go();
            }
            match reach.landing(piece, place) {
                Landing::Move(m) => return self.play(m),
                Landing::Promotion => return self.promote_at(piece, place),
                Landing::Forbidden => return refuse(reach, piece, place),
                Landing::Dragged(_) | Landing::Elsewhere => {}
            }
        }
        match reach.take(place) {
            Ok(piece) => {
                *self = Hand::Holding { piece, press: None };
                Outcome::Taken
            }
            Err(refusal) => match self.let_go() {
                Outcome::Nothing => Outcome::Refused(refusal),
                put_back => put_back,
            },
        }
    }

    pub fn promote<R>(&mut self, reach: &R, role: Role) -> OutcomeOf<R>
    where
        R: Reach<Place = P, Piece = H>,
    {
        let Hand::Promoting { piece, to, .. } = *self else {
            return Outcome::Nothing;
        };
        match reach.promotion(piece, to, role) {
            Some(m) => self.play(m),
            None => Outcome::Nothing,
        }
    }

    /// A key is pressed in the promotion chooser.
    pub fn choose<R>(&mut self, reach: &R, key: ChooserKey) -> OutcomeOf<R>
    where
        R: Reach<Place = P, Piece = H>,
    {
        let Hand::Promoting { chooser, .. } = self else {
            return Outcome::Nothing;
        };
        match chooser.press(key) {
            Pick::Open => Outcome::Nothing,
            Pick::Taken(role) => self.promote(reach, role),
            Pick::Closed => self.let_go(),
        }
    }

    /// Deselects the piece.
    pub fn let_go<M, R>(&mut self) -> Outcome<M, R> {
        match core::mem::replace(self, Hand::Idle) {
            Hand::Idle => Outcome::Nothing,
            Hand::Holding { .. } | Hand::Promoting { .. } => Outcome::PutBack,
        }
    }

    fn play<M, R>(&mut self, m: M) -> Outcome<M, R> {
        *self = Hand::Idle;
        Outcome::Play(m)
    }

    fn promote_at<M, R>(&mut self, piece: H, to: P) -> Outcome<M, R> {
        let chooser = Chooser::default();
        *self = Hand::Promoting { piece, to, chooser };
        Outcome::Promoting
    }
}

fn refuse<R: Reach>(reach: &R, piece: R::Piece, place: R::Place) -> OutcomeOf<R> {
    match reach.why_not(piece, place) {
        Some(refusal) => Outcome::Refused(refusal),
        None => Outcome::Nothing,
    }
}
