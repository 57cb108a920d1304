//! Tables over real sockets: complete games, and clients that are hostile, slow or disconnected.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod client;
mod cuts;
mod games;
mod hostile;
mod limits;
mod programs;
mod running;
mod simulated;
mod version_1;
