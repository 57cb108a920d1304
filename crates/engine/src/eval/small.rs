//! The small evaluation, which was there before any network.
//!
//! Material and squares, tapered from the middle game to the endgame by how much material is left;
//! passed pawns and the bishop pair; and, because no table of squares knows how to mate, a drive
//! that pushes a bare king to where it can be mated. What cannot be won is called a draw.

use chess::{Bitboard, Board, Color, Position, Role};

use crate::score::Score;

use super::{endgame, tables};

/// A middle-game value, an endgame value and the material that decides between them, in one number
/// that is added and subtracted as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tapered(i64);

impl Tapered {
    const ZERO: Tapered = Tapered(0);

    const fn new(middle: i32, end: i32) -> Tapered {
        Tapered(((end as i64) << 16) + middle as i64)
    }

    /// The value with this much material in it.
    const fn with_material(self, material: i32) -> Tapered {
        Tapered(self.0 + ((material as i64) << 32))
    }

    const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    const fn end(self) -> i32 {
        // A negative part has borrowed one from the part above it.
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    const fn material(self) -> i32 {
        ((self.0 + 0x8000_8000) >> 32) as i32
    }

    const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }

    const fn minus(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }

    /// The value, between middle game and endgame by the material in it.
    const fn blended(self) -> i32 {
        let material = if self.material() < FULL_MATERIAL {
            self.material()
        } else {
            FULL_MATERIAL
        };
        (self.middle() * material + self.end() * (FULL_MATERIAL - material)) / FULL_MATERIAL
    }
}

/// What each piece counts towards the middle game, from pawn to king.
const MATERIAL: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// What all pieces count together at the start.
const FULL_MATERIAL: i32 = 24;

/// By side, role and square; Black's are negative and upside down.
static SQUARES: [[[Tapered; 64]; 6]; 2] = {
    let mut squares = [[[Tapered::ZERO; 64]; 6]; 2];
    let mut at = 0;
    while at < 6 * 64 {
        let (role, square) = (at / 64, at % 64);
        let [middle, end] = &tables::SQUARES[role];
        let white = Tapered::new(middle[square ^ 56] as i32, end[square ^ 56] as i32);
        let black = Tapered::ZERO.minus(white);
        squares[0][role][square] = white.with_material(MATERIAL[role]);
        squares[1][role][square ^ 56] = black.with_material(MATERIAL[role]);
        at += 1;
    }
    squares
};

const TEMPO: i32 = 12;
const BISHOP_PAIR: Tapered = Tapered::new(22, 48);

/// A passed pawn by the rank it stands on, as its own side counts.
const PASSED: [Tapered; 8] = [
    Tapered::ZERO,
    Tapered::new(2, 6),
    Tapered::new(0, 10),
    Tapered::new(4, 24),
    Tapered::new(18, 44),
    Tapered::new(36, 80),
    Tapered::new(48, 110),
    Tapered::ZERO,
];

/// What the position is worth to the side to move.
pub(super) fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let sum = material_and_squares(board)
        .plus(extras(board, Color::White))
        .minus(extras(board, Color::Black));
    let white = endgame::adjusted(position, sum.blended());
    let own = if position.turn().is_white() {
        white
    } else {
        -white
    };
    Score::from_centipawns(own + TEMPO)
}

/// The sum of all pieces on their squares, White's less Black's.
fn material_and_squares(board: &Board) -> Tapered {
    let mut sum = Tapered::ZERO;
    for color in Color::ALL {
        for role in Role::ALL {
            for square in board.pieces(color, role) {
                sum = sum.plus(SQUARES[color as usize][role as usize][square as usize]);
            }
        }
    }
    sum
}

/// What a side has beyond its pieces and their squares.
fn extras(board: &Board, color: Color) -> Tapered {
    passed_pawns(board, color).plus(bishop_pair(board, color))
}

fn bishop_pair(board: &Board, color: Color) -> Tapered {
    let bishops = board.pieces(color, Role::Bishop);
    if (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any() {
        BISHOP_PAIR
    } else {
        Tapered::ZERO
    }
}

/// Pawns that no enemy pawn can stop or capture on their way.
fn passed_pawns(board: &Board, color: Color) -> Tapered {
    let enemy = board.pieces(!color, Role::Pawn);
    let mut sum = Tapered::ZERO;
    for square in board.pieces(color, Role::Pawn) {
        if PATHS[color as usize][square as usize].is_disjoint(enemy) {
            let rank = square.rank().relative_to(color);
            sum = sum.plus(PASSED[rank as usize]);
        }
    }
    sum
}

/// The squares before a pawn on its own file and the files beside it, by side and square.
static PATHS: [[Bitboard; 64]; 2] = {
    let mut paths = [[Bitboard::EMPTY; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let mut at = 0;
        while at < 64 {
            let (at_file, at_rank) = (at % 8, at / 8);
            if usize::abs_diff(at_file, file) <= 1 {
                if at_rank > rank {
                    paths[0][square] = Bitboard(paths[0][square].0 | 1 << at);
                } else if at_rank < rank {
                    paths[1][square] = Bitboard(paths[1][square].0 | 1 << at);
                }
            }
            at += 1;
        }
        square += 1;
    }
    paths
};

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(fen: &str) -> i32 {
        let position = Position::from_fen(fen).expect("a legal position");
        evaluate(&position).centipawns()
    }

    #[test]
    fn all_parts_of_a_tapered_value_are_kept() {
        for (middle, end) in [(0, 0), (5, -7), (-5, 7), (-300, -1), (1200, -1200)] {
            let value = Tapered::new(middle, end);
            assert_eq!((value.middle(), value.end()), (middle, end));
            let none = value.minus(value);
            assert_eq!((none.middle(), none.end()), (0, 0));
            let both = value.with_material(3).plus(value.with_material(4));
            assert_eq!(both.material(), 7);
            assert_eq!((both.middle(), both.end()), (2 * middle, 2 * end));
        }
    }

    #[test]
    fn the_start_is_even_but_for_the_move() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(eval(start), TEMPO);
    }

    #[test]
    fn colors_are_equal() {
        for (fen, mirrored) in [
            (
                "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPPBPPP/RNBQK2R w KQkq - 0 1",
                "rnbqk2r/ppppbppp/5n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1",
            ),
            (
                "8/3k4/8/8/P7/8/3K4/8 w - - 0 1",
                "8/3k4/8/p7/8/8/3K4/8 b - - 0 1",
            ),
            (
                "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
                "kbn5/8/8/8/3K4/8/8/8 b - - 0 1",
            ),
        ] {
            assert_eq!(eval(fen), eval(mirrored), "{fen}");
        }
    }
}
