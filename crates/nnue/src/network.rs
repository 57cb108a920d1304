//! The weights of a network and their file format.
//!
//! ```text
//! offset  bytes
//!      0  8      "4foldnet"
//!      8  4 4    inputs, hidden neurons
//!     16  8      hash of the architecture
//!     24  8      checksum of everything that follows
//!     32  …      feature weights by input; feature bias; for each output, its weights for the side
//!                to move, then for the opponent: 2 bytes each. The bias of each output: 4 bytes.
//! ```
//!
//! All numbers are little-endian. The checksum is 64-bit FNV-1a. A file of any other shape is
//! refused, and so is one with a weight beyond the bounds of [`arch`].

use core::fmt;
use std::io::{self, Write};

use chess::{Color, Position};
use thiserror::Error;

use crate::arch::{
    self, COUNT_LIMIT, HIDDEN, INPUTS, OUTPUT_LIMIT, OUTPUT_SUM_LIMIT, OUTPUTS, PLACE_LIMIT,
    PLACES, QA, evaluation, output_of,
};
use crate::checksum;
use crate::counts::Counts;
use crate::packed;

const MAGIC: [u8; 8] = *b"4foldnet";
pub(crate) const HEADER: usize = 32;
const WEIGHTS: usize = INPUTS * HIDDEN + HIDDEN + OUTPUTS * 2 * HIDDEN;
const FILE: usize = HEADER + 2 * WEIGHTS + 4 * OUTPUTS;

/// The largest output bias: 100.0, which is worth 40,000 centipawns.
const OUTPUT_BIAS_LIMIT: i32 = 100 * QA * arch::QB;

/// The weights of a network.
///
/// [`Network::zeroed`] creates an empty one, [`Network::read`] reads one from a file. Weights set
/// by hand are checked when the network is written, or by [`Network::check`]. A network that breaks
/// the bounds gives meaningless evaluations, but the same ones on every machine.
#[derive(Clone, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Network {
    /// The weights from each input to each neuron.
    pub feature_weights: [[i16; HIDDEN]; INPUTS],
    /// The bias of each neuron.
    pub feature_bias: [i16; HIDDEN],
    /// The output buckets, selected by [`output_of`] the number of pieces.
    pub outputs: [Output; OUTPUTS],
}

/// An output bucket.
///
/// ```
/// use fourfold_nnue::Network;
/// // Every output bucket has 512 weights and a bias.
/// let network = Network::zeroed();
/// assert_eq!(network.outputs[0].weights.as_flattened().len(), 2 * fourfold_nnue::arch::HIDDEN);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Output {
    /// The weight of each neuron: the side to move's, then the opponent's.
    pub weights: [[i16; HIDDEN]; 2],
    /// The bias.
    pub bias: i32,
}

/// A group of weights.
///
/// ```
/// use fourfold_nnue::{Network, NetworkError, Part};
/// let mut network = Network::zeroed();
/// network.feature_bias[0] = i16::MAX;
/// let Err(NetworkError::Weight { part, .. }) = network.check() else { unreachable!() };
/// assert_eq!(part, Part::FeatureBias);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The weights from inputs to neurons.
    FeatureWeights,
    /// The biases of the neurons.
    FeatureBias,
    /// The weights from neurons to outputs.
    OutputWeights,
    /// The biases of the outputs.
    OutputBias,
}

