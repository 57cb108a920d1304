//! A position in 32 bytes, for programs that keep millions of them.

use crate::{Bitboard, Board, CastlingRights, Color, Role, Setup};

use super::{IllegalSetup, Position, Tolerance};

/// A position without its clocks, in 32 bytes.
///
/// Two of them are equal exactly if the positions are the same under article 9.2.3, so a set of
/// them has no collisions.
///
/// ```
/// use fourfold_chess::Position;
/// let start = Position::start();
/// let compact = start.to_compact();
/// assert!(compact.to_position().is_same_position(&start));
/// assert_eq!(size_of_val(&compact), 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compact {
    /// Three planes hold a number for each square: 0 for an empty one, 1 to 6 for the roles, 7 for
    /// a rook that may castle. The last plane holds Black's pieces and, on an empty square, the
    /// mark of an en passant capture; it is inverted when Black is to move. At least half of the
    /// board is empty and at most one empty square is marked, which shows whether it is inverted.
    planes: [u64; 4],
}

impl Position {
    /// The position in 32 bytes, without the clocks.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// use std::collections::HashSet;
    /// let start = Position::start();
    /// let mut seen = HashSet::from([start.to_compact()]);
    /// for &m in &start.legal_moves() {
    ///     seen.insert(start.play_unchecked(m).to_compact());
    /// }
    /// assert_eq!(seen.len(), 21);
    /// ```
    #[inline]
    #[must_use]
    pub fn to_compact(&self) -> Compact {
        let role = |role: Role| self.board.by_role(role).0;
        let castling = self.castling.rooks().0;
        let marked = self
            .en_passant
            .map_or(0, |en_passant| en_passant.bitboard().0);
        let colors = self.board.by_color(Color::Black).0 | marked;
        let odd = role(Role::Pawn) | role(Role::Bishop) | role(Role::Queen) | castling;
        let middle = role(Role::Knight) | role(Role::Bishop) | role(Role::King) | castling;
        let high = role(Role::Rook) | role(Role::Queen) | role(Role::King);
        let turn = if self.turn.is_white() { 0 } else { !0 };
        Compact {
            planes: [odd, middle, high, colors ^ turn],
        }
    }
}

impl Compact {
    /// The position, with the clocks of a new game.
    #[must_use]
    pub fn to_position(&self) -> Position {
        Position::assemble(&self.to_setup())
    }

    /// The bytes, to be stored.
    ///
    /// ```
    /// use fourfold_chess::{Compact, Position};
    /// let compact = Position::start().to_compact();
    /// assert_eq!(Compact::from_bytes(&compact.to_bytes())?, compact);
    /// assert!(Compact::from_bytes(&[0; 32]).is_err()); // there are no kings
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (part, plane) in bytes.chunks_exact_mut(8).zip(self.planes) {
            part.copy_from_slice(&plane.to_le_bytes());
        }
        bytes
    }

    /// Reads stored bytes and checks that they describe a legal position.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the position they describe.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Compact, IllegalSetup> {
        let plane = |at: usize| core::array::from_fn(|byte| bytes[8 * at + byte]);
        let described = Compact {
            planes: core::array::from_fn(|at| u64::from_le_bytes(plane(at))),
        };
        let position = described.to_setup().validate(Tolerance::Strict)?;
        Ok(position.to_compact())
    }

    fn to_setup(self) -> Setup {
        let [odd, middle, high, colors] = self.planes.map(Bitboard);
        let occupied = odd | middle | high;
        let (turn, colors) = if (colors - occupied).more_than_one() {
            (Color::Black, !colors)
        } else {
            (Color::White, colors)
        };
        let castling = odd & middle & high;
        let roles = [
            (Role::Pawn, odd - middle - high),
            (Role::Knight, middle - odd - high),
            (Role::Bishop, (odd & middle) - high),
            (Role::Rook, (high - odd - middle) | castling),
            (Role::Queen, (odd & high) - middle),
            (Role::King, (middle & high) - odd),
        ];
        let mut board = Board::empty();
        for (role, squares) in roles {
            board.roles[role] = squares;
        }
        board.colors[Color::Black] = colors & occupied;
        board.colors[Color::White] = occupied - colors;
        Setup {
            board,
            turn,
            castling: CastlingRights::from_rooks(castling),
            en_passant: (colors - occupied).first(),
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// A hash with all bits well mixed, for hash tables.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let start = Position::start();
    /// let next = start.play(start.parse_san("e4")?)?;
    /// assert_ne!(start.to_compact().mixed(), next.to_compact().mixed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn mixed(&self) -> u64 {
        let [odd, middle, high, colors] = self.planes;
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        fold(
            fold(odd ^ 0x9E37_79B9_7F4A_7C15, middle ^ 0xD1B5_4A32_D192_ED03),
            fold(high ^ 0x8CB9_2BA7_2F3D_8DD7, colors ^ 0xAEF1_7502_108E_F2D9),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_trip_and_illegal_positions_are_refused() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 0 1",
            "8/8/3k4/8/3K4/8/7R/7R b - - 0 1",
        ] {
            let compact = Position::from_fen(fen).unwrap().to_compact();
            assert_eq!(
                Compact::from_bytes(&compact.to_bytes()),
                Ok(compact),
                "{fen}"
            );
        }
        assert!(Compact::from_bytes(&[0; 32]).is_err());
        assert!(Compact::from_bytes(&[0xFF; 32]).is_err());
    }
}
