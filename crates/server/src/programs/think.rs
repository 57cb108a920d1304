//! One answer of a program: a move, a claim, an offer, a resignation, or the answer to an offer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::Color;
use engine::{Control, Engine};
use game::{Command, Game, Judge};
use partner::{Intention, Opponent, Question};
use rival::Rival;
use tables::Playing;
use wire::{Act, Offered, Seat};

use super::ProgramQuestion;

/// The size of the engine's hash table, in mebibytes. It is cleared for each search, because the
/// next one is for another game.
const HASH: usize = 4;

/// The engine and the programs for four boards. The engine is created when it is first needed.
pub(super) struct Thinker {
    engine: Option<Engine>,
    /// Says whether a program that resigns can be mated at all.
    judge: Arc<dyn Judge>,
}

impl Thinker {
    pub fn new(judge: Arc<dyn Judge>) -> Thinker {
        Thinker {
            engine: None,
            judge,
        }
    }

    /// After a panic, nothing of the engine is used again.
    pub fn forget(&mut self) {
        self.engine = None;
    }

    /// What a program does, in order; nothing if it failed.
    pub fn think(&mut self, question: &mut ProgramQuestion, time: Duration) -> Vec<Act> {
        let acts = match &question.playing {
            Playing::Chess(game) => {
                let answers = question.is_offer.then(|| color_of(question.seat));
                self.think_chess(&mut question.player, answers, game, time)
            }
            Playing::Duplicate(game) => think_duplicate(question, game, time).map(|act| vec![act]),
        };
        acts.unwrap_or_default()
    }

    /// The move of a player, or the answer to an offer by the side that `answers` it.
    fn think_chess(
        &mut self,
        player: &mut Opponent,
        answers: Option<Color>,
        game: &Game,
        time: Duration,
    ) -> Option<Vec<Act>> {
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(Engine::new(HASH).ok()?),
        };
        engine.forget();
        let search = player.search(Question::Move, game, None).within(time);
        let begin = Instant::now();
        let found = search.run(engine, &Control::new(), &|| begin.elapsed())?;
        let score = found.score.centipawns();
        let intention = match answers {
            Some(by) => Intention::Act(player.answer_offer(game, by, score)),
            None => player.play(game, found.best()?, score),
        };
        let commands = intention.commands(game.position(), &*self.judge);
        commands.into_iter().map(|c| act(c, game)).collect()
    }
}

fn color_of(seat: Seat) -> Color {
    match seat {
        Seat::Black => Color::Black,
        Seat::White | Seat::North | Seat::South | Seat::East | Seat::West => Color::White,
    }
}

/// A command of a game at a table.
fn act(command: Command, game: &Game) -> Option<Act> {
    let text = |m: chess::Move| m.to_uci(game.start().mode).to_string();
    let what = Offered::Draw;
    Some(match command {
        Command::Play(m) => Act::Move { text: text(m) },
        Command::Claim { with, .. } => Act::Claim {
            text: with.map(text),
        },
        Command::Offer(_) => Act::Offer { what },
        Command::Accept(_) => Act::Accept { what },
        Command::Decline(_) => Act::Decline { what },
        Command::Resign(_) => Act::Resign,
        Command::Flag(_)
        | Command::Undo(_)
        | Command::Redo(_)
        | Command::New(_)
        | Command::Load(_) => return None,
    })
}

fn think_duplicate(
    question: &ProgramQuestion,
    game: &duplicate::DuplicateGame,
    time: Duration,
) -> Option<Act> {
    let rival = Rival::new(rival::Level::new(question.level)?, question.asked.seq);
    let begin = Instant::now();
    let chosen = rival.think_while(game, || begin.elapsed() < time)?;
    if question.is_offer {
        let own = tables::compass_of(question.seat)?;
        let accepts = chosen.scores[own] <= 0.0 && question.playing.can_agree();
        let what = Offered::Draw;
        return Some(match accepts {
            true => Act::Accept { what },
            false => Act::Decline { what },
        });
    }
    Some(Act::Move {
        text: chosen.m.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use game::MaterialJudge;
    use serde_json::json;
    use tables::Table;
    use wire::NewTable;

    use super::super::{QuestionState, player};
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
            let mut question = ProgramQuestion {
                seat,
                level: 1,
                is_offer: true,
                playing: step.after().playing(),
                player: player(1),
                asked: QuestionState {
                    seq,
                    ply,
                    seat,
                    not_before: 0,
                },
            };
            let mut thinker = Thinker::new(Arc::new(MaterialJudge));
            let acts = thinker.think(&mut question, Duration::from_millis(20));
            let what = Offered::Draw;
            assert_eq!(acts, [Act::Decline { what }], "{game}");
        }
    }
}
