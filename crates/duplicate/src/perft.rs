//! Perft (<https://www.chessprogramming.org/Perft>): counts sequences of synchronized moves.

use chess::generator::{Visitor, origin};
use chess::{Bitboard, Move, Position, Role, Square};

use crate::coupling::{Pair, capture};
use crate::{BoardName, Boards, Seat, SyncedMove};

/// The number of sequences of synchronized moves of this length. Checkmate and stalemate end a
/// sequence, because no move is left; draws by rule do not, as usual in perft.
///
/// The last move of each sequence is counted and not played. The recursion is as deep as the
/// sequences are long: validate untrusted depths with [`chess::PerftDepth`].
///
/// ```
/// use fourfold_duplicate::{Boards, perft};
/// let counts: Vec<u64> = (0..4).map(|depth| perft(&Boards::start(), depth)).collect();
/// assert_eq!(counts, [1, 20, 400, 8_000]);
/// ```
#[must_use]
pub fn perft(boards: &Boards, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let positions = BoardName::ALL.map(|board| boards.position(board));
    count(positions, boards.turn(), depth)
}

/// The number of sequences for each first move, sorted by the text of the move.
///
/// ```
/// use fourfold_duplicate::{Boards, divide};
/// let counts = divide(&Boards::start(), 3);
/// assert!(counts.iter().all(|&(_, count)| count == 400));
/// ```
#[must_use]
pub fn divide(boards: &Boards, depth: u32) -> Vec<(SyncedMove, u64)> {
    let below = |m| (m, perft(&boards.play_unchecked(m), depth.saturating_sub(1)));
    boards.legal_moves().into_iter().map(below).collect()
}

/// Like [`divide`], on several threads.
///
/// ```
/// use fourfold_duplicate::{Boards, divide, divide_threaded};
/// let boards = Boards::start();
/// assert_eq!(divide_threaded(&boards, 3, 2), divide(&boards, 3));
/// ```
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn divide_threaded(boards: &Boards, depth: u32, threads: usize) -> Vec<(SyncedMove, u64)> {
    use std::sync::atomic::{AtomicUsize, Ordering};

    if threads < 2 || depth < 4 {
        return divide(boards, depth);
    }
    // Splitting at two plies keeps all threads busy even if one first move is forced.
    let moves = boards.legal_moves();
    let mut jobs: Vec<(usize, Boards)> = Vec::new();
    for (index, &m) in moves.iter().enumerate() {
        let child = boards.play_unchecked(m);
        let replies = child.legal_moves();
        jobs.extend(replies.iter().map(|&m| (index, child.play_unchecked(m))));
    }
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut counts = vec![0; moves.len()];
        while let Some((index, below)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[*index] += perft(below, depth - 2);
        }
        counts
    };
    let mut totals = vec![0; moves.len()];
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        for handle in handles {
            let counts = handle.join().expect("a counting thread does not panic");
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += count;
            }
        }
    });
    moves.into_iter().zip(totals).collect()
}

fn count(positions: [&Position; 4], turn: Seat, depth: u32) -> u64 {
    let [first, second] = turn.boards();
    let pair = Pair {
        first: positions[first as usize],
        second: positions[second as usize],
    };
    if depth == 1 {
        return pair.count();
    }
    let mut walk = Walk {
        positions,
        pair,
        turn,
        depth: depth - 1,
        nodes: 0,
    };
    pair.visit(&mut walk);
    walk.nodes
}

/// Plays each move as it is generated and counts the sequences below. It copies only the two boards
/// that change and borrows the others.
struct Walk<'p> {
    positions: [&'p Position; 4],
    pair: Pair<'p>,
    turn: Seat,
    depth: u32,
    nodes: u64,
}

impl Walk<'_> {
    #[inline]
    fn below(&mut self, first: Move, second: Move) {
        let [first_board, second_board] = self.turn.boards();
        let next = self.turn.next();
        let mut positions = self.positions;
        // Before the last ply, only the boards on which it is counted are needed.
        let is_needed = |board| self.depth > 1 || next.plays_on(board);
        let (after_first, after_second);
        if is_needed(first_board) {
            after_first = self.pair.first.play_unchecked(first);
            positions[first_board as usize] = &after_first;
        }
        if is_needed(second_board) {
            after_second = self.pair.second.play_unchecked(second);
            positions[second_board as usize] = &after_second;
        }
        self.nodes += count(positions, next, self.depth);
    }
}

impl Visitor for Walk<'_> {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        for to in to {
            let m = Move::normal(from, to);
            self.below(m, m);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        for to in to {
            let m = Move::normal(origin(to, step), to);
            self.below(m, m);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for role in Role::PROMOTIONS {
                if let Some(m) = Move::promotion(origin(to, step), to, role) {
                    self.below(m, m);
                }
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let Pair { first, second } = self.pair;
        self.below(capture(first, from, to), capture(second, from, to));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        let m = Move::castle(king, rook);
        self.below(m, m);
    }
}
