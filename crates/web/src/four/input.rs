//! How a move is entered: a piece is selected, dragged or moved by clicks, and perhaps promoted.
//! Mouse, touch and keyboard share this state machine.

use chess::{Role, Square};
use duplicate::{Boards, Refusal, SyncedMove, TouchedPiece};

use super::Place;
use crate::geometry::Point;
use crate::promotion::{Chooser, ChooserKey, Pick};

/// How far a pointer must move on the screen before a press becomes a drag.
pub const DRAG_PIXELS: f64 = 4.0;

/// The state of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Input {
    /// Nothing.
    #[default]
    Idle,
    /// A piece is selected.
    Grabbed {
        /// The piece and its targets.
        grab: TouchedPiece,
        /// The pointer that is still pressed, if any.
        press: Option<Press>,
    },
    /// A pawn has reached the last rank and the promotion piece is being chosen.
    Promoting {
        /// The pawn and its targets.
        grab: TouchedPiece,
        /// The target.
        to: Place,
        /// The pieces to choose from.
        chooser: Chooser,
    },
}

/// A pointer pressed on the selected piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Press {
    /// The pointer, in coordinates of its board.
    pub at: Point,
    /// Whether it has moved far enough to drag the piece.
    pub is_drag: bool,
    /// Whether this press selected the piece; if not, releasing deselects it.
    pub is_fresh: bool,
}

/// The result of a gesture.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// Only the state of the input changed.
    Nothing,
    /// A piece was selected.
    Grabbed,
    /// The piece was deselected.
    Canceled,
    /// The promotion dialog is open.
    Promoting,
    /// A move to play.
    Play(SyncedMove),
    /// The square was refused.
    Refused(Refusal),
}

impl Input {
    /// The selected piece.
    #[must_use]
    pub fn grab(&self) -> Option<&TouchedPiece> {
        match self {
            Input::Idle => None,
            Input::Grabbed { grab, .. } | Input::Promoting { grab, .. } => Some(grab),
        }
    }

    /// The position of the dragged piece, in coordinates of its board.
    #[must_use]
    pub fn dragged_to(&self) -> Option<Point> {
        match self {
            Input::Grabbed {
                press: Some(press), ..
            } if press.is_drag => Some(press.at),
            Input::Idle | Input::Grabbed { .. } | Input::Promoting { .. } => None,
        }
    }

    /// A pointer is pressed on a square.
    pub fn press(&mut self, boards: &Boards, place: Place, at: Point) -> Response {
        let down = |is_fresh| {
            Some(Press {
                at,
                is_drag: false,
                is_fresh,
            })
        };
        if let Input::Grabbed { grab, press } = self
            && grab.from == place.square
            && boards.turn().plays_on(place.board)
        {
            *press = down(false);
            return Response::Nothing;
        }
        let outcome = self.activate(boards, place);
        if let Input::Grabbed { press, .. } = self
            && outcome == Response::Grabbed
        {
            *press = down(true);
        }
        outcome
    }

    /// The pointer moves; `pixels` is its distance on the screen from where it was pressed.
    pub fn drag(&mut self, at: Point, pixels: f64) {
        if let Input::Grabbed {
            press: Some(press), ..
        } = self
        {
            press.at = at;
            press.is_drag |= pixels >= DRAG_PIXELS;
        }
    }

    /// The pointer is released over a square of its board, or outside.
    pub fn release(&mut self, boards: &Boards, over: Option<Square>) -> Response {
        let Input::Grabbed { grab, press } = self else {
            return Response::Nothing;
        };
        let (board, from) = (grab.board, grab.from);
        match (press.take(), over) {
            (Some(press), Some(to)) if press.is_drag && to != from => {
                match grab.playable.contains(to) {
                    true => self.drop_on(boards, Place::new(board, to)),
                    // A drag that missed keeps the piece selected, with its highlights.
                    false => refused(boards, from, to),
                }
            }
            (Some(press), _) if !press.is_drag && !press.is_fresh => self.cancel(),
            (Some(_) | None, _) => Response::Nothing,
        }
    }

    /// A square is chosen by a click or a key.
    pub fn activate(&mut self, boards: &Boards, place: Place) -> Response {
        let own_board = boards.turn().plays_on(place.board);
        if let Some(grab) = self.grab() {
            let from = grab.from;
            if own_board && from == place.square {
                return self.cancel();
            }
            if own_board && grab.playable.contains(place.square) {
                return self.drop_on(boards, place);
            }
            let only_here = |&(board, to): &(_, chess::Bitboard)| {
                board == place.board && to.contains(place.square)
            };
            if grab.only.iter().any(only_here) {
                return refused(boards, from, place.square);
            }
        }
        match boards.touch(place.board, place.square) {
            Ok(grab) => {
                *self = Input::Grabbed { grab, press: None };
                Response::Grabbed
            }
            Err(refusal) => match self.cancel() {
                Response::Nothing => Response::Refused(refusal),
                canceled => canceled,
            },
        }
    }

    /// A key is pressed in the promotion chooser.
    pub fn choose(&mut self, key: ChooserKey) -> Pick {
        let Input::Promoting { chooser, .. } = self else {
            return Pick::Open;
        };
        let pick = chooser.press(key);
        if pick == Pick::Closed {
            *self = Input::Idle;
        }
        pick
    }

