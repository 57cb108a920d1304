//! Tells the user which draw rules apply to the position. The search goes on regardless.

use game::{Claim, Ground, History, Profile, Reason};

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
        let (start, moves) = self.root.story();
        let mut history = History::new(*start);
        for &m in moves {
            if history.play(m).is_err() {
                return false;
            }
        }
        let draws = Draws::of(&history);
        if let Some(rule) = draws.ended_by {
            self.note(format!("Draw by {rule}"));
        }
        for rule in draws.claimable {
            self.note(format!("Draw by {rule} (claimable)"));
        }
        draws.ended_by.is_some()
    }
}
