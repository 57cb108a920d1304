//! Several threads on one tree.
//!
//! Each thread searches the whole tree by itself; they meet in the table only (lazy SMP). The
//! first thread runs where it was called, keeps the time and talks; the others, if any, get threads
//! of their own and end when it ends.

use std::thread::{self, Builder};

use crate::root::Root;
use crate::score::Score;
use crate::search::params::Params;
use crate::search::{RootMove, Search, Shared, ThreadResult, Worker};

/// The stack that a thread needs to search. The deepest line takes about a megabyte; a build with
/// assertions takes a few times that.
pub const SEARCH_STACK_SIZE: usize = 32 << 20;

/// Searches with all workers and returns what each came to, the first one first.
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
                // Without a thread there is one helper less, and the search goes on.
                helper
                    .spawn_scoped(scope, move || run(index + 1, worker))
                    .ok()
            })
            .collect();
        let mut results = vec![run(0, first)];
        // A helper that panicked has nothing to say; the search goes by the others.
        results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        results
    })
}

/// The result to go by: the threads vote for their moves, the deeper and the better the more.
pub(crate) fn elect(
    results: Vec<ThreadResult>,
    lines: usize,
    params: &Params,
) -> Option<ThreadResult> {
    // Several lines were reported by the first thread, and the move must be that of its first.
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
        let better = if best.is_mate() || score.is_mating() {
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
