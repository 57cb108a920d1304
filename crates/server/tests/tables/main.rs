//! Tables over real sockets: games to their end, and clients that are rude, slow, cut off or false.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod client;
mod cuts;
mod games;
mod hostile;
mod limits;
mod programs;
mod running;
mod simulated;
mod version_1;