/// Why a network cannot be used.
///
/// ```
/// use fourfold_nnue::{Network, NetworkError};
/// let error = Network::read(b"#!/bin/sh").unwrap_err();
/// assert!(matches!(error, NetworkError::Magic { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file does not begin like a network.
    #[error("not a Fourfold network: expected it to begin with {expected:?}, found {found:?}")]
    Magic {
        /// The first bytes of every network file.
        expected: String,
        /// The first bytes of this file.
        found: String,
    },
    /// The network has another architecture.
    #[error("another architecture: expected {expected}, found {found}")]
    Architecture {
        /// The architecture of this program.
        expected: Shape,
        /// The architecture of the file.
        found: Shape,
    },
    /// The file is truncated or too long.
    #[error("wrong length: expected {expected} bytes, found {found}")]
    Length {
        /// The length of a valid file.
        expected: usize,
        /// The length of this file.
        found: usize,
    },
    /// The file is damaged.
    #[error("damaged: the checksum should be {expected:016x}, the weights have {found:016x}")]
    Checksum {
        /// The checksum in the file.
        expected: u64,
        /// The checksum of the contents.
        found: u64,
    },
    /// A weight could cause an overflow.
    #[error(
        "weight out of bounds: expected at most {limit} either way, found {value} at {index} of {part}"
    )]
    Weight {
        /// Its group.
        part: Part,
        /// Its index within the group.
        index: usize,
        /// Its value.
        value: i32,
        /// The largest allowed absolute value.
        limit: i32,
    },
    /// The weights of an output could cause an overflow together.
    #[error(
        "output weights of one sign out of bounds: expected a sum of at most {limit}, found {found}"
    )]
    WeightSum {
        /// The sum of the weights of one sign.
        found: i32,
        /// The largest allowed absolute value.
        limit: i32,
    },
}

/// The shape of a network, as stored in its file.
///
/// ```
/// use fourfold_nnue::Shape;
/// use fourfold_nnue::arch::{HIDDEN, INPUTS};
/// assert_eq!((Shape::OURS.inputs, Shape::OURS.hidden), (INPUTS as u32, HIDDEN as u32));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of inputs.
    pub inputs: u32,
    /// The number of hidden neurons.
    pub hidden: u32,
    /// The hash of the architecture.
    pub hash: u64,
}

impl Shape {
    /// The shape that this program supports.
    pub const OURS: Shape = Shape {
        inputs: INPUTS as u32,
        hidden: HIDDEN as u32,
        hash: arch::HASH,
    };
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape {
            inputs,
            hidden,
            hash,
        } = self;
        write!(f, "{inputs} inputs and {hidden} neurons ({hash:016x})")
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::FeatureWeights => "the feature weights",
            Part::FeatureBias => "the feature bias",
            Part::OutputWeights => "the output weights",
            Part::OutputBias => "the output bias",
        })
    }
}

impl Network {
    /// A network with all weights zero.
    ///
    /// ```
    /// use fourfold_nnue::chess::Position;
    /// use fourfold_nnue::Network;
    /// assert_eq!(Network::zeroed().eval_from_scratch(&Position::start()), 0);
    /// ```
    #[expect(unsafe_code, reason = "a network is too large to be made on the stack")]
    #[must_use]
    pub fn zeroed() -> Box<Network> {
        let network = Box::<Network>::new_zeroed();
        // SAFETY: a network consists only of integers, for which all-zero bits are valid. It is
        // allocated in place, because it is larger than some threads' stacks.
        unsafe { network.assume_init() }
    }

    /// Reads a network from the bytes of a file.
    ///
    /// ```
    /// use fourfold_nnue::Network;
    /// let mut file = Vec::new();
    /// Network::zeroed().write_to(&mut file)?;
    /// assert!(Network::read(&file).is_ok());
    /// file[40] ^= 1;
    /// assert!(Network::read(&file).is_err()); // the checksum is wrong
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a network of this architecture, is truncated or damaged,
    /// or has weights out of bounds.
    pub fn read(file: &[u8]) -> Result<Box<Network>, NetworkError> {
        let (expected, body) = split_header(file)?;
        if file.len() != FILE {
            return Err(NetworkError::Length {
                expected: FILE,
                found: file.len(),
            });
        }
        let found = checksum::add(checksum::START, body);
        if found != expected {
            return Err(NetworkError::Checksum { expected, found });
        }
        let mut network = Network::zeroed();
        let (weights, biases) = body.split_at(2 * WEIGHTS);
        let (pairs, _) = weights.as_chunks();
        for (weight, &pair) in network.weights_mut().zip(pairs) {
            *weight = i16::from_le_bytes(pair);
        }
        let (biases, _) = biases.as_chunks();
        for (output, &bias) in network.outputs.iter_mut().zip(biases) {
            output.bias = i32::from_le_bytes(bias);
        }
        network.check()?;
        Ok(network)
    }

    /// Reads a network from a file that was rearranged by [`packed::pack`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Network::read`].
    pub fn read_packed(packed: &[u8]) -> Result<Box<Network>, NetworkError> {
        Network::read(&packed::unpack(packed))
    }

