//! The overhead of the match runner: `cargo xtask bench arena`.
//!
//! For engine processes it measures everything between two moves except the engine's own thinking,
//! including pipes and wake-ups. The mock engine answers at once and reports how many nanoseconds
//! it took. For in-process engines it measures how much longer a tournament at fixed nodes takes
//! than its searches, including syncing the journal.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arena::adjudicate::Adjudication;
use arena::contest::{self, Terms};
use arena::fault::Fault;
use arena::journal::Journal;
use arena::move_limit::Control;
use arena::opening::{Opening, playable, read_epd};
use arena::player::{
    EngineConfig, InnerConfig, InnerPlayer, Patience, Player, PlayerAnswer, ProcessPlayer, Request,
};
use arena::schedule::{Format, Order, Schedule};
use arena::tournament::{Participant, Tournament};
use chess::ByColor;
use chess::fen::CastlingMode;
use clock::Date;
use game::{Profile, Rules};

const BOOK: &str = include_str!("../../../books/balanced.epd");
const OVERHEAD_GOAL: Duration = Duration::from_micros(100);
const TIME_GOAL: f64 = 1.03;
const NODES: u64 = 10_000;
const PAIRS: u64 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    processes()?;
    in_process()
}

fn processes() -> Result<(), Box<dyn Error>> {
    let moves = std::cell::RefCell::new(Vec::new());
    let [mut white, mut black] = [1, 2].map(|seed| Watched {
        player: mock(seed),
        watcher: |answer: &PlayerAnswer| {
            moves.borrow_mut().push(Moved {
                end: Instant::now(),
                own: Duration::from_nanos(answer.nodes.unwrap_or(0)),
            });
        },
    });
    let control = Control::Nodes(1);
    let terms = Terms {
        controls: ByColor::from_fn(|_| control),
        margin: Duration::ZERO,
        adjudication: Adjudication {
            max_moves: Some(80),
            ..Adjudication::default()
        },
        rules: Rules::new(Profile::Engine),
        seed: 0,
    };
    let mut overheads = Vec::new();
    for _ in 0..20 {
        moves.borrow_mut().clear();
        let players = ByColor {
            white: &mut white as &mut dyn Player,
            black: &mut black,
        };
        contest::play(
            players,
            &Opening::standard(),
            &terms,
            &AtomicBool::new(false),
        );
        overheads.extend(moves.borrow().windows(2).map(|two| {
            let (before, after) = (&two[0], &two[1]);
            (after.end - before.end).saturating_sub(after.own)
        }));
    }
    overheads.sort_unstable();
    let at = |share: f64| overheads[(overheads.len() as f64 * share) as usize];
    println!(
        "overhead per move with processes: {:?} at p50, {:?} at p90 ({} moves, goal {:?} at p50: {})",
        at(0.5),
        at(0.9),
        overheads.len(),
        OVERHEAD_GOAL,
        verdict(at(0.5) <= OVERHEAD_GOAL)
    );
    Ok(())
}

fn in_process() -> Result<(), Box<dyn Error>> {
    let thinking = Arc::new(AtomicU64::new(0));
    let lines = read_epd(BOOK, CastlingMode::Standard);
    let (openings, _) = playable(lines, &Rules::new(Profile::Engine));
    let tournament = Tournament {
        participants: ["one", "two"]
            .map(|name| {
                let thinking = Arc::clone(&thinking);
                Box::new(Inner { name, thinking }) as Box<dyn Participant>
            })
            .into(),
        schedule: Schedule {
            players: 2,
            format: Format::RoundRobin,
            rounds: PAIRS,
            openings: openings.len(),
            order: Order::Random,
            skipped_openings: 0,
            seed: 1,
        },
        openings,
        margin: Duration::ZERO,
        adjudication: Adjudication::default(),
        rules: Rules::new(Profile::Engine),
        concurrency: 1,
        processors: Vec::new(),
        sprt: None,
        date: Some(Date::since_1970(Duration::ZERO)),
    };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("overhead.jsonl");
    let (mut journal, played) = Journal::open(&path, &serde_json::Value::Null)?;
    let begin = Instant::now();
    let stop = AtomicBool::new(false);
    tournament.run(&mut journal, &played, &stop, &mut |_| {})?;
    let whole = begin.elapsed();
    let thinking = Duration::from_nanos(thinking.load(Ordering::Relaxed));
    let ratio = whole.as_secs_f64() / thinking.as_secs_f64();
    println!(
        "{NODES} nodes a move in this process: {:.0} games an hour, {whole:.2?} for {thinking:.2?} of \
         thinking, ratio {ratio:.4} (goal {TIME_GOAL}: {})",
        2.0 * PAIRS as f64 / whole.as_secs_f64() * 3600.0,
        verdict(ratio <= TIME_GOAL)
    );
    Ok(())
}

fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}

/// When a move arrived, and the engine's own time for it.
struct Moved {
    end: Instant,
    own: Duration,
}

fn mock(seed: u64) -> ProcessPlayer {
    let seed = seed.to_string();
    let words = ["--seed", &seed, "--nanoseconds", "1"];
    let config = EngineConfig {
        name: format!("mock {seed}"),
        cmd: PathBuf::from(env!("CARGO_BIN_EXE_mock-engine")),
        args: words.map(str::to_owned).to_vec(),
        dir: None,
        options: Vec::new(),
        defaults: Vec::new(),
    };
    ProcessPlayer::new(config, Patience::default(), CastlingMode::Standard)
}

/// A player that reports each of its moves to a callback.
struct Watched<P, W> {
    player: P,
    watcher: W,
}

impl<P: Player, W: FnMut(&PlayerAnswer)> Player for Watched<P, W> {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn begin_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.player.begin_game(seed)
    }

    fn think(&mut self, request: &Request<'_>) -> Result<PlayerAnswer, Fault> {
        let answer = self.player.think(request)?;
        (self.watcher)(&answer);
        Ok(answer)
    }
}

/// An in-process engine whose search time is summed.
struct Inner {
    name: &'static str,
    thinking: Arc<AtomicU64>,
}

impl Participant for Inner {
    fn name(&self) -> &str {
        self.name
    }

    fn control(&self) -> Control {
        Control::Nodes(NODES)
    }

    fn player(&self) -> Result<Box<dyn Player>, Fault> {
        let config = InnerConfig {
            name: self.name.to_owned(),
            hash: 16,
            threads: 1,
            settings: engine::Settings::default(),
            noise: None,
        };
        let thinking = Arc::clone(&self.thinking);
        Ok(Box::new(Watched {
            player: InnerPlayer::new(&config)?,
            watcher: move |answer: &PlayerAnswer| {
                let nanoseconds = u64::try_from(answer.took.as_nanos()).unwrap_or(u64::MAX);
                thinking.fetch_add(nanoseconds, Ordering::Relaxed);
            },
        }))
    }
}
