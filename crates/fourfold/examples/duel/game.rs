//! One game between two players.

use std::time::{Duration, Instant};

use anyhow::Result;
use chess::{Bitboard, Board, Color, Role};
use engine::{ClockLimits, Limits, Root};

use crate::player::Player;

/// What a move may take.
#[derive(Clone, Copy)]
pub enum Pace {
    Nodes(u64),
    MoveTime(Duration),
    Clock { time: Duration, increment: Duration },
}

/// A game to be played.
pub struct Game<'a> {
    pub opening: &'a Root,
    pub pace: Pace,
    /// The color of the first player.
    pub first: Color,
    pub adjudicate: bool,
}

/// How it ended: points of the first player in halves, and why.
pub struct End {
    pub points: usize,
    pub reason: String,
}

/// A game is given up when both have agreed on this much for so many plies.
const RESIGN: i32 = 1200;
const RESIGN_PLIES: usize = 6;

impl Game<'_> {
    pub fn play(&self, first: &mut Player, second: &mut Player) -> Result<End> {
        first.new_game()?;
        second.new_game()?;
        let mut root = self.opening.clone();
        let budget = match self.pace {
            Pace::Clock { time, .. } => time,
            _ => Duration::ZERO,
        };
        let mut clocks = [budget; 2];
        let mut agreed = (0, 0);
        loop {
            let turn = root.position().turn();
            let is_first = turn == self.first;
            if let Some((winner, reason)) = ending(&root) {
                return Ok(self.end(winner, reason));
            }
            let limits = self.limits(clocks[turn as usize]);
            let player = if is_first { &mut *first } else { &mut *second };
            let begin = Instant::now();
            let thought = player.think(&root, &limits, clocks, self.increment())?;
            let used = begin.elapsed();
            if let Pace::Clock { increment, .. } = self.pace {
                let clock = &mut clocks[turn as usize];
                match clock.checked_sub(used) {
                    Some(left) => *clock = left + increment,
                    None => {
                        return Ok(
                            self.end(Some(!turn), &format!("{} lost on time", player.name()))
                        );
                    }
                }
            }
            if root.play(thought.best).is_err() {
                return Ok(self.end(
                    Some(!turn),
                    &format!("{} played an illegal move", player.name()),
                ));
            }
            if let Some(winner) = self.agreement(&mut agreed, turn, thought.centipawns) {
                return Ok(self.end(Some(winner), "adjudicated as won"));
            }
        }
    }

    fn increment(&self) -> Duration {
        match self.pace {
            Pace::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    fn limits(&self, left: Duration) -> Limits {
        match self.pace {
            Pace::Nodes(nodes) => Limits::nodes(nodes),
            Pace::MoveTime(time) => Limits::movetime(time),
            Pace::Clock { increment, .. } => Limits {
                clock: Some(ClockLimits {
                    time: left,
                    increment,
                    moves_to_go: None,
                }),
                ..Limits::default()
            },
        }
    }

    /// The side that both players have long agreed is winning.
    fn agreement(
        &self,
        agreed: &mut (i32, usize),
        turn: Color,
        score: Option<i32>,
    ) -> Option<Color> {
        let white = match (score, turn) {
            (Some(score), Color::White) => score,
            (Some(score), Color::Black) => -score,
            (None, _) => 0,
        };
        let side = if white >= RESIGN {
            1
        } else {
            -i32::from(white <= -RESIGN)
        };
        *agreed = match *agreed {
            (known, plies) if known == side => (known, plies + 1),
            _ => (side, 1),
        };
        let decided = self.adjudicate && agreed.0 != 0 && agreed.1 >= RESIGN_PLIES;
        decided.then_some(if agreed.0 > 0 {
            Color::White
        } else {
            Color::Black
        })
    }

    fn end(&self, winner: Option<Color>, reason: &str) -> End {
        End {
            points: match winner {
                None => 1,
                Some(color) if color == self.first => 2,
                Some(_) => 0,
            },
            reason: reason.to_owned(),
        }
    }
}

/// The end of a game by the rules, draws claimed as soon as they can be.
fn ending(root: &Root) -> Option<(Option<Color>, &'static str)> {
    let position = root.position();
    if !position.has_legal_moves() {
        return Some(if position.is_check() {
            (Some(!position.turn()), "mate")
        } else {
            (None, "draw by stalemate")
        });
    }
    if is_dead(position.board()) {
        return Some((None, "draw by material"));
    }
    if root.occurrences() >= 3 {
        return Some((None, "draw by repetition"));
    }
    (position.halfmoves() >= 100).then_some((None, "draw by fifty moves"))
}

fn is_dead(board: &Board) -> bool {
    let minors = board.by_role(Role::Knight) | board.by_role(Role::Bishop);
    let others = board.occupied() - board.by_role(Role::King) - minors;
    others.is_empty()
        && (!minors.more_than_one()
            || board.by_role(Role::Knight).is_empty()
                && (minors.is_subset(Bitboard::LIGHT) || minors.is_subset(Bitboard::DARK)))
}
