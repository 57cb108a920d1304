//! Attack tables of kings, knights and pawns: one word per square.

use crate::{Bitboard, Square};

pub(super) const KING: [Bitboard; 64] = table(&[
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
]);
pub(super) const KNIGHT: [Bitboard; 64] = table(&[
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
]);
pub(super) const WHITE_PAWN: [Bitboard; 64] = table(&[(-1, 1), (1, 1)]);
pub(super) const BLACK_PAWN: [Bitboard; 64] = table(&[(-1, -1), (1, -1)]);

/// The squares reached from each square by these steps of (files, ranks).
const fn table(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut attacks = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            if let Some(to) = Square::ALL[square].offset(files, ranks) {
                attacks[square].0 |= to.bitboard().0;
            }
            step += 1;
        }
        square += 1;
    }
    attacks
}
