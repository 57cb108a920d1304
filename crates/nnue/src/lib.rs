//! An efficiently updatable neural network ([NNUE](https://www.chessprogramming.org/NNUE)) for
//! chess.
//!
//! - [`arch`] defines the architecture: inputs, layers, formulas, and a hash of all of them.
//! - [`Counts`] counts pieces that are attacked, mobile, pinned and so on, as further inputs.
//! - [`Network`] holds the weights and reads and writes network files.
//!   [`Network::eval_from_scratch`] is the reference implementation of the evaluation.
//! - [`Accumulators`] computes the same evaluation incrementally, with a [`Kernel`] for the
//!   machine's instruction set.
//! - [`packed`] rearranges a network file for programs that are sent compressed.
//!
//! Inference uses integers only. There is no search and no file access here: networks are read from
//! and written to bytes.
//!
//! ```
//! use fourfold_nnue::chess::Position;
//! use fourfold_nnue::{Network, NetworkError, arch};
//!
//! let mut network = Network::zeroed();
//! for output in &mut network.outputs {
//!     output.bias = arch::QA * arch::QB / 4;
//! }
//! assert_eq!(network.eval_from_scratch(&Position::start()), 100);
//!
//! let mut file = Vec::new();
//! network.write_to(&mut file)?;
//! assert!(Network::read(&file)? == network);
//!
//! file.pop();
//! assert!(matches!(Network::read(&file), Err(NetworkError::Length { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod accumulator;
pub mod arch;
mod checksum;
mod counts;
mod kernel;
mod network;
pub mod packed;

pub use accumulator::Accumulators;
pub use chess;
pub use counts::{Counts, Danger, Kind, Passer};
pub use kernel::Kernel;
pub use network::{Network, NetworkError, Output, Part, Shape};

// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
