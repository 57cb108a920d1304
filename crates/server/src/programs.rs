//! Programs at seats: a few threads that search for all tables.
//!
//! The threads have a low priority, so the moves of people come first however many programs search.
//! A table asks one question at a time, so the queue is never longer than the number of tables. A
//! search is limited by the nodes of its level and by time.

mod think;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use engine::SEARCH_STACK_SIZE;
use game::Judge;
use partner::{Level, Opponent, Pace};
use tables::{Occupant, Phase, Playing, Room, Table};
use tokio::sync::mpsc::UnboundedSender;
use wire::{Act, Offered, Seat};

use think::Thinker;

/// The maximum time that a program searches for a move.
const TIME_MAX: Duration = Duration::from_secs(5);

/// A program uses at most this fraction of its remaining time.
const PART_OF_TIME: u32 = 20;

/// It waits at most this fraction of its remaining time for people to follow.
const PART_OF_PACE: u64 = 40;

/// The threads of the programs.
#[derive(Clone, Debug)]
pub(crate) struct Programs(Sender<Job>);

/// A question with the channel for its answer.
#[derive(Debug)]
struct Job {
    question: ProgramQuestion,
    time: Duration,
    answer: UnboundedSender<ProgramAnswer>,
}

/// What a program is asked, and at which state of the table.
#[derive(Clone, Debug)]
struct ProgramQuestion {
    seat: Seat,
    level: u8,
    /// Whether the program should answer a draw offer instead of moving.
    is_offer: bool,
    playing: Playing,
    /// The player at the seat on one board, with its memory of the game.
    player: Opponent,
    asked: QuestionState,
}

/// The state of a table for which a question is asked. A state gets only one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuestionState {
    seq: u64,
    ply: u64,
    seat: Seat,
    /// The time of the table before which the program does not act, so that people can follow.
    pub not_before: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct ProgramAnswer {
    pub seat: Seat,
    pub level: u8,
    pub id: String,
    pub ply: u64,
    /// What it does, in order; nothing if the search failed.
    pub acts: Vec<Act>,
    /// The time of the table before which it does nothing.
    pub not_before: u64,
    pub player: Opponent,
}

/// The players of a table that programs have been so far, each with its level.
pub(crate) type Players = BTreeMap<(Seat, u8), Opponent>;

impl Programs {
    /// Starts the threads; with 0 there are no programs.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    pub fn start(threads: usize, judge: &Arc<dyn Judge>) -> std::io::Result<Option<Programs>> {
        let (jobs, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            let thinker = Thinker::new(Arc::clone(judge));
            Builder::new()
                .name("program".to_owned())
                .stack_size(SEARCH_STACK_SIZE)
                .spawn(move || work(&waiting, thinker))?;
        }
        Ok((threads > 0).then_some(Programs(jobs)))
    }

    /// Asks the program that a table waits for, if there is one. The answer is sent to its channel.
    pub fn ask_program(
        &self,
        room: &Room,
        players: &Players,
        last: Option<QuestionState>,
        pace: Duration,
        answer: &UnboundedSender<ProgramAnswer>,
    ) -> Option<QuestionState> {
        let question = next_task(room, players, pace)?;
        let asked = question.asked;
        if last == Some(asked) {
            return None;
        }
        let time = time_left(room.table(), question.seat).map_or(TIME_MAX, |left| {
            TIME_MAX.min(Duration::from_millis(left) / PART_OF_TIME)
        });
        let job = Job {
            question,
            time,
            answer: answer.clone(),
        };
        self.0.send(job).is_ok().then_some(asked)
    }
}

/// The remaining time of a seat after the last event, in milliseconds; `None` without a time limit.
fn time_left(table: &Table, seat: Seat) -> Option<u64> {
    let clocks = table.clocks_at(table.at())?;
    clocks.left.get(&seat).copied()
}

/// The time before which a program does not act: its pace after the last event, or less if its
/// clock is short.
fn not_before(table: &Table, seat: Seat, pace_ms: u64) -> u64 {
    let most = time_left(table, seat).map_or(pace_ms, |left| left / PART_OF_PACE);
    table.at() + pace_ms.min(most)
}

/// What a program has to do at a table: answer a draw offer, or move. Programs agree to takebacks,
/// pauses and rematches without being asked, and do not play if nobody is connected.
///
/// `pace` is the minimum time of a move, unless the host chose another.
fn next_task(room: &Room, players: &Players, pace: Duration) -> Option<ProgramQuestion> {
    let table = room.table();
    let has_people = table
        .seats()
        .values()
        .any(|occupant| matches!(occupant, Occupant::Person { .. }));
    let is_played = *table.phase() == Phase::Playing && !table.is_paused() && !table.is_held();
    if !is_played || !(has_people || room.guests() > 0) {
        return None;
    }
    let program = |seat: Seat| match table.seats().get(&seat) {
        Some(Occupant::Program { level, pace_ms }) => Some((*level, *pace_ms)),
        Some(Occupant::Nobody | Occupant::Person { .. }) | None => None,
    };
    let asks = |seat: Seat, is_offer| {
        let (level, pace_ms) = program(seat)?;
        let pace_ms = pace_ms.map_or(pace.as_millis() as u64, u64::from);
        let known = players.get(&(seat, level)).cloned();
        Some(ProgramQuestion {
            seat,
            level,
            is_offer,
            playing: table.playing(),
            player: known.unwrap_or_else(|| player(level)),
            asked: QuestionState {
                seq: table.seq(),
                ply: table.ply(),
                seat,
                not_before: not_before(table, seat, pace_ms),
            },
        })
    };
    let mut silent = table.undecided_on(Offered::Draw).into_iter();
    let offered = silent.find_map(|seat| asks(seat, true));
    offered.or_else(|| asks(table.turn(), false))
}

