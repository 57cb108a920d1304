//! Test support: positions, random games, and a reference implementation of the rules.
//!
//! - [`Mailbox`] is a second implementation of the rules, slow and simple: an eight by eight array
//!   with make-and-test move generation. It speaks FEN and UCI text only, so it shares no type and
//!   no code with the crate it checks.
//! - Randomness comes from [`repeatable::Random`]: the same seed gives the same test on every machine.
//! - [`Walk`] plays a random legal game. [`mixed_walks`] starts such games from the standard
//!   position, from any Chess960 start ([`scharnagl()`]) and from random placements
//!   ([`scattered_position`]).
//! - [`blocked_position`] locks pawns against each other.
//! - [`KNOWN`] lists positions that have caught bugs before.
//! - [`skipped`] reports a check that needs something this machine does not have.
//!
//! Use it from `tests/` directories. A crate's own unit tests see a second copy of that crate
//! through this one, and the types of the two do not match.
//!
//! ```
//! use testkit::{Mailbox, mixed_walks};
//! for ply in mixed_walks(1).take(3).flat_map(|walk| walk.take(5)) {
//!     let twin = Mailbox::from_fen(&ply.before.to_string());
//!     assert_eq!(twin.moves().len(), ply.before.count_legal_moves());
//! }
//! ```

mod blocked;
mod known;
mod mailbox;
mod scatter;
mod scharnagl;
mod skip;
mod walk;

pub use blocked::{blocked_position, position_on};
pub use known::{KNOWN, Known};
pub use mailbox::Mailbox;
pub use scatter::{scattered_position, scattered_setup};
pub use scharnagl::scharnagl;
pub use skip::skipped;
pub use walk::{Ply, Walk, mixed_walks};
