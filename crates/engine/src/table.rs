//! The [transposition table](https://www.chessprogramming.org/Transposition_Table), shared by all
//! threads without locks.
//!
//! A cluster of three entries and their check keys takes half a cache line: four words, each read
//! and written atomically. Races can still pair an entry with another entry's key, and 16-bit check
//! keys sometimes collide. So no entry is trusted: a table move is checked for legality before it
//! is played, and a wrong score only affects one node.

mod entry;
mod memory;

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::collections::TryReserveError;

use chess::{Move, Position};

use crate::depth::Depth;
use crate::score::Score;
use crate::search::params::Params;

pub(crate) use entry::Bound;
use entry::{AGES, Entry};

const ENTRIES: usize = 3;

/// The check keys of three entries in the low 48 bits, then the entries.
#[derive(Default)]
#[repr(align(32))]
struct Cluster([AtomicU64; 1 + ENTRIES]);

pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    age: AtomicU8,
}

/// The result of searching a position, as stored in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    /// The best move or the refutation. After a key collision it may be illegal here.
    pub(crate) best: Option<Move>,
    /// The score, with mates counted from the root.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: Depth,
    /// The evaluation before correction; `None` in check.
    pub(crate) raw_eval: Option<Score>,
    pub(crate) was_pv: bool,
}

impl TranspositionTable {
    /// A table of this many mebibytes, at least one.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, TryReserveError> {
        let clusters = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<Cluster>();
        TranspositionTable::with_clusters(clusters)
    }

    /// A table of this many clusters, at least one.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory cannot be allocated.
    pub fn with_clusters(clusters: usize) -> Result<TranspositionTable, TryReserveError> {
        Ok(TranspositionTable {
            clusters: memory::allocate(clusters.max(1))?,
            age: AtomicU8::new(0),
        })
    }

    pub fn clear(&self) {
        for word in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            word.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Starts a new generation: existing entries become older.
    pub(crate) fn start_generation(&self) {
        let age = (self.age() + 1) % AGES;
        self.age.store(age, Ordering::Relaxed);
    }

    /// How full the table is with entries of the current search, in permille.
    #[must_use]
    pub fn permille_full(&self) -> u32 {
        // A thousand entries are enough, and short searches report often.
        let sample = &self.clusters[..self.clusters.len().min(1000 / ENTRIES)];
        let filled = sample
            .iter()
            .flat_map(|cluster| &cluster.0[1..])
            .filter(|word| {
                let entry = Entry::from_bits(word.load(Ordering::Relaxed));
                entry.is_some() && entry.age_in(self.age()) == 0
            })
            .count();
        (filled * 1000 / (sample.len() * ENTRIES)) as u32
    }

    /// Starts to load the cluster of a position that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, position: &Position) {
        memory::prefetch(self.cluster(table_key(position)));
    }

    /// The entry for this key. The ply and halfmove clock adjust its mate score.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize, halfmoves: u16) -> Option<Finding> {
        let cluster = self.cluster(key);
        let keys = cluster.0[0].load(Ordering::Relaxed);
        for place in 0..ENTRIES {
            if check_key(keys, place) == key as u16 {
                let entry = Entry::from_bits(cluster.0[1 + place].load(Ordering::Relaxed));
                if entry.is_some() {
                    return Some(entry.finding(ply, halfmoves));
                }
            }
        }
        None
    }

    /// Stores an entry, replacing the least useful one of the cluster.
    pub(crate) fn store(&self, key: u64, ply: usize, finding: &Finding, params: &Params) {
        let cluster = self.cluster(key);
        let keys = cluster.0[0].load(Ordering::Relaxed);
        let (mut place, mut same) = (0, false);
        let mut least = i32::MAX;
        for at in 0..ENTRIES {
            let entry = Entry::from_bits(cluster.0[1 + at].load(Ordering::Relaxed));
            if entry.is_some() && check_key(keys, at) == key as u16 {
                (place, same) = (at, true);
                break;
            }
            let usefulness = entry.usefulness(self.age(), params);
            if usefulness < least {
                (place, least) = (at, usefulness);
            }
        }
        let old = Entry::from_bits(cluster.0[1 + place].load(Ordering::Relaxed));
        if same && !old.yields_to(finding, self.age(), params) {
            return;
        }
        let kept_move = if same { old.best() } else { None };
        let entry = Entry::new(finding, finding.best.or(kept_move), ply, self.age());
        cluster.0[1 + place].store(entry.bits(), Ordering::Relaxed);
        if !same {
            let shift = 16 * place;
            let keys = keys & !(0xFFFF << shift) | u64::from(key as u16) << shift;
            cluster.0[0].store(keys, Ordering::Relaxed);
        }
    }

    #[inline]
    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

