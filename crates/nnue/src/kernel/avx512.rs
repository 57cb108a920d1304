//! AVX-512: 32 neurons at once.

#![expect(
    unsafe_code,
    reason = "vector instructions, whose presence was checked"
)]

use core::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_loadu_epi16, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512,
};

use crate::arch::QA;

use super::{Instructions, Neurons, Work};

/// Proof that AVX-512BW and the features that come with it are available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Detects the instructions.
    pub(super) fn detected() -> Option<Avx512> {
        let has_all = std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx512(()))
    }

    /// Runs work with these instructions.
    #[inline]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: an `Avx512` comes only from `detected`, which has seen all four features.
        unsafe { run(self, work) }
    }
}

#[target_feature(enable = "avx512bw,avx512vl,bmi1,popcnt")]
fn run<W: Work>(avx512: Avx512, work: W) -> W::Output {
    work.run(avx512)
}

impl Instructions for Avx512 {
    #[inline(always)]
    fn weigh(self, neurons: &Neurons, weights: &Neurons) -> i32 {
        // SAFETY: an `Avx512` comes only from `detected`, which has seen the feature.
        unsafe { weigh(neurons, weights) }
    }
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn weigh(neurons: &Neurons, weights: &Neurons) -> i32 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA as i16));
    let (neurons, weights) = (neurons.as_chunks().0, weights.as_chunks().0);
    let mut sum = zero;
    for (neurons, weights) in neurons.iter().zip(weights) {
        let v = _mm512_min_epi16(_mm512_max_epi16(load(neurons), zero), one);
        let weighted = _mm512_mullo_epi16(v, load(weights));
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(v, weighted));
    }
    _mm512_reduce_add_epi32(sum)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn load(numbers: &[i16; 32]) -> __m512i {
    // SAFETY: the array is as long as the vector, and the load asks for no alignment.
    unsafe { _mm512_loadu_epi16(numbers.as_ptr()) }
}
