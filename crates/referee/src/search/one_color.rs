//! Mates by bishops of one square color, and the estimated distance to one.
//!
//! Such bishops never attack squares of the other color, so the loser's own pieces must block those
//! next to the king. A corner of the bishops' color has only two.

use chess::{Bitboard, Board, Color, Role, Square, attacks};

use crate::mobility::ahead;

use super::guide::king_way;

/// The cost of a square that a piece of the loser still has to block.
const TO_FILL: u32 = 3;

/// The cost if no piece seems able to do what is needed.
const NOBODY: u32 = 12;

/// The estimated number of moves, or `None` if the bishops are of both colors.
pub(super) fn distance(board: &Board, winner: Color, bishops: Bitboard) -> Option<u32> {
    let (corners, other) = if bishops.is_subset(Bitboard::DARK) {
        ([Square::A1, Square::H8], Bitboard::LIGHT)
    } else if bishops.is_subset(Bitboard::LIGHT) {
        ([Square::H1, Square::A8], Bitboard::DARK)
    } else {
        return None;
    };
    let (king, hunter) = (board.king(!winner)?, board.king(winner)?);
    let heavy = board.by_color(!winner) & (board.by_role(Role::Queen) | board.by_role(Role::Rook));
    let nearest = corners.into_iter().map(|corner| {
        // The loser's king cannot enter a corner next to the winner's king.
        let closed = if king_way(hunter, corner) < 2 {
            NOBODY
        } else {
            0
        };
        closed
            + king_way(king, corner)
            + filling(board, winner, corner, other)
            + guarding(bishops, king, corner)
            // They interpose or capture the bishop from anywhere.
            + heavy.len()
    });
    nearest.min()
}

/// The number of bishops that keep the king out of the corner, unless it is already there.
fn guarding(bishops: Bitboard, king: Square, corner: Square) -> u32 {
    let diagonal = attacks::bishop(corner, Bitboard::EMPTY) | corner.bitboard();
    match king == corner {
        true => 0,
        false => (bishops & diagonal).len(),
    }
}

/// The cost of blocking the corner's neighbors of the other color.
fn filling(board: &Board, winner: Color, corner: Square, other: Bitboard) -> u32 {
    let holes = attacks::king(corner) & other;
    let king = board.by_role(Role::King);
    // A queen or rook next to the corner could interpose.
    let heavy = board.by_role(Role::Queen) | board.by_role(Role::Rook);
    let held = holes & (board.by_color(!winner) - king - heavy);
    // Pawns rarely reach a corner; pieces do, and bishops only of the right color.
    let pieces = board.by_color(!winner) - king - board.by_role(Role::Pawn);
    let fillers = pieces - (board.by_role(Role::Bishop) - other) - held - heavy;
    let open = (holes - held).len();
    let filled = open.min(fillers.len());
    let rest = match open - filled {
        0 => 0,
        more => (more - 1) * NOBODY + promotion(board, !winner).unwrap_or(NOBODY).min(NOBODY),
    };
    filled * TO_FILL + rest
}

/// The cost of blocking a square with a pawn that has to promote first; `None` if no pawn can.
fn promotion(board: &Board, color: Color) -> Option<u32> {
    let pawns = board.pieces(color, Role::Pawn).into_iter();
    let ways = pawns.map(|pawn| ahead(color, pawn));
    let free = ways.filter(|way| way.is_disjoint(board.occupied()));
    free.map(|way| TO_FILL + way.len()).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(placement: &str) -> Option<u32> {
        let position = chess::Position::from_fen(&format!("{placement} b - - 0 1"));
        let position = position.expect("the position can be played");
        let bishops = position.board().pieces(Color::White, Role::Bishop);
        distance(position.board(), Color::White, bishops)
    }

    #[test]
    fn a_king_in_the_right_corner_between_its_own_bishops_is_nearest() {
        assert_eq!(estimate("6bk/7b/8/8/3B4/8/8/K7"), Some(0));
        assert_eq!(estimate("7k/7b/6b1/8/8/4B3/8/K7"), Some(TO_FILL));
        assert_eq!(estimate("6k1/7b/6b1/8/3B4/8/8/K7"), Some(1 + 1 + TO_FILL));
        assert!(estimate("k7/7b/6b1/8/3B4/8/8/K7") > Some(TO_FILL));
    }

    #[test]
    fn bishops_of_both_colors_have_no_estimate() {
        assert_eq!(estimate("7k/8/8/8/3BB3/8/8/K7"), None);
    }
}
