//! A chess engine: [alpha-beta](https://www.chessprogramming.org/Alpha-Beta) search with an
//! [NNUE](https://www.chessprogramming.org/NNUE) evaluation.
//!
//! - [`Root`] is a position with its game history, [`Limits`] says how long to search.
//! - [`Engine::search`] runs a search and returns a [`SearchResult`]. Its [`Host`] supplies the
//!   time and receives each [`Report`]; [`Control`] stops it from another thread.
//! - [`Slices`] runs a search in slices, for a web worker.
//! - [`Tablebase`] is what the search asks of endgame tables.
//! - [`Evaluator`] evaluates positions with a [`Network`](nnue::Network).
//! - [`Params`] holds all tunable parameters.
//!
//! Nothing here prints, reads a clock or depends on a protocol. The search uses no floating-point
//! arithmetic, so a search with a node limit gives the same result on every machine.
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

mod bench;
mod control;
mod depth;
mod engine;
mod eval;
mod history;
mod limits;
mod mate;
mod ordering;
mod path;
mod pool;
mod report;
mod root;
mod score;
mod search;
mod slices;
mod stack;
mod table;
mod tablebase;
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
pub use search::params::{ParamError, Params, Tunable};
pub use slices::{Slice, Slices};
pub use stack::MAX_PLY;
pub use table::TranspositionTable;
pub use tablebase::{Endgames, Outcome, Tablebase};
