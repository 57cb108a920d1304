//! What the network is told besides where the pieces stand.
//!
//! From the places of the pieces alone, a network of one layer has to guess which of them can be
//! captured, which have moves, and which kings are in danger. So these are counted: for each side,
//! how many of its pieces are of a [`Kind`] such as "hanging rooks". The counts do not depend on
//! squares, so there are few weights to learn, and few games teach them well.

use chess::attacks::{self, Sliders, SlidingWork, with_sliders};
use chess::{Bitboard, Board, Color, Rank, Role, Square};

/// How endangered a piece is.
///
/// ```
/// use nnue::Danger;
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
/// use chess::Role;
/// use nnue::{Danger, Kind};
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
    /// A passed pawn on this rank, seen from its own side.
    Passed(Rank),
    /// A kind of enemy piece that can check the king from a square that the king's side does not
    /// attack.
    SafeCheck(Role),
}

/// The room for kinds: a whole number of words.
pub const KINDS: usize = 64;

/// The highest mobility.
const MOBILITY_MAX: u32 = 4;

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
            Kind::Passed(rank) => 48 + rank as usize - 1,
            Kind::SafeCheck(role) => 54 + role as usize - 1,
        }
    }
}

const _: () = assert!(Kind::SafeCheck(Role::Queen).index() < KINDS);

/// How many pieces of each kind each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts([[u8; KINDS]; 2]);

impl Counts {
    /// Nothing.
    pub const NONE: Counts = Counts([[0; KINDS]; 2]);

    /// Counts everything on a board.
    ///
    /// ```
    /// use chess::{Color, Position, Role};
    /// use nnue::{Counts, Danger, Kind};
    /// let position = Position::from_fen("4k3/8/2p5/3R4/8/3r4/8/4K3 w - - 0 1")?;
    /// let counts = Counts::of(position.board());
    /// // The pawn chases the white rook. The black one is attacked too, and not defended.
    /// assert_eq!(counts.get(Color::White, Kind::Danger(Role::Rook, Danger::Chased)), 1);
    /// assert_eq!(counts.get(Color::Black, Kind::Danger(Role::Rook, Danger::Hanging)), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn of(board: &Board) -> Counts {
        with_sliders(Survey { board })
    }

    /// How many pieces of a kind a side has.
    #[inline]
    #[must_use]
    pub fn get(&self, side: Color, kind: Kind) -> u8 {
        self.0[side as usize][kind.index()]
    }

    /// The counts of a side by [`Kind::index`].
    #[inline]
    #[must_use]
    pub fn side(&self, side: Color) -> &[u8; KINDS] {
        &self.0[side as usize]
    }

    /// Calls a function for each kind whose count differs, with the side, the index of the kind, the
    /// other count and this one.
    #[inline(always)]
    pub(crate) fn differences(&self, other: &Counts, mut tell: impl FnMut(Color, usize, u8, u8)) {
        for side in Color::ALL {
            let (new, old) = (&self.0[side as usize], &other.0[side as usize]);
            let words = new.as_chunks().0.iter().zip(old.as_chunks().0);
            for (word, (&new, &old)) in words.enumerate() {
                let (new, old) = (u64::from_le_bytes(new), u64::from_le_bytes(old));
                let mut changed = new ^ old;
                while changed != 0 {
                    let byte = changed.trailing_zeros() / 8;
                    let at = |word: u64| (word >> (8 * byte)) as u8;
                    changed &= !(0xFF << (8 * byte));
                    tell(side, 8 * word + byte as usize, at(old), at(new));
                }
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, side: Color, kind: Kind, pieces: u32) {
        self.0[side as usize][kind.index()] += pieces as u8;
    }
}

/// The squares that a side attacks.
#[derive(Clone, Copy)]
struct Attacks {
    /// By pawns.
    pawns: Bitboard,
    /// By each kind of piece between pawn and king.
    by_piece: [Bitboard; 4],
    /// By any piece.
    all: Bitboard,
    /// By at least two pieces.
    twice: Bitboard,
}

/// The pieces between pawn and king.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Counts everything on a board.
struct Survey<'a> {
    board: &'a Board,
}

impl SlidingWork for Survey<'_> {
    type Output = Counts;

    #[inline(always)]
    fn run<S: Sliders>(self, sliders: S) -> Counts {
        let mut counts = Counts::NONE;
        let white = self.attacks(sliders, Color::White, &mut counts);
        let black = self.attacks(sliders, Color::Black, &mut counts);
        for (side, own, enemy) in [
            (Color::White, &white, &black),
            (Color::Black, &black, &white),
        ] {
            self.count_dangers(side, own, enemy, &mut counts);
            self.count_passed_pawns(side, &mut counts);
            if let Some(king) = self.board.king(side) {
                Self::count_king_danger(side, king, enemy, &mut counts);
                self.count_safe_checks(sliders, (side, king), own, enemy, &mut counts);
                self.count_pins(side, king, &mut counts);
            }
        }
        counts
    }
}

