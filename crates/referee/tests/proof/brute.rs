//! Listing positions without any cleverness, as the measure of the prover.

use std::collections::{HashSet, VecDeque};

use chess::{Color, Position};

/// What listing positions found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A mate by the side asked about.
    Mate,
    /// All positions were listed, and none is such a mate.
    Nothing,
    /// There are more positions than were listed.
    More,
}

/// Lists at most so many positions, those near the start first.
pub fn list(start: &Position, side: Color, limit: usize) -> Found {
    list_until(start, side, limit, |_| false)
}

/// The same, but nothing behind a position that is `hopeless` is listed.
pub fn list_until(
    start: &Position,
    side: Color,
    limit: usize,
    hopeless: impl Fn(&Position) -> bool,
) -> Found {
    let mut seen = HashSet::from([start.to_compact()]);
    let mut queue = VecDeque::from([*start]);
    while let Some(position) = queue.pop_front() {
        if position.turn() != side && position.is_checkmate() {
            return Found::Mate;
        }
        if hopeless(&position) {
            continue;
        }
        for &m in &position.legal_moves() {
            let next = position.play_unchecked(m);
            if seen.insert(next.to_compact()) {
                queue.push_back(next);
            }
        }
        if seen.len() > limit {
            return Found::More;
        }
    }
    Found::Nothing
}
