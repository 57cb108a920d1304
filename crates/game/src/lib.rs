//! One game of chess under the FIDE Laws: what was played, what can be claimed, and how it ends.
//!
//! - [`Game`] is the state. [`Command`]s go in; [`Event`]s come out, or a [`Refusal`], which
//!   changes nothing. [`ObservedGame`] passes the events to its subscribers.
//! - [`History`] holds every position and how often it has occurred.
//! - [`Claim`] is a right to a draw, now or with a named move. [`Ending`] is the outcome of a game
//!   with every [`Reason`] that applies.
//! - [`Judge`] decides who can still mate. [`MaterialJudge`] looks only at material; a judge that
//!   proves more can be passed in with the [`Rules`].
//! - [`Record`] is a game as a value, and [`save`] stores a record as text.
//!
//! The crate is pure: it reads no clock and prints nothing, so it runs the same in a terminal, on a
//! server and in a browser.
//!
//! ```
//! use fourfold_game::chess::Color;
//! use fourfold_game::{Command, Game, Refusal};
//! let mut game = Game::default();
//! game.execute(Command::Offer(Color::White))?;
//! let refusal = game.execute(Command::Accept(Color::Black)).unwrap_err();
//! assert_eq!(refusal, Refusal::TooEarlyToAgree); // article 5.2.3: each player must have moved
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod automatic_draw;
mod claim;
mod command;
mod ending;
mod event;
mod game;
mod history;
mod judge;
mod observer;
mod offer;
pub mod pgn;
mod profile;
mod record;
mod refusal;
mod result;
pub mod save;

pub use automatic_draw::{AutomaticDraws, FIVEFOLD, SEVENTY_FIVE_MOVES};
pub use chess;
pub use chess::FIFTY_MOVES;
pub use claim::{Claim, Ground, Shortfall, THREEFOLD};
pub use command::Command;
pub use ending::{Ending, Reason};
pub use event::{Decline, Event, Step};
pub use game::Game;
pub use history::History;
pub use judge::{Judge, Judgment, MaterialJudge};
pub use observer::{ObservedGame, Observer, Subscription};
pub use offer::{Offers, RefusedClaim, Remark};
pub use profile::{ParseProfileError, Profile, Rules};
pub use record::{Record, Start};
pub use refusal::{BadRecord, PlayError, Refusal};
pub use result::{GameResult, Outcome, ParseResultError};

// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
