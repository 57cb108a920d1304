//! What the Laws say about the position that is looked at, with the moves that led to it.

use game::{Command, Game, Profile, Rules};

use super::Study;
use crate::play::status;

/// What the Laws say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Law {
    /// The game goes on; this is how near a draw by fifty moves and by repetition is.
    Open {
        /// Half-moves without a capture or pawn move.
        halfmoves: u16,
        /// How often the position has occurred.
        occurrences: u32,
    },
    /// The player to move may claim a draw, for this reason.
    Claimable(String),
    /// The game is over, for this reason.
    Over {
        /// How it came out.
        result: String,
        /// Why, with the article.
        reasons: String,
    },
    /// A line with a null move is no game.
    NoGame,
}

impl Law {
    /// What the Laws say about where a study is.
    #[must_use]
    pub fn of(study: &Study) -> Law {
        let mut game = Game::new(*study.tree.start(), Rules::new(Profile::Fide));
        for id in study.path() {
            let Some(m) = study.tree.node(id).played() else {
                return Law::NoGame;
            };
            // What is played after the end of a game is looked at all the same.
            if game.ending().is_some() {
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
