//! Finds good moves.
//!
//! - [`Root`] is a position with the game that led to it, [`Limits`] what a search may spend.
//! - [`Engine::search`] searches; its [`Host`] tells the time and hears each [`Report`], and
//!   [`Control`] stops it from another thread. What came of it is an [`SearchResult`].
//! - [`Slices`] searches a piece at a time, for a worker in a browser.
//! - [`Evaluator`] judges a position by a [`Network`](nnue::Network), [`Params`] is the one table of
//!   numbers.
//!
//! Nothing here prints, reads a clock, or knows a protocol. No floating-point number takes part in
//! a search, so that a search of so many nodes is the same everywhere.
//!
//! ```
//! use chess::Position;
//! use engine::{Control, Engine, Limits, Root, NullHost};
//!
//! let mut engine = Engine::new(1)?;
//! let root = Root::new(Position::from_fen("7k/5R2/6K1/8/8/8/8/8 w - - 2 2")?);
//! let outcome = engine
//!     .search(&root, &Limits::depth(5), &Control::new(), &NullHost)
//!     .expect("there is a legal move");
//! assert_eq!(outcome.score.mate_moves(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod bench;
mod control;
mod depth;
mod engine;
mod eval;
mod history;
mod limits;
mod line;
mod ordering;
mod pool;
mod report;
mod root;
mod score;
mod search;
mod slices;
mod stack;
mod table;
mod time;
mod window;

pub use bench::{BENCH_DEPTH, bench, bench_positions};
pub use control::{Control, Host, NullHost};
pub use depth::Depth;
pub use engine::{Engine, Settings};
pub use eval::{Evaluator, Noise};
pub use limits::{ClockLimits, Limits};
pub use ordering::gains_at_least;
pub use pool::SEARCH_STACK_SIZE;
pub use report::{Effort, LineReport, Report, ScoreBound, SearchResult};
pub use root::Root;
pub use score::Score;
pub use search::params::{Params, Tunable, TuneError};
pub use slices::{Slice, Slices};
pub use stack::MAX_PLY;
pub use table::Table;
