//! A set of squares in one machine word: <https://www.chessprogramming.org/Bitboards>.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign,
};

use crate::{File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 63 is h8.
///
/// The operators are those of sets (`&`, `|`, `^`, `!`, and `-` for difference), and iterating
/// gives the squares from a1 to h8. [`bitboard!`](crate::bitboard!) draws one.
///
/// ```
/// use fourfold_chess::{Bitboard, File, Rank, Square, bitboard};
/// let cross = Bitboard::from(File::D) | Bitboard::from(Rank::Fourth);
/// assert_eq!(cross, bitboard! {
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     X X X X X X X X
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
/// });
/// assert_eq!(cross.len(), 15);
/// assert!(cross.contains(Square::D8));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The dark squares, a1 among them.
    pub const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
    /// The light squares, h1 among them.
    pub const LIGHT: Bitboard = Bitboard(!Bitboard::DARK.0);

    /// The number of squares in the set.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, File};
    /// assert_eq!(Bitboard::from(File::E).len(), 8);
    /// ```
    #[doc(alias = "count")]
    #[doc(alias = "popcnt")]
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has at least one square.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has at least two squares.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// // In a double check only the king can move.
    /// let position = Position::from_fen("4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1")?;
    /// assert!(position.checkers().more_than_one());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the square is in the set.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Square};
    /// assert!(Bitboard::LIGHT.contains(Square::H1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// Whether every square of this set is in the other.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, File, Square};
    /// assert!(Bitboard::from(Square::A1).is_subset(Bitboard::from(File::A)));
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets share no square.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, File, Rank};
    /// assert!(Bitboard::DARK.is_disjoint(Bitboard::LIGHT));
    /// assert!(!Bitboard::from(File::A).is_disjoint(Bitboard::from(Rank::First)));
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The lowest square, in the order from a1 to h8.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Rank, Square};
    /// let rank = Bitboard::from(Rank::Second);
    /// assert_eq!((rank.first(), rank.last()), (Some(Square::A2), Some(Square::H2)));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(self.0.trailing_zeros() as u8))
        }
    }

    /// The highest square, in the order from a1 to h8.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_low_bits(63 - self.0.leading_zeros() as u8))
        }
    }

    /// The only square of the set; `None` if it has none or several.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Square};
    /// assert_eq!(Square::E1.bitboard().single(), Some(Square::E1));
    /// assert_eq!(Bitboard::ALL.single(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() {
            None
        } else {
            self.first()
        }
    }

    /// Moves every square by this many indices, up the board if positive; squares that leave at
    /// the top or bottom are dropped, those that leave at the sides wrap around.
    #[inline]
    #[must_use]
    pub(crate) const fn shift(self, by: i8) -> Bitboard {
        if by >= 0 {
            Bitboard(self.0 << by)
        } else {
            Bitboard(self.0 >> -by)
        }
    }

    /// The set mirrored top to bottom.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Rank};
    /// assert_eq!(Bitboard::from(Rank::Second).flip_ranks(), Bitboard::from(Rank::Seventh));
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip_ranks(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// Reads a picture of 64 cells from a8 to h1: `X` is in the set, `.` is not, and other
    /// characters are ignored. Used by [`bitboard!`](crate::bitboard!).
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Square};
    /// let picture = format!("X.......{}", "........".repeat(7));
    /// assert_eq!(Bitboard::from_picture(&picture), Square::A8.bitboard());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics, at compile time in a constant, if there are not exactly 64 cells.
    #[must_use]
    pub const fn from_picture(picture: &str) -> Bitboard {
        let cells = picture.as_bytes();
        let mut bits = 0;
        let mut seen = 0;
        let mut at = 0;
        while at < cells.len() {
            if matches!(cells[at], b'X' | b'.') {
                assert!(seen < 64, "a bitboard picture has 64 cells, found more");
                if cells[at] == b'X' {
                    bits |= 1 << (seen ^ 56);
                }
                seen += 1;
            }
            at += 1;
        }
        assert!(seen == 64, "a bitboard picture has 64 cells, found fewer");
        Bitboard(bits)
    }
}

