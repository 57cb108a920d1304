//! A small neural network that judges chess positions.
//!
//! - [`arch`] is its shape: the inputs, the layers, the formulas, and a hash of all that.
//! - [`Network`] is a set of weights, read from a file that is checked and written to one.
//!   [`Network::eval_from_scratch`] is the specification of what it says about a position.
//! - [`Accumulators`] says the same quickly along a line of moves, by a [`Kernel`] for the
//!   instructions of the machine.
//!
//! There are no floating-point numbers here. There is no search either, and no file system: bytes
//! come in and go out.
//!
//! ```
//! use chess::Position;
//! use nnue::{Network, NetworkError, arch};
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

mod accumulator;
pub mod arch;
mod kernel;
mod network;

pub use accumulator::Accumulators;
pub use kernel::Kernel;
pub use network::{Network, NetworkError, Output, Part, Shape};
