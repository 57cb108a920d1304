//! A match between two evaluations or two sets of search parameters in this process, at equal nodes.
//!
//! Each opening is played twice with colors swapped, and pairs are counted. A game depends only on
//! the seed, the number of its opening and the contestants.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, Result, anyhow};
use arena::stats::PairCounts;
use chess::Color;
use engine::{Engine, Evaluator, Params};
use repeatable::Random;

use crate::opening::{Balance, Start};
use crate::selfplay::{play_out, small_engine, think};
use crate::store::GameResult;
use crate::teacher::Teacher;

/// An evaluation and the parameters of the search that uses it.
#[derive(Clone, Debug)]
pub struct Contestant {
    pub teacher: Teacher,
    pub params: Params,
}

#[derive(Clone, Debug)]
pub struct Match {
    /// The contestant whose points are counted.
    pub first: Contestant,
    pub second: Contestant,
    /// The number of openings, each played with both colors.
    pub pairs: u64,
    /// Nodes after which a search starts no further iteration.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// How many of 100 openings begin with a Chess960 start.
    pub chess960: u8,
    /// The number of concurrent games.
    pub threads: usize,
}

/// Openings are judged by a third evaluation, so that neither side has an advantage.
const BALANCE: Balance = Balance {
    nodes: 1000,
    centipawns: 150,
};

/// Plays the match, reports the counts after each pair and returns them.
///
/// # Errors
///
/// Returns an error if the memory cannot be allocated.
pub fn play(plan: &Match, tell: &(dyn Fn(&PairCounts) + Sync)) -> Result<PairCounts> {
    let next = AtomicU64::new(0);
    let counts = Mutex::new(PairCounts::default());
    let work = || -> Result<()> {
        let mut bench = Bench::new(plan)?;
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= plan.pairs {
                return Ok(());
            }
            let half_points = bench.play_pair(plan, pair);
            let mut counts = counts.lock().map_err(|_| anyhow!("a game panicked"))?;
            counts.add(half_points);
            tell(&counts);
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| anyhow!("a game panicked"))?)
    })?;
    counts.into_inner().map_err(|_| anyhow!("a game panicked"))
}

/// The engines of one thread.
struct Bench {
    judge: Engine,
    first: Engine,
    second: Engine,
}

impl Bench {
    fn new(plan: &Match) -> Result<Bench> {
        let engine = |evaluator| small_engine(evaluator).context("cannot allocate an engine");
        let contestant = |one: &Contestant| {
            let mut engine = engine(one.teacher.evaluator())?;
            engine.settings_mut().params = one.params.clone();
            anyhow::Ok(engine)
        };
        Ok(Bench {
            judge: engine(Evaluator::small())?,
            first: contestant(&plan.first)?,
            second: contestant(&plan.second)?,
        })
    }

    /// The half points of the first contestant in two games from one opening.
    fn play_pair(&mut self, plan: &Match, pair: u64) -> usize {
        self.judge.forget();
        let mut random = Random::at(plan.seed, pair);
        let start = Start::random(&mut random, &mut self.judge, BALANCE, plan.chess960);
        let mut half_points = 0;
        for first in Color::ALL {
            self.first.forget();
            self.second.forget();
            let (result, _) = play_out(start.position, |root| {
                let is_first = root.position().turn() == first;
                let engine = if is_first {
                    &mut self.first
                } else {
                    &mut self.second
                };
                think(engine, root, plan.nodes)
            });
            half_points += match (result, first) {
                (GameResult::Draw, _) => 1,
                (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
                _ => 0,
            };
        }
        half_points
    }
}
