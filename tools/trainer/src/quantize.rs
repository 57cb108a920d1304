//! From floating-point numbers to the integers of the network, with a proof that they say the same.

use anyhow::{Result, ensure};
use chess::Position;
use nnue::Network;
use nnue::arch::{INPUTS, QA, QB, SCALE};

use crate::gradient::evaluate;
use crate::parameters::{FEATURE_BIAS, OUTPUT, Parameters, Row};
use crate::sample::Sample;

/// How far the integers may be off, in hundredths of a pawn.
pub const TOLERANCE: f32 = 3.0;

/// The network that the numbers round to.
#[must_use]
pub fn quantize(parameters: &Parameters) -> Box<Network> {
    let rows = parameters.rows();
    let mut network = Network::zeroed();
    for (weights, row) in network.feature_weights.iter_mut().zip(&rows[..INPUTS]) {
        *weights = rounded(row, QA);
    }
    network.feature_bias = rounded(&rows[FEATURE_BIAS], QA);
    network.output_weights = [OUTPUT, OUTPUT + 1].map(|row| rounded(&rows[row], QB));
    network.output_bias = (parameters.output_bias() * (QA * QB) as f32).round() as i32;
    network
}

fn rounded(row: &Row, one: i32) -> [i16; nnue::arch::HIDDEN] {
    row.0.map(|number| (number * one as f32).round() as i16)
}

/// The largest difference of what integers and floating-point numbers say, in hundredths of a
/// pawn.
///
/// # Errors
///
/// Returns an error that names the position if it is larger than [`TOLERANCE`].
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
