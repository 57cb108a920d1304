//! WebAssembly SIMD: 8 neurons at once.
//!
//! A browser without SIMD refuses to load a module that uses it, so running code can rely on it.

#![expect(
    unsafe_code,
    reason = "vector instructions, whose presence was checked"
)]

use core::arch::wasm32::{
    i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
    i32x4_splat, v128, v128_load,
};

use crate::arch::QA;

use super::{Instructions, Neurons, Work};

/// Proof that SIMD is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Simd128;

impl Simd128 {
    /// Runs work with these instructions.
    #[inline]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        run(self, work)
    }
}

#[target_feature(enable = "simd128")]
fn run<W: Work>(simd128: Simd128, work: W) -> W::Output {
    work.run(simd128)
}

impl Instructions for Simd128 {
    #[inline(always)]
    fn weigh(self, neurons: &Neurons, weights: &Neurons) -> i32 {
        weigh(neurons, weights)
    }
}

#[inline]
#[target_feature(enable = "simd128")]
fn weigh(neurons: &Neurons, weights: &Neurons) -> i32 {
    let (zero, one) = (i16x8_splat(0), i16x8_splat(QA as i16));
    let (neurons, weights) = (neurons.as_chunks().0, weights.as_chunks().0);
    let mut sum = i32x4_splat(0);
    for (neurons, weights) in neurons.iter().zip(weights) {
        let v = i16x8_min(i16x8_max(load(neurons), zero), one);
        let weighted = i16x8_mul(v, load(weights));
        sum = i32x4_add(sum, i32x4_dot_i16x8(v, weighted));
    }
    [
        i32x4_extract_lane::<0>(sum),
        i32x4_extract_lane::<1>(sum),
        i32x4_extract_lane::<2>(sum),
        i32x4_extract_lane::<3>(sum),
    ]
    .into_iter()
    .fold(0, i32::wrapping_add)
}

#[inline]
#[target_feature(enable = "simd128")]
fn load(numbers: &[i16; 8]) -> v128 {
    // SAFETY: the array is as long as the vector, and the load asks for no alignment.
    unsafe { v128_load(numbers.as_ptr().cast()) }
}
