//! Endgame tables as the search sees them, and what they say about the root moves.

use core::fmt;
use std::sync::Arc;

use chess::{FIFTY_MOVES, Key, Position};

use crate::root::Root;
use crate::score::Score;
use crate::search::RootMove;

/// Endgame tables.
///
/// The engine knows no file format. It asks for positions without castling rights only.
pub trait Tablebase: fmt::Debug + Send + Sync {
    /// The most pieces, kings included, of any position in the tables.
    fn pieces_max(&self) -> u32;

    /// The outcome for the side to move, as if the last move were a capture or pawn move; `None`
    /// if it is not known.
    fn outcome(&self, position: &Position) -> Option<Outcome>;

    /// The distance in plies to the next capture or pawn move: positive if the side to move wins,
    /// negative if it loses, beyond 100 if the fifty-move rule makes it a draw; `None` if it is not
    /// known. It may be one ply too high.
    fn distance(&self, position: &Position) -> Option<i32>;
}

/// The outcome of a position with perfect play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Loss,
    /// A loss that the fifty-move rule turns into a draw.
    BlessedLoss,
    Draw,
    /// A win that the fifty-move rule turns into a draw.
    CursedWin,
    Win,
}

/// Endgame tables, and when to use them.
#[derive(Clone, Debug)]
pub struct Endgames {
    pub tables: Arc<dyn Tablebase>,
    /// Positions with more pieces are not looked up.
    pub pieces_max: u32,
    /// With as many pieces as the tables have at most, nodes of less depth are not looked up.
    pub depth: i32,
    /// Whether the fifty-move rule applies. Without it, cursed wins are wins.
    pub fifty_moves: bool,
}

impl Endgames {
    /// The most pieces of a position that is looked up.
    pub(crate) fn pieces_max(&self) -> u32 {
        self.pieces_max.min(self.tables.pieces_max())
    }

    /// Whether a position may be looked up.
    #[inline]
    pub(crate) fn covers(&self, position: &Position) -> bool {
        position.board().occupied().len() <= self.pieces_max() && position.castling().is_empty()
    }

    /// An outcome as the search counts it: 1 for a win, 0 for a draw, -1 for a loss.
    pub(crate) fn sign(&self, outcome: Outcome) -> i32 {
        match outcome {
            Outcome::Win => 1,
            Outcome::Loss => -1,
            Outcome::CursedWin if !self.fifty_moves => 1,
            Outcome::BlessedLoss if !self.fifty_moves => -1,
            Outcome::CursedWin | Outcome::BlessedLoss | Outcome::Draw => 0,
        }
    }
}

/// What the tables say about a root move. Moves of a higher rank come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TablebaseRank {
    pub(crate) rank: i32,
    pub(crate) score: Score,
}

/// What is known about the root moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ranked {
    No,
    /// The outcome of each, but not whether it makes progress.
    ByOutcome,
    ByDistance,
}

/// The rank of a win that the fifty-move rule cannot prevent. Distances are far smaller.
const SAFE: i32 = 1 << 18;

/// A way to rank a root move; `None` if the tables do not know it.
type Judge = fn(&Endgames, &Root, &RootMove) -> Option<TablebaseRank>;

/// Ranks each root move and sorts the moves by rank, if the tables know all of them.
pub(crate) fn rank(endgames: &Endgames, root: &Root, moves: &mut [RootMove]) -> Ranked {
    if !endgames.covers(root.position()) {
        return Ranked::No;
    }
    let judges: [(Ranked, Judge); 2] = [
        (Ranked::ByDistance, by_distance),
        (Ranked::ByOutcome, by_outcome),
    ];
    for (ranked, judge) in judges {
        let ranks: Option<Vec<TablebaseRank>> =
            moves.iter().map(|m| judge(endgames, root, m)).collect();
        if let Some(ranks) = ranks {
            for (root_move, rank) in moves.iter_mut().zip(ranks) {
                root_move.tablebase_rank = Some(rank);
            }
            moves.sort_by_key(|root_move| -root_move.rank());
            return ranked;
        }
    }
    Ranked::No
}

/// The rank of a root move by distance. All wins that the fifty-move rule cannot prevent have
/// the same rank, so that the search chooses among them. After a repetition the nearest comes
/// first, so that there is progress.
fn by_distance(endgames: &Endgames, root: &Root, root_move: &RootMove) -> Option<TablebaseRank> {
    let after = root.position().play_unchecked(root_move.m);
    let distance = if after.is_checkmate() {
        1
    } else if repeats(root, &after) {
        0
    } else if after.halfmoves() == 0 {
        match endgames.tables.outcome(&after)? {
            Outcome::Loss => 1,
            Outcome::BlessedLoss => 101,
            Outcome::Draw => 0,
            Outcome::CursedWin => -101,
            Outcome::Win => -1,
        }
    } else {
        let reply = endgames.tables.distance(&after)?;
        -reply - reply.signum()
    };
    let clock = i32::from(root.position().halfmoves());
    let limit = i32::from(FIFTY_MOVES);
    let plies = distance.abs() + clock;
    let rank = match distance.signum() {
        1 if plies < limit && !has_repeated(root) => SAFE,
        1 => SAFE - plies,
        // A loss that is certain leaves the choice to the search as well.
        -1 if distance.abs() * 2 + clock < limit => -SAFE,
        -1 => plies - SAFE,
        _ => 0,
    };
    let counts = plies <= limit || !endgames.fifty_moves;
    Some(ranked(rank, if counts { distance.signum() } else { 0 }))
}

/// The rank of a root move by outcome only.
fn by_outcome(endgames: &Endgames, root: &Root, root_move: &RootMove) -> Option<TablebaseRank> {
    let after = root.position().play_unchecked(root_move.m);
    if repeats(root, &after) {
        return Some(ranked(0, 0));
    }
    let outcome = endgames.tables.outcome(&after)?;
    let rank = Outcome::Draw as i32 - outcome as i32;
    Some(ranked(rank, -endgames.sign(outcome)))
}

fn ranked(rank: i32, sign: i32) -> TablebaseRank {
    let score = match sign {
        1 => Score::tablebase_win(0),
        -1 => -Score::tablebase_win(0),
        _ => Score::DRAW,
    };
    TablebaseRank { rank, score }
}

/// Whether a position after a root move stands on the board for the third time.
fn repeats(root: &Root, after: &Position) -> bool {
    let times = |key: Key| reversible(root).filter(|&other| other == key).count();
    after.halfmoves() > 0 && times(after.key()) >= 2
}

/// Whether a position has occurred twice since the last capture or pawn move.
fn has_repeated(root: &Root) -> bool {
    let keys: Vec<Key> = reversible(root).collect();
    keys.iter()
        .enumerate()
        .any(|(at, key)| keys[..at].contains(key))
}

/// The keys of the positions since the last capture or pawn move, the root's first.
fn reversible(root: &Root) -> impl Iterator<Item = Key> {
    let position = root.position();
    let earlier = root.past().iter().rev().map(|&(key, _)| key);
    core::iter::once(position.key()).chain(earlier.take(usize::from(position.halfmoves())))
}
