//! The engine's part in a dialog: it moves when it is its turn, and answers when it is asked.

use std::num::NonZeroUsize;
use std::time::Duration;

use chess::Color;
use chess::san::San;
use engine::{ClockLimits, Evaluator, SearchResult};
use game::{Command, Event};
use partner::Question;

use super::super::companion::{NoThought, Sides, Thought, Waited};
use super::{Dialog, Refused, Reply};

/// What the engine says about a position, as White counts.
#[derive(Debug)]
pub struct Advice {
    /// The best moves for both sides; none if there is no legal move.
    pub line: Vec<San>,
    /// What the position is worth in hundredths of a pawn.
    pub centipawns: i32,
    /// In how many moves White mates, or Black if negative.
    pub mate: Option<i32>,
    /// How many plies were searched.
    pub depth: u32,
    /// What it looks worth without a search.
    pub at_first_sight: i32,
}

/// How many moves of a line are shown.
const LINE_MAX: usize = 6;

impl Dialog {
    /// Whether the engine is at work.
    pub fn is_engine_thinking(&self) -> bool {
        self.companion.is_thinking()
    }

    /// Whether the engine plays against itself.
    pub fn is_watched(&self) -> bool {
        self.companion.sides() == Sides::Both
    }

    /// Waits until the engine has done one thing that it does by itself or was asked for, or a flag
    /// has fallen; `None` if there is nothing to wait for.
    pub fn wait_for_engine(&mut self, now: impl Fn() -> Duration) -> Option<Vec<Reply>> {
        let refused = self.begin_duty(now());
        if !refused.is_empty() {
            return Some(refused);
        }
        match self.companion.wait(self.time_until_flag(now()))? {
            Waited::Thought(thought) => Some(self.take_thought(thought, now())),
            Waited::TimedOut => Some(self.tick(now())),
        }
    }

    /// What the engine has done since it was last listened to, without waiting for it.
    pub(super) fn hear_engine(&mut self, now: Duration) -> Vec<Reply> {
        match self.companion.poll() {
            Some(thought) => self.take_thought(thought, now),
            None => self.begin_duty(now),
        }
    }

    /// Asks the engine something, or tells it to move.
    pub(super) fn ask_engine(&mut self, question: Question, now: Duration) -> Vec<Reply> {
        if question == Question::Move {
            self.companion.set_waiting(false);
        }
        if let Some(ending) = self.game.ending() {
            let message = format!("the game is over, {ending}; take back a step or type new");
            return vec![Reply::Refused(Refused::new("game_over", message))];
        }
        self.begin(question, now)
    }

    /// Executes what a player asks for. A game against the engine is taken back to a move of the
    /// player's own; the engine waits if it is on both sides.
    pub(super) fn execute_with_engine(&mut self, command: Command, now: Duration) -> Vec<Reply> {
        let step_back = match command {
            Command::Undo(_) => Some(Command::Undo(NonZeroUsize::MIN)),
            Command::Redo(_) => Some(Command::Redo(NonZeroUsize::MIN)),
            _ => None,
        };
        let mut replies = self.execute(command, now);
        if matches!(replies[..], [Reply::Refused(_), ..]) {
            return replies;
        }
        self.companion.set_waiting(
            step_back.is_some() && self.companion.sides() == Sides::Both
                || matches!(&replies[..], [Reply::Event(Event::DrawClaimed { .. }), ..]),
        );
        if let Some(step) = step_back
            && self.companion.sides() != Sides::Both
            && self.game.ending().is_none()
            && self.companion.sides().contains(self.game.position().turn())
        {
            let more = self.execute(step, now);
            // There may be no further step; then the engine moves.
            if !matches!(more[..], [Reply::Refused(_), ..]) {
                replies = joined(replies, more);
            }
        }
        replies
    }

    /// Starts what the engine has to think about by itself.
    fn begin_duty(&mut self, now: Duration) -> Vec<Reply> {
        match self.companion.duty(&self.game) {
            Some(question) if !self.companion.is_thinking() => self.begin(question, now),
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, question: Question, now: Duration) -> Vec<Reply> {
        let turn = self.game.position().turn();
        let clock = self.clock.as_ref().map(|clock| ClockLimits {
            time: clock.left(turn, now),
            increment: clock.terms().increment() + clock.terms().delay(),
            moves_to_go: None,
        });
        match self.companion.ask(question, &self.game, clock) {
            Ok(()) => Vec::new(),
            Err(error) => {
                self.companion.set_waiting(true);
                vec![failure(&error)]
            }
        }
    }

    fn take_thought(&mut self, thought: Result<Thought, NoThought>, now: Duration) -> Vec<Reply> {
        let thought = match thought {
            Ok(thought) => thought,
            Err(error) => return vec![failure(&error)],
        };
        match self.companion.resulting_command(&self.game, &thought) {
            Some(command) => self.execute(command, now),
            None => self.advise(&thought),
        }
    }

    fn advise(&self, thought: &Thought) -> Vec<Reply> {
        let Some(outcome) = &thought.outcome else {
            return Vec::new();
        };
        let advice = self.advice(outcome);
        vec![match thought.question {
            Question::Eval => Reply::Eval(advice),
            _ => Reply::Hint(advice),
        }]
    }

    fn advice(&self, outcome: &SearchResult) -> Advice {
        let mut position = *self.game.position();
        let sign = match position.turn() {
            Color::White => 1,
            Color::Black => -1,
        };
        let at_first_sight = sign * Evaluator::default().raw_eval(&position).centipawns();
        let mut line = Vec::new();
        for &m in outcome.line.iter().take(LINE_MAX) {
            line.push(position.san(m));
            position = position.play_unchecked(m);
        }
        Advice {
            line,
            centipawns: sign * outcome.score.centipawns(),
            mate: outcome.score.mate_moves().map(|moves| sign * moves),
            depth: outcome.depth,
            at_first_sight,
        }
    }
}

fn failure(error: &NoThought) -> Reply {
    Reply::Refused(Refused::new("engine_failed", error))
}

/// Merges the replies to two steps in one direction into the replies to one.
fn joined(first: Vec<Reply>, then: Vec<Reply>) -> Vec<Reply> {
    let mut earlier = Vec::new();
    for reply in first {
        if let Reply::Event(Event::Undone(steps) | Event::Redone(steps)) = reply {
            earlier.extend(steps);
        }
    }
    let mut replies = then;
    for reply in &mut replies {
        if let Reply::Event(Event::Undone(steps) | Event::Redone(steps)) = reply {
            steps.splice(0..0, earlier.drain(..));
        }
    }
    replies
}

#[cfg(test)]
mod tests;
