//! Whoever can be asked for a move.

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

/// A move with what its player said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The move, not yet known to be legal; none if the player sees none.
    pub best: Option<UciMove>,
    /// The answer, if it could not be read.
    pub garbage: Option<String>,
    /// How long it took.
    pub took: Duration,
    /// What the player thinks of the position, from its own side.
    pub score: Option<SearchScore>,
    /// How deep it looked.
    pub depth: Option<u64>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
}

/// What a player is asked: a move in a game, under a limit.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Where the game began.
    pub start: &'a Start,
    /// The game so far; the player is to move.
    pub history: &'a History,
    /// The limit, as UCI's `go` says it.
    pub go: &'a Go,
    /// How long to wait for the move at the most.
    pub patience: Duration,
}

/// A player in a match.
pub trait Player {
    /// What the player calls itself.
    fn name(&self) -> &str;

    /// Gets ready for a new game. The seed decides anything random in it.
    ///
    /// # Errors
    ///
    /// Returns what went wrong; the player cannot play then.
    fn begin_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// Finds a move for the side to move.
    ///
    /// # Errors
    ///
    /// Returns what went wrong instead of a move.
    fn think(&mut self, request: &Request<'_>) -> Result<Thought, Fault>;

    /// A command for the shell that asks the player again what it was asked last, to see a fault
    /// once more; none if there is no such command.
    fn reproduction(&self, asked: Option<(&Command, &Go)>) -> Option<String> {
        let _ = asked;
        None
    }
}

/// Whether a process answered something that can be read. If not, it cannot be trusted to be
/// listening and must be started anew.
fn is_readable(thought: &Result<Thought, Fault>) -> bool {
    thought
        .as_ref()
        .is_ok_and(|thought| thought.garbage.is_none())
}

/// The `position` command of a game so far.
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
