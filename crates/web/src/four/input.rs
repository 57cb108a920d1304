//! What the hand can do on four boards.

use chess::Role;
use duplicate::{BoardName, Boards, MoveRefusal, SyncedMove, TouchedPiece};

use super::Place;
use crate::hand::{self, Hand, Landing, Reach};

/// What is selected on four boards.
pub type Input = Hand<TouchedPiece, Place>;

/// The result of an input on four boards.
pub type Response = hand::Outcome<SyncedMove, MoveRefusal>;

impl hand::Place for Place {
    type Board = BoardName;
}

impl Reach for Boards {
    type Place = Place;
    type Piece = TouchedPiece;
    type Move = SyncedMove;
    type Refusal = MoveRefusal;

    fn take(&self, place: Place) -> Result<TouchedPiece, MoveRefusal> {
        self.touch(place.board, place.square)
    }

    fn is_home(&self, piece: TouchedPiece, place: Place) -> bool {
        piece.from == place.square && self.turn().plays_on(place.board)
    }

    fn landing(&self, piece: TouchedPiece, place: Place) -> Landing<SyncedMove> {
        let m = SyncedMove::new(piece.from, place.square);
        let is_own_board = self.turn().plays_on(place.board);
        let only_here =
            |&(board, to): &(_, chess::Bitboard)| board == place.board && to.contains(place.square);
        if is_own_board && piece.playable.contains(place.square) {
            match self.promotes(m) {
                true => Landing::Promotion,
                false => Landing::Move(m),
            }
        } else if piece.only.iter().any(only_here) {
            Landing::Forbidden
        } else {
            Landing::Elsewhere
        }
    }

    fn why_not(&self, piece: TouchedPiece, place: Place) -> Option<MoveRefusal> {
        self.why_not_to(piece.from, place.square)
    }

    fn promotion(&self, piece: TouchedPiece, to: Place, role: Role) -> Option<SyncedMove> {
        SyncedMove::promotion_to(piece.from, to.square, role)
    }
}

#[cfg(test)]
mod tests {
    use chess::Square;
    use duplicate::BoardName::{Ne, Nw, Sw};

    use super::*;
    use crate::geometry::Point;

    const ORIGIN: Point = Point::new(0.0, 0.0);

    fn at(board: BoardName, square: Square) -> Place {
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
            assert_eq!(press, Response::Taken);
            assert_eq!(
                input.release(&boards, Some(at(Nw, Square::E2))),
                Response::Nothing
            );
            assert!(
                input.piece().is_some(),
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
        assert_eq!(input.dragged(), None);
        input.drag(Point::new(3.0, -200.0), 70.0);
        assert_eq!(
            input.dragged().map(|(_, at)| at),
            Some(Point::new(3.0, -200.0))
        );
        let refused = input.release(&boards, Some(at(Nw, Square::E5)));
        assert!(matches!(refused, Response::Refused(_)), "{refused:?}");
        assert!(input.piece().is_some() && input.dragged().is_none());

        input.press(&boards, at(Nw, Square::E2), ORIGIN);
        input.drag(ORIGIN, 70.0);
        assert_eq!(input.release(&boards, Some(at(Nw, Square::E4))), e4());
        assert_eq!(input, Input::Idle);
    }

    #[test]
    fn clicking_the_piece_again_or_an_unrelated_square_cancels() {
        let boards = Boards::start();
        for elsewhere in [at(Nw, Square::E5), at(Sw, Square::E4), at(Ne, Square::E7)] {
            let mut input = Input::default();
            input.activate(&boards, at(Nw, Square::E2));
            assert_eq!(input.activate(&boards, elsewhere), Response::PutBack);
        }
        let mut input = Input::default();
        input.press(&boards, at(Nw, Square::E2), ORIGIN);
        input.release(&boards, Some(at(Nw, Square::E2)));
        input.press(&boards, at(Ne, Square::E2), ORIGIN);
        assert_eq!(
            input.release(&boards, Some(at(Nw, Square::E2))),
            Response::PutBack
        );
    }

    #[test]
    fn another_own_piece_is_selected_instead() {
        let boards = Boards::start();
        let mut input = Input::default();
        input.activate(&boards, at(Nw, Square::E2));
        assert_eq!(input.activate(&boards, at(Ne, Square::G1)), Response::Taken);
        assert_eq!(input.piece().unwrap().from, Square::G1);
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
        let Response::Refused(MoveRefusal::NotSynced { legal_on, .. }) = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(legal_on, Nw);
        assert!(input.piece().is_some());
    }

    #[test]
    fn another_players_piece_is_refused_with_a_reason() {
        let boards = Boards::start();
        let mut input = Input::default();
        let outcome = input.activate(&boards, at(Sw, Square::E2));
        assert!(matches!(
            outcome,
            Response::Refused(MoveRefusal::NotYourTurn { .. })
        ));
    }
}
