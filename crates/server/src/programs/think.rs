//! One answer of a program: a move, a claim, or the answer to a draw offer.

use std::time::{Duration, Instant};

use chess::Color;
use engine::{Control, Engine};
use game::{Command, Game};
use partner::{Intention, Level, Opponent, Pace};
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
            Playing::Duplicate(game) => think_duplicate(question, game, time),
        }
    }

    fn think_chess(&mut self, question: &Question, game: &Game, time: Duration) -> Option<Act> {
        let level = Level::new(question.level)?;
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(Engine::new(HASH).ok()?),
        };
        engine.forget();
        // Another program may answer the next question, so nobody remembers how the game went: at a
        // table, programs neither resign nor offer draws.
        let mut player = Opponent::new(Pace::Strength(level.strength())).never_resigning();
        let search = player
            .search(partner::Question::Move, game, None)
            .within(time);
        let begin = Instant::now();
        let found = search.run(engine, &Control::new(), &|| begin.elapsed())?;
        if question.is_offer {
            let score = found.score.centipawns();
            let answer = player.answer_offer(game, color_of(question.seat), score);
            return Some(answer_to_offer(matches!(answer, Command::Accept(_))));
        }
        let mode = game.start().mode;
        let text = |m: chess::Move| m.to_uci(mode).to_string();
        match player.answer(partner::Question::Move, game, &found)? {
            Intention::Act(Command::Claim { with, .. }) => Some(Act::Claim {
                text: with.map(text),
            }),
            Intention::Act(_) | Intention::OfferWith(_) | Intention::Resign { .. } => {
                found.best().map(|m| Act::Move { text: text(m) })
            }
        }
    }
}

fn think_duplicate(
    question: &Question,
    game: &duplicate::DuplicateGame,
    time: Duration,
) -> Option<Act> {
    let rival = Rival::new(rival::Level::new(question.level)?, question.asked.seq);
    let begin = Instant::now();
    let chosen = rival.think_while(game, || begin.elapsed() < time)?;
    if question.is_offer {
        let own = tables::compass_of(question.seat)?;
        let accepts = chosen.scores[own] <= 0.0 && question.playing.can_agree();
        return Some(answer_to_offer(accepts));
    }
    Some(Act::Move {
        text: chosen.m.to_string(),
    })
}

fn answer_to_offer(accepts: bool) -> Act {
    let what = Offered::Draw;
    match accepts {
        true => Act::Accept { what },
        false => Act::Decline { what },
    }
}

fn color_of(seat: Seat) -> Color {
    match seat {
        Seat::Black => Color::Black,
        Seat::White | Seat::North | Seat::South | Seat::East | Seat::West => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tables::Table;
    use wire::NewTable;

    use super::super::QuestionState;
    use super::*;

    #[test]
    fn an_offer_that_cannot_be_accepted_yet_is_declined() {
        // A refused answer would not be asked for again, and the table would wait.
        for game in ["chess", "duplicate"] {
            let asked = json!({"game": game, "watch": "anyone"});
            let asked: NewTable = serde_json::from_value(asked).expect("a table");
            let step = Table::open(&asked, 0).expect("a legal table");
            let seat = asked.game.seats()[1];
            let (seq, ply) = (1, 0);
            let question = Question {
                seat,
                level: 1,
                is_offer: true,
                playing: step.after().playing(),
                asked: QuestionState { seq, ply, seat },
            };
            let answer = Thinker::default().think(&question, Duration::from_millis(20));
            let what = Offered::Draw;
            assert_eq!(answer, Some(Act::Decline { what }), "{game}");
        }
    }
}
