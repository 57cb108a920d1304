//! Duplicate chess: four players, four boards, and each move is made on two boards at once.
//!
//! North and South play White, East and West play Black. Each player has two opponents and plays one
//! board against each: NW, NE, SW and SE. A turn is one move, made identically on both boards of the
//! player, and legal only if it is legal on both. A piece whose twin was captured becomes a ghost: it
//! can never move again, but it still blocks, guards and gives check.
//!
//! - [`Seat`] and [`BoardName`] name the players and the boards.
//! - [`Boards`] is the four positions at one moment: its legal moves, ghosts and checks, what a move
//!   does on each board ([`Change`]), where a piece can go ([`TouchedPiece`]), and why a move is refused
//!   ([`MoveRefusal`], [`Objection`]).
//! - [`WhyMated`] says why a player is checkmated.
//! - [`DuplicateGame`] is a game: history, undo and redo, endings ([`Ending`]).
//! - [`Rulings`] holds the rules that are not final, with their alternatives.
//! - [`save`] reads and writes games, [`json`] describes tables for programs, [`perft()`] counts move
//!   sequences, and [`examples`] holds short games that show the features of the variant.
//!
//! Everything here is a plain value. The crate has no clock, no user interface and no file access.
//!
//! ```
//! use fourfold_duplicate::{BoardName, Reason, MoveRefusal, DuplicateGame};
//!
//! let mut game = DuplicateGame::new();
//! for text in ["d2d4", "g1h3", "b8a6", "e7e5", "d4d5", "b1c3", "c7c5", "f7f6"] {
//!     game.play(text.parse()?)?;
//! }
//! // East's pawn has just passed c6 on NE; on NW there is nothing to capture.
//! let Err(MoveRefusal::NotSynced { legal_on, objection, .. }) = game.play("d5c6".parse()?) else {
//!     panic!("the capture cannot be synchronized");
//! };
//! assert_eq!((legal_on, objection.board), (BoardName::Ne, BoardName::Nw));
//! assert_eq!(objection.reason, Reason::NothingToCapture);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod boards;
mod change;
mod coupling;
mod ending;
pub mod examples;
mod game;
mod ghosts;
mod identity;
pub mod json;
mod keyed;
mod lapse;
mod moves;
pub mod notation;
mod perft;
mod prospects;
mod rulings;
pub mod save;
mod seat;
mod settle;
mod setup;
mod signature;
mod touched_piece;
mod why;
mod why_mated;

pub use boards::Boards;
pub use change::{Captured, Change};
pub use chess;
pub use ending::{Cause, Ending, Score};
pub use game::{Declaration, DuplicateGame, Played, Step};
pub use keyed::{By, Key, Set};
pub use lapse::{Lapse, LapseKind, LapseOutcome};
pub use moves::SyncedMove;
#[cfg(not(target_arch = "wasm32"))]
pub use perft::divide_threaded;
pub use perft::{divide, perft};
pub use rulings::{
    HalfRoundRule, RepetitionRule, Ruling, Rulings, StalemateRule, UnknownRuling, WinnersRule,
};
pub use seat::{BoardName, BoardSet, ByBoard, BySeat, ParseSeatError, Seat, SeatSet};
pub use settle::Settled;
pub use setup::SetupError;
pub use signature::signature;
pub use touched_piece::{Stuck, TouchedPiece};
pub use why::{Culprit, MoveRefusal, Objection, Reason};
pub use why_mated::{MatedBoard, WhyMated};

// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
