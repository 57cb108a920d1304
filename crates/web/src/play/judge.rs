//! The judge of a game on the page, with the worker's proofs.
//!
//! After every move it makes the quick check of the referee. When a flag has fallen or a player has
//! resigned, the page asks the worker first, and the judge answers with the worker's result.
//! Without a worker it computes the answer itself.

use std::sync::{Arc, Mutex, PoisonError};

use chess::{Color, Move, Position};
use game::{Judge, Judgment, Profile, Rules};
use referee::{Budget, Referee};
use thinker::message::MateVerdict;

/// Whether a side can mate in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It can, by these moves.
    Yes(Vec<Move>),
    /// It cannot, for this reason, if it is known.
    No(String),
    /// Neither was proven.
    Unknown,
}

impl Finding {
    /// The worker's answer.
    pub fn of(verdict: &MateVerdict, position: &Position) -> Finding {
        match verdict {
            MateVerdict::No(why) => Finding::No(why.clone()),
            MateVerdict::Unknown => Finding::Unknown,
            MateVerdict::Yes(line) => {
                let mut now = *position;
                let mut moves = Vec::new();
                for text in line {
                    let Ok(m) = now.parse_uci(text) else {
                        break;
                    };
                    now = now.play_unchecked(m);
                    moves.push(m);
                }
                Finding::Yes(moves)
            }
        }
    }

    /// The answer of a referee on the page within a budget.
    pub fn search(position: &Position, side: Color, budget: Budget) -> Finding {
        match referee::can_mate(position, side, budget) {
            referee::Verdict::Yes(line) => Finding::Yes(line),
            referee::Verdict::No(proof) => Finding::No(proof.to_string()),
            referee::Verdict::Unknown => Finding::Unknown,
        }
    }

    const fn judgment(&self) -> Judgment {
        match self {
            Finding::Yes(_) => Judgment::Yes,
            Finding::No(_) => Judgment::No,
            Finding::Unknown => Judgment::Unknown,
        }
    }
}

/// A judge that shares its knowledge with its copies.
#[derive(Clone, Debug, Default)]
pub struct KnownJudge {
    known: Arc<Mutex<Vec<(Position, Color, Finding)>>>,
}

impl KnownJudge {
    /// The rules of a game with this judge.
    pub fn rules(&self) -> Rules {
        Rules {
            profile: Profile::Fide,
            judge: Arc::new(self.clone()),
        }
    }

    /// Stores whether a side can mate.
    pub fn learn(&self, position: Position, side: Color, finding: Finding) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(known, of, _)| *known != position || *of != side);
        known.push((position, side, finding));
    }

    pub fn finding(&self, position: &Position, side: Color) -> Option<Finding> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known
            .iter()
            .find(|(known, of, _)| known == position && *of == side);
        found.map(|(_, _, finding)| finding.clone())
    }
}

impl Judge for KnownJudge {
    fn can_mate(&self, position: &Position, side: Color) -> Judgment {
        match self.finding(position, side) {
            Some(finding) => finding.judgment(),
            None => Referee::default().can_mate(position, side),
        }
    }

    fn is_dead(&self, position: &Position) -> Judgment {
        Referee::default().is_dead(position)
    }
}
