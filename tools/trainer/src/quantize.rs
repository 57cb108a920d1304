//! Converts floating-point weights to the integer network and verifies the result.
//!
//! Training uses rounded weights, so the only difference left is the truncation of integer
//! division.

use anyhow::{Result, ensure};
use chess::Position;
use nnue::Network;
use nnue::arch::{HIDDEN, SCALE};

use crate::gradient::evaluate;
use crate::parameters::{FEATURE_BIAS, OUTPUT_BIAS, Parameters, output_row, unit};
use crate::sample::Sample;

/// The largest allowed difference in centipawns.
pub const TOLERANCE: f32 = 3.0;

#[must_use]
pub fn quantize(parameters: &Parameters) -> Box<Network> {
    let rounded = |row: usize| {
        let unit = unit(row) as f32;
        parameters.rows()[row]
            .0
            .map(|number| (number * unit).round_ties_even() as i16)
    };
    let mut network = Network::zeroed();
    for (row, weights) in network.feature_weights.iter_mut().enumerate() {
        *weights = rounded(row);
    }
    network.feature_bias = rounded(FEATURE_BIAS);
    for (index, output) in network.outputs.iter_mut().enumerate() {
        let row = output_row(index);
        output.weights = [row, row + 1].map(rounded);
        let bias = parameters.output_bias(index) * unit(OUTPUT_BIAS) as f32;
        output.bias = bias.round_ties_even() as i32;
    }
    network
}

/// The weights of an integer network as floating-point numbers; [`quantize`] returns the same
/// network again.
#[must_use]
pub fn restore(network: &Network) -> Parameters {
    let mut parameters = Parameters::zeroed();
    let mut set = |row: usize, weights: &[i16; HIDDEN]| {
        let unit = unit(row) as f32;
        parameters.rows_mut()[row].0 = weights.map(|weight| f32::from(weight) / unit);
    };
    for (row, weights) in network.feature_weights.iter().enumerate() {
        set(row, weights);
    }
    set(FEATURE_BIAS, &network.feature_bias);
    for (index, output) in network.outputs.iter().enumerate() {
        set(output_row(index), &output.weights[0]);
        set(output_row(index) + 1, &output.weights[1]);
    }
    let biases = &mut parameters.rows_mut()[OUTPUT_BIAS].0;
    for (bias, output) in biases.iter_mut().zip(&network.outputs) {
        *bias = output.bias as f32 / unit(OUTPUT_BIAS) as f32;
    }
    parameters
}

/// The largest difference between the integer and the floating-point evaluation, in centipawns.
///
/// # Errors
///
/// Returns an error that names a position with a difference larger than [`TOLERANCE`].
pub fn prove(network: &Network, parameters: &Parameters, witnesses: &[Position]) -> Result<f32> {
    let mut largest = 0.0;
    for position in witnesses {
        let float = SCALE as f32 * evaluate(parameters, &Sample::new(position, 0, 1));
        let integer = network.eval_from_scratch(position);
        let difference = (float - integer as f32).abs();
        largest = f32::max(largest, difference);
        ensure!(
            difference <= TOLERANCE,
            "the integers say {integer}, the floats {float:.1}, which is more than {TOLERANCE} \
             apart, in {position}"
        );
    }
    Ok(largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restored_network_is_quantized_to_itself() {
        let network = quantize(&Parameters::random(4));
        assert!(quantize(&restore(&network)) == network);
    }
}
