//! The heuristic of the search: the estimated distance from a mate.
//!
//! The estimate orders the search and decides nothing. It distinguishes five cases: the winner has
//! enough force for a mating net; it must promote first; it has a single minor piece and needs the
//! loser's pieces on the right squares; it has bishops of one color only, and the loser's pieces
//! must block the squares of the other color; or it has only a knight and another minor piece,
//! which mate in a corner and hardly anywhere else.

use chess::{Bitboard, Color, Position, Role, Square};

use crate::mobility::{Outlook, ahead};

use super::{net, one_color, pairs, pictures};

/// The largest estimate.
pub(super) const FARTHEST: usize = 255;

/// The cost of a move that a mate pattern still needs.
const PICTURE_MOVE: u32 = 6;

/// The lowest estimate if the winner must promote: more than for most nets, so that a promotion is
/// progress.
const PROMOTING: u32 = 60;

/// The extra cost of a mate by a single minor piece in an open position.
const WEAK: u32 = 90;

/// The heuristic for one search.
pub(crate) struct Guide {
    winner: Color,
    /// Whether a pawn of the winner could ever promote, as far as is known.
    could_promote: bool,
    /// Whether a minor piece may mate before a pawn promotes.
    is_wide: bool,
}

impl Guide {
    /// A guide toward a mate by this side.
    pub(crate) fn new(winner: Color) -> Guide {
        Guide {
            winner,
            could_promote: true,
            is_wide: false,
        }
    }

    /// The side that is to mate.
    pub(super) fn winner(&self) -> Color {
        self.winner
    }

    /// Uses the mobility of the units.
    pub(crate) fn learn(&mut self, outlook: &Outlook) {
        self.could_promote = outlook.could_promote;
    }

    /// Allows mates by a minor piece alone, because promotion has led to nothing so far.
    pub(crate) fn widen(&mut self) {
        self.is_wide = true;
    }

    /// The estimated distance of a position from a mate by the winner.
    pub(super) fn distance(&self, position: &Position) -> usize {
        let board = position.board();
        let own = board.by_color(self.winner);
        let knights = own & board.by_role(Role::Knight);
        let bishops = own & board.by_role(Role::Bishop);
        let heavy = own & (board.by_role(Role::Rook) | board.by_role(Role::Queen));
        let of_both_colors =
            !bishops.is_disjoint(Bitboard::DARK) && !bishops.is_disjoint(Bitboard::LIGHT);
        let pair = knights.more_than_one() || knights.any() && bishops.any() || of_both_colors;
        let net = || net::looseness(position, self.winner, heavy.is_empty());
        let is_lone_pair = own.len() == 3 && knights.any() && pair;
        let distance = if is_lone_pair {
            // Each piece of the loser may have to be captured first.
            let pieces = board.by_color(!self.winner).len();
            PICTURE_MOVE * pairs::distance(position, self.winner) + pieces
        } else if heavy.any() || pair {
            net::resisted(position, self.winner, heavy.is_empty())
        } else if self.could_promote && (own & board.by_role(Role::Pawn)).any() {
            let way = PROMOTING + promotion(position, self.winner);
            // A king and pawns give no check that a net could be made of.
            match (knights | bishops).any() {
                false => way,
                true => {
                    let way = at_most_weak(way, net);
                    match self.is_wide {
                        true => self.by_minor(position, knights, bishops, way),
                        false => way,
                    }
                }
            }
        } else if (knights | bishops).any() {
            at_most_weak(
                self.by_minor(position, knights, bishops, FARTHEST as u32),
                net,
            )
        } else {
            net()
        };
        (distance as usize).min(FARTHEST)
    }

    /// The estimate for minor pieces of one kind, if it is less than `known`. Patterns that are
    /// farther away are skipped.
    fn by_minor(
        &self,
        position: &Position,
        knights: Bitboard,
        bishops: Bitboard,
        known: u32,
    ) -> u32 {
        let minor = if knights.any() {
            Role::Knight
        } else {
            Role::Bishop
        };
        let nearest = known / PICTURE_MOVE + 1;
        let mut moves = pictures::distance(position, self.winner, minor, nearest);
        if knights.is_empty() {
            let boxed_in = one_color::distance(position.board(), self.winner, bishops);
            moves = boxed_in.map_or(moves, |boxed_in| boxed_in.min(moves));
        }
        (PICTURE_MOVE * moves).min(known)
    }
}

/// The lesser of an estimate and that of a weak net. The net is expensive, so it is computed only
/// if it can be less.
fn at_most_weak(estimate: u32, net: impl Fn() -> u32) -> u32 {
    match estimate <= WEAK {
        true => estimate,
        false => estimate.min(WEAK + net()),
    }
}

/// How far the most promising pawn is from promotion.
fn promotion(position: &Position, winner: Color) -> u32 {
    let board = position.board();
    let king = position.king(winner);
    let theirs = board.pieces(!winner, Role::Pawn);
    let others = board.occupied() - theirs;
    let effort = |pawn: Square| {
        let path = ahead(winner, pawn);
        // A pawn in the way has to be captured, and the king can always try.
        let siege = |blocker: Square| 6 + 2 * king_way(king, blocker);
        let sieges: u32 = (path & theirs).into_iter().map(siege).sum();
        5 * path.len() + 3 * (path & others).len() + sieges
    };
    let pawns = board.pieces(winner, Role::Pawn);
    pawns.into_iter().map(effort).min().unwrap_or(0)
}

/// The number of king moves on an empty board.
pub(super) fn king_way(from: Square, to: Square) -> u32 {
    let files = (from.file() as u32).abs_diff(to.file() as u32);
    let ranks = (from.rank() as u32).abs_diff(to.rank() as u32);
    files.max(ranks)
}
