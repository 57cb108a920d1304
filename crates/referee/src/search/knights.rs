//! Mates by two knights, and the distance to the nearest.
//!
//! Two knights and a king mate a bare king only in or beside a corner, and the net does not tighten
//! on the way there. So all mates in the corners are enumerated, and the distance to the nearest
//! gives the direction.

use std::sync::OnceLock;

use chess::{Bitboard, Board, Color, Piece, Position, Role, Setup, Square, Tolerance, attacks};

use super::guide::king_way;
use super::pictures::knight_way;

/// A mate of a king in the corner a1.
struct Mate {
    king: Square,
    knights: [Square; 2],
}

/// The four symmetries that map a corner to a1.
const TURNS: [fn(Square) -> Square; 4] = [
    |square| square,
    Square::flip_rank,
    Square::flip_file,
    |square| square.flip_rank().flip_file(),
];

/// The estimated number of moves from the nearest mate by two knights on these squares.
pub(super) fn distance(position: &Position, winner: Color, knights: Bitboard) -> u32 {
    static MATES: OnceLock<Vec<Mate>> = OnceLock::new();
    let mates = MATES.get_or_init(collect);
    let mut pair = knights.into_iter();
    let (Some(first), Some(second)) = (pair.next(), pair.next()) else {
        return u32::MAX;
    };
    let of_turn = |turn: &fn(Square) -> Square| {
        let [king, first, second] = [position.king(winner), first, second].map(turn);
        let walk = king_way(turn(position.king(!winner)), Square::A1);
        let of_mate = |mate: &Mate| {
            let [one, other] = mate.knights;
            let straight = knight_way(first, one) + knight_way(second, other);
            let crossed = knight_way(first, other) + knight_way(second, one);
            2 * walk + king_way(king, mate.king) + straight.min(crossed)
        };
        mates.iter().map(of_mate).min()
    };
    TURNS.iter().filter_map(of_turn).min().unwrap_or(u32::MAX)
}

/// All mates of a bare king on a1.
fn collect() -> Vec<Mate> {
    let near = attacks::king(Square::A1);
    let kings = near
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | attacks::king(square));
    let mut mates = Vec::new();
    for king in kings - near - Square::A1.bitboard() {
        for checking in attacks::knight(Square::A1) - king.bitboard() {
            for other in !(king.bitboard() | checking.bitboard() | Square::A1.bitboard()) {
                let knights = [checking, other];
                if is_mate(king, knights) {
                    mates.push(Mate { king, knights });
                }
            }
        }
    }
    mates
}

fn is_mate(king: Square, knights: [Square; 2]) -> bool {
    let mut board = Board::empty();
    board.put(Square::A1, Piece::new(Color::Black, Role::King));
    board.put(king, Piece::new(Color::White, Role::King));
    for knight in knights {
        board.put(knight, Piece::new(Color::White, Role::Knight));
    }
    let setup = Setup {
        board,
        turn: Color::Black,
        ..Setup::empty()
    };
    let position = setup.validate(Tolerance::Strict);
    position.is_ok_and(|position| position.is_checkmate())
}
