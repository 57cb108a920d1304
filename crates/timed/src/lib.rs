//! Games with clocks, for the terminal, the page and tables alike.
//!
//! - [`Timing`] is the clocks of a game for any number of seats, with what they showed after each
//!   step. It decides what a step, a takeback, a bonus and a pause do to them.
//! - [`TimedGame`] is a game of chess with its clocks: one command changes both.
//! - [`pgn`] writes the clocks of a game to PGN and reads them back.
//!
//! Time is passed in, as the time since an origin of the caller's choice. A seat has the base of
//! its time control at the start, and the increment only if there is no base
//! ([`clock::Terms::at_start`]). Undo and redo restore what the clocks showed.
//!
//! ```
//! use std::time::Duration;
//! use chess::Color;
//! use clock::{TimeControl, Unit};
//! use game::{Command, Game};
//! use timed::TimedGame;
//!
//! let control = TimeControl::parse("5+3", Unit::Minutes)?;
//! let mut timed = TimedGame::new(Game::default(), control);
//! let at = Duration::from_secs;
//! let e4 = timed.game().position().parse_san("e4")?;
//! timed.execute(Command::Play(e4), at(100))?; // the first move starts the clocks
//! assert_eq!(timed.left(Color::White, at(110)), Some(at(303)));
//! assert_eq!(timed.left(Color::Black, at(110)), Some(at(290)));
//! assert_eq!(timed.fallen_flag(at(400)), Some(Color::Black));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod game;
pub mod pgn;
mod timing;

pub use game::TimedGame;
pub use timing::Timing;
