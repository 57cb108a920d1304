//! Appends games to a file, on several threads.
//!
//! Threads take game numbers from one counter. Finished games wait for earlier ones and are written
//! in order, so the file has the same bytes with any number of threads and any interruptions.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::branch::{Brancher, Trunks};
use crate::quiet::lessons;
use crate::selfplay::{SelfPlayer, Settings, search_signature};
use crate::store::{Header, StoredGame, Tail, Writer};
use crate::teacher::Teacher;

#[derive(Clone, Debug)]
pub struct Plan {
    /// The evaluation that plays.
    pub teacher: Teacher,
    /// Nodes after which a search starts no further iteration.
    pub nodes: u32,
    pub seed: u64,
    pub origin: Origin,
    pub goal: Goal,
    /// The number of concurrent games.
    pub threads: usize,
    pub out: PathBuf,
}

/// Where games begin.
#[derive(Clone, Debug)]
pub enum Origin {
    Openings {
        /// How many of 100 games begin with a Chess960 start.
        chess960: u8,
    },
    /// Beside the moves of other games. They have one ply each.
    Branches(Trunks),
}

impl Plan {
    fn header(&self) -> Result<Header> {
        let name = self.teacher.name();
        let (teacher, chess960) = match &self.origin {
            Origin::Openings { chess960 } => (name.to_owned(), *chess960),
            Origin::Branches(trunks) => {
                let teacher = format!("{name} beside {:08x}", trunks.checksum());
                (teacher, trunks.chess960())
            }
        };
        Ok(Header {
            teacher,
            nodes: self.nodes,
            seed: self.seed,
            chess960,
            search: Some(search_signature().context("cannot allocate an engine")?),
        })
    }

    fn player(&self) -> Result<Player> {
        let evaluator = self.teacher.evaluator();
        let (nodes, seed) = (u64::from(self.nodes), self.seed);
        let player = match &self.origin {
            &Origin::Openings { chess960 } => {
                let settings = Settings {
                    nodes,
                    seed,
                    chess960,
                };
                SelfPlayer::new(evaluator, settings).map(Player::Games)
            }
            Origin::Branches(trunks) => {
                Brancher::new(evaluator, trunks.clone(), nodes, seed).map(Player::Branches)
            }
        };
        player.context("cannot allocate an engine")
    }
}

/// Makes the game with a number.
enum Player {
    Games(SelfPlayer),
    Branches(Brancher),
}

impl Player {
    fn play(&mut self, number: u64) -> StoredGame {
        match self {
            Player::Games(player) => player.play(number),
            Player::Branches(brancher) => brancher.branch(number),
        }
    }
}

/// When a file is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Games(u64),
    /// At this many training positions.
    Positions(u64),
}

/// The contents of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub games: u64,
    pub plies: u64,
    pub positions: u64,
}

impl Tally {
    fn add(&mut self, game: &StoredGame) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.positions += lessons(game, 0.0).count() as u64;
    }

    #[must_use]
    pub fn reaches(&self, goal: Goal) -> bool {
        match goal {
            Goal::Games(games) => self.games >= games,
            Goal::Positions(positions) => self.positions >= positions,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Event {
    /// The file existed with these contents.
    Found(Tally),
    /// The end of the file was damaged and has been removed.
    Cut(Tail),
    Progress {
        /// The contents of the file.
        all: Tally,
        /// What was generated since the start.
        made: Tally,
        took: Duration,
    },
}

/// How often progress is reported.
const PACE: Duration = Duration::from_secs(5);

/// Generates games until the goal is reached or `stop` is set. Games in progress are finished then.
///
/// # Errors
///
/// Returns an error if the file cannot be used.
pub fn generate(plan: &Plan, stop: &AtomicBool, tell: &mut dyn FnMut(Event)) -> Result<Tally> {
    let header = plan.header()?;
    let mut tally = Tally::default();
    let (mut writer, tail) = Writer::open(&plan.out, &header, |game| tally.add(game))?;
    if tail != Tail::Clean {
        tell(Event::Cut(tail));
    }
    if tally.games > 0 {
        tell(Event::Found(tally));
    }
    if tally.reaches(plan.goal) {
        return Ok(tally);
    }
    let next = AtomicU64::new(tally.games);
    let enough = AtomicBool::new(false);
    let mut players = Vec::new();
    for _ in 0..plan.threads.max(1) {
        players.push(plan.player()?);
    }
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for mut player in players {
            let sender = sender.clone();
            let (next, enough) = (&next, &enough);
            scope.spawn(move || {
                let is_over = || enough.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
                while !is_over() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if sender.send((number, player.play(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = collect(&receiver, &mut writer, &mut tally, plan.goal, tell);
        enough.store(true, Ordering::Relaxed);
        result
    })?;
    Ok(tally)
}

/// Writes games in order as they arrive, until the goal is reached or no more arrive.
fn collect(
    games: &Receiver<(u64, StoredGame)>,
    writer: &mut Writer,
    tally: &mut Tally,
    goal: Goal,
    tell: &mut dyn FnMut(Event),
) -> Result<()> {
    let started = Instant::now();
    let before = *tally;
    let mut reported = started;
    let mut waiting = BTreeMap::new();
    for (number, game) in games {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&writer.games()) {
            writer.append(&game).context("cannot write a game")?;
            tally.add(&game);
            if tally.reaches(goal) {
                break;
            }
        }
        writer.flush().context("cannot write a game")?;
        let is_over = tally.reaches(goal);
        if is_over || reported.elapsed() >= PACE {
            reported = Instant::now();
            tell(Event::Progress {
                all: *tally,
                made: Tally {
                    games: tally.games - before.games,
                    plies: tally.plies - before.plies,
                    positions: tally.positions - before.positions,
                },
                took: started.elapsed(),
            });
        }
        if is_over {
            return Ok(());
        }
    }
    Ok(())
}
