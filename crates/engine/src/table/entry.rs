//! A table entry packed into one word.

use chess::Move;

use crate::depth::Depth;
use crate::score::Score;
use crate::search::params::Params;

use super::Finding;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// There was no search, only an evaluation.
    None,
    /// Upper bound: the true score is at most this (fail low).
    Upper,
    /// Lower bound: the true score is at least this (fail high).
    Lower,
    Exact,
}

impl Bound {
    /// Whether a score of this kind proves that the true score is at least or below the limit.
    #[inline]
    pub(crate) fn decides(self, score: Score, limit: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= limit,
            Bound::Upper => score < limit,
        }
    }

    /// Whether the score is a lower bound or exact.
    #[inline]
    pub(crate) fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}

/// The number of distinct generations.
pub(super) const AGES: u8 = 32;

/// Move, score, evaluation, depth, bound, PV flag and generation, from the low bits up.
#[derive(Clone, Copy)]
pub(super) struct Entry(u64);

const NO_EVAL: i16 = i16::MIN;

/// The offset of stored depths, so that an entry of minimum depth is not empty.
const DEPTH_BASE: i32 = -2;

impl Entry {
    pub(super) const fn from_bits(bits: u64) -> Entry {
        Entry(bits)
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    pub(super) fn new(finding: &Finding, best: Option<Move>, ply: usize, age: u8) -> Entry {
        let best = best.map_or(0, Move::bits);
        let score = finding.score.to_table(ply) as u16;
        let eval = finding
            .raw_eval
            .map_or(NO_EVAL, |eval| eval.centipawns() as i16) as u16;
        let depth = (finding.depth.plies() - DEPTH_BASE).clamp(1, 255);
        let tail = finding.bound as u64 | u64::from(finding.was_pv) << 2 | u64::from(age) << 3;
        Entry(
            u64::from(best)
                | u64::from(score) << 16
                | u64::from(eval) << 32
                | (depth as u64) << 48
                | tail << 56,
        )
    }

    /// Whether the entry is in use.
    pub(super) const fn is_some(self) -> bool {
        self.0 >> 48 & 0xFF != 0
    }

    pub(super) fn best(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    pub(super) fn finding(self, ply: usize, halfmoves: u16) -> Finding {
        let eval = (self.0 >> 32) as i16;
        Finding {
            best: self.best(),
            score: Score::from_table((self.0 >> 16) as i16, ply, halfmoves),
            bound: Bound::from_bits(self.0 >> 56),
            depth: self.depth(),
            raw_eval: (eval != NO_EVAL).then(|| Score::from_centipawns(i32::from(eval))),
            was_pv: self.was_pv(),
        }
    }

    /// The number of searches since the entry was written.
    pub(super) fn age_in(self, now: u8) -> u8 {
        let then = (self.0 >> 59) as u8;
        (now + AGES - then) % AGES
    }

    /// The replacement value: the entry with the lowest value is replaced.
    pub(super) fn usefulness(self, now: u8, params: &Params) -> i32 {
        if !self.is_some() {
            return i32::MIN;
        }
        self.depth().plies() - params.table_age_penalty * i32::from(self.age_in(now))
    }

    /// Whether a new result for the same position replaces this entry.
    pub(super) fn yields_to(self, finding: &Finding, now: u8, params: &Params) -> bool {
        let pv = if finding.was_pv {
            params.table_replace_pv
        } else {
            0
        };
        let advantage = params.table_replace_depth + pv;
        finding.bound == Bound::Exact
            || finding.depth.plies() + advantage > self.depth().plies()
            || self.age_in(now) != 0
    }

    fn depth(self) -> Depth {
        Depth::new((self.0 >> 48 & 0xFF) as i32 + DEPTH_BASE)
    }

    fn was_pv(self) -> bool {
        self.0 >> 58 & 1 == 1
    }
}
