//! Players: anything that can be asked for a move.

mod inner;
mod process;
mod xboard;

use std::time::Duration;

use chess::Position;
use chess::uci::UciMove;
use game::{History, Start};
use uci::{Command, Go, Origin, SearchScore};

use crate::fault::Fault;

pub use inner::{InnerConfig, InnerPlayer};
pub use process::{EngineConfig, Patience, ProcessPlayer};
pub use xboard::XboardPlayer;

/// A player's answer: a move with a report on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerAnswer {
    /// The move, not yet checked for legality; `None` if the player has none.
    pub best: Option<UciMove>,
    /// The answer, if it could not be parsed.
    pub garbage: Option<String>,
    pub took: Duration,
    /// The score from the player's point of view.
    pub score: Option<SearchScore>,
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
}

/// A request for a move.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub start: &'a Start,
    /// The game so far, with the player to move.
    pub history: &'a History,
    /// The limit, as a UCI `go` command.
    pub go: &'a Go,
    /// The longest time to wait for the move.
    pub patience: Duration,
}

pub trait Player {
    fn name(&self) -> &str;

    /// Prepares for a new game. The seed determines all random choices.
    ///
    /// # Errors
    ///
    /// Returns a fault if the player cannot play.
    fn begin_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// Finds a move for the side to move.
    ///
    /// # Errors
    ///
    /// Returns a fault if there is no move.
    fn think(&mut self, request: &Request<'_>) -> Result<PlayerAnswer, Fault>;

    /// A shell command that repeats the last request, to reproduce a fault; `None` if there is no
    /// such command.
    fn reproduction(&self, asked: Option<(&Command, &Go)>) -> Option<String> {
        let _ = asked;
        None
    }
}

/// Whether the answer could be parsed. If not, the process may be out of step and must be
/// restarted.
fn is_readable(answer: &Result<PlayerAnswer, Fault>) -> bool {
    answer.as_ref().is_ok_and(|answer| answer.garbage.is_none())
}

#[must_use]
pub fn position_command(start: &Start, history: &History) -> Command {
    let origin = if start.position == Position::start() {
        Origin::Start
    } else {
        Origin::Fen(start.position.to_string())
    };
    let moves = history
        .moves()
        .iter()
        .map(|m| m.to_uci(start.mode))
        .collect();
    Command::Position { origin, moves }
}
