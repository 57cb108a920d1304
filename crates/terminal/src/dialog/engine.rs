//! The engine's part in a dialog: it moves on its turn and answers questions.

use std::num::NonZeroUsize;
use std::time::Duration;

use chess::Color;
use chess::san::San;
use engine::{ClockLimits, Evaluator, SearchResult};
use game::{Command, Event};
use partner::Question;

use super::super::companion::{EngineAnswer, NoAnswer, Sides, Waited};
use super::{Dialog, Refused, Reply};

/// The engine's assessment of a position, from White's point of view.
#[derive(Debug)]
pub struct Advice {
    /// The best moves for both sides; none if there is no legal move.
    pub line: Vec<San>,
    pub centipawns: i32,
    /// The number of moves to mate, negative if Black mates.
    pub mate: Option<i32>,
    /// The depth in plies.
    pub depth: u32,
    /// The static evaluation in centipawns.
    pub at_first_sight: i32,
}

/// The number of moves shown of a line.
const LINE_MAX: usize = 6;

impl Dialog {
    pub fn is_engine_thinking(&self) -> bool {
        self.companion.is_thinking()
    }

    /// Whether the engine plays against itself.
    pub fn is_watched(&self) -> bool {
        self.companion.sides() == Sides::Both
    }

    /// Waits for the next action of the engine, or for a flag to fall; `None` if there is nothing
    /// to wait for.
    pub fn wait_for_engine(&mut self, now: impl Fn() -> Duration) -> Option<Vec<Reply>> {
        let refused = self.begin_duty(now());
        if !refused.is_empty() {
            return Some(refused);
        }
        match self.companion.wait(self.time_until_flag(now()))? {
            Waited::Answer(answer) => Some(self.take_answer(answer, now())),
            Waited::TimedOut => Some(self.tick(now())),
        }
    }

    /// What the engine has done since the last call, without waiting.
    pub(super) fn poll_engine(&mut self, now: Duration) -> Vec<Reply> {
        match self.companion.poll() {
            Some(answer) => self.take_answer(answer, now),
            None => self.begin_duty(now),
        }
    }

    /// Asks the engine a question, or makes it move.
    pub(super) fn ask_engine(&mut self, question: Question, now: Duration) -> Vec<Reply> {
        if question == Question::Move {
            self.companion.set_waiting(false);
        }
        if let Some(ending) = self.game().ending() {
            let message = format!("the game is over, {ending}; take back a step or type new");
            return vec![Reply::Refused(Refused::new("game_over", message))];
        }
        self.begin(question, now)
    }

    /// Executes a player's command. Undo against the engine goes back to the player's own move; an
    /// engine that plays both sides waits afterward.
    pub(super) fn execute_with_engine(&mut self, command: Command, now: Duration) -> Vec<Reply> {
        let step_back = match command {
            Command::Undo(_) => Some(Command::Undo(NonZeroUsize::MIN)),
            Command::Redo(_) => Some(Command::Redo(NonZeroUsize::MIN)),
            Command::Play(_)
            | Command::Claim { .. }
            | Command::Offer(_)
            | Command::Accept(_)
            | Command::Decline(_)
            | Command::Resign(_)
            | Command::Flag(_)
            | Command::New(_)
            | Command::Load(_) => None,
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
            && self.game().ending().is_none()
            && self
                .companion
                .sides()
                .contains(self.game().position().turn())
        {
            let more = self.execute(step, now);
            // If there is no further step, the engine moves.
            if !matches!(more[..], [Reply::Refused(_), ..]) {
                replies = joined(replies, more);
            }
        }
        replies
    }

    /// Starts the engine if it has something to do.
    fn begin_duty(&mut self, now: Duration) -> Vec<Reply> {
        match self.companion.duty(self.timed.game()) {
            Some(question) if !self.companion.is_thinking() => self.begin(question, now),
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, question: Question, now: Duration) -> Vec<Reply> {
        let turn = self.game().position().turn();
        let (left, terms) = (self.timed.left(turn, now), self.timed.terms());
        let clock = left.zip(terms).map(|(time, terms)| ClockLimits {
            time,
            increment: terms.increment() + terms.delay(),
            moves_to_go: None,
        });
        match self.companion.ask(question, self.timed.game(), clock) {
            Ok(()) => Vec::new(),
            Err(error) => {
                self.companion.set_waiting(true);
                vec![failure(&error)]
            }
        }
    }

    fn take_answer(&mut self, answer: Result<EngineAnswer, NoAnswer>, now: Duration) -> Vec<Reply> {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return vec![failure(&error)],
        };
        let commands = self
            .companion
            .resulting_commands(self.timed.game(), &answer);
        let mut commands = commands.into_iter();
        let Some(first) = commands.next() else {
            return self.advise(&answer);
        };
        let mut replies = self.execute(first, now);
        for command in commands {
            // The move may have ended the game.
            if self.game().ending().is_none() {
                replies.extend(self.execute(command, now));
            }
        }
        replies
    }

    fn advise(&self, answer: &EngineAnswer) -> Vec<Reply> {
        let Some(outcome) = &answer.outcome else {
            return Vec::new();
        };
        let advice = self.advice(outcome);
        vec![match answer.question {
            Question::Eval => Reply::Eval(advice),
            Question::Move | Question::Offer | Question::Hint => Reply::Hint(advice),
        }]
    }

    fn advice(&self, outcome: &SearchResult) -> Advice {
        let mut position = *self.game().position();
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

fn failure(error: &NoAnswer) -> Reply {
    Reply::Refused(Refused::new("engine_failed", error))
}

/// Merges the replies to two undo or redo steps into one.
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
