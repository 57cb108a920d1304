//! Multithreaded search by [Lazy SMP](https://www.chessprogramming.org/Lazy_SMP).
//!
//! Each thread searches the whole tree; they share only the transposition table. The main thread is
//! the caller's: it manages the time and reports. Helper threads stop when it stops.

use std::thread::{self, Builder};

use crate::root::Root;
use crate::score::Score;
use crate::search::params::Params;
use crate::search::{RootMove, Search, Shared, ThreadResult, Worker};

/// The stack size of a search thread. The deepest line takes about a megabyte, several times that
/// in builds with debug assertions.
pub const SEARCH_STACK_SIZE: usize = 32 << 20;

/// Searches with all workers and returns one result per thread, the main thread's first.
pub(crate) fn search(
    shared: &Shared<'_>,
    workers: &mut [Worker],
    root: &Root,
    root_moves: &[RootMove],
    lines: usize,
) -> Vec<ThreadResult> {
    let run = |thread: usize, worker: &mut Worker| {
        Search::new(shared, worker, root, root_moves.to_vec(), thread).iterate(lines)
    };
    let Some((first, others)) = workers.split_first_mut() else {
        return Vec::new();
    };
    if others.is_empty() {
        return vec![run(0, first)];
    }
    thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .enumerate()
            .filter_map(|(index, worker)| {
                let helper = Builder::new().stack_size(SEARCH_STACK_SIZE);
                // If a thread cannot be started, the search continues with one helper fewer.
                helper
                    .spawn_scoped(scope, move || run(index + 1, worker))
                    .ok()
            })
            .collect();
        let mut results = vec![run(0, first)];
        // A helper that panicked has no vote.
        results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        results
    })
}

/// Chooses the result: threads vote for their moves, weighted by depth and score.
pub(crate) fn elect(
    results: Vec<ThreadResult>,
    lines: usize,
    params: &Params,
) -> Option<ThreadResult> {
    // With multi-PV the lines were reported by the main thread, so its best move is played.
    if lines > 1 || results.len() == 1 {
        return results.into_iter().next();
    }
    let worst = results
        .iter()
        .map(|result| result.best.best_known_score())
        .min()
        .unwrap_or(Score::DRAW);
    let weight = |result: &ThreadResult| {
        let score = result.best.best_known_score() - worst + params.vote_offset;
        i64::from(score) * i64::from(result.depth.plies())
    };
    let votes = |result: &ThreadResult| {
        results
            .iter()
            .filter(|other| other.best.m == result.best.m)
            .map(weight)
            .sum::<i64>()
    };
    let mut elected = 0;
    for (index, result) in results.iter().enumerate().skip(1) {
        let leader = &results[elected];
        let (score, best) = (
            result.best.best_known_score(),
            leader.best.best_known_score(),
        );
        let better = if best.is_decisive() || score.is_win() {
            score > best
        } else {
            votes(result) > votes(leader)
                || votes(result) == votes(leader) && weight(result) > weight(leader)
        };
        if better {
            elected = index;
        }
    }
    results.into_iter().nth(elected)
}