    /// Writes the network file.
    ///
    /// ```
    /// use fourfold_nnue::Network;
    /// let network = Network::zeroed();
    /// let mut file = Vec::new();
    /// network.write_to(&mut file)?;
    /// assert!(Network::read(&file)? == network);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails, or if a weight is out of bounds; then nothing is written.
    pub fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        self.check()
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let mut body = Vec::with_capacity(FILE - HEADER);
        for weight in self.weights() {
            body.extend(weight.to_le_bytes());
        }
        for output in &self.outputs {
            body.extend(output.bias.to_le_bytes());
        }
        let shape = Shape::OURS;
        out.write_all(&MAGIC)?;
        out.write_all(&shape.inputs.to_le_bytes())?;
        out.write_all(&shape.hidden.to_le_bytes())?;
        out.write_all(&shape.hash.to_le_bytes())?;
        out.write_all(&checksum::add(checksum::START, &body).to_le_bytes())?;
        out.write_all(&body)
    }

    /// Checks that all weights are within the bounds of [`arch`].
    ///
    /// ```
    /// use fourfold_nnue::{Network, NetworkError};
    /// let mut network = Network::zeroed();
    /// assert!(network.check().is_ok());
    /// network.feature_bias[0] = i16::MAX;
    /// assert!(matches!(network.check(), Err(NetworkError::Weight { .. })));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error that names the first weight out of bounds.
    pub fn check(&self) -> Result<(), NetworkError> {
        let (places, counts) = self.feature_weights.split_at(PLACES);
        let (places, counts) = (places.as_flattened(), counts.as_flattened());
        check_weights(Part::FeatureWeights, 0, places, PLACE_LIMIT)?;
        check_weights(Part::FeatureWeights, places.len(), counts, COUNT_LIMIT)?;
        check_weights(Part::FeatureBias, 0, &self.feature_bias, PLACE_LIMIT)?;
        for (index, output) in self.outputs.iter().enumerate() {
            output.check(index)?;
        }
        Ok(())
    }

    /// The output bucket for this position.
    #[inline]
    #[must_use]
    pub fn output(&self, position: &Position) -> &Output {
        &self.outputs[output_of(position.board().occupied().len())]
    }

    /// The evaluation in centipawns from the point of view of the side to move. This is the
    /// reference implementation: the formulas of [`arch`], literally.
    ///
    /// ```
    /// use fourfold_nnue::chess::Position;
    /// use fourfold_nnue::Network;
    /// // Equal positions seen by either side have equal evaluations.
    /// let network = Network::zeroed();
    /// let white = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// let black = Position::from_fen("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1")?;
    /// assert_eq!(network.eval_from_scratch(&white), network.eval_from_scratch(&black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn eval_from_scratch(&self, position: &Position) -> i32 {
        let views = [position.turn(), !position.turn()];
        let output = self.output(position);
        let mut sum = 0i32;
        for (perspective, weights) in views.into_iter().zip(&output.weights) {
            let accumulator = self.accumulate(position, perspective);
            for (&neuron, &weight) in accumulator.iter().zip(weights) {
                let v = i32::from(neuron).clamp(0, QA);
                sum = sum.wrapping_add(v * v * i32::from(weight));
            }
        }
        evaluation(sum, output.bias)
    }

    /// One side's accumulator, computed from scratch.
    ///
    /// ```
    /// use fourfold_nnue::chess::{Color, Position};
    /// use fourfold_nnue::Network;
    /// let mut network = Network::zeroed();
    /// network.feature_bias.fill(3);
    /// let neurons = network.accumulate(&Position::start(), Color::White);
    /// assert!(neurons.iter().all(|&neuron| neuron == 3));
    /// ```
    #[must_use]
    pub fn accumulate(&self, position: &Position, perspective: Color) -> [i16; HIDDEN] {
        let king = position.king(perspective);
        let counts = Counts::of(position.board());
        let mut accumulator = self.feature_bias;
        let mut add = |input: usize, times: u8| {
            for (neuron, &weight) in accumulator.iter_mut().zip(&self.feature_weights[input]) {
                *neuron = neuron.wrapping_add(weight.wrapping_mul(i16::from(times)));
            }
        };
        for (square, piece) in position.board().iter() {
            add(arch::place(perspective, king, piece, square), 1);
        }
        for side in Color::ALL {
            let kinds = counts.side(side).iter().enumerate();
            for (kind, &count) in kinds.filter(|(_, count)| **count > 0) {
                add(arch::count(perspective, side, kind), count);
            }
        }
        accumulator
    }

    /// The two-byte weights, in file order.
    fn weights(&self) -> impl Iterator<Item = &i16> {
        let features = self.feature_weights.as_flattened().iter();
        let outputs = self.outputs.iter();
        let outputs = outputs.flat_map(|output| output.weights.as_flattened());
        features.chain(&self.feature_bias).chain(outputs)
    }

    /// The same, for changes.
    fn weights_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let features = self.feature_weights.as_flattened_mut().iter_mut();
        let outputs = self.outputs.iter_mut();
        let outputs = outputs.flat_map(|output| output.weights.as_flattened_mut());
        features.chain(&mut self.feature_bias).chain(outputs)
    }
}

