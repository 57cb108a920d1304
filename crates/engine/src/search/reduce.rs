//! The arithmetic of [late move reductions](https://www.chessprogramming.org/Late_Move_Reductions),
//! in 1024ths of a ply.

use crate::depth::Depth;

use super::params::Params;

pub(super) const PLY: i32 = 1024;

/// 1024 times the natural logarithm of each number; 0 for zero.
static LOGARITHMS: [i32; 256] = {
    let mut logarithms = [0; 256];
    let mut number = 2;
    while number < 256 {
        logarithms[number] = logarithm(number as u64);
        number += 1;
    }
    logarithms
};

/// 1024 times the natural logarithm. Each squaring of the mantissa yields one more binary digit of
/// the logarithm to base two.
const fn logarithm(number: u64) -> i32 {
    const BITS: u32 = 16;
    const LN_2_TIMES_1024: u64 = 710;
    let whole = number.ilog2();
    let mut mantissa = (number << 31) >> whole;
    let mut digits = whole as u64;
    let mut bit = 0;
    while bit < BITS {
        mantissa = (mantissa * mantissa) >> 31;
        digits <<= 1;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            digits |= 1;
        }
        bit += 1;
    }
    ((digits * LN_2_TIMES_1024) >> BITS) as i32
}

/// The base reduction for a depth and move number.
pub(super) fn by_count(params: &Params, depth: Depth, count: usize) -> i32 {
    let depth = LOGARITHMS[depth.plies().clamp(0, 255) as usize];
    let count = LOGARITHMS[count.min(255)];
    params.lmr_base + ((depth * count / PLY) * params.lmr_slope) / PLY
}

/// What is known about a late move and its node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LateMove {
    /// It is an expected cut node.
    pub(super) cut: bool,
    pub(super) was_pv: bool,
    /// The evaluation is higher than two plies ago.
    pub(super) improving: bool,
    pub(super) table_capture: bool,
    /// The child node had many cutoffs.
    pub(super) many_cutoffs: bool,
    /// The move captures or promotes.
    pub(super) capture: bool,
    /// The move gives check.
    pub(super) check: bool,
    pub(super) history: i32,
    /// How much the correction history changed the evaluation, in centipawns.
    pub(super) correction: i32,
    /// The width of the window as a share of the root's, in 1024ths.
    pub(super) window: i32,
}

/// The reduction of a move, given its base reduction.
pub(super) fn late_move(params: &Params, by_count: i32, late: &LateMove) -> i32 {
    let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
    by_count
        + when(late.cut, params.lmr_cut)
        + when(!late.improving, params.lmr_worsening)
        + when(late.table_capture, params.lmr_table_capture)
        + when(late.many_cutoffs, params.lmr_cutoffs)
        - when(late.was_pv, params.lmr_was_pv)
        - when(late.capture, params.lmr_capture)
        - when(late.check, params.lmr_check)
        - late.correction * params.lmr_correction
        - late.window * params.lmr_window / PLY
        - late.history * PLY / params.lmr_history
}

/// The depth of a reduced search: at least one ply, at most one more than unreduced.
pub(super) fn reduced_depth(depth: Depth, reduction: i32) -> Depth {
    let most = depth + 1;
    (depth - reduction.div_euclid(PLY)).clamp(Depth::new(1).min(most), most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_accurate() {
        for (number, expected) in [(1, 0), (2, 709), (3, 1124), (10, 2357), (255, 5674)] {
            let found = LOGARITHMS[number];
            assert!((found - expected).abs() <= 4, "ln {number}: {found}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        let params = Params::default();
        let at = |depth, count| by_count(&params, Depth::new(depth), count);
        assert!(at(8, 10) > at(8, 3));
        assert!(at(12, 10) > at(6, 10));
        let good = LateMove {
            history: 8000,
            ..LateMove::default()
        };
        let plain = late_move(&params, 2048, &LateMove::default());
        assert!(late_move(&params, 2048, &good) < plain);
        let doubtful = LateMove {
            correction: 60,
            window: PLY,
            ..LateMove::default()
        };
        assert!(late_move(&params, 2048, &doubtful) < plain);
    }

    #[test]
    fn a_reduced_search_keeps_at_least_one_ply() {
        let depth = Depth::new(5);
        assert_eq!(reduced_depth(depth, 100 * PLY), Depth::new(1));
        assert_eq!(reduced_depth(depth, -9 * PLY), Depth::new(6));
        assert_eq!(reduced_depth(depth, 2 * PLY + 5), Depth::new(3));
    }
}
