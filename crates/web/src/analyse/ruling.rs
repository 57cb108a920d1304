//! Who can still mate in the shown position, by the referee in the worker.

use chess::{Color, Move, Position};
use thinker::message::MateVerdict;

use super::line::read_line;

/// The referee's requests and answers for a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ruling {
    sides: [Side; 2],
}

/// What is known about a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Side {
    #[default]
    Unasked,
    Asked(u64),
    CanMate(Vec<Move>),
    CannotMate(String),
    Unknown,
}

impl Ruling {
    /// Whether the referee has been asked about this position.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.sides.iter().any(|side| *side != Side::Unasked)
    }

    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.sides.iter().any(|side| matches!(side, Side::Asked(_)))
    }

    /// The mating line of a side.
    #[must_use]
    pub fn line(&self, side: Color) -> Option<&[Move]> {
        match &self.sides[side as usize] {
            Side::CanMate(line) => Some(line),
            Side::Unasked | Side::Asked(_) | Side::CannotMate(_) | Side::Unknown => None,
        }
    }

    /// The answer for a side, in a sentence.
    #[must_use]
    pub fn words(&self, side: Color) -> Option<String> {
        Some(match &self.sides[side as usize] {
            Side::Unasked | Side::Asked(_) => return None,
            Side::CanMate(line) if line.is_empty() => format!("{side} has mated."),
            Side::CanMate(line) => {
                let moves = line.len().div_ceil(2);
                let plural = if moves == 1 { "move" } else { "moves" };
                format!("{side} can still mate; the referee found a way in {moves} {plural}.")
            }
            Side::CannotMate(why) => format!("{side} can never mate: {why}."),
            Side::Unknown => {
                format!("It is unknown whether {side} can still mate: the game goes on.")
            }
        })
    }

    /// The consequence for the game: it is over, or what a fallen flag means for each side. `None`
    /// until both answers are known, and after a mate.
    #[must_use]
    pub fn conclusion(&self) -> Option<Vec<String>> {
        if self.is_dead() {
            let words = "The position is dead: the game is a draw at once (article 5.2.2).";
            return Some(vec![words.to_owned()]);
        }
        Color::ALL.map(|side| self.flag(side)).into_iter().collect()
    }

    fn is_dead(&self) -> bool {
        let cannot = |side: &Side| matches!(side, Side::CannotMate(_));
        self.sides.iter().all(cannot)
    }

    /// The consequence of a side's flag fall now.
    fn flag(&self, side: Color) -> Option<String> {
        let is_over = |line: &Side| matches!(line, Side::CanMate(line) if line.is_empty());
        if self.is_waiting() || self.sides.iter().any(is_over) {
            return None;
        }
        Some(match &self.sides[!side as usize] {
            Side::Unasked | Side::Asked(_) => return None,
            Side::CannotMate(_) => {
                format!("If {side}'s flag falls, the game is a draw (article 6.9).")
            }
            Side::CanMate(_) | Side::Unknown => {
                format!("If {side}'s flag falls, {} wins (article 6.9).", !side)
            }
        })
    }

    /// A request to the referee about a side was sent.
    pub(super) fn ask(&mut self, side: Color, question: u64) {
        self.sides[side as usize] = Side::Asked(question);
    }

    /// The referee has answered a request; `true` if it was still open.
    pub(super) fn answer(&mut self, id: u64, verdict: MateVerdict, position: &Position) -> bool {
        let mut sides = self.sides.iter_mut();
        let Some(side) = sides.find(|side| **side == Side::Asked(id)) else {
            return false;
        };
        *side = match verdict {
            MateVerdict::No(why) => Side::CannotMate(why),
            MateVerdict::Unknown => Side::Unknown,
            MateVerdict::Yes(line) => Side::CanMate(read_line(&line, position)),
        };
        true
    }
}
