//! The table in the browser.
//!
//! What the table *is* lives in modules without a page, tested by plain `cargo test`. What it looks
//! like lives below `app`, which exists only where there is a page: in WebAssembly. `cargo xtask web`
//! turns the program into a folder that any host can serve.

#![forbid(unsafe_code)]

#[macro_use]
mod topics;

pub mod analyse;
#[cfg(target_arch = "wasm32")]
mod app;
pub mod army;
pub mod audit;
pub mod autosave;
pub mod effects;
pub mod four;
pub mod geometry;
pub mod keeping;
pub mod notice;
pub mod online;
pub mod options;
pub mod palette;
pub mod pieces;
pub mod play;
pub mod share;
pub mod shell;
pub mod single;
pub mod tone;
pub mod view;
pub mod words;

#[cfg(target_arch = "wasm32")]
pub use app::start;
