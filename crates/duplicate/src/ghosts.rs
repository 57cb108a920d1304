//! Ghosts: pieces that can never move again because their twins were captured.
//!
//! Ghosts are not stored; they follow from the boards. A player's pieces with living twins stand on
//! the same squares of both boards, and no two other pieces of the player ever share a square, not
//! even across boards. So a piece is a ghost exactly if the player's other board has no own piece on
//! its square. Proof by induction over moves: a move needs an own piece on its start square and none
//! on its target square, on both boards, so it takes one pair of twins to a square of their own. An
//! opponent shares only one board and can only remove pieces. Debug builds check the invariant after
//! each move.

use chess::{Bitboard, Role};

use crate::{BoardName, Boards, Seat};

/// The ghosts of a seat on a board; empty if the seat does not play there.
pub(crate) fn of(boards: &Boards, seat: Seat, board: BoardName) -> Bitboard {
    match seat.twin_board(board) {
        Some(twin) => own(boards, seat, board) - own(boards, seat, twin),
        None => Bitboard::EMPTY,
    }
}

/// The squares of a seat's pieces with living twins.
pub(crate) fn lockstep(boards: &Boards, seat: Seat) -> Bitboard {
    let [first, second] = seat.boards();
    own(boards, seat, first) & own(boards, seat, second)
}

fn own(boards: &Boards, seat: Seat, board: BoardName) -> Bitboard {
    boards.position(board).board().by_color(seat.color())
}

/// The invariant that a move has broken, if any.
pub(crate) fn broken_invariant(before: &Boards, after: &Boards) -> Option<&'static str> {
    for seat in Seat::ALL {
        let [first, second] = seat.boards();
        let twins = lockstep(after, seat);
        for role in Role::ALL {
            let of_role = |board| after.position(board).board().by_role(role) & twins;
            if of_role(first) != of_role(second) {
                return Some("twins are of one kind");
            }
        }
        if !twins.contains(after.position(first).king(seat.color())) {
            return Some("the two kings of a seat share a square");
        }
        for board in seat.boards() {
            let (were, are) = (of(before, seat, board), of(after, seat, board));
            let taken = own(before, seat, board) - own(after, seat, board);
            if seat == before.turn() && were != are {
                return Some("a move neither makes nor moves ghosts of its own side");
            }
            if seat != before.turn() && !were.is_subset(are | taken) {
                return Some("a ghost stays until it is captured");
            }
        }
    }
    None
}
