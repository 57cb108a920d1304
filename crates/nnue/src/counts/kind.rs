//! The kinds of pieces that are counted.

use chess::{Rank, Role};

/// How endangered a piece is.
///
/// ```
/// use fourfold_nnue::Danger;
/// assert_eq!(Danger::Hanging as u8, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// It is attacked, but defended. For a king: one square around it is attacked.
    Defended,
    /// It is attacked and not defended. For a king: two or three squares around it are attacked.
    Hanging,
    /// A less valuable piece attacks it. For a king: at least four squares around it are attacked.
    Chased,
}

/// Something that is counted for each side.
///
/// ```
/// use fourfold_nnue::chess::Role;
/// use fourfold_nnue::{Danger, Kind};
/// assert_ne!(
///     Kind::Danger(Role::Rook, Danger::Hanging).index(),
///     Kind::Danger(Role::Rook, Danger::Chased).index(),
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A piece in danger.
    Danger(Role, Danger),
    /// A knight, bishop, rook or queen with few or many moves, from 0 to 4. Squares of its own side
    /// and those that enemy pawns attack do not count.
    Mobility(Role, u32),
    /// A piece that is pinned to its king.
    Pinned(Role),
    /// A piece that two enemy pieces attack and not more than one of its own side defends.
    Outnumbered(Role),
    /// A piece between pawn and king that an enemy pawn can attack by a safe move.
    PawnThreat(Role),
    /// A piece whose move would discover a check.
    Discoverer(Role),
    /// A knight or bishop that no enemy pawn can ever attack, and whether an own pawn defends it.
    Outpost(Role, bool),
    /// A kind of enemy piece that can check the king from a square that the king's side does not
    /// attack.
    SafeCheck(Role),
    /// A square from which a kind of enemy piece can check the king. At most two are counted.
    Check(Role),
    /// A kind of enemy piece, less valuable than a queen, that can attack a queen from a square that
    /// the queen's side does not attack, or attacks once, not by a pawn, while two enemy pieces do.
    QueenThreat(Role),
    /// An enemy bishop or rook aims at a queen through one piece.
    QueenXray(Role),
    /// An enemy knight can attack two of king, queen and rooks from a square that no pawn attacks;
    /// and whether no other piece of their side attacks it either.
    Fork(bool),
    /// A passed pawn.
    Passed(Passer),
}

/// What is counted about a passed pawn. Ranks are seen from its own side.
///
/// ```
/// use fourfold_nnue::chess::Rank;
/// use fourfold_nnue::{Kind, Passer};
/// assert_ne!(
///     Kind::Passed(Passer::On(Rank::Seventh)).index(),
///     Kind::Passed(Passer::Blocked(Rank::Seventh)).index(),
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passer {
    /// The rank.
    On(Rank),
    /// There is a piece on the square in front.
    Blocked(Rank),
    /// It is not blocked, and the enemy neither occupies nor attacks any square on the way to
    /// promotion.
    Free(Rank),
    /// The distance of its own king to the square in front, at most 5, from the fourth rank on.
    OwnKing(u32),
    /// The same for the enemy king.
    EnemyKing(u32),
    /// The way is open, and the enemy king is farther from the promotion square than the pawn.
    Runner,
    /// Its own side attacks the square in front.
    Escorted,
    /// Only the enemy attacks the square in front.
    Stopped,
    /// A pawn defends it.
    Protected,
    /// A pawn of its own side stands next to it.
    Connected,
    /// A rook of its own side stands on the file behind it.
    Pushed,
    /// An enemy rook stands on the file behind it.
    Chased,
}

/// The room for kinds: a whole number of words.
pub const KINDS: usize = 120;

/// The highest mobility.
pub(super) const MOBILITY_MAX: u32 = 4;

/// The largest distance between a king and a passed pawn that is told apart.
pub(super) const DISTANCE_MAX: u32 = 5;

impl Kind {
    /// The position of this kind among all.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Kind::Danger(role, danger) => 3 * role as usize + danger as usize,
            Kind::Mobility(role, moves) => 18 + 5 * (role as usize - 1) + moves as usize,
            Kind::Pinned(role) => 38 + role as usize,
            Kind::Outnumbered(role) => 43 + role as usize,
            Kind::PawnThreat(role) => 48 + role as usize - 1,
            Kind::Discoverer(role) => 52 + role as usize,
            Kind::Outpost(role, defended) => 58 + 2 * (role as usize - 1) + defended as usize,
            Kind::SafeCheck(role) => 62 + role as usize - 1,
            Kind::Check(role) => 66 + role as usize - 1,
            Kind::QueenThreat(role) => 70 + role as usize - 1,
            Kind::QueenXray(role) => 73 + role as usize - 2,
            Kind::Fork(safe) => 75 + safe as usize,
            Kind::Passed(passer) => 77 + passer.index(),
        }
    }
}

impl Passer {
    #[inline(always)]
    const fn index(self) -> usize {
        match self {
            Passer::On(rank) => rank as usize - 1,
            Passer::Blocked(rank) => 6 + rank as usize - 1,
            Passer::Free(rank) => 12 + rank as usize - 1,
            Passer::OwnKing(distance) => 18 + distance as usize,
            Passer::EnemyKing(distance) => 24 + distance as usize,
            Passer::Runner => 30,
            Passer::Escorted => 31,
            Passer::Stopped => 32,
            Passer::Protected => 33,
            Passer::Connected => 34,
            Passer::Pushed => 35,
            Passer::Chased => 36,
        }
    }
}

/// The last kind.
pub(super) const LAST: Kind = Kind::Passed(Passer::Chased);

const _: () = assert!(LAST.index() < KINDS);
