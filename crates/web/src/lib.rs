//! The app in the browser.
//!
//! The state of each page is in modules without browser types, tested by plain `cargo test`. The
//! user interface is in `app`, which is compiled for WebAssembly only. `cargo xtask web` turns the
//! program into a folder that any web server can serve.

#[macro_use]
mod topics;

pub mod analyse;
#[cfg(target_arch = "wasm32")]
mod app;
pub mod army;
pub mod audit;
pub mod autosave;
pub mod effects;
pub mod errands;
pub mod four;
pub mod geometry;
pub mod hand;
pub mod look;
pub mod notice;
pub mod online;
pub mod options;
pub mod palette;
pub mod pieces;
pub mod play;
pub mod promotion;
pub mod share;
pub mod shell;
pub mod single;
pub mod tone;
pub mod view;
pub mod words;

#[cfg(target_arch = "wasm32")]
pub use app::start;
