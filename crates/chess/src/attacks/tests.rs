//! Compares every slider lookup with a walk over the squares, and the tables with their definition.

use super::sliders::Sliders;
use super::*;
use crate::zobrist;

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The squares from here in these directions, each up to and including the first blocker.
fn walk(from: Square, ways: [(i8, i8); 4], occupied: Bitboard) -> Bitboard {
    let mut met = Bitboard::EMPTY;
    for (files, ranks) in ways {
        let mut at = from;
        while let Some(next) = at.offset(files, ranks) {
            met |= next.bitboard();
            at = next;
            if occupied.contains(next) {
                break;
            }
        }
    }
    met
}

/// Random sets of squares from sparse to dense, with the empty and the full one.
fn occupancies(count: usize) -> Vec<Bitboard> {
    let mut numbers = (0..).map(zobrist::number);
    let mut word = || numbers.next().expect("there is always another number");
    let mut sets = vec![Bitboard::EMPTY, Bitboard::ALL];
    for index in 0..count {
        let bits = match index % 4 {
            0 => word() & word() & word(),
            1 => word() & word(),
            2 => word(),
            _ => word() | word(),
        };
        sets.push(Bitboard(bits));
    }
    sets
}

/// Compares one method with the walk on all squares.
fn check(sliders: impl Sliders, sets: &[Bitboard]) {
    for square in Square::ALL {
        for &occupied in sets {
            let diagonal = walk(square, DIAGONAL, occupied);
            assert_eq!(
                sliders.bishop(square, occupied),
                diagonal,
                "{square} {occupied:?}"
            );
            let straight = walk(square, STRAIGHT, occupied);
            assert_eq!(
                sliders.rook(square, occupied),
                straight,
                "{square} {occupied:?}"
            );
        }
    }
}

#[derive(Clone, Copy)]
struct LineArithmetic;

impl Sliders for LineArithmetic {
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        lines::bishop(square, occupied)
    }

    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        lines::rook(square, occupied)
    }
}

#[test]
fn line_arithmetic_agrees_with_a_walk() {
    check(LineArithmetic, &occupancies(1_000));
}

#[test]
fn the_baseline_agrees_with_a_walk() {
    check(Baseline, &occupancies(1_000));
}

#[cfg(not(any(target_arch = "wasm32", target_feature = "bmi2")))]
#[test]
fn magic_bitboards_agree_with_a_walk() {
    check(magic::Magic, &occupancies(1_000));
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
#[test]
fn pext_agrees_with_a_walk() {
    // A machine without the instruction has nothing to compare.
    if let Some(pext) = Pext::detected() {
        check(pext, &occupancies(1_000));
    }
}

/// Every set of blockers on a slider's own lines, which is every entry of the tables.
#[test]
fn every_blocker_set_is_right() {
    for square in Square::ALL {
        for rays in [bishop_rays(square), rook_rays(square)] {
            let mut blockers = Bitboard::EMPTY;
            loop {
                assert_eq!(
                    Baseline.bishop(square, blockers),
                    lines::bishop(square, blockers)
                );
                assert_eq!(
                    Baseline.rook(square, blockers),
                    lines::rook(square, blockers)
                );
                blockers = Bitboard(blockers.0.wrapping_sub(rays.0) & rays.0);
                if blockers.is_empty() {
                    break;
                }
            }
        }
    }
}

#[test]
fn kings_knights_and_pawns_attack_by_their_steps() {
    for from in Square::ALL {
        for to in Square::ALL {
            let files = (from.file() as i8 - to.file() as i8).abs();
            let ranks = to.rank() as i8 - from.rank() as i8;
            let leaps = (files.min(ranks.abs()), files.max(ranks.abs()));
            assert_eq!(knight(from).contains(to), leaps == (1, 2), "{from} {to}");
            assert_eq!(king(from).contains(to), leaps.1 == 1, "{from} {to}");
            assert_eq!(
                pawn(Color::White, from).contains(to),
                files == 1 && ranks == 1
            );
            assert_eq!(
                pawn(Color::Black, from).contains(to),
                files == 1 && ranks == -1
            );
        }
    }
}

#[test]
fn lines_and_squares_between_agree_with_a_walk() {
    for a in Square::ALL {
        for b in Square::ALL {
            let mut inside = Bitboard::EMPTY;
            let mut whole = Bitboard::EMPTY;
            for (files, ranks) in STRAIGHT.into_iter().chain(DIAGONAL) {
                let (one, other) = ((files, ranks), (-files, -ranks));
                let ahead = walk(a, [one; 4], Bitboard::EMPTY);
                if ahead.contains(b) {
                    inside = walk(a, [one; 4], b.bitboard()) - b.bitboard();
                    whole = ahead | a.bitboard() | walk(a, [other; 4], Bitboard::EMPTY);
                }
            }
            assert_eq!(between(a, b), inside, "{a} {b}");
            assert_eq!(line(a, b), whole, "{a} {b}");
        }
    }
}

#[test]
fn a_queen_attacks_like_a_rook_and_a_bishop() {
    for square in Square::ALL {
        for occupied in occupancies(50) {
            let both = bishop(square, occupied) | rook(square, occupied);
            assert_eq!(queen(square, occupied), both);
            for color in Color::ALL {
                assert_eq!(of(color, Role::Queen, square, occupied), both);
                assert_eq!(of(color, Role::Pawn, square, occupied), pawn(color, square));
            }
        }
        let both = bishop_rays(square) | rook_rays(square);
        assert_eq!(queen(square, Bitboard::EMPTY), both);
    }
}
