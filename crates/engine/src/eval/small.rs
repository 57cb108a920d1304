//! The hand-written evaluation that is used without a network.
//!
//! [Piece-square tables](https://www.chessprogramming.org/Piece-Square_Tables) with a [tapered
//! evaluation](https://www.chessprogramming.org/Tapered_Eval) between middle game and endgame,
//! passed pawns, the bishop pair, and a mop-up bonus that drives a bare king to where it can be
//! mated. Positions that cannot be won are scored as draws.

use chess::{Bitboard, Board, Color, Position, Role};

use crate::score::Score;

use super::{endgame, tables};

/// A middle-game value, an endgame value and the game phase, packed into one number so that one
/// addition adds all three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tapered(i64);

impl Tapered {
    const ZERO: Tapered = Tapered(0);

    const fn new(middle: i32, end: i32) -> Tapered {
        Tapered(((end as i64) << 16) + middle as i64)
    }

    /// The value with this much phase material.
    const fn with_material(self, material: i32) -> Tapered {
        Tapered(self.0 + ((material as i64) << 32))
    }

    const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    const fn end(self) -> i32 {
        // A negative low part has borrowed one from the part above it.
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

    /// The value interpolated between middle game and endgame by its phase material.
    const fn blended(self) -> i32 {
        let material = if self.material() < FULL_MATERIAL {
            self.material()
        } else {
            FULL_MATERIAL
        };
        (self.middle() * material + self.end() * (FULL_MATERIAL - material)) / FULL_MATERIAL
    }
}

/// The weight of each piece in the game phase, from pawn to king.
const MATERIAL: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The phase material of the start position.
const FULL_MATERIAL: i32 = 24;

/// By side, role and square. Black's values are negative and mirrored.
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

/// The bonus for a passed pawn by its rank, relative to its side.
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

/// The evaluation from the point of view of the side to move.
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

/// The sum of all piece-square values, White minus Black.
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

/// Terms beyond the piece-square tables.
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

/// Pawns that no enemy pawn can block or capture on their way.
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

/// The squares in front of a pawn on its own and the adjacent files, by side and square.
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
    fn packed_values_do_not_mix() {
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
    fn the_start_position_is_even_except_for_tempo() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(eval(start), TEMPO);
    }

    #[test]
    fn mirrored_positions_have_equal_scores() {
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
