//! Perft of the coupled boards: the set-based generator against the intersection of two move lists,
//! both on the same core. `cargo xtask bench duplicate` adds the same count on chess.js.
//!
//! It prints one line for each position of the suite: `id depth nodes sets lists`. The times are
//! nanoseconds for one count, the best of many. The two methods take turns.

#![expect(clippy::unwrap_used, reason = "the suite is part of the repository")]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use chess::{Move, Position};
use fourfold_duplicate::{BoardName, Boards, Seat, SyncedMove, perft};

/// The minimum time for each method in a round.
const ROUND: Duration = Duration::from_millis(50);

const ROUNDS: u32 = 5;

fn main() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/suite.txt");
    for line in fs::read_to_string(suite).unwrap().lines() {
        let mut words = line.split_whitespace();
        let (id, depth) = (
            words.next().unwrap(),
            words.next().unwrap().parse().unwrap(),
        );
        let boards = words.fold(Boards::start(), |boards, word| {
            boards.play(word.parse().unwrap()).unwrap()
        });
        let nodes = perft(&boards, depth);
        assert_eq!(
            nodes,
            by_lists(&boards, depth),
            "{id}: the two methods agree"
        );
        let (mut sets, mut lists) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            sets = sets.min(time(|| perft(&boards, depth)));
            lists = lists.min(time(|| by_lists(&boards, depth)));
        }
        println!(
            "{id} {depth} {nodes} {} {}",
            sets.as_nanos(),
            lists.as_nanos()
        );
    }
}

/// The time of the fastest call in a round: the one least disturbed by other processes.
fn time(count: impl Fn() -> u64) -> Duration {
    let round = Instant::now();
    let mut best = Duration::MAX;
    while round.elapsed() < ROUND {
        let begin = Instant::now();
        black_box(count());
        best = best.min(begin.elapsed());
    }
    best
}

/// The reference method: list the legal moves of both boards, keep those with the same from, to and
/// promotion, and play each on both boards. Moves of the last ply are only counted.
fn by_lists(boards: &Boards, depth: u32) -> u64 {
    let positions = BoardName::ALL.map(|board| *boards.position(board));
    walk(&positions, boards.turn(), depth)
}

fn walk(positions: &[Position; 4], turn: Seat, depth: u32) -> u64 {
    let [first, second] = turn.boards().map(|board| board as usize);
    let common = intersection(&positions[first], &positions[second]);
    if depth == 1 {
        return common.len() as u64;
    }
    let below = |&(one, other): &(Move, Move)| {
        let mut next = *positions;
        next[first] = positions[first].play_unchecked(one);
        next[second] = positions[second].play_unchecked(other);
        walk(&next, turn.next(), depth - 1)
    };
    common.iter().map(below).sum()
}

fn intersection(first: &Position, second: &Position) -> Vec<(Move, Move)> {
    let others = second.legal_moves();
    let others: Vec<(SyncedMove, Move)> = others.iter().map(|&m| (SyncedMove::of(m), m)).collect();
    let mut common = Vec::new();
    for &m in &first.legal_moves() {
        let key = SyncedMove::of(m);
        if let Some((_, other)) = others.iter().find(|(other, _)| *other == key) {
            common.push((m, *other));
        }
    }
    common
}
