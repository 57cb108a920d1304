//! Mates by a knight and another minor piece, and the distance to the nearest.
//!
//! Two knights, or a knight and a bishop, mate a bare king only in or beside a corner, and the net
//! does not tighten on the way there. So all mates in the corners are enumerated, and the distance
//! to the nearest gives the direction.

use std::sync::OnceLock;

use chess::{Bitboard, Board, Color, Piece, Position, Role, Setup, Square, Tolerance, attacks};

use super::guide::king_way;
use super::pictures::{OUT_OF_REACH, knight_way};

/// The mates of a king in the corner a1 with the winner's king and a knight on their squares.
struct Group {
    king: Square,
    knight: Square,
    /// The squares of the other minor piece.
    others: Bitboard,
}

/// The four symmetries that map a corner to a1.
const TURNS: [fn(Square) -> Square; 4] = [
    |square| square,
    Square::flip_rank,
    Square::flip_file,
    |square| square.flip_rank().flip_file(),
];

/// The estimated number of moves from the nearest mate by the two minor pieces of the winner, one
/// of which is a knight.
pub(super) fn distance(position: &Position, winner: Color) -> u32 {
    static BY_KNIGHTS: OnceLock<Vec<Group>> = OnceLock::new();
    static BY_BISHOP: OnceLock<Vec<Group>> = OnceLock::new();
    let board = position.board();
    let knights = board.pieces(winner, Role::Knight);
    let bishops = board.pieces(winner, Role::Bishop);
    let Some(knight) = knights.first() else {
        return OUT_OF_REACH;
    };
    let (role, other, groups) = match bishops.first() {
        Some(bishop) => (Role::Bishop, bishop, &BY_BISHOP),
        None => (Role::Knight, knights.last().unwrap_or(knight), &BY_KNIGHTS),
    };
    let groups = groups.get_or_init(|| collect(role));
    let mut nearest = u32::MAX;
    for turn in TURNS {
        let [king, knight, other] = [position.king(winner), knight, other].map(turn);
        let walk = 2 * king_way(turn(position.king(!winner)), Square::A1);
        for group in groups {
            let known = walk + king_way(king, group.king) + knight_way(knight, group.knight);
            if known < nearest {
                nearest = nearest.min(known + way_to_one_of(role, other, group.others));
            }
        }
    }
    nearest
}

/// The number of moves of a minor piece to the nearest of these squares on an empty board.
fn way_to_one_of(role: Role, from: Square, squares: Bitboard) -> u32 {
    if squares.contains(from) {
        return 0;
    }
    if role == Role::Knight {
        let ways = squares.into_iter().map(|to| knight_way(from, to));
        return ways.min().unwrap_or(OUT_OF_REACH);
    }
    let of_its_color = if from.is_dark() {
        Bitboard::DARK
    } else {
        Bitboard::LIGHT
    };
    if squares.is_disjoint(of_its_color) {
        OUT_OF_REACH
    } else if squares.is_disjoint(attacks::bishop_rays(from)) {
        2
    } else {
        1
    }
}

/// All mates of a bare king on a1 by a knight and a minor piece of this role.
fn collect(role: Role) -> Vec<Group> {
    let near = attacks::king(Square::A1);
    let kings = near
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | attacks::king(square));
    let mut groups = Vec::new();
    for king in kings - near - Square::A1.bitboard() {
        let free = !(king.bitboard() | Square::A1.bitboard());
        for knight in free {
            // One of the two gives the check.
            let checks = match attacks::knight(Square::A1).contains(knight) {
                true => Bitboard::ALL,
                false => attacks::of(Color::White, role, Square::A1, Bitboard::EMPTY),
            };
            let minor = Piece::new(Color::White, role);
            let others: Bitboard = (checks & (free - knight.bitboard()))
                .into_iter()
                .filter(|&other| is_mate(king, knight, minor, other))
                .collect();
            if others.any() {
                groups.push(Group {
                    king,
                    knight,
                    others,
                });
            }
        }
    }
    groups
}

fn is_mate(king: Square, knight: Square, minor: Piece, minor_on: Square) -> bool {
    let mut board = Board::empty();
    board.put(Square::A1, Piece::new(Color::Black, Role::King));
    board.put(king, Piece::new(Color::White, Role::King));
    board.put(knight, Piece::new(Color::White, Role::Knight));
    board.put(minor_on, minor);
    let setup = Setup {
        board,
        turn: Color::Black,
        ..Setup::empty()
    };
    let position = setup.validate(Tolerance::Strict);
    position.is_ok_and(|position| position.is_checkmate())
}
