//! The interface of the three ways to slide, the door to the best of them, and the tables' common
//! shape.

use crate::{Bitboard, Square};

#[cfg(not(target_arch = "wasm32"))]
use super::lines::Ways;

/// A way to find what bishops and rooks attack.
///
/// A value of such a type is also the permission to use it: one that needs an instruction exists
/// only where the CPU has it. [`with_sliders`] hands out the best.
pub trait Sliders: Copy {
    /// The squares a bishop attacks.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares a rook attacks.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;
}

/// Work that slides many pieces, written once and compiled for every way to do so.
pub trait SlidingWork {
    /// What the work results in.
    type Output;

    /// Does the work. Mark it `#[inline(always)]`: only what is inlined here is compiled for the
    /// instructions that come along with the sliders.
    fn run<S: Sliders>(self, sliders: S) -> Self::Output;
}

/// Does work with the best sliders of this machine.
///
/// This is the one door between the portable program and the instructions that the CPU may have
/// beyond its baseline: behind it sets are also counted and walked by POPCNT and BMI1.
#[inline]
pub fn with_sliders<W: SlidingWork>(work: W) -> W::Output {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
    if let Some(pext) = super::Pext::detected() {
        // SAFETY: a `Pext` is proof that the CPU has all four features.
        return unsafe { with_pext(work, pext) };
    }
    work.run(Baseline)
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2")))]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn with_pext<W: SlidingWork>(work: W, pext: super::Pext) -> W::Output {
    work.run(pext)
}

/// The best way that every machine of the compilation target can go.
#[cfg(target_arch = "wasm32")]
pub(crate) use super::lines::Arithmetic as Baseline;
#[cfg(not(any(
    target_arch = "wasm32",
    all(target_arch = "x86_64", target_feature = "bmi2")
)))]
pub(crate) use super::magic::Magic as Baseline;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use super::pext::Compiled as Baseline;

/// Entries of a table that holds every blocker set of every square: 5,248 for bishops and
/// 102,400 for rooks.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const TABLE_SIZE: usize = 5_248 + 102_400;

/// One square's part of a table.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The squares whose occupation matters.
    pub(super) blockers: u64,
    /// Where the square's part begins.
    pub(super) offset: u32,
    /// 64 less the number of blockers.
    #[cfg_attr(
        target_feature = "bmi2",
        expect(dead_code, reason = "PEXT needs no shift")
    )]
    pub(super) shift: u32,
}

#[cfg(not(target_arch = "wasm32"))]
impl Entry {
    /// The bishops' part of the table, from its beginning.
    pub(super) const fn bishops() -> [Entry; 64] {
        let mut entries = [Entry {
            blockers: 0,
            offset: 0,
            shift: 0,
        }; 64];
        let (mut square, mut offset) = (0, 0);
        while square < 64 {
            let (one, other) = Ways::of_bishop(Square::ALL[square]);
            entries[square] = Entry::at(one.mask() | other.mask(), offset);
            offset += 1 << entries[square].blockers.count_ones();
            square += 1;
        }
        entries
    }

    /// The rooks' part of the table, behind the bishops'.
    pub(super) const fn rooks() -> [Entry; 64] {
        let mut entries = [Entry {
            blockers: 0,
            offset: 0,
            shift: 0,
        }; 64];
        let (mut square, mut offset) = (0, 5_248);
        while square < 64 {
            let (one, other) = Ways::of_rook(Square::ALL[square]);
            entries[square] = Entry::at(one.mask() | other.mask(), offset);
            offset += 1 << entries[square].blockers.count_ones();
            square += 1;
        }
        entries
    }

    const fn at(blockers: u64, offset: u32) -> Entry {
        Entry {
            blockers,
            offset,
            shift: 64 - blockers.count_ones(),
        }
    }
}
