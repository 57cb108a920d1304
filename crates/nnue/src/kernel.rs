//! The inner loops of inference, compiled for each instruction set.
//!
//! A [`Kernel`] stands for an instruction set that this machine supports; the best one is detected
//! once. All work goes through [`Kernel::run`]: everything inlined into the work is compiled for
//! the kernel's instruction set. Accumulator updates are written once and vectorized by the
//! compiler. The output layer needs an instruction that the compiler does not use at full width by
//! itself, so each kernel has its own short [`Instructions::weigh`].
//!
//! All kernels use the same integers, which wrap in the same way even if the weights are out of
//! bounds, so their results are bit-identical.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(target_arch = "wasm32")]
mod simd128;
#[cfg(test)]
#[cfg(feature = "_testkit")]
mod tests;

use core::fmt;

use crate::arch::{HIDDEN, INPUTS};

/// One value for each neuron of the hidden layer.
pub(crate) type Neurons = [i16; HIDDEN];

/// An instruction set that this machine supports.
///
/// ```
/// use fourfold_nnue::Kernel;
/// assert!(Kernel::available().contains(&Kernel::best()));
/// assert_eq!(Kernel::PORTABLE.to_string(), "portable");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Set);

/// A value of this type exists only if the machine supports the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(neon::Neon),
    #[cfg(target_arch = "wasm32")]
    Simd128(simd128::Simd128),
}

/// The operations that each instruction set implements.
///
/// A value of such a type proves that the instructions are available.
pub(crate) trait Instructions: Copy {
    /// The sum of the neurons after activation (clipped and squared), times their weights.
    fn weigh(self, neurons: &Neurons, weights: &Neurons) -> i32;
}

/// Work that is compiled for every kernel.
pub(crate) trait Work {
    /// The result.
    type Output;

    /// Runs the work. Mark it `#[inline(always)]`: only inlined code is compiled for the
    /// instruction set.
    fn run<I: Instructions>(self, instructions: I) -> Self::Output;
}

impl Kernel {
    /// The kernel of every machine: plain arithmetic, which the compiler vectorizes for its target.
    pub const PORTABLE: Kernel = Kernel(Set::Portable);

    /// The fastest kernel of this machine.
    #[must_use]
    pub fn best() -> Kernel {
        Kernel::available()
            .pop()
            .expect("the portable kernel is always available")
    }

    /// All kernels of this machine, the fastest last.
    ///
    /// ```
    /// use fourfold_nnue::Kernel;
    /// for kernel in Kernel::available() {
    ///     println!("{kernel}");
    /// }
    /// assert_eq!(Kernel::available()[0], Kernel::PORTABLE);
    /// ```
    #[must_use]
    pub fn available() -> Vec<Kernel> {
        let mut kernels = vec![Kernel::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            kernels.extend(avx2::Avx2::detected().map(|avx2| Kernel(Set::Avx2(avx2))));
            kernels.extend(avx512::Avx512::detected().map(|avx512| Kernel(Set::Avx512(avx512))));
        }
        #[cfg(target_arch = "aarch64")]
        kernels.extend(neon::Neon::detected().map(|neon| Kernel(Set::Neon(neon))));
        #[cfg(target_arch = "wasm32")]
        kernels.push(Kernel(Set::Simd128(simd128::Simd128)));
        kernels
    }

    /// Runs work with the instructions of this kernel.
    #[inline]
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            Set::Portable => work.run(portable::Portable),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(avx2) => avx2.run(work),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(avx512) => avx512.run(work),
            #[cfg(target_arch = "aarch64")]
            Set::Neon(neon) => work.run(neon),
            #[cfg(target_arch = "wasm32")]
            Set::Simd128(simd128) => simd128.run(work),
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Set::Neon(_) => "NEON",
            #[cfg(target_arch = "wasm32")]
            Set::Simd128(_) => "SIMD128",
        })
    }
}

/// First-layer rows to add to and subtract from an accumulator.
pub(crate) struct Rows<'a> {
    pub(crate) weights: &'a [Neurons; INPUTS],
    pub(crate) added: &'a [u16],
    pub(crate) gone: &'a [u16],
}

impl Rows<'_> {
    /// Computes the accumulator `into` from `from`, or from itself. Works on one block of neurons
    /// after the other, so that the sums stay in registers.
    #[inline(always)]
    pub(crate) fn sum(&self, into: &mut Neurons, from: Option<&Neurons>) {
        for (block, into) in into.as_chunks_mut().0.iter_mut().enumerate() {
            let row = |neurons: &'_ Neurons| -> [i16; BLOCK] { neurons.as_chunks().0[block] };
            let mut sums = from.map_or(*into, row);
            for &input in self.added {
                let weights = &self.weights[usize::from(input)].as_chunks().0[block];
                combine(&mut sums, weights, i16::wrapping_add);
            }
            for &input in self.gone {
                let weights = &self.weights[usize::from(input)].as_chunks().0[block];
                combine(&mut sums, weights, i16::wrapping_sub);
            }
            *into = sums;
        }
    }
}

/// The number of neurons whose sums are kept in registers: eight registers of AVX2.
const BLOCK: usize = 128;

/// Combines every neuron with its weight.
#[inline(always)]
fn combine(sums: &mut [i16; BLOCK], row: &[i16; BLOCK], with: fn(i16, i16) -> i16) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum = with(*sum, weight);
    }
}