/// A player of this level. A level that a table allows is one that `partner` knows.
fn player(level: u8) -> Opponent {
    Opponent::new(Pace::Strength(
        Level::new(level).unwrap_or(Level::MIN).strength(),
    ))
}

/// Answers one question after another until the server stops.
fn work(waiting: &Mutex<Receiver<Job>>, mut thinker: Thinker) {
    lower_priority();
    loop {
        let job = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(mut job) = job else {
            return;
        };
        let question = &mut job.question;
        let acts = catch_unwind(AssertUnwindSafe(|| thinker.think(question, job.time)));
        let acts = acts.unwrap_or_else(|_| {
            tracing::error!(seat = ?question.seat, level = question.level, "a program failed");
            thinker.forget();
            Vec::new()
        });
        // A table that has been unloaded needs no answer.
        let _ = job.answer.send(ProgramAnswer {
            seat: question.seat,
            level: question.level,
            id: format!("program-{}", question.asked.seq),
            ply: question.asked.ply,
            acts,
            not_before: question.asked.not_before,
            player: job.question.player,
        });
    }
}

#[cfg(target_os = "linux")]
fn lower_priority() {
    // On Linux, the priority of a process is that of the calling thread. If this fails, programs
    // run at normal priority.
    let _ = rustix::process::setpriority_process(None, 10);
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

#[cfg(test)]
mod tests {
    use game::MaterialJudge;
    use serde_json::json;
    use tables::{Connection, Hello, KeyHash, Keys, RoomEffect};
    use wire::NewTable;

    use super::*;

    const HOST: KeyHash = KeyHash([1; 32]);

    fn hello(key: Option<KeyHash>) -> Hello {
        Hello::new(key, ("fresh".to_owned(), KeyHash([9; 32])))
    }

    /// Acknowledges every write at once.
    fn settle(room: &mut Room, mut effects: Vec<RoomEffect>) {
        while effects
            .iter()
            .any(|effect| matches!(effect, RoomEffect::Store { .. }))
        {
            effects = room.stored(true, 0);
        }
    }

    const PACE: Duration = Duration::from_millis(800);

    fn task(room: &Room) -> Option<ProgramQuestion> {
        next_task(room, &Players::new(), PACE)
    }

    /// A table with a host and two programs; Black has a pace of its own.
    fn programs_at(asked: serde_json::Value, black_pace: Option<u32>) -> Room {
        let asked: NewTable = serde_json::from_value(asked).expect("a table");
        let log = vec![Table::open(&asked, 0).expect("a legal table").event];
        let keys = Keys::new(HOST, BTreeMap::new());
        let judge = Arc::new(MaterialJudge);
        let (mut room, effects) = Room::open(log, keys, judge, 0).expect("a legal log");
        settle(&mut room, effects);
        let effects = room.hello(1, hello(Some(HOST)), 0);
        settle(&mut room, effects);
        for (seat, pace_ms) in [(Seat::White, None), (Seat::Black, black_pace)] {
            let act = Act::Fill {
                seat,
                level: 1,
                pace_ms,
            };
            let effects = room.command(1, format!("{seat:?}"), None, act, 0, 0);
            settle(&mut room, effects);
        }
        room
    }

    #[test]
    fn programs_among_themselves_play_only_while_somebody_watches() {
        let mut room = programs_at(json!({"game":"chess","watch":"anyone"}), None);
        let guest: Connection = 2;
        let asked = task(&room).map(|question| question.seat);
        assert_eq!(asked, Some(Seat::White), "the host watches");
        let effects = room.leave(1, 0);
        settle(&mut room, effects);
        assert!(task(&room).is_none(), "nobody is there");
        let effects = room.hello(guest, hello(None), 0);
        settle(&mut room, effects);
        assert!(task(&room).is_some(), "a guest watches");
    }

    #[test]
    fn a_program_moves_at_a_pace_that_people_can_follow() {
        let wait = |clock: serde_json::Value, black_pace, plays: usize| {
            let asked = json!({"game":"chess","watch":"anyone","clock":clock});
            let mut room = programs_at(asked, black_pace);
            for text in &["e2e4"][..plays] {
                let act = Act::Move {
                    text: (*text).to_owned(),
                };
                let effects = room.program(Seat::White, "m".to_owned(), Some(0), act, 5_000);
                settle(&mut room, effects);
            }
            let question = task(&room).expect("a program is to move");
            question.asked.not_before - room.table().at()
        };
        assert_eq!(wait(json!(null), None, 0), 800, "the server's pace");
        assert_eq!(wait(json!({"base_ms":300_000}), None, 0), 800);
        assert_eq!(
            wait(json!({"base_ms":4_000}), None, 0),
            100,
            "a short clock"
        );
        assert_eq!(wait(json!(null), Some(0), 1), 0, "the host's choice");
        let at_most = u64::from(wire::PACE_MAX_MS);
        assert_eq!(wait(json!(null), Some(3_600_000), 1), at_most);
    }
}
