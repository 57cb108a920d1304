//! Ghosts: pieces that can never move again because their twins were captured.
//!
//! Nothing about ghosts is stored. A player's pieces whose twins live stand on identical squares
//! of both of his boards, and no two of his other pieces ever share a square, not even across
//! boards. So a piece is a ghost exactly if the other board has no own piece on its square. The
//! proof goes by moves: a move needs an own piece on its first square and none on its last, on
//! both boards, hence moves one pair of twins onto a square of their own; an opponent shares one
//! board only and can do no more than take pieces away. Every debug build checks what the proof
//! promises after each move.

use chess::{Bitboard, Role};

use crate::{BoardName, Boards, Seat};

/// The ghosts of a seat on one of its boards; empty if it does not play there.
pub(crate) fn of(boards: &Boards, seat: Seat, board: BoardName) -> Bitboard {
    match seat.twin_board(board) {
        Some(twin) => own(boards, seat, board) - own(boards, seat, twin),
        None => Bitboard::EMPTY,
    }
}

/// The squares of a seat's pieces whose twins live.
pub(crate) fn lockstep(boards: &Boards, seat: Seat) -> Bitboard {
    let [first, second] = seat.boards();
    own(boards, seat, first) & own(boards, seat, second)
}

fn own(boards: &Boards, seat: Seat, board: BoardName) -> Bitboard {
    boards.position(board).board().by_color(seat.color())
}

/// What a move has broken of the promises above, if anything.
pub(crate) fn broken_promise(before: &Boards, after: &Boards) -> Option<&'static str> {
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
