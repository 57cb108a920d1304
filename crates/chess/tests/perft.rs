//! Published node counts: every move list at depth 1, and the tree below to the row's full depth,
//! about four billion nodes in all.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::atomic::{AtomicUsize, Ordering};

use fourfold_chess::fen::{self, CastlingMode};
use fourfold_chess::{Move, Position, Tolerance, divide, divide_threaded, perft};
use repeatable::Random;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    id: String,
    chess960: bool,
    fen: String,
    nodes: Vec<u64>,
    legal_moves: Vec<String>,
}

impl Row {
    fn mode(&self) -> CastlingMode {
        if self.chess960 {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        }
    }

    fn position(&self) -> Position {
        fen::read(&self.fen, self.mode(), Tolerance::Strict)
            .unwrap_or_else(|error| panic!("{}: {error}", self.id))
            .position
    }
}

fn rows() -> Vec<Row> {
    let rows: Vec<Row> = include_str!("data/perft.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 96, "the file is whole");
    rows
}

#[test]
fn every_move_list_is_the_published_one() {
    for row in rows() {
        let position = row.position();
        let name = |m: &Move| m.to_uci(row.mode()).to_string();
        let mut moves: Vec<String> = position.legal_moves().iter().map(name).collect();
        moves.sort();
        assert_eq!(moves, row.legal_moves, "{}", row.id);
        for uci in &row.legal_moves {
            assert!(position.parse_uci(uci).is_ok(), "{} {uci}", row.id);
        }
    }
}

#[test]
fn every_count_is_the_published_one() {
    let rows = rows();
    let next = AtomicUsize::new(0);
    let count_rows = || {
        let mut total = 0;
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            total += count_row(row);
        }
        total
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let total: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(count_rows)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap())
            .sum()
    });
    assert_eq!(total, 3_977_490_872, "every row was counted to its end");
}

/// Counts one row to its full depth and returns the nodes of all depths.
fn count_row(row: &Row) -> u64 {
    let position = row.position();
    let mut total = 0;
    for (&nodes, depth) in row.nodes.iter().zip(1..) {
        assert_eq!(perft(&position, depth), nodes, "{} depth {depth}", row.id);
        total += nodes;
    }
    total
}

#[test]
fn divide_adds_up_alone_and_in_threads() {
    for row in rows() {
        let position = row.position();
        for (&nodes, depth) in row.nodes.iter().zip(1..) {
            if nodes > 20_000 {
                break;
            }
            let alone = divide(&position, depth);
            let sum: u64 = alone.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(sum, nodes, "{} depth {depth}", row.id);
            assert_eq!(divide_threaded(&position, depth, 3), alone, "{}", row.id);
        }
    }
}

#[test]
fn depth_zero_is_one_leaf() {
    assert_eq!(perft(&Position::start(), 0), 1);
}

/// Counts two plies by making every move and listing the replies.
fn replies(position: &Position) -> u64 {
    let moves = position.legal_moves();
    let replies = |&m: &Move| position.play_unchecked(m).legal_moves().len() as u64;
    moves.iter().map(replies).sum()
}

/// Perft does not make the moves of the last two plies; a walk that does must find the same.
#[test]
fn counting_two_plies_in_bulk_agrees_with_making_every_move() {
    let mut random = Random::new(22);
    let starts = (0..960).step_by(7).filter_map(Position::chess960);
    for start in starts.chain(rows().iter().map(Row::position)) {
        let mut position = start;
        for _ in 0..150 {
            assert_eq!(perft(&position, 2), replies(&position), "{position}");
            let moves = position.legal_moves();
            let Some(&m) = random.pick(&moves) else {
                break;
            };
            position = position.play_unchecked(m);
        }
    }
}
