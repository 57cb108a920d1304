//! One answer of a program: a move, a claim, or the answer to a draw offer.

use std::time::{Duration, Instant};

use engine::{Control, Engine, Evaluator, Limits};
use game::{Command, Game};
use partner::{Level, manners, root};
use rival::Rival;
use tables::Playing;
use wire::{Act, Offered, Seat};

use super::Question;

/// The size of the engine's hash table, in mebibytes. It is cleared for each search, because the
/// next one is for another game.
const HASH: usize = 4;

/// The engine and the programs for four boards. The engine is created when it is first needed.
#[derive(Default)]
pub(super) struct Thinker {
    engine: Option<Engine>,
}

impl Thinker {
    /// The action of a program; `None` if there is none.
    pub fn think(&mut self, question: &Question, time: Duration) -> Option<Act> {
        match &question.playing {
            Playing::Chess(game) => self.think_chess(question, game, time),
            Playing::Duplicate(table) => think_duplicate(question, table, time),
        }
    }

    fn think_chess(&mut self, question: &Question, game: &Game, time: Duration) -> Option<Act> {
        let strength = Level::new(question.level)?.strength();
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(Engine::new(HASH).ok()?),
        };
        engine.forget();
        engine.settings_mut().evaluator = Evaluator::default().with_noise(strength.noise);
        let limits = Limits {
            nodes: Some(strength.nodes),
            movetime: Some(time),
            ..Limits::default()
        };
        let begin = Instant::now();
        let control = Control::new();
        let outcome = engine.search(&root(game), &limits, &control, &|| begin.elapsed())?;
        let score = outcome.score.centipawns();
        if question.is_offer {
            let is_to_move = seat_to_move(game) == question.seat;
            let own = if is_to_move { score } else { -score };
            return Some(answer(manners::accepts(game, own)));
        }
        let mode = game.start().mode;
        let text = |m: chess::Move| m.to_uci(mode).to_string();
        match manners::command(game, &outcome)? {
            Command::Play(m) => Some(Act::Move { text: text(m) }),
            Command::Claim { with, .. } => Some(Act::Claim {
                text: with.map(text),
            }),
            // At a table, programs do not resign.
            Command::Offer(_)
            | Command::Accept(_)
            | Command::Decline(_)
            | Command::Resign(_)
            | Command::Flag(_)
            | Command::Undo(_)
            | Command::Redo(_)
            | Command::New(_)
            | Command::Load(_) => outcome.best().map(|m| Act::Move { text: text(m) }),
        }
    }
}

fn think_duplicate(question: &Question, table: &duplicate::Table, time: Duration) -> Option<Act> {
    let rival = Rival::new(rival::Level::new(question.level)?, question.asked.seq);
    let begin = Instant::now();
    let chosen = rival.think_while(table, || begin.elapsed() < time)?;
    if question.is_offer {
        let own = tables::compass_of(question.seat)?;
        return Some(answer(chosen.scores[own] <= 0.0));
    }
    Some(Act::Move {
        text: chosen.m.to_string(),
    })
}

fn answer(accepts: bool) -> Act {
    let what = Offered::Draw;
    match accepts {
        true => Act::Accept { what },
        false => Act::Decline { what },
    }
}

fn seat_to_move(game: &Game) -> Seat {
    match game.position().turn() {
        chess::Color::White => Seat::White,
        chess::Color::Black => Seat::Black,
    }
}
