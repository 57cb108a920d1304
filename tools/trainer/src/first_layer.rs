//! The first layer in two equivalent forms.
//!
//! During training the weights are rounded to quantized values, so the first layer, which is most
//! of the work, can be computed with 16-bit integers, half the size of floats. [`Parameters`]
//! computes it in floating point, for tests and for weights that are not rounded.

use nnue::arch::{HIDDEN, INPUTS, QA};

use crate::parameters::{FEATURE_BIAS, Parameters, Row, add_rows};

/// Computes the neurons from the inputs.
pub trait FirstLayer: Sync {
    /// One side's neurons before activation, from the active inputs.
    fn sum_up(&self, inputs: &[u16], neurons: &mut Row);
}

impl FirstLayer for Parameters {
    #[inline]
    fn sum_up(&self, inputs: &[u16], neurons: &mut Row) {
        *neurons = self.rows()[FEATURE_BIAS];
        add_rows(neurons, self.rows(), inputs);
    }
}

/// The first layer as integers: a row per input, then the bias.
#[derive(Clone, Debug)]
pub struct Integers(Vec<IntegerRow>);

/// One integer per neuron.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct IntegerRow([i16; HIDDEN]);

impl Integers {
    #[must_use]
    pub fn zeroed() -> Integers {
        Integers(vec![IntegerRow([0; HIDDEN]); INPUTS + 1])
    }

    pub fn rows_mut(&mut self) -> &mut [IntegerRow] {
        &mut self.0
    }
}

impl IntegerRow {
    /// Sets the row from rounded weights.
    #[inline]
    pub fn take_over(&mut self, rounded: &Row) {
        for (integer, number) in self.0.iter_mut().zip(&rounded.0) {
            *integer = (number * QA as f32).round_ties_even() as i16;
        }
    }
}

impl FirstLayer for Integers {
    #[inline]
    fn sum_up(&self, inputs: &[u16], neurons: &mut Row) {
        let mut sum = self.0[FEATURE_BIAS];
        for &input in inputs {
            for (sum, value) in sum.0.iter_mut().zip(&self.0[usize::from(input)].0) {
                *sum = sum.wrapping_add(*value);
            }
        }
        for (neuron, sum) in neurons.0.iter_mut().zip(sum.0) {
            *neuron = f32::from(sum) * (1.0 / QA as f32);
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::adam::Adam;
    use repeatable::Random;

    #[test]
    fn integers_equal_the_rounded_weights() {
        let adam = Adam::new(Parameters::random(11));
        let (parameters, integers) = adam.rounded();
        let mut random = Random::new(4);
        for count in [0, 2, 17, 64] {
            let inputs: Vec<u16> = (0..count).map(|_| random.below(INPUTS) as u16).collect();
            let (mut floats, mut sums) = (Row::ZERO, Row::ZERO);
            parameters.sum_up(&inputs, &mut floats);
            integers.sum_up(&inputs, &mut sums);
            for (float, sum) in floats.0.iter().zip(&sums.0) {
                assert!((float - sum).abs() < 1e-5, "{count}: {float} {sum}");
            }
        }
    }
}
