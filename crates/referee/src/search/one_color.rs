//! Mates by bishops of one color alone: how far a position seems to be from one.
//!
//! Such bishops never attack the squares of the other color, so the loser's own units must hold
//! those next to the king. A corner of the bishops' color has only two of them.

use chess::{Bitboard, Board, Color, Role, Square, attacks};

use crate::mobility::ahead;

use super::guide::king_way;

/// What a square costs that is still to be filled by a unit of the loser.
const TO_FILL: u32 = 3;

/// What it costs if nobody seems to be able to do what is needed.
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
        // A corner beside the winner's king is closed to the other one.
        let closed = if king_way(hunter, corner) < 2 {
            NOBODY
        } else {
            0
        };
        closed
            + king_way(king, corner)
            + filling(board, winner, corner, other)
            + guarding(bishops, king, corner)
            // Wherever they stand, they step in between or take the bishop.
            + heavy.len()
    });
    nearest.min()
}

/// How many bishops keep the king out of the corner, as long as it is not there.
fn guarding(bishops: Bitboard, king: Square, corner: Square) -> u32 {
    let diagonal = attacks::bishop(corner, Bitboard::EMPTY) | corner.bitboard();
    match king == corner {
        true => 0,
        false => (bishops & diagonal).len(),
    }
}

/// What it takes to fill the corner's neighbors of the other color.
fn filling(board: &Board, winner: Color, corner: Square, other: Bitboard) -> u32 {
    let holes = attacks::king(corner) & other;
    let king = board.by_role(Role::King);
    // A queen or rook beside the corner could step between it and the bishop.
    let heavy = board.by_role(Role::Queen) | board.by_role(Role::Rook);
    let held = holes & (board.by_color(!winner) - king - heavy);
    // Pawns rarely come to a corner; pieces do, and bishops only of the right color.
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

/// What it takes to fill a square with a pawn that has to promote first; `None` if none is free to.
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
    fn bishops_of_both_colors_are_another_matter() {
        assert_eq!(estimate("7k/8/8/8/3BB3/8/8/K7"), None);
    }
}
