//! A game as a value that can be stored, written and replayed.

use chess::fen::CastlingMode;
use chess::{Move, Position};

use crate::{Ending, GameResult, Profile, Remark};

/// The start of a game.
///
/// ```
/// use fourfold_game::chess::Position;
/// use fourfold_game::Start;
/// use fourfold_game::chess::fen::CastlingMode;
/// assert_eq!(Start::standard(), Start::from(Position::start()));
/// assert_eq!(Start::standard().mode, CastlingMode::Standard);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Start {
    /// The position, with its move counters.
    pub position: Position,
    /// How castling is written in this game.
    pub mode: CastlingMode,
}

impl Start {
    /// The standard start position.
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

/// A complete record of a game, finished or not.
///
/// ```
/// use fourfold_game::{Command, Game};
/// let mut game = Game::default();
/// let e4 = game.position().parse_san("e4")?;
/// game.execute(Command::Play(e4))?;
/// let record = game.record();
/// assert_eq!(record.moves, [e4]);
/// assert_eq!(record.positions().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// Where it started.
    pub start: Start,
    /// The rules it was played by.
    pub profile: Profile,
    /// The moves.
    pub moves: Vec<Move>,
    /// The position after the last move.
    pub last: Position,
    /// The remarks and the ply each followed, in order.
    pub remarks: Vec<(usize, Remark)>,
    /// How it ended, if it is over.
    pub ending: Option<Ending>,
}

impl Record {
    /// The result in PGN notation.
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
