//! What the Laws say about the shown position, with the moves that led to it.

use game::{Command, Game, Profile, Rules};

use super::Study;
use crate::play::status;

/// What the Laws say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Law {
    /// The game continues; this is the state of the fifty-move and repetition counts.
    Open { halfmoves: u16, occurrences: u32 },
    /// The player to move may claim a draw, for this reason.
    Claimable(String),
    Over {
        result: String,
        /// The reason, with the article.
        reasons: String,
        /// Whether it ended with the shown position, and not before.
        is_here: bool,
    },
    /// A line with a null move is not a game.
    NoGame,
}

impl Law {
    /// What the Laws say about the shown position of a study.
    #[must_use]
    pub fn of(study: &Study) -> Law {
        let mut game = Game::new(*study.tree.start(), Rules::new(Profile::Fide));
        let mut is_here = true;
        for id in study.path() {
            let Some(m) = study.tree.node(id).played() else {
                return Law::NoGame;
            };
            // Moves after the end of a game are analyzed too.
            if game.ending().is_some() {
                is_here = false;
                break;
            }
            if game.execute(Command::Play(m)).is_err() {
                return Law::NoGame;
            }
        }
        if let Some(ending) = game.ending() {
            return Law::Over {
                result: status::result(ending),
                reasons: status::reasons(ending),
                is_here,
            };
        }
        let history = game.history();
        match game.claims().first() {
            Some(claim) => Law::Claimable(status::claimable(&game, claim)),
            None => Law::Open {
                halfmoves: history.position().halfmoves(),
                occurrences: history.occurrences(),
            },
        }
    }
}