impl Output {
    /// Checks that the weights of this output are within the bounds.
    fn check(&self, index: usize) -> Result<(), NetworkError> {
        let weights = self.weights.as_flattened();
        let before = index * weights.len();
        check_weights(Part::OutputWeights, before, weights, OUTPUT_LIMIT)?;
        for sign in [1, -1] {
            let of_sign = |&weight: &i16| (sign * i32::from(weight)).max(0);
            let sum: i32 = weights.iter().map(of_sign).sum();
            if sum > OUTPUT_SUM_LIMIT {
                return Err(NetworkError::WeightSum {
                    found: sign * sum,
                    limit: OUTPUT_SUM_LIMIT,
                });
            }
        }
        if self.bias.unsigned_abs() > OUTPUT_BIAS_LIMIT.unsigned_abs() {
            return Err(NetworkError::Weight {
                part: Part::OutputBias,
                index,
                value: self.bias,
                limit: OUTPUT_BIAS_LIMIT,
            });
        }
        Ok(())
    }
}

impl fmt::Debug for Network {
    /// Prints the checksum of the weights instead of the weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hash = checksum::START;
        for weight in self.weights() {
            hash = checksum::add(hash, &weight.to_le_bytes());
        }
        for output in &self.outputs {
            hash = checksum::add(hash, &output.bias.to_le_bytes());
        }
        write!(f, "Network({hash:016x})")
    }
}

/// The checksum in the header and the contents, if the architecture matches.
fn split_header(file: &[u8]) -> Result<(u64, &[u8]), NetworkError> {
    let begins = &file[..file.len().min(MAGIC.len())];
    if begins != MAGIC {
        let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
        return Err(NetworkError::Magic {
            expected: text(&MAGIC),
            found: text(begins),
        });
    }
    let cut_off = NetworkError::Length {
        expected: FILE,
        found: file.len(),
    };
    let Some((header, body)) = file.split_at_checked(HEADER) else {
        return Err(cut_off);
    };
    let word = |at: usize| first_chunk(&header[at..]).map_or(0, u32::from_le_bytes);
    let long = |at: usize| first_chunk(&header[at..]).map_or(0, u64::from_le_bytes);
    let found = Shape {
        inputs: word(8),
        hidden: word(12),
        hash: long(16),
    };
    if found != Shape::OURS {
        return Err(NetworkError::Architecture {
            expected: Shape::OURS,
            found,
        });
    }
    Ok((long(24), body))
}

fn first_chunk<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.first_chunk().copied()
}

/// Checks weights. `before` is the number of weights before them in the file.
fn check_weights(
    part: Part,
    before: usize,
    weights: &[i16],
    limit: i16,
) -> Result<(), NetworkError> {
    let is_beyond = |weight: &i16| weight.unsigned_abs() > limit.unsigned_abs();
    match weights.iter().position(is_beyond) {
        None => Ok(()),
        Some(index) => Err(NetworkError::Weight {
            part,
            index: before + index,
            value: i32::from(weights[index]),
            limit: i32::from(limit),
        }),
    }
}

#[cfg(test)]
#[cfg(feature = "_testkit")]
mod tests;
