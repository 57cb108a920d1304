//! Teaches a network, on the processor alone.
//!
//! - [`sample`] is a position as the trainer keeps it, in 32 bytes; [`lessons`] reads them from
//!   files of games and sets whole games aside for validation.
//! - [`parameters`] is the network in floating-point numbers, [`first_layer`] the part of it that is
//!   also kept in integers, [`gradient`] how far and which way
//!   each number is off, [`adam`] a step that way.
//! - [`training`] puts them together and follows the loss, which [`curve`] draws.
//! - [`quantize`] turns the result into a network of integers, and proves that it is the same.
//!
//! The geometry comes from `nnue::arch` and is nowhere repeated. The inner loops are plain Rust
//! over rows of fixed length, which the compiler turns into the widest instructions it is allowed
//! to use: `cargo xtask` builds this for the processor it runs on.

#![forbid(unsafe_code)]

pub mod adam;
pub mod curve;
pub mod first_layer;
pub mod gradient;
pub mod lessons;
pub mod parameters;
pub mod quantize;
pub mod sample;
pub mod training;
