//! Serves the app to browsers, and tables to players.
//!
//! The parts, each usable without the next:
//!
//! - [`Assets`]: the files of the app, embedded in the program. Nothing is read from the disk at
//!   run time, so no path can reach a file that was not meant to be served.
//! - [`app()`]: the router, without a network; tests call it in memory.
//! - [`Hall`]: all tables. `api` is the HTTP interface, `table` the task of one table, `socket` the
//!   task of one client, `hall` finds and loads tables, `secret` creates keys, and `programs` plays
//!   for programs at seats. `endings` looks up endgame tables. `origin` decides which pages may connect, and `limits` how much a
//!   client may use.
//! - [`admin()`]: the admin port, with the counters of `metrics`.
//! - [`serve`]: the network, with limits on slow peers and on their number.

mod admin;
mod answer;
mod api;
mod app;
mod assets;
mod connection;
mod endings;
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
pub use endings::Endings;
pub use hall::{Hall, HallError, HallPlan, OpenError, TableFacts};
pub use limits::{Limits, TableLimits};
pub use listen::{ServeError, ServePlan, Server, serve, serve_connection};
pub use node::{BadNode, Node};
pub use origin::{Gate, OriginError};
pub use security::CONTENT_SECURITY_POLICY;
