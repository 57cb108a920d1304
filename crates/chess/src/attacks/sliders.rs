//! The interface of the three slider lookups, the dispatch to the best one, and the layout that
//! their tables share.

#![cfg_attr(
    all(feature = "std", target_arch = "x86_64", not(target_feature = "bmi2")),
    expect(unsafe_code, reason = "instructions whose presence was checked")
)]

use crate::{Bitboard, Square};

#[cfg(not(target_arch = "wasm32"))]
use super::lines::Ways;
#[cfg(not(target_arch = "wasm32"))]
use crate::Role;

/// A lookup of bishop and rook attacks.
///
/// A value of such a type is proof that it can be used: a lookup that needs an instruction exists
/// only if the CPU has it. [`with_sliders`] chooses the best.
pub trait Sliders: Copy {
    /// The squares that a bishop attacks.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares that a rook attacks.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;
}

/// Work that looks up many slider attacks, generic over the lookup.
pub trait SlidingWork {
    /// The result of the work.
    type Output;

    /// Does the work. Mark it `#[inline(always)]`: only inlined code is compiled for the CPU
    /// features that come with the lookup.
    fn run<S: Sliders>(self, sliders: S) -> Self::Output;
}

/// Runs work with the best slider lookup of this machine.
///
/// This is where the portable program enters code compiled for CPU features beyond the baseline.
/// There, sets are also counted and iterated with POPCNT and BMI1.
///
/// ```
/// use fourfold_chess::attacks::{Sliders, SlidingWork, with_sliders};
/// use fourfold_chess::{Bitboard, Square};
///
/// /// The mobility of a rook on each square of an otherwise empty board.
/// struct Mobility;
///
/// impl SlidingWork for Mobility {
///     type Output = u32;
///
///     #[inline(always)]
///     fn run<S: Sliders>(self, sliders: S) -> u32 {
///         Square::ALL.into_iter().map(|square| sliders.rook(square, Bitboard::EMPTY).len()).sum()
///     }
/// }
///
/// assert_eq!(with_sliders(Mobility), 64 * 14);
/// ```
#[inline]
pub fn with_sliders<W: SlidingWork>(work: W) -> W::Output {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "bmi2")))]
    if let Some(pext) = super::Pext::detected() {
        // SAFETY: a `Pext` is proof that the CPU has all four features.
        return unsafe { with_pext(work, pext) };
    }
    work.run(Baseline)
}

/// Runs work with the lookup that nearly every machine of the compilation target has; `None` on
/// other machines.
///
/// Large work is compiled once, where [`with_sliders`] compiles it for each lookup. The caller does
/// it in a simpler way if there is no answer.
#[inline]
pub(crate) fn with_usual_sliders<W: SlidingWork>(work: W) -> Option<W::Output> {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "bmi2")))]
    // SAFETY: a `Pext` is proof that the CPU has all four features.
    return super::Pext::detected().map(|pext| unsafe { with_pext(work, pext) });
    #[cfg(not(all(feature = "std", target_arch = "x86_64", not(target_feature = "bmi2"))))]
    Some(work.run(Baseline))
}

#[cfg(all(feature = "std", target_arch = "x86_64", not(target_feature = "bmi2")))]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn with_pext<W: SlidingWork>(work: W, pext: super::Pext) -> W::Output {
    work.run(pext)
}

/// The best lookup that every machine of the compilation target supports.
#[cfg(target_arch = "wasm32")]
pub(crate) use super::lines::Arithmetic as Baseline;
#[cfg(not(any(
    target_arch = "wasm32",
    all(target_arch = "x86_64", target_feature = "bmi2")
)))]
pub(crate) use super::magic::Magic as Baseline;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use super::pext::Compiled as Baseline;

/// The number of table entries, one for each blocker set of each square: 5,248 for bishops and
/// 102,400 for rooks.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const TABLE_SIZE: usize = BISHOPS_SIZE as usize + 102_400;

/// The size of the bishops' part of a table; the rooks' part follows it.
#[cfg(not(target_arch = "wasm32"))]
const BISHOPS_SIZE: u32 = 5_248;

/// The bishops' part of a table.
#[cfg(not(target_arch = "wasm32"))]
pub(super) static BISHOPS: [Entry; 64] = Entry::all(Role::Bishop, 0);

/// The rooks' part of a table.
#[cfg(not(target_arch = "wasm32"))]
pub(super) static ROOKS: [Entry; 64] = Entry::all(Role::Rook, BISHOPS_SIZE);

/// The part of a table that belongs to one square.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The squares that matter as blockers.
    pub(super) blockers: u64,
    /// The index of the square's first entry.
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
    /// The parts of all squares for bishops or for rooks, beginning at an offset.
    const fn all(role: Role, mut offset: u32) -> [Entry; 64] {
        let mut entries = [Entry::at(0, 0); 64];
        let mut square = 0;
        while square < 64 {
            let at = Square::ALL[square];
            let (one, other) = match role {
                Role::Bishop => Ways::of_bishop(at),
                _ => Ways::of_rook(at),
            };
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
