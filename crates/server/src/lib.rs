//! Serves the app to browsers.
//!
//! Three parts, each usable without the next:
//!
//! - [`Assets`]: the files, which are part of the program. Nothing is read from the disk while it
//!   runs, so no address can reach a file that was not meant to be served.
//! - [`app()`]: what is answered to which request, without any network; tests call it in memory.
//! - [`serve`]: the network, with limits for peers that are slow or many.

#![forbid(unsafe_code)]

mod answer;
mod app;
mod assets;
mod connection;
mod listen;
mod security;

pub use app::app;
pub use assets::{Assets, File};
pub use connection::Limits;
pub use listen::{ServeError, Server, serve};
pub use security::CONTENT_SECURITY_POLICY;
