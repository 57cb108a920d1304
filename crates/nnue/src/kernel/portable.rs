//! Plain arithmetic for every machine.

use crate::arch::QA;

use super::{Instructions, Neurons};

/// The portable instruction set.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Instructions for Portable {
    #[inline(always)]
    fn weigh(self, neurons: &Neurons, weights: &Neurons) -> i32 {
        let mut sum = 0i32;
        for (&neuron, &weight) in neurons.iter().zip(weights) {
            let v = neuron.clamp(0, QA as i16);
            let weighted = i32::from(v.wrapping_mul(weight)) * i32::from(v);
            sum = sum.wrapping_add(weighted);
        }
        sum
    }
}
