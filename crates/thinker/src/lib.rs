//! The page's web worker: the engine and the referee on their own thread, driven by messages.
//!
//! - [`message`] defines the messages between page and worker. The page needs nothing else from
//!   here.
//! - [`worker`] answers them: a search runs in slices, so that messages are received in between.
//!
//! The binary of this package connects the worker to the browser's message port; the page's
//! `worker.js` starts it.

pub mod message;
#[cfg(feature = "worker")]
pub mod worker;
