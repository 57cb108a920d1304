//! Counting the leaves of the tree of legal moves, the standard test of a move generator:
//! <https://www.chessprogramming.org/Perft>.

mod depth;
mod replies;

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::attacks::{self, Sliders, SlidingWork};
use crate::position::{
    AllMoves, Black, Count, Side, Visitor, White, after_castle, after_double_push,
    after_en_passant, after_pawn, after_piece, after_promotion, generate_for, legal_moves, origin,
};
use crate::{Bitboard, Color, Move, Position, Role, Square};

use replies::Replies;

pub use depth::{PerftDepth, PerftDepthError};

/// The number of legal move sequences of this length.
///
/// The last two plies are counted in bulk: most moves of the last but one ply are not made, and
/// those of the last never are. The recursion is as deep as the sequences are long, so check a
/// depth from outside with [`PerftDepth`].
///
/// ```
/// use fourfold_chess::{Position, perft};
/// let counts: Vec<u64> = (0..5).map(|depth| perft(&Position::start(), depth)).collect();
/// assert_eq!(counts, [1, 20, 400, 8_902, 197_281]);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match (depth, position.turn()) {
        (0, _) => 1,
        (_, Color::White) => count::<White>(position, depth),
        (_, Color::Black) => count::<Black>(position, depth),
    }
}

/// The number of sequences that begin with each legal move, in the order of
/// [`Position::legal_moves`].
///
/// ```
/// use fourfold_chess::{Position, divide};
/// let start = Position::start();
/// let counts = divide(&start, 3);
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 8_902);
/// let e4 = start.parse_san("e4")?;
/// assert!(counts.contains(&(e4, 600)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let below = |&m: &Move| {
        (
            m,
            perft(&position.play_unchecked(m), depth.saturating_sub(1)),
        )
    };
    moves.iter().map(below).collect()
}

/// Like [`divide`], with the work shared among threads.
///
/// ```
/// use fourfold_chess::{Position, divide, divide_threaded};
/// let start = Position::start();
/// assert_eq!(divide_threaded(&start, 3, 2), divide(&start, 3));
/// ```
#[cfg(all(feature = "std", not(target_arch = "wasm32")))]
#[must_use]
pub fn divide_threaded(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    use std::sync::atomic::{AtomicUsize, Ordering};

    // The work is split two plies deep if possible, so that a forced first move does not leave all
    // of it to one thread.
    let moves = position.legal_moves();
    let mut jobs: Vec<(usize, Position, u32)> = Vec::new();
    for (index, &m) in moves.iter().enumerate() {
        let child = position.play_unchecked(m);
        if depth < 3 {
            jobs.push((index, child, depth.saturating_sub(1)));
        } else {
            let grandchildren = child.legal_moves();
            jobs.extend(
                grandchildren
                    .iter()
                    .map(|&m| (index, child.play_unchecked(m), depth - 2)),
            );
        }
    }
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut counts = vec![0; moves.len()];
        while let Some((index, below, depth)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[*index] += perft(below, *depth);
        }
        counts
    };
    let mut totals = vec![0; moves.len()];
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        for handle in handles {
            let counts = handle.join().expect("a counting thread does not panic");
            totals
                .iter_mut()
                .zip(counts)
                .for_each(|(total, count)| *total += count);
        }
    });
    moves.iter().copied().zip(totals).collect()
}

/// The moves of the last ply, counted without making them.
fn count_moves<C: Side>(position: &Position) -> u64 {
    let mut count = Count::default();
    generate_for::<C, AllMoves, _>(position, &mut count);
    count.moves
}

fn count<C: Side>(position: &Position, depth: u32) -> u64 {
    let counted = match depth {
        1 => return count_moves::<C>(position),
        2 if !position.is_check() => {
            attacks::with_usual_sliders(LastTwo::<C>(position, PhantomData))
        }
        _ => attacks::with_usual_sliders(Walk::<C> {
            position,
            depth: depth - 1,
            nodes: 0,
            side: PhantomData,
        }),
    };
    counted.unwrap_or_else(|| count_by_list::<C>(position, depth))
}

/// The same without the usual slider lookup.
fn count_by_list<C: Side>(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves().into_iter();
    moves
        .map(|m| count::<C::Enemy>(&position.play_unchecked(m), depth - 1))
        .sum()
}

/// The last two plies: the replies are counted, and few moves are made.
struct LastTwo<'p, C>(&'p Position, PhantomData<C>);

impl<C: Side> SlidingWork for LastTwo<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run<A: Sliders>(self, sliders: A) -> u64 {
        let mut replies = Replies::<C, A>::new(self.0, sliders);
        legal_moves::<C, AllMoves, A, _>(self.0, sliders, &mut replies);
        replies.nodes
    }
}

/// Plays each move as it is generated and counts below it, without a move list.
struct Walk<'p, C> {
    position: &'p Position,
    depth: u32,
    nodes: u64,
    side: PhantomData<C>,
}

impl<C: Side> SlidingWork for Walk<'_, C> {
    type Output = u64;

    #[inline(always)]
    fn run<A: Sliders>(mut self, sliders: A) -> u64 {
        legal_moves::<C, AllMoves, A, _>(self.position, sliders, &mut self);
        self.nodes
    }
}

impl<C: Side> Walk<'_, C> {
    #[inline(always)]
    fn below(&mut self, next: Position) {
        self.nodes += count::<C::Enemy>(&next, self.depth);
    }
}

impl<C: Side> Visitor for Walk<'_, C> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, to: Bitboard) {
        for to in to {
            self.below(after_piece::<C>(self.position, role, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        for to in to {
            self.below(after_pawn::<C>(self.position, origin(to, step), to));
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, step: i8, to: Bitboard) {
        for to in to {
            self.below(after_double_push::<C>(self.position, origin(to, step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for role in Role::PROMOTIONS {
                self.below(after_promotion::<C>(
                    self.position,
                    origin(to, step),
                    to,
                    role,
                ));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.below(after_en_passant::<C>(self.position, from, to));
    }

    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.below(after_castle::<C>(self.position, king, rook));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_without_the_usual_lookup_count_the_same() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(count_by_list::<White>(&position, 3), perft(&position, 3));
        }
    }
}
