//! The engine as a partner at the board: how strong it plays and how it treats draws.
//!
//! - [`strength`] turns a rating into what the search may use.
//! - [`manners`] turns the result of a search into a command: a move, a claim, or the answer to an
//!   offer.
//!
//! There are no threads, no clock and no I/O here, so the terminal, the UCI session and the browser
//! share it.

#![forbid(unsafe_code)]

pub mod manners;
pub mod strength;