impl Survey<'_> {
    /// The attacks of a side. Counts mobility on the way.
    #[inline(always)]
    fn attacks<S: Sliders>(&self, sliders: S, side: Color, counts: &mut Counts) -> Attacks {
        let occupied = self.board.occupied();
        let by_pawns = |side| attacks::pawns(side, self.board.pieces(side, Role::Pawn));
        let ([west, east], [enemy_west, enemy_east]) = (by_pawns(side), by_pawns(!side));
        let closed = self.board.by_color(side) | enemy_west | enemy_east;
        let mut attacks = Attacks {
            pawns: west | east,
            by_piece: [Bitboard::EMPTY; 4],
            all: west | east,
            twice: west & east,
        };
        for (role, by_piece) in PIECES.into_iter().zip(&mut attacks.by_piece) {
            for square in self.board.pieces(side, role) {
                let attacked = match role {
                    Role::Knight => attacks::knight(square),
                    Role::Bishop => sliders.bishop(square, occupied),
                    Role::Rook => sliders.rook(square, occupied),
                    _ => sliders.bishop(square, occupied) | sliders.rook(square, occupied),
                };
                *by_piece |= attacked;
                attacks.twice |= attacks.all & attacked;
                attacks.all |= attacked;
                let mobility = mobility(role, (attacked - closed).len());
                counts.add(side, Kind::Mobility(role, mobility), 1);
            }
        }
        for king in self.board.pieces(side, Role::King) {
            attacks.twice |= attacks.all & attacks::king(king);
            attacks.all |= attacks::king(king);
        }
        attacks
    }

    /// Counts a side's pieces that are attacked.
    #[inline(always)]
    fn count_dangers(&self, side: Color, own: &Attacks, enemy: &Attacks, counts: &mut Counts) {
        let minors = enemy.pawns | enemy.by_piece[0] | enemy.by_piece[1];
        let by_lesser = [
            Bitboard::EMPTY,
            enemy.pawns,
            enemy.pawns,
            minors,
            minors | enemy.by_piece[2],
        ];
        for (role, by_lesser) in Role::ALL.into_iter().zip(by_lesser) {
            let attacked = self.board.pieces(side, role) & enemy.all;
            let (chased, rest) = (attacked & by_lesser, attacked - by_lesser);
            let outnumbered = attacked & (enemy.twice - own.twice);
            counts.add(
                side,
                Kind::Danger(role, Danger::Defended),
                (rest & own.all).len(),
            );
            counts.add(
                side,
                Kind::Danger(role, Danger::Hanging),
                (rest - own.all).len(),
            );
            counts.add(side, Kind::Danger(role, Danger::Chased), chased.len());
            counts.add(side, Kind::Outnumbered(role), outnumbered.len());
        }
    }

    /// Counts the attacked squares around a king.
    #[inline(always)]
    fn count_king_danger(side: Color, king: Square, enemy: &Attacks, counts: &mut Counts) {
        let danger = match (attacks::king(king) & enemy.all).len() {
            0 => return,
            1 => Danger::Defended,
            2..=3 => Danger::Hanging,
            _ => Danger::Chased,
        };
        counts.add(side, Kind::Danger(Role::King, danger), 1);
    }

    /// Counts the kinds of enemy pieces that can check a king safely.
    #[inline(always)]
    fn count_safe_checks<S: Sliders>(
        &self,
        sliders: S,
        king: (Color, Square),
        own: &Attacks,
        enemy: &Attacks,
        counts: &mut Counts,
    ) {
        let ((side, king), occupied) = (king, self.board.occupied());
        let (bishop, rook) = (sliders.bishop(king, occupied), sliders.rook(king, occupied));
        let lines = [attacks::knight(king), bishop, rook, bishop | rook];
        let safe = !(own.all | self.board.by_color(!side));
        for ((role, lines), attacked) in PIECES.into_iter().zip(lines).zip(enemy.by_piece) {
            let can_check = (attacked & lines & safe).any();
            counts.add(side, Kind::SafeCheck(role), u32::from(can_check));
        }
    }

    /// Counts the pieces that are pinned to a king.
    #[inline(always)]
    fn count_pins(&self, side: Color, king: Square, counts: &mut Counts) {
        for pinning in self.board.sliders_aimed_at(king, !side) {
            let between = attacks::between(king, pinning) & self.board.occupied();
            if let Some(pinned) = between.single()
                && self.board.color_at(pinned) == Some(side)
                && let Some(role) = self.board.role_at(pinned)
            {
                counts.add(side, Kind::Pinned(role), 1);
            }
        }
    }

    /// Counts the pawns that no enemy pawn can stop or capture on their way.
    #[inline(always)]
    fn count_passed_pawns(&self, side: Color, counts: &mut Counts) {
        let enemies = self.board.pieces(!side, Role::Pawn);
        let [west, east] = attacks::pawns(!side, enemies);
        let mut guarded = west | east | forward(!side, enemies, 1);
        for ranks in [1, 2, 4] {
            guarded |= forward(!side, guarded, ranks);
        }
        for pawn in self.board.pieces(side, Role::Pawn) - guarded {
            counts.add(side, Kind::Passed(pawn.rank().relative_to(side)), 1);
        }
    }
}

/// Moves a set up the board by some ranks, as seen by this side.
#[inline(always)]
fn forward(side: Color, set: Bitboard, ranks: u32) -> Bitboard {
    match side {
        Color::White => Bitboard(set.0 << (8 * ranks)),
        Color::Black => Bitboard(set.0 >> (8 * ranks)),
    }
}

/// The mobility of a piece with this many moves.
#[inline(always)]
fn mobility(role: Role, moves: u32) -> u32 {
    let step = match role {
        Role::Knight => 2,
        Role::Queen => 5,
        _ => 3,
    };
    (moves / step).min(MOBILITY_MAX)
}

#[cfg(test)]
mod tests;
