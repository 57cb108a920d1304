//! Duplicate chess: four players, four boards, and moves that are made on two of them at once.
//!
//! North and South play White, East and West play Black, each against two opponents: on NW, NE,
//! SW and SE. A turn is one move, applied identically to both boards of the player, and legal only
//! if it is legal on both. A piece whose twin has been captured can never move again: it is a
//! ghost, which still blocks, guards and gives check.
//!
//! - [`Seat`] and [`BoardName`] say who plays what where.
//! - [`Boards`] is the four positions between two turns: its legal moves, ghosts and checks, what
//!   a move does on each board ([`Change`]), where a grabbed piece can go ([`Grab`]), and why
//!   not elsewhere ([`Refusal`], [`Objection`]).
//! - [`Table`] is a game: history, undo and redo, endings ([`Ending`]).
//! - [`Rulings`] holds what the inventor has not settled, with the alternatives.
//! - [`save`] reads and writes games, [`perft()`] counts, and [`examples`] shows what is particular
//!   about the game.
//!
//! Everything here is a value; there is no clock, no screen and no file.
//!
//! ```
//! use duplicate::{BoardName, Reason, Refusal, Table};
//!
//! let mut table = Table::new();
//! for text in ["d2d4", "g1h3", "b8a6", "e7e5", "d4d5", "b1c3", "c7c5", "f7f6"] {
//!     table.play(text.parse()?)?;
//! }
//! // East's pawn has just passed c6 on NE; on NW there is nothing to capture.
//! let Err(Refusal::NotSynced { legal_on, objection, .. }) = table.play("d5c6".parse()?) else {
//!     panic!("the capture cannot be synchronized");
//! };
//! assert_eq!((legal_on, objection.board), (BoardName::Ne, BoardName::Nw));
//! assert_eq!(objection.reason, Reason::NothingToCapture);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod boards;
mod change;
mod coupling;
mod ending;
pub mod examples;
mod ghosts;
mod grab;
mod identity;
mod keyed;
mod moves;
mod perft;
mod prospects;
mod rulings;
pub mod save;
mod seat;
mod settle;
mod setup;
mod signature;
mod table;
mod why;

pub use boards::Boards;
pub use change::{Captured, Change};
pub use ending::{Cause, Ending, Score};
pub use grab::{Grab, Stuck};
pub use keyed::{By, Key, Set};
pub use moves::SyncedMove;
#[cfg(not(target_arch = "wasm32"))]
pub use perft::divide_threaded;
pub use perft::{divide, perft};
pub use rulings::{
    HalfRoundRule, RepetitionRule, Ruling, Rulings, StalemateRule, UnknownRuling, WinnersRule,
};
pub use seat::{BoardName, BoardSet, ByBoard, BySeat, Seat, SeatSet};
pub use settle::Settled;
pub use setup::SetupError;
pub use signature::signature;
pub use table::{Declaration, Played, Step, Table};
pub use why::{Culprit, Objection, Reason, Refusal};