/// Draws a [`Bitboard`]: eight rows of eight cells, the eighth rank first, `X` for a square in
/// the set and `.` for one outside.
///
/// ```
/// use fourfold_chess::{Square, attacks, bitboard};
/// assert_eq!(attacks::knight(Square::B1), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . X . . . . .
///     . . . X . . . .
///     . . . . . . . .
/// });
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($cell:tt)*) => {
        const { $crate::Bitboard::from_picture(concat!($(stringify!($cell)),*)) }
    };
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Bitboard {
        Bitboard(0xFF << (8 * rank as u8))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

macro_rules! set_operator {
    ($($operation:ident $function:ident $assign:ident $assign_function:ident $operator:tt)*) => {$(
        impl $operation for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $function(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $operator other.0)
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_function(&mut self, other: Bitboard) {
                *self = *self $operator other;
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign &
    BitOr bitor BitOrAssign bitor_assign |
    BitXor bitxor BitXorAssign bitxor_assign ^
}

impl Sub for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl SubAssign for Bitboard {
    #[inline]
    fn sub_assign(&mut self, other: Bitboard) {
        *self = *self - other;
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl Shl<u32> for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn shl(self, by: u32) -> Bitboard {
        Bitboard(self.0 << by)
    }
}

impl Shr<u32> for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn shr(self, by: u32) -> Bitboard {
        Bitboard(self.0 >> by)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
///
/// ```
/// use fourfold_chess::{Bitboard, Square};
/// let bishops: Bitboard = [Square::F1, Square::C1].into_iter().collect();
/// let squares: Vec<Square> = bishops.into_iter().collect();
/// assert_eq!(squares, [Square::C1, Square::F1]);
/// ```
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl fmt::Debug for Bitboard {
    /// Draws the set as [`bitboard!`](crate::bitboard!) reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bitboard! {{")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "   ")?;
            for file in File::ALL {
                let cell = if self.contains(Square::new(file, rank)) {
                    " X"
                } else {
                    " ."
                };
                f.write_str(cell)?;
            }
            writeln!(f)?;
        }
        write!(f, "}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: [Bitboard; 6] = [
        Bitboard::EMPTY,
        Bitboard::ALL,
        Bitboard::DARK,
        Bitboard(1),
        Bitboard(1 << 63),
        Bitboard(0x0123_4567_89AB_CDEF),
    ];

    #[test]
    fn operators_are_set_operations() {
        for a in SETS {
            for b in SETS {
                for square in Square::ALL {
                    let (in_a, in_b) = (a.contains(square), b.contains(square));
                    assert_eq!((a & b).contains(square), in_a && in_b);
                    assert_eq!((a | b).contains(square), in_a || in_b);
                    assert_eq!((a ^ b).contains(square), in_a != in_b);
                    assert_eq!((a - b).contains(square), in_a && !in_b);
                    assert_eq!((!a).contains(square), !in_a);
                }
                assert_eq!(a.is_subset(b), (a - b).is_empty());
                assert_eq!(a.is_disjoint(b), (a & b).is_empty());
                let (mut and, mut or, mut xor, mut minus) = (a, a, a, a);
                and &= b;
                or |= b;
                xor ^= b;
                minus -= b;
                assert_eq!((and, or, xor, minus), (a & b, a | b, a ^ b, a - b));
            }
        }
    }

    #[test]
    fn a_set_is_counted_and_iterated_in_order() {
        for set in SETS {
            let squares: Vec<Square> = set.into_iter().collect();
            assert!(squares.is_sorted());
            assert_eq!(squares.len(), set.len() as usize);
            assert_eq!(set.into_iter().len(), squares.len());
            assert_eq!(set.first(), squares.first().copied());
            assert_eq!(set.last(), squares.last().copied());
            assert_eq!(set.any(), !squares.is_empty());
            assert_eq!(set.more_than_one(), squares.len() > 1);
            assert_eq!(set.single().is_some(), squares.len() == 1);
            assert_eq!(squares.into_iter().collect::<Bitboard>(), set);
        }
    }

    #[test]
    fn shifting_drops_what_leaves_at_top_and_bottom() {
        assert_eq!(Bitboard::from(Rank::Eighth).shift(8), Bitboard::EMPTY);
        assert_eq!(Bitboard::from(Rank::First).shift(-8), Bitboard::EMPTY);
        assert_eq!(Square::E4.bitboard().shift(8), Square::E5.bitboard());
        assert_eq!(Square::E4.bitboard().shift(-9), Square::D3.bitboard());
        assert_eq!(Square::E4.bitboard() << 1 >> 2, Square::D4.bitboard());
    }

    #[test]
    fn a_picture_round_trips() {
        for set in SETS {
            let drawn = format!("{set:?}");
            let cells = drawn
                .trim_start_matches("bitboard! {")
                .trim_end_matches('}');
            assert_eq!(Bitboard::from_picture(cells), set);
        }
        assert_eq!(
            Bitboard::from(Rank::Second).flip_ranks(),
            Bitboard::from(Rank::Seventh)
        );
    }

    #[test]
    fn dark_and_light_sets_agree_with_the_squares() {
        for square in Square::ALL {
            assert_eq!(Bitboard::DARK.contains(square), square.is_dark());
            assert_eq!(Bitboard::LIGHT.contains(square), !square.is_dark());
        }
    }
}
