//! Slider attacks by PEXT bitboards
//! (<https://www.chessprogramming.org/BMI2#PEXTBitboards>): one instruction of BMI2 gathers the
//! blockers of a square into a table index.

#![expect(unsafe_code, reason = "instructions whose presence was checked")]

use core::arch::x86_64::_pext_u64;

use crate::{Bitboard, Square};

use super::lines::Ways;
use super::sliders::{BISHOPS, Entry, ROOKS, Sliders, TABLE_SIZE};

/// The PEXT lookup in a program compiled for CPUs that have the instruction.
#[cfg(target_feature = "bmi2")]
#[derive(Clone, Copy)]
pub(crate) struct Compiled;

#[cfg(target_feature = "bmi2")]
impl Sliders for Compiled {
    #[inline]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: this type exists only when the whole program is compiled for BMI2.
        unsafe { bishop(square, occupied) }
    }

    #[inline]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: this type exists only when the whole program is compiled for BMI2.
        unsafe { rook(square, occupied) }
    }
}

/// The PEXT lookup in a program that detects the instruction at run time.
#[cfg(not(target_feature = "bmi2"))]
#[derive(Clone, Copy)]
pub(crate) struct Pext(());

#[cfg(not(target_feature = "bmi2"))]
impl Pext {
    /// Detects PEXT with its companions POPCNT, BMI1 and LZCNT; `None` unless the CPU has them
    /// all. After the first call this is one load and one test.
    #[inline]
    pub(crate) fn detected() -> Option<Pext> {
        let has_all = std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        has_all.then_some(Pext(()))
    }
}

#[cfg(not(target_feature = "bmi2"))]
impl Sliders for Pext {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: a `Pext` comes only from `detected`, which has seen BMI2.
        unsafe { bishop(square, occupied) }
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        // SAFETY: a `Pext` comes only from `detected`, which has seen BMI2.
        unsafe { rook(square, occupied) }
    }
}

/// The squares a bishop attacks.
#[inline]
#[target_feature(enable = "bmi2")]
fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &BISHOPS[square as usize];
    TABLE[entry.offset as usize + _pext_u64(occupied.0, entry.blockers) as usize]
}

/// The squares a rook attacks.
#[inline]
#[target_feature(enable = "bmi2")]
fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let entry = &ROOKS[square as usize];
    TABLE[entry.offset as usize + _pext_u64(occupied.0, entry.blockers) as usize]
}

static TABLE: [Bitboard; TABLE_SIZE] = {
    let mut table = [Bitboard::EMPTY; TABLE_SIZE];
    let mut square = 0;
    while square < 64 {
        let at = Square::ALL[square];
        fill(&mut table, &BISHOPS[square], &Ways::of_bishop(at));
        fill(&mut table, &ROOKS[square], &Ways::of_rook(at));
        square += 1;
    }
    table
};

/// Fills one square's part of the table. The index of the blockers on two lines is the sum of the
/// indices of each line.
const fn fill(table: &mut [Bitboard; TABLE_SIZE], entry: &Entry, ways: &(Ways, Ways)) {
    let (one, other) = ways;
    let mut other_index = [0; 64];
    let mut second = 0;
    while second < other.count {
        other_index[second] = gather(other.blockers[second], entry.blockers);
        second += 1;
    }
    let mut first = 0;
    while first < one.count {
        let base = entry.offset as usize + gather(one.blockers[first], entry.blockers);
        let attacks = one.attacks[first];
        second = 0;
        while second < other.count {
            table[base + other_index[second]].0 = attacks | other.attacks[second];
            second += 1;
        }
        first += 1;
    }
}

/// What the PEXT instruction does.
const fn gather(bits: u64, mask: u64) -> usize {
    let (mut gathered, mut place, mut rest) = (0, 0, mask);
    while rest != 0 {
        if bits & rest & rest.wrapping_neg() != 0 {
            gathered |= 1 << place;
        }
        place += 1;
        rest &= rest - 1;
    }
    gathered
}
