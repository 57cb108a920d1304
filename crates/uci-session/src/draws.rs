//! Tells the user which draw rules apply to the position. The search goes on regardless.

use chess::Move;
use game::{Claim, Ground, History, Profile, Reason, THREEFOLD};

use super::Session;

/// What the draw rules say about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draws {
    /// The rule that ends the game as a draw.
    pub(super) ended_by: Option<&'static str>,
    /// The rules by which the player to move can claim a draw.
    pub(super) claimable: Vec<&'static str>,
}

impl Draws {
    /// The draws of the last position of a game, by the Laws of Chess.
    pub(super) fn of(history: &History) -> Draws {
        let Some(ending) = history.ending(&referee::rules(Profile::Fide)) else {
            let claims = history.claims();
            return Draws {
                ended_by: None,
                claimable: claims.iter().map(claimed_by).collect(),
            };
        };
        Draws {
            ended_by: ended_by(ending.reason()),
            claimable: Vec::new(),
        }
    }
}

/// The rule by which a position ends the game as a draw.
fn ended_by(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::Stalemate => Some("stalemate"),
        Reason::InsufficientMaterial => Some("insufficient material"),
        Reason::DeadPosition => Some("dead position"),
        Reason::FivefoldRepetition => Some("fivefold repetition"),
        Reason::SeventyFiveMoves => Some("seventy-five-move rule"),
        _ => None,
    }
}

fn claimed_by(claim: &Claim) -> &'static str {
    match claim.ground {
        Ground::Threefold => "threefold repetition",
        Ground::FiftyMoves => "fifty-move rule",
    }
}

impl Session {
    /// Reports the draws of the position and returns whether one of them ends the game.
    pub(super) fn report_draws(&self) -> bool {
        let draws = Draws::of(&self.history());
        if let Some(rule) = draws.ended_by {
            self.note(format!("Draw by {rule}"));
        }
        for rule in draws.claimable {
            self.note(format!("Draw by {rule} (claimable)"));
        }
        draws.ended_by.is_some()
    }

    /// The game as far as the draw rules need it. Keys say whether the position may have occurred
    /// three times; comparing positions decides.
    fn history(&self) -> History {
        let (start, moves) = self.root.start_and_moves();
        let mut history = History::new(*start);
        let is_legal = |m: &Move| history.play(*m).is_ok();
        if self.root.occurrences() >= THREEFOLD as usize && moves.iter().all(is_legal) {
            return history;
        }
        History::new(*self.root.position())
    }
}
