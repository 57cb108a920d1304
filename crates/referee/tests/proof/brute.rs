//! Brute-force enumeration of positions, to compare with the prover.

use std::collections::{HashSet, VecDeque};

use chess::{Color, Position};

/// The result of enumerating positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// A mate by the side in question.
    Mate,
    /// All positions were enumerated, and none is such a mate.
    Nothing,
    /// There are more positions than the limit.
    More,
}

/// Enumerates at most this many positions, breadth first.
pub fn list(start: &Position, side: Color, limit: usize) -> Found {
    list_until(start, side, limit, |_| false)
}

/// Like [`list`], but does not continue from positions that are `hopeless`.
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
