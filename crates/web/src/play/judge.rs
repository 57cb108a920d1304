//! The judge of a game on the page: it knows what the worker has proven.
//!
//! After every move it takes the quick look of the referee. When a flag has fallen or someone has
//! resigned, the page asks the worker first, and the judge answers with what the worker said. Without
//! a worker it finds out by itself.

use std::sync::{Arc, Mutex, PoisonError};

use chess::{Color, Move, Position};
use game::{Judge, Judgment, Profile, Rules};
use referee::Referee;
use thinker::message::Verdict;

/// A judge that shares what it knows with its copies.
#[derive(Clone, Debug, Default)]
pub struct KnownJudge {
    known: Arc<Mutex<Vec<(Position, Color, Judgment)>>>,
}

impl KnownJudge {
    /// The rules of a game that is judged by this judge.
    pub fn rules(&self) -> Rules {
        Rules {
            profile: Profile::Fide,
            judge: Arc::new(self.clone()),
        }
    }

    /// Learns whether a side can mate.
    pub fn learn(&self, position: Position, side: Color, judgment: Judgment) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.push((position, side, judgment));
    }
}

impl Judge for KnownJudge {
    fn can_mate(&self, position: &Position, side: Color) -> Judgment {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known
            .iter()
            .find(|(known, of, _)| known == position && *of == side);
        match found {
            Some(&(_, _, judgment)) => judgment,
            None => Referee::default().can_mate(position, side),
        }
    }

    fn is_dead(&self, position: &Position) -> Judgment {
        Referee::default().is_dead(position)
    }
}

/// A verdict as a judgment, with the line that mates.
pub fn judgment(verdict: &Verdict, position: &Position) -> (Judgment, Vec<Move>) {
    match verdict {
        Verdict::No(_) => (Judgment::No, Vec::new()),
        Verdict::Unknown => (Judgment::Unknown, Vec::new()),
        Verdict::Yes(line) => {
            let mut now = *position;
            let mut moves = Vec::new();
            for text in line {
                let Ok(m) = now.parse_uci(text) else {
                    break;
                };
                now = now.play_unchecked(m);
                moves.push(m);
            }
            (Judgment::Yes, moves)
        }
    }
}
