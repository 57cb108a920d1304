//! AVX2: 16 neurons at once.

#![expect(
    unsafe_code,
    reason = "vector instructions, whose presence was checked"
)]

use core::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256,
};

use crate::arch::QA;

use super::{Instructions, Neurons, Work};

/// Proof that AVX2, BMI1 and BMI2 are available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Detects the instructions.
    pub(super) fn detected() -> Option<Avx2> {
        let has_all = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx2(()))
    }

    /// Runs work with these instructions.
    #[inline]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: an `Avx2` comes only from `detected`, which has seen all three features.
        unsafe { run(self, work) }
    }
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
fn run<W: Work>(avx2: Avx2, work: W) -> W::Output {
    work.run(avx2)
}

impl Instructions for Avx2 {
    #[inline(always)]
    fn weigh(self, neurons: &Neurons, weights: &Neurons) -> i32 {
        // SAFETY: an `Avx2` comes only from `detected`, which has seen the feature.
        unsafe { weigh(neurons, weights) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn weigh(neurons: &Neurons, weights: &Neurons) -> i32 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
    let (neurons, weights) = (neurons.as_chunks().0, weights.as_chunks().0);
    let mut sum = zero;
    for (neurons, weights) in neurons.iter().zip(weights) {
        let v = _mm256_min_epi16(_mm256_max_epi16(load(neurons), zero), one);
        let weighted = _mm256_mullo_epi16(v, load(weights));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(v, weighted));
    }
    let half = _mm_add_epi32(
        _mm256_castsi256_si128(sum),
        _mm256_extracti128_si256::<1>(sum),
    );
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b00_00_11_10>(half));
    let eighth = _mm_add_epi32(quarter, _mm_shuffle_epi32::<0b00_00_00_01>(quarter));
    _mm_cvtsi128_si32(eighth)
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(numbers: &[i16; 16]) -> __m256i {
    // SAFETY: the array is as long as the vector, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
}
