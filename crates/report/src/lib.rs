//! The report on a game: what each move cost, and what was better.
//!
//! - [`Course`] is the main line up to the end of the game by the Laws of Chess.
//! - [`Analyst`] looks at one of its positions: a search by nodes, with nothing left from earlier
//!   ones, so that the order of positions and the machine do not change the answer.
//! - [`note`] writes a [`Look`] into the game: the evaluation as `[%eval]`, and for a move that
//!   lost much a glyph and the better line as a variation.
//! - [`Report`] reads evaluations from a game, wherever they come from, and says what follows:
//!   winning chances, inaccuracies, mistakes and blunders, and the accuracy of each side.
//! - [`Openings`] knows the names of openings.
//!
//! The page and the command line share all of it. The game itself stores the report, so it is
//! saved, exported and continued like any annotated game.
//!
//! **Numbers.** An evaluation of `c` centipawns is worth `100 / (1 + exp(-0.00368208 c))` percent of
//! winning chances, the logistic curve that Lichess fitted to games between people; a mate is worth
//! all of them, and centipawns beyond ten pawns count as ten. A move loses what the chances of its
//! player fall by. A loss of 5 points is an inaccuracy, of 10 a mistake, of 15 a blunder.
//!
//! There are no threads, no clock and no I/O here. All arithmetic gives the same bits on every
//! machine ([`Chances`]).

mod analyst;
mod chances;
mod course;
mod evaluation;
mod note;
mod openings;
mod sheet;

pub use analyst::{Analyst, Look, NODES};
pub use chances::Chances;
pub use course::Course;
pub use evaluation::Evaluation;
pub use note::{clear, note};
pub use openings::{BadOpening, OPENINGS, Opening, Openings};
pub use sheet::{Judgment, MoveRow, Report, Side};