/// The key of a position in the table.
///
/// Near the fifty-move limit the same position has different scores with different clocks, so the
/// clock becomes part of the key in steps of eight plies.
#[inline]
pub(crate) fn table_key(position: &Position) -> u64 {
    const FIRST: u16 = 14;
    const STEP: u16 = 8;
    let key = position.key().0;
    if position.halfmoves() < FIRST {
        return key;
    }
    let bucket = u64::from((position.halfmoves() - FIRST) / STEP) + 1;
    key ^ bucket.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline]
fn check_key(keys: u64, place: usize) -> u16 {
    (keys >> (16 * place)) as u16
}

#[cfg(test)]
mod tests {
    use chess::Square;

    use super::*;

    fn finding(depth: i32, best: Option<Move>) -> Finding {
        Finding {
            best,
            score: Score::from_centipawns(-17),
            bound: Bound::Lower,
            depth: Depth::new(depth),
            raw_eval: Some(Score::from_centipawns(25)),
            was_pv: true,
        }
    }

    #[test]
    fn a_stored_entry_is_found() {
        let table =
            TranspositionTable::with_clusters(7).expect("there is memory for seven clusters");
        let m = Move::normal(Square::E2, Square::E4);
        assert!(table.probe(99, 0, 0).is_none());
        table.store(99, 0, &finding(5, Some(m)), &Params::default());
        let hit = table.probe(99, 0, 0).expect("it was stored");
        assert_eq!(hit.best, Some(m));
        assert_eq!(hit.score, Score::from_centipawns(-17));
        assert_eq!(hit.bound, Bound::Lower);
        assert_eq!(hit.depth, Depth::new(5));
        assert_eq!(hit.raw_eval, Some(Score::from_centipawns(25)));
        assert!(hit.was_pv);
        table.clear();
        assert!(table.probe(99, 0, 0).is_none());
    }

    #[test]
    fn the_old_move_is_kept_when_the_new_entry_has_none() {
        let table = TranspositionTable::with_clusters(1).expect("there is memory for one cluster");
        let m = Move::normal(Square::E2, Square::E4);
        table.store(5, 0, &finding(5, Some(m)), &Params::default());
        table.store(5, 0, &finding(9, None), &Params::default());
        let hit = table.probe(5, 0, 0).expect("it was stored");
        assert_eq!((hit.best, hit.depth), (Some(m), Depth::new(9)));
    }

    #[test]
    fn the_least_useful_entry_is_replaced() {
        let table = TranspositionTable::with_clusters(1).expect("there is memory for one cluster");
        for (key, depth) in [(1, 3), (2, 12), (3, 8), (4, 1)] {
            table.store(key, 0, &finding(depth, None), &Params::default());
        }
        assert!(table.probe(1, 0, 0).is_none());
        for key in [2, 3, 4] {
            assert!(table.probe(key, 0, 0).is_some(), "{key}");
        }
        for _ in 0..4 {
            table.start_generation();
        }
        table.store(5, 0, &finding(2, None), &Params::default());
        assert!(table.probe(4, 0, 0).is_none());
        assert!(table.probe(5, 0, 0).is_some());
    }

    #[test]
    fn the_halfmove_clock_matters_only_near_the_limit() {
        let at = |halfmoves: u16| {
            let fen = format!("8/8/3k4/8/3K4/8/7R/7R w - - {halfmoves} 80");
            table_key(&Position::from_fen(&fen).expect("a legal position"))
        };
        assert_eq!(at(0), at(13));
        assert_ne!(at(0), at(14));
        assert_eq!(at(14), at(21));
        assert_ne!(at(21), at(22));
        assert_ne!(at(90), at(98));
    }
}
