//! Insufficient material: what the material alone decides, wherever the pieces stand.
//!
//! Each exit of [`Board::lacks_mating_material`] is a theorem about every position with that
//! material, not a list of known endings. Call the side that would mate the winner, let s be the
//! square of the loser's king when it is mated, and write squares as steps from s.
//!
//! **A bare king** gives no check.
//!
//! **Bishops of one square color, against no knight, no pawn and no bishop of the other color.**
//! The check comes along a diagonal, say through the square (1, 1). The squares (1, 0) and (0, 1)
//! are of the other color, so no bishop of the winner covers them, and the winner's king cannot
//! cover both without touching s. One of them is therefore occupied by a piece of the loser, which
//! can only be a rook or a queen. It is not pinned, for every pin runs on the other color, and it
//! can go to (1, 1), where it captures the checking bishop or interposes. Two of the bishops cannot
//! give check together: a bishop that uncovers another one moves along a line parallel to the one
//! on which it would have to arrive. So it is not mate. The loser may have any number of rooks,
//! queens and bishops of the same color.
//!
//! **One knight against nothing but queens.** The knight checks from (1, 2), say. It covers (-1, 1)
//! and no other neighbor of s. A queen on (1, 1), (1, 0) or (1, -1) captures it along the file,
//! or one of the queens before it does; so does a queen on (0, 1) at once. So (1, 1), (1, 0) and
//! (0, 1) are empty and covered by the king, which cannot cover both of the last two without
//! touching s. So it is not mate.
//!
//! The theorems speak of mates still to come. A mate that already stands on the board can be set
//! up with any material, though no play leads to it.

use crate::{Bitboard, Board, Color, Role};

impl Board {
    /// Whether this side cannot mate with the material of both sides, wherever the pieces stand.
    ///
    /// A lone bishop or knight can mate only if enemy pieces block their own king, so the enemy's
    /// pieces count too: bishops of one square color need an enemy knight, pawn or bishop of the
    /// other color; a knight needs an enemy piece other than a queen.
    ///
    /// ```
    /// use fourfold_chess::{Color, Position};
    /// let position = Position::from_fen("4k2r/8/8/8/8/8/8/4KB2 w - - 0 1")?;
    /// assert!(position.board().lacks_mating_material(Color::White));
    /// assert!(!position.board().lacks_mating_material(Color::Black));
    /// # Ok::<(), fourfold_chess::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn lacks_mating_material(&self, side: Color) -> bool {
        let own = self.by_color(side);
        let enemy = self.by_color(!side);
        let minors = self.by_role(Role::Knight) | self.by_role(Role::Bishop);
        let kings = self.by_role(Role::King);
        if !(own - kings).is_subset(minors) {
            return false;
        }
        if (own & self.by_role(Role::Knight)).any() {
            return own.len() == 2 && enemy.is_subset(kings | self.by_role(Role::Queen));
        }
        if (own & self.by_role(Role::Bishop)).any() {
            let helpers = self.by_role(Role::Pawn) | self.by_role(Role::Knight);
            return stand_on_one_color(self.by_role(Role::Bishop)) && helpers.is_empty();
        }
        true
    }

    /// Whether neither side can mate with the material on the board: bare kings, a single minor
    /// piece, or bishops that all stand on squares of one color.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let insufficient = |fen| {
    ///     Position::from_fen(fen).map(|position| position.board().has_insufficient_material())
    /// };
    /// assert!(insufficient("8/8/3k4/8/3K4/8/8/5N2 w - - 0 1")?);
    /// // Two knights cannot force mate, but the opponent can walk into one.
    /// assert!(!insufficient("8/8/3k4/8/3K4/8/8/4NN2 w - - 0 1")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "is_insufficient_material")]
    #[inline]
    #[must_use]
    pub fn has_insufficient_material(&self) -> bool {
        // Equals `lacks_mating_material` for both sides, but is cheap enough for every node of a
        // search.
        let heavy = self.by_role(Role::Pawn) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        if heavy.any() {
            return false;
        }
        let knights = self.by_role(Role::Knight);
        let bishops = self.by_role(Role::Bishop);
        if knights.any() {
            return bishops.is_empty() && !knights.more_than_one();
        }
        stand_on_one_color(bishops)
    }
}

