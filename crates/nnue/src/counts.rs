//! What the network is told besides where the pieces stand.
//!
//! From the places of the pieces alone, a network of one layer has to guess which of them can be
//! captured, which have moves, and which kings are in danger. So these are counted: for each side,
//! how many of its pieces are of a [`Kind`] such as "hanging rooks". The counts do not depend on
//! squares, so there are few weights to learn, and few games teach them well.

mod kind;
mod passers;
mod survey;
#[cfg(test)]
#[cfg(feature = "_testkit")]
mod tests;

use chess::attacks::with_sliders;
use chess::{Board, Color};

pub use kind::{Danger, KINDS, Kind, Passer};
use survey::Survey;

/// How many pieces of each kind each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts([[u8; KINDS]; 2]);

impl Counts {
    /// Nothing.
    pub const NONE: Counts = Counts([[0; KINDS]; 2]);

    /// Counts everything on a board.
    ///
    /// ```
    /// use fourfold_nnue::chess::{Color, Position, Role};
    /// use fourfold_nnue::{Counts, Danger, Kind};
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
