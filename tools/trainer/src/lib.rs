//! Trains a network on the CPU.
//!
//! - [`sample`] is a position with its target. [`lessons`] reads samples from files of games and
//!   reserves whole games for validation.
//! - [`parameters`] holds the weights in floating point, [`first_layer`] also as integers.
//!   [`gradient`] is the forward and backward pass, [`adam`] the optimizer.
//! - [`training`] is the training loop; [`curve`] plots its loss.
//! - [`quantize`] converts the result to an integer network and verifies it.
//!
//! The architecture is defined only in `nnue::arch`. The inner loops are plain Rust over rows of
//! fixed length, which the compiler vectorizes; `cargo xtask` builds this for the CPU it runs on.

pub mod adam;
pub mod curve;
pub mod first_layer;
pub mod gradient;
pub mod lessons;
pub mod parameters;
pub mod quantize;
pub mod sample;
pub mod training;