    /// The piece that is marked in the promotion chooser, if it is open.
    #[must_use]
    pub fn marked(&self) -> Option<Role> {
        match self {
            Input::Promoting { chooser, .. } => Some(chooser.marked()),
            Input::Idle | Input::Grabbed { .. } => None,
        }
    }

    /// Deselects the piece.
    pub fn cancel(&mut self) -> Response {
        match core::mem::take(self) {
            Input::Idle => Response::Nothing,
            Input::Grabbed { .. } | Input::Promoting { .. } => Response::Canceled,
        }
    }

    fn drop_on(&mut self, boards: &Boards, place: Place) -> Response {
        let Some(&grab) = self.grab() else {
            return Response::Nothing;
        };
        let m = SyncedMove::new(grab.from, place.square);
        if boards.promotes(m) {
            *self = Input::Promoting {
                grab,
                to: place,
                chooser: Chooser::default(),
            };
            return Response::Promoting;
        }
        *self = Input::Idle;
        Response::Play(m)
    }
}

fn refused(boards: &Boards, from: Square, to: Square) -> Response {
    match boards.why_not_to(from, to) {
        Some(refusal) => Response::Refused(refusal),
        None => Response::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duplicate::BoardName::{Ne, Nw, Sw};

    const ORIGIN: Point = Point::new(0.0, 0.0);

    fn at(board: duplicate::BoardName, square: Square) -> Place {
        Place::new(board, square)
    }

    fn e4() -> Response {
        Response::Play(SyncedMove::new(Square::E2, Square::E4))
    }

    #[test]
    fn click_and_click_plays_on_either_board() {
        let boards = Boards::start();
        for (first, second) in [(Nw, Nw), (Nw, Ne), (Ne, Nw)] {
            let mut input = Input::default();
            let press = input.press(&boards, at(first, Square::E2), ORIGIN);
            assert_eq!(press, Response::Grabbed);
            assert_eq!(input.release(&boards, Some(Square::E2)), Response::Nothing);
            assert!(
                input.grab().is_some(),
                "a click keeps the piece in the hand"
            );
            assert_eq!(input.press(&boards, at(second, Square::E4), ORIGIN), e4());
        }
    }

    #[test]
    fn a_drag_needs_four_pixels_and_a_playable_square() {
        let boards = Boards::start();
        let mut input = Input::default();
        input.press(&boards, at(Nw, Square::E2), ORIGIN);
        input.drag(Point::new(3.0, 0.0), 3.9);
        assert_eq!(input.dragged_to(), None);
        input.drag(Point::new(3.0, -200.0), 70.0);
        assert_eq!(input.dragged_to(), Some(Point::new(3.0, -200.0)));
        let refused = input.release(&boards, Some(Square::E5));
        assert!(matches!(refused, Response::Refused(_)), "{refused:?}");
        assert!(input.grab().is_some() && input.dragged_to().is_none());

        input.press(&boards, at(Nw, Square::E2), ORIGIN);
        input.drag(ORIGIN, 70.0);
        assert_eq!(input.release(&boards, Some(Square::E4)), e4());
        assert_eq!(input, Input::Idle);
    }

    #[test]
    fn clicking_the_piece_again_or_an_unrelated_square_cancels() {
        let boards = Boards::start();
        for elsewhere in [at(Nw, Square::E5), at(Sw, Square::E4), at(Ne, Square::E7)] {
            let mut input = Input::default();
            input.activate(&boards, at(Nw, Square::E2));
            assert_eq!(input.activate(&boards, elsewhere), Response::Canceled);
        }
        let mut input = Input::default();
        input.press(&boards, at(Nw, Square::E2), ORIGIN);
        input.release(&boards, Some(Square::E2));
        input.press(&boards, at(Ne, Square::E2), ORIGIN);
        assert_eq!(input.release(&boards, Some(Square::E2)), Response::Canceled);
    }

    #[test]
    fn another_own_piece_is_selected_instead() {
        let boards = Boards::start();
        let mut input = Input::default();
        input.activate(&boards, at(Nw, Square::E2));
        assert_eq!(
            input.activate(&boards, at(Ne, Square::G1)),
            Response::Grabbed
        );
        assert_eq!(input.grab().unwrap().from, Square::G1);
    }

    #[test]
    fn a_square_legal_on_one_board_is_explained_and_the_piece_stays_selected() {
        let mut boards = Boards::start();
        for m in ["e2e3", "e2e3", "b7b5", "f7f6"] {
            boards = boards.play(m.parse().unwrap()).unwrap();
        }
        let mut input = Input::default();
        input.activate(&boards, at(Nw, Square::F1));
        let outcome = input.activate(&boards, at(Nw, Square::A6));
        let Response::Refused(Refusal::NotSynced { legal_on, .. }) = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(legal_on, Nw);
        assert!(input.grab().is_some());
    }

    #[test]
    fn another_players_piece_is_refused_with_a_reason() {
        let boards = Boards::start();
        let mut input = Input::default();
        let outcome = input.activate(&boards, at(Sw, Square::E2));
        assert!(matches!(
            outcome,
            Response::Refused(Refusal::NotYourTurn { .. })
        ));
    }
}
