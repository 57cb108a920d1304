//! The weights of a network in floating point.

use nnue::arch::{COUNT_LIMIT, HIDDEN, INPUTS, OUTPUT_LIMIT, OUTPUTS, PLACE_LIMIT, PLACES, QA, QB};
use repeatable::Random;

/// One value per neuron, aligned for the widest registers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Row(pub [f32; HIDDEN]);

impl Row {
    pub const ZERO: Row = Row([0.0; HIDDEN]);
}

/// One value for each weight of a network (the weights themselves, or a gradient), as rows: one per
/// input, the bias of the neurons, the weights of each output for either side, and a row that
/// begins with the output biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters(Vec<Row>);

/// The row of the neuron biases.
pub const FEATURE_BIAS: usize = INPUTS;
/// The first row of output weights.
pub const OUTPUT: usize = INPUTS + 1;
/// The row of the output biases.
pub const OUTPUT_BIAS: usize = OUTPUT + 2 * OUTPUTS;
pub const ROWS: usize = OUTPUT_BIAS + 1;

/// The row of an output's weights for the side to move; the opponent's row follows.
#[must_use]
pub const fn output_row(output: usize) -> usize {
    OUTPUT + 2 * output
}

/// The quantization factor of a row.
#[must_use]
pub const fn unit(row: usize) -> i32 {
    match row {
        0..=FEATURE_BIAS => QA,
        OUTPUT..OUTPUT_BIAS => QB,
        _ => QA * QB,
    }
}

/// How many steps a rounded weight of a row takes from 0 to 1.
///
/// Weights of the first layer are multiples of [`COARSENESS`], because fewer different weights
/// compress better.
#[must_use]
pub const fn steps(row: usize) -> i32 {
    match row {
        0..=FEATURE_BIAS => QA / COARSENESS,
        _ => unit(row),
    }
}

/// The difference between neighboring weights of the first layer. Three costs nothing, five raises
/// the loss by 1 %.
pub const COARSENESS: i32 = 3;

const _: () = assert!(QA % COARSENESS == 0);

/// The largest absolute weight of a row, so that the network is within its bounds.
#[must_use]
pub const fn largest(row: usize) -> f32 {
    let limit = match row {
        ..PLACES | FEATURE_BIAS => PLACE_LIMIT,
        PLACES..FEATURE_BIAS => COUNT_LIMIT,
        _ => return OUTPUT_LIMIT as f32 / QB as f32,
    };
    let steps = limit as i32 / COARSENESS;
    steps as f32 * COARSENESS as f32 / QA as f32
}

impl Parameters {
    #[must_use]
    pub fn zeroed() -> Parameters {
        Parameters(vec![Row::ZERO; ROWS])
    }

    /// Random initial weights, small enough that the neurons work in the middle of their range.
    /// Counts begin with zero.
    #[must_use]
    pub fn random(seed: u64) -> Parameters {
        let mut random = Random::new(seed);
        let mut parameters = Parameters::zeroed();
        // The sum of three uniform values approximates a normal distribution.
        let mut throw = |deviation: f32| {
            let uniform =
                |random: &mut Random| (random.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
            deviation * (0..3).map(|_| uniform(&mut random)).sum::<f32>()
        };
        let feature = (2.0 / PLACES as f32).sqrt();
        let output = (1.0 / HIDDEN as f32).sqrt();
        for row in &mut parameters.0[..PLACES] {
            row.0 = row.0.map(|_| throw(feature));
        }
        for row in &mut parameters.0[OUTPUT..OUTPUT_BIAS] {
            row.0 = row.0.map(|_| throw(output));
        }
        parameters
    }

    #[inline]
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.0
    }

    #[inline]
    pub fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.0
    }

    /// The weights of an output for the side to move and for the opponent.
    #[inline]
    #[must_use]
    pub fn output(&self, output: usize) -> [&Row; 2] {
        let row = output_row(output);
        [&self.0[row], &self.0[row + 1]]
    }

    #[inline]
    #[must_use]
    pub fn output_bias(&self, output: usize) -> f32 {
        self.0[OUTPUT_BIAS].0[output]
    }
}

/// The number of neurons summed in registers at once.
const BLOCK: usize = 128;

const _: () = assert!(HIDDEN.is_multiple_of(BLOCK));

#[inline]
pub fn add_rows(target: &mut Row, table: &[Row], list: &[u16]) {
    let (blocks, _) = target.0.as_chunks_mut::<BLOCK>();
    for (index, block) in blocks.iter_mut().enumerate() {
        let mut sum = *block;
        for &at in list {
            let (row, _) = table[usize::from(at)].0.as_chunks::<BLOCK>();
            for (sum, value) in sum.iter_mut().zip(&row[index]) {
                *sum += value;
            }
        }
        *block = sum;
    }
}
