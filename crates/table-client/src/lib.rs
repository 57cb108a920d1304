//! A client of tables over a network, for programs with a terminal and for bots.
//!
//! - [`Link`] is the address of a table, as the app writes it.
//! - [`Client`] joins a table, follows its events and reconnects.
//! - [`create`] requests a new table from a server.
//!
//! Each call blocks for a moment at most, or as long as its documentation says. There is no async
//! runtime: one thread can alternate between a keyboard and a table.

#![forbid(unsafe_code)]

mod client;
mod create;
mod link;

pub use client::{Client, ClientError, Cut, Turn};
pub use create::{CreateError, create};
pub use link::{BadLink, Link, read_server};
