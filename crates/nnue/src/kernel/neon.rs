//! NEON: 8 neurons at once.

#![expect(
    unsafe_code,
    reason = "vector instructions, whose presence was checked"
)]

use core::arch::aarch64::{
    int16x8_t, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vld1q_s16, vmaxq_s16, vminq_s16,
    vmlal_high_s16, vmlal_s16, vmulq_s16,
};

use crate::arch::QA;

use super::{Instructions, Neurons};

/// Proof that NEON is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neon(());

impl Neon {
    /// Detects the instructions.
    pub(super) fn detected() -> Option<Neon> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Neon(()))
    }
}

impl Instructions for Neon {
    #[inline(always)]
    fn weigh(self, neurons: &Neurons, weights: &Neurons) -> i32 {
        // SAFETY: a `Neon` comes only from `detected`, which has seen the feature.
        unsafe { weigh(neurons, weights) }
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn weigh(neurons: &Neurons, weights: &Neurons) -> i32 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(QA as i16));
    let (neurons, weights) = (neurons.as_chunks().0, weights.as_chunks().0);
    let mut sum = vdupq_n_s32(0);
    for (neurons, weights) in neurons.iter().zip(weights) {
        let v = vminq_s16(vmaxq_s16(load(neurons), zero), one);
        let weighted = vmulq_s16(v, load(weights));
        sum = vmlal_s16(sum, vget_low_s16(v), vget_low_s16(weighted));
        sum = vmlal_high_s16(sum, v, weighted);
    }
    vaddvq_s32(sum)
}

#[inline]
#[target_feature(enable = "neon")]
fn load(numbers: &[i16; 8]) -> int16x8_t {
    // SAFETY: the array is as long as the vector, and the load asks for no alignment.
    unsafe { vld1q_s16(numbers.as_ptr()) }
}
