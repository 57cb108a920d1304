//! A game as a value that can be kept, written and played again.

use chess::fen::CastlingMode;
use chess::{Move, Position};

use crate::{Ending, GameResult, Profile, Remark};

/// Where a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position, with its clocks.
    pub position: Position,
    /// How castling is written in this game.
    pub mode: CastlingMode,
}

impl Start {
    /// The initial position of chess.
    #[must_use]
    pub fn standard() -> Start {
        Position::start().into()
    }
}

impl From<Position> for Start {
    fn from(position: Position) -> Start {
        Start {
            position,
            mode: CastlingMode::Standard,
        }
    }
}

/// Everything that happened in a game, finished or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it started.
    pub start: Start,
    /// The rules it was played by.
    pub profile: Profile,
    /// The moves.
    pub moves: Vec<Move>,
    /// The position after the last move.
    pub last: Position,
    /// What was said after which ply, in order.
    pub remarks: Vec<(usize, Remark)>,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
}

impl Record {
    /// The result as PGN writes it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.ending.as_ref().map(|ending| ending.outcome).into()
    }

    /// The positions from the start to the last.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start.position;
        let after = self.moves.iter().map(move |&m| {
            position = position.play_unchecked(m);
            position
        });
        core::iter::once(self.start.position).chain(after)
    }
}
