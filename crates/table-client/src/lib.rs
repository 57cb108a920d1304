//! A client of tables over a network, for programs with a terminal and for bots.
//!
//! - [`Link`] is the address of a table, as the app writes it, on a [`Server`].
//! - [`Authorities`] are the certificate authorities trusted for TLS.
//! - [`Client`] joins a table, follows its events and reconnects.
//! - [`create`] requests a new table from a server.
//!
//! Each call blocks for a moment at most, or as long as its documentation says. There is no async
//! runtime: one thread can alternate between a keyboard and a table.

mod client;
mod connection;
mod create;
mod link;
mod server;

pub use client::{Client, ClientError, Cut, Turn};
pub use connection::{Authorities, BadAuthorities, ConnectError};
pub use create::{CreateError, create};
pub use link::{BadLink, Link};
pub use server::{BadServer, Server};
