//! The workers: each takes the next pair of the schedule and plays both games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::SystemTime;

use chess::fen::CastlingMode;
use chess::{ByColor, Color};
use clock::Date;
use repeatable::Random;
use uci::SearchScore;

use crate::cause_code::CauseCode;
use crate::contest::{self, Cause, PlayedGame, Terms};
use crate::fault::Fault;
use crate::journal::{GameLine, Note};
use crate::move_limit::Control;
use crate::opening::Opening;
use crate::player::{Player, PlayerAnswer};
use crate::schedule::Pair;

use super::Tournament;

/// A message from a worker.
pub(super) enum Message {
    Started {
        number: u64,
        white: String,
        black: String,
    },
    Finished {
        number: u64,
        line: Box<GameLine>,
    },
    Pair(Box<[GameLine; 2]>),
    NoPlayer(Fault),
}

/// The queue of pairs to play.
pub(super) struct Queue<'a> {
    tournament: &'a Tournament<'a>,
    next: AtomicU64,
    stop: &'a AtomicBool,
    done: &'a AtomicBool,
}

impl<'a> Queue<'a> {
    pub(super) fn new(
        tournament: &'a Tournament<'a>,
        first: u64,
        stop: &'a AtomicBool,
        done: &'a AtomicBool,
    ) -> Queue<'a> {
        Queue {
            tournament,
            next: AtomicU64::new(first),
            stop,
            done,
        }
    }

    /// Plays pairs until there are none left or the run is stopped.
    pub(super) fn work(&self, worker: usize, sender: &Sender<Message>) {
        bind_to_processor(&self.tournament.processors, worker);
        let players: Result<Vec<_>, Fault> = self
            .tournament
            .participants
            .iter()
            .map(|one| one.player())
            .collect();
        let mut players = match players {
            Ok(players) => players,
            Err(fault) => {
                // Sending fails only after the tournament has ended.
                let _ = sender.send(Message::NoPlayer(fault));
                return;
            }
        };
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(pair) = self.tournament.schedule.pair(number) else {
                return;
            };
            let Some(lines) = self.play_pair(&pair, &mut players, sender) else {
                return;
            };
            if sender.send(Message::Pair(Box::new(lines))).is_err() {
                return;
            }
        }
    }

    fn play_pair(
        &self,
        pair: &Pair,
        players: &mut [Box<dyn Player>],
        sender: &Sender<Message>,
    ) -> Option<[GameLine; 2]> {
        let first = self.play_game(pair, 0, players, sender)?;
        let second = self.play_game(pair, 1, players, sender)?;
        Some([first, second])
    }

    fn play_game(
        &self,
        pair: &Pair,
        game: u8,
        players: &mut [Box<dyn Player>],
        sender: &Sender<Message>,
    ) -> Option<GameLine> {
        let tournament = self.tournament;
        let seats = match game {
            0 => ByColor {
                white: pair.first,
                black: pair.second,
            },
            _ => ByColor {
                white: pair.second,
                black: pair.first,
            },
        };
        let name = |color: Color| tournament.participants[seats[color]].name().to_owned();
        let number = 2 * pair.number + u64::from(game) + 1;
        let (white, black) = (name(Color::White), name(Color::Black));
        sender
            .send(Message::Started {
                number,
                white,
                black,
            })
            .ok()?;
        let controls = ByColor::from_fn(|color| tournament.participants[seats[color]].control());
        let terms = Terms {
            controls,
            margin: tournament.margin,
            adjudication: tournament.adjudication,
            rules: tournament.rules.clone(),
            seed: Random::at(pair.seed, game.into()).bits(),
        };
        let opening = &tournament.openings[pair.opening % tournament.openings.len()];
        let [white, black] = players.get_disjoint_mut([seats.white, seats.black]).ok()?;
        let (white, black): (&mut dyn Player, &mut dyn Player) = (&mut **white, &mut **black);
        let at_the_board = ByColor { white, black };
        let today = || Date::of(SystemTime::now());
        let date = tournament.date.unwrap_or_else(today);
        let played = contest::play(at_the_board, opening, &terms, &Interrupt(self))?;
        let line = GameLine {
            date: Some(date.to_string()),
            ..to_line(pair, game, ByColor::from_fn(name), opening, &terms, &played)
        };
        sender
            .send(Message::Finished {
                number,
                line: Box::new(line.clone()),
            })
            .ok()?;
        Some(line)
    }
}

/// Interrupts a game when the tournament no longer needs it.
struct Interrupt<'l, 'a>(&'l Queue<'a>);

impl contest::Interruption for Interrupt<'_, '_> {
    fn is_raised(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed) || self.0.done.load(Ordering::Relaxed)
    }
}

fn to_line(
    pair: &Pair,
    game: u8,
    names: ByColor<String>,
    opening: &Opening,
    terms: &Terms,
    played: &PlayedGame,
) -> GameLine {
    let mode = opening.start.mode;
    let moves: Vec<String> = played
        .history
        .moves()
        .iter()
        .map(|m| m.to_uci(mode).to_string())
        .collect();
    let is_timed = |control: Control| matches!(control, Control::Clock(_) | Control::MoveTime(_));
    let keeps_time = is_timed(terms.controls.white) || is_timed(terms.controls.black);
    GameLine {
        pair: pair.number,
        game,
        white: names.white,
        black: names.black,
        date: None,
        fen: opening.start.position.to_string(),
        chess960: mode == CastlingMode::Chess960,
        book: opening.moves.len(),
        moves: moves.join(" "),
        notes: played
            .answers
            .iter()
            .map(|answer| note(answer, keeps_time))
            .collect(),
        result: played.result.to_string(),
        cause: CauseCode::from(&played.cause),
        reason: played.cause.phrase(),
        fault: match &played.cause {
            Cause::Fault { fault, .. } => Some(fault.to_string()),
            Cause::Law(_) | Cause::Adjudicated(_) => None,
        },
        reproduction: played.reproduction.clone(),
    }
}

fn note(answer: &PlayerAnswer, keeps_time: bool) -> Note {
    let score = answer.score.map(|score| match score {
        SearchScore::Centipawns(score, _) => score.to_string(),
        SearchScore::Mate(moves, _) if moves >= 0 => format!("M{moves}"),
        SearchScore::Mate(moves, _) => format!("-M{}", -moves),
    });
    let ms = keeps_time.then(|| u64::try_from(answer.took.as_millis()).unwrap_or(u64::MAX));
    Note {
        score,
        depth: answer.depth,
        nodes: answer.nodes,
        ms,
    }
}

/// Binds this worker, and the engines it starts, to one CPU.
#[cfg(target_os = "linux")]
fn bind_to_processor(processors: &[usize], worker: usize) {
    use rustix::thread::{CpuSet, sched_setaffinity};

    if processors.is_empty() {
        return;
    }
    let mut set = CpuSet::new();
    set.set(processors[worker % processors.len()]);
    // If the CPU does not exist, the worker stays unbound, which is harmless.
    let _ = sched_setaffinity(None, &set);
}

#[cfg(not(target_os = "linux"))]
fn bind_to_processor(_: &[usize], _: usize) {}
