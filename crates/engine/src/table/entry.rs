//! One entry of the table in one word.

use chess::Move;

use crate::depth::Depth;
use crate::score::Score;

use super::Finding;

/// What a score from a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// There was no search, only an evaluation.
    None,
    /// No move was better than this: the score is this or less.
    Upper,
    /// A move was at least so good: the score is this or more.
    Lower,
    /// The score is this.
    Exact,
}

impl Bound {
    /// Whether a score of this kind says that the true one reaches a limit or stays below it.
    #[inline]
    pub(crate) fn decides(self, score: Score, limit: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= limit,
            Bound::Upper => score < limit,
        }
    }

    /// Whether the true score may be no less than this one.
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

/// How many searches ago can be told apart.
pub(super) const AGES: u8 = 32;

/// Move, score, evaluation, depth, bound, principal line and age, from the low bits up.
#[derive(Clone, Copy)]
pub(super) struct Entry(u64);

const NO_EVAL: i16 = i16::MIN;

/// Depths are kept from here, so that an entry of the least depth is not empty.
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

    /// Whether there is anything here.
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

    /// How many searches ago this was written.
    pub(super) fn age_in(self, now: u8) -> u8 {
        let then = (self.0 >> 59) as u8;
        (now + AGES - then) % AGES
    }

    /// The least useful of a cluster is the one to go.
    pub(super) fn usefulness(self, now: u8) -> i32 {
        if !self.is_some() {
            return i32::MIN;
        }
        self.depth().plies() - 4 * i32::from(self.age_in(now))
    }

    /// Whether a new finding about the same position is worth more than this one.
    pub(super) fn yields_to(self, finding: &Finding, now: u8) -> bool {
        let advantage = 4 + 2 * i32::from(finding.was_pv);
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
