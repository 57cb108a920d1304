//! The move that leads from one key to another.
//!
//! A search can tell whether the side to move can return to an earlier position without trying its
//! moves: the keys of the two positions differ by the numbers of one piece on two squares. All such
//! differences are stored in a cuckoo table, where each has two possible places. The method is
//! Marcel van Kervinck's:
//! <https://web.archive.org/web/20201107002606/https://marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf>.

use crate::{Bitboard, Color, Key, Piece, Role, Square, attacks, zobrist};

use super::BLACK_TO_MOVE;

const SIZE: usize = 8192;

/// Moves of knights, bishops, rooks, queens and kings on an empty board, each counted once for
/// both directions: 168 + 280 + 448 + 728 + 210 for each side.
const MOVES: usize = 2 * (168 + 280 + 448 + 728 + 210);

struct Cuckoo {
    differences: [u64; SIZE],
    moves: [Option<(Square, Square)>; SIZE],
}

static CUCKOO: Cuckoo = build();

impl Key {
    /// The number of the side to move: the keys of two positions that differ only in the turn
    /// differ by it.
    pub const TURN: Key = Key(BLACK_TO_MOVE);

    /// The two squares between which a piece other than a pawn must move, in either direction, to
    /// get from a position with this key to one with the other.
    ///
    /// The caller checks that the squares between are empty and whose piece it is.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let start = Position::start();
    /// let next = start.play(start.parse_uci("g1f3")?)?;
    /// assert_eq!(start.key().reversible_move(next.key()), Some((Square::G1, Square::F3)));
    /// assert_eq!(start.key().reversible_move(start.key()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn reversible_move(self, other: Key) -> Option<(Square, Square)> {
        let difference = self.0 ^ other.0;
        [first_place(difference), second_place(difference)]
            .into_iter()
            .find(|&place| CUCKOO.differences[place] == difference)
            .and_then(|place| CUCKOO.moves[place])
    }
}

#[inline]
const fn first_place(difference: u64) -> usize {
    difference as usize % SIZE
}

#[inline]
const fn second_place(difference: u64) -> usize {
    (difference >> 16) as usize % SIZE
}

const fn build() -> Cuckoo {
    const ROLES: [Role; 5] = [
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ];
    let mut table = Cuckoo {
        differences: [0; SIZE],
        moves: [None; SIZE],
    };
    let mut count = 0;
    let mut at = 0;
    while at < 2 * ROLES.len() * 64 {
        let color = Color::ALL[at % 2];
        let piece = Piece::new(color, ROLES[at / 2 % ROLES.len()]);
        let from = Square::ALL[at / (2 * ROLES.len())];
        // Each pair of squares once, the lower square first.
        let above = !(from.bitboard().0 | (from.bitboard().0 - 1));
        let mut to = attacks::on_empty_board(piece.role, from).0 & above;
        while let Some(target) = Bitboard(to).first() {
            to &= to - 1;
            let difference =
                zobrist::piece(piece, from) ^ zobrist::piece(piece, target) ^ BLACK_TO_MOVE;
            insert(&mut table, difference, (from, target));
            count += 1;
        }
        at += 1;
    }
    assert!(count == MOVES, "every reversible move is in the table");
    table
}

/// Puts an entry into one of its two places and moves the entry found there to its other place.
const fn insert(table: &mut Cuckoo, difference: u64, squares: (Square, Square)) {
    let mut difference = difference;
    let mut squares = Some(squares);
    let mut place = first_place(difference);
    loop {
        let evicted = (table.differences[place], table.moves[place]);
        table.differences[place] = difference;
        table.moves[place] = squares;
        (difference, squares) = evicted;
        if squares.is_none() {
            return;
        }
        place = if place == first_place(difference) {
            second_place(difference)
        } else {
            first_place(difference)
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;

    #[test]
    fn only_reversible_moves_are_found() {
        let position = Position::from_fen("r3k2r/8/2n5/3q4/4B3/5N2/8/R3K2R w KQkq - 0 1")
            .expect("a legal position");
        for m in &position.legal_moves() {
            let next = position.play_unchecked(*m);
            let reversible = !position.is_zeroing(*m) && next.castling() == position.castling();
            let found = position.key().reversible_move(next.key());
            let squares = (m.from().min(m.to()), m.from().max(m.to()));
            assert_eq!(found, reversible.then_some(squares), "{m:?}");
            assert_eq!(next.key().reversible_move(position.key()), found);
        }
    }
}
