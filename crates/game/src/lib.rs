//! One game of chess under the Laws: what was played, what may be claimed, and how it ends.
//!
//! - [`Game`] is the state. [`Command`]s go in; [`Event`]s come out, or a [`Refusal`] and nothing
//!   has changed. [`ObservedGame`] tells the events to whoever subscribed.
//! - [`History`] is the exact past: every position, and how often it has occurred.
//! - [`Claim`] is a right to a draw, now or with a named move; [`Ending`] is how a game came out,
//!   with every [`Reason`] that holds.
//! - [`Judge`] says who can still mate. [`MaterialJudge`] goes by the pieces on the board; a
//!   judge that proves more can be handed in with the [`Rules`].
//! - [`Record`] is a game as a value, and [`save`] is a record as text.
//!
//! Pure: no clock is read and nothing is printed, so it runs the same in a terminal, on a server
//! and in a browser.

#![forbid(unsafe_code)]

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
pub use claim::{Claim, FIFTY_MOVES, Ground, Shortfall, THREEFOLD};
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
pub use refusal::{BadRecord, Refusal};
pub use result::{GameResult, Outcome, ParseResultError};
