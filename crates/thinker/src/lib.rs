//! The page's worker: the engine and the referee, on a thread of their own, behind messages.
//!
//! - [`message`] is what page and worker say to each other. The page needs nothing else from here.
//! - [`worker`] answers: a search runs in slices, so that a message is heard between two of them.
//!
//! The program beside this library puts the worker behind the browser's message port; `worker.js` of
//! the page starts it.

#![forbid(unsafe_code)]

pub mod message;
#[cfg(feature = "worker")]
pub mod worker;
