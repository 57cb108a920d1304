//! Plays a match into its journal, until the last block or until the sequential test decides.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::journal::{Journal, JournalError};
use arena::series::{self, GoOn, SeriesEnd};
use arena::stats::Decision;
use arena::threads::Threads;
use duplicate::{BySeat, Seat};

use crate::game_line::{self, Block};
use crate::{MatchPlan, Tally};

#[derive(Clone, Debug)]
pub struct MatchResult {
    pub tally: Tally,
    /// What the sequential test says; `Continue` without a test.
    pub decision: Decision,
    pub end: SeriesEnd,
}

/// Plays the blocks that are not in the journal yet. After each of them, `listen` gets the
/// statistics.
///
/// # Errors
///
/// Returns an error if the journal belongs to another match or cannot be written.
pub fn play_match(
    plan: &MatchPlan,
    journal: &Path,
    threads: Threads,
    stop: &AtomicBool,
    listen: &mut dyn FnMut(&Tally),
) -> Result<MatchResult, JournalError> {
    let (mut journal, played) = Journal::<Block>::open(journal, &plan.identity())?;
    let mut result = MatchResult {
        tally: Tally::default(),
        decision: Decision::Continue,
        end: SeriesEnd::Decided,
    };
    for block in &played {
        if result.count(plan, block) == GoOn::No {
            return Ok(result);
        }
    }
    result.end = series::run(
        &mut journal,
        played.len() as u64,
        plan.blocks,
        threads.get(),
        stop,
        &|number, stop| play_block(plan, number, stop),
        &mut |block| {
            let go_on = result.count(plan, block);
            listen(&result.tally);
            go_on
        },
    )?;
    Ok(result)
}

impl MatchResult {
    /// Counts a block and says whether the match continues.
    fn count(&mut self, plan: &MatchPlan, block: &Block) -> GoOn {
        self.tally.add(block);
        if let Some(test) = plan.test() {
            self.decision = test.judge(&self.tally.difference).verdict;
        }
        match self.decision {
            Decision::Continue => GoOn::Yes,
            Decision::AcceptH0 | Decision::AcceptH1 => GoOn::No,
        }
    }
}

/// Plays an opening in its four rotations; `None` if stopped.
fn play_block(plan: &MatchPlan, number: u64, stop: &AtomicBool) -> Option<Block> {
    let opening = game_line::opening(plan.rulings, plan.seed, number, plan.random);
    let mut lines = Vec::with_capacity(Seat::ALL.len());
    for (game, tested) in (0..).zip(Seat::ALL) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let players = BySeat::from_fn(|seat| match seat == tested {
            true => plan.player,
            false => plan.against,
        });
        lines.push(game_line::play(number, game, &opening, &players, plan.seed));
    }
    lines.try_into().ok().map(Block)
}
