//! Serves the app to browsers, and tables to players.
//!
//! Parts, each usable without the next:
//!
//! - [`Assets`]: the files, which are part of the program. Nothing is read from the disk while it
//!   runs, so no address can reach a file that was not meant to be served.
//! - [`app()`]: what is answered to which request, without any network; tests call it in memory.
//! - [`Hall`]: all tables. `api` has the requests about them, `table` is the task of one table,
//!   `socket` that of one client, `hall` finds and opens tables, `secret` makes keys, `programs` think for seats; `origin` says
//!   which pages may come in, and `limits` how much anyone may take.
//! - [`admin()`]: what whoever runs the server may ask, with the counters of `metrics`.
//! - [`serve`]: the network, with limits for peers that are slow or many.

#![forbid(unsafe_code)]

mod admin;
mod answer;
mod api;
mod app;
mod assets;
mod connection;
mod hall;
mod limits;
mod listen;
mod metrics;
mod node;
mod origin;
mod programs;
mod secret;
mod security;
mod socket;
mod table;

pub use admin::{AdminGate, admin};
pub use app::{app, app_with_tables};
pub use assets::{Assets, File};
pub use hall::{Hall, HallError, HallPlan, OpenError, TableFacts};
pub use limits::{Limits, TableLimits};
pub use listen::{ServeError, ServePlan, Server, serve, serve_connection};
pub use node::{BadNode, Node};
pub use origin::{Gate, OriginError};
pub use security::CONTENT_SECURITY_POLICY;