#[inline]
fn stand_on_one_color(pieces: Bitboard) -> bool {
    pieces.is_subset(Bitboard::LIGHT) || pieces.is_subset(Bitboard::DARK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Piece, Position, Square, zobrist};

    fn lacks(fen: &str) -> [bool; 2] {
        let position = Position::from_fen(fen).expect("the position is legal");
        Color::ALL.map(|side| position.board().lacks_mating_material(side))
    }

    #[test]
    fn bare_kings_and_lone_minors_cannot_mate() {
        assert_eq!(lacks("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), [true, true]);
        assert_eq!(lacks("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), [true, true]);
        assert_eq!(lacks("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"), [true, true]);
        assert_eq!(lacks("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1"), [false, true]);
        assert_eq!(lacks("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), [false, true]);
    }

    #[test]
    fn any_number_of_bishops_of_one_square_color_cannot_mate_each_other() {
        assert_eq!(lacks("1b1bk3/8/8/8/8/2B5/1B6/B3K3 w - - 0 1"), [true, true]);
        assert_eq!(lacks("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"), [false, false]);
        assert_eq!(lacks("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"), [false, true]);
    }

    #[test]
    fn a_king_can_be_smothered_by_its_own_pieces() {
        // A bishop cannot mate a rook or a queen, but can mate a knight, a pawn or the other
        // bishop.
        for (enemy, cannot) in [('r', true), ('q', true), ('n', false)] {
            let fen = format!("4k2{enemy}/8/8/8/8/8/8/4KB2 w - - 0 1");
            assert_eq!(lacks(&fen)[0], cannot, "{fen}");
        }
        assert!(!lacks("4k3/7p/8/8/8/8/8/4KB2 w - - 0 1")[0]);
        // A knight cannot mate a queen, but can mate anything else.
        for (enemy, cannot) in [('q', true), ('r', false), ('b', false), ('n', false)] {
            let fen = format!("4k2{enemy}/8/8/8/8/8/8/4K1N1 w - - 0 1");
            assert_eq!(lacks(&fen)[0], cannot, "{fen}");
        }
    }

    #[test]
    fn insufficient_material_is_recognized() {
        for (fen, expected) in [
            ("8/8/3k4/8/3K4/8/8/8 w - - 0 1", true),
            ("8/8/3k4/8/3K4/8/8/5N2 w - - 0 1", true),
            ("8/8/3k4/8/3K4/8/8/5b2 w - - 0 1", true),
            ("8/8/3k1b2/8/3K4/8/8/2B5 w - - 0 1", true),
            ("8/8/3k1b2/8/3K4/8/8/5B2 w - - 0 1", false),
            ("8/8/3k4/8/3K4/8/8/4NN2 w - - 0 1", false),
            ("8/8/3k1n2/8/3K4/8/8/5N2 w - - 0 1", false),
            ("8/8/3k4/8/3K4/8/7P/8 w - - 0 1", false),
            ("8/8/3k4/8/3K4/8/7R/8 w - - 0 1", false),
        ] {
            let position = Position::from_fen(fen).expect("the position is legal");
            let insufficient = position.board().has_insufficient_material();
            assert_eq!(insufficient, expected, "{fen}");
        }
    }

    #[test]
    fn material_is_insufficient_exactly_if_both_sides_lack_it() {
        let mut numbers = (0..).map(zobrist::number);
        let mut below = |limit: u64| {
            let number = numbers.next().expect("there is always another number");
            (number % limit) as usize
        };
        let mut insufficient = 0;
        for _ in 0..20_000 {
            let mut board = Board::empty();
            for _ in 0..below(5) {
                let color = Color::ALL[below(2)];
                // Minor pieces are what the question turns on.
                let role = [
                    Role::Knight,
                    Role::Bishop,
                    Role::Bishop,
                    Role::Bishop,
                    Role::Queen,
                ][below(5)];
                board.put(Square::ALL[below(64)], Piece::new(color, role));
            }
            board.put(Square::A1, Piece::new(Color::White, Role::King));
            board.put(Square::H8, Piece::new(Color::Black, Role::King));
            let both = Color::ALL
                .into_iter()
                .all(|side| board.lacks_mating_material(side));
            assert_eq!(board.has_insufficient_material(), both, "{board:?}");
            insufficient += u32::from(both);
        }
        assert!((2_000..18_000).contains(&insufficient), "{insufficient}");
    }
}
