//! Which piece stands where.

use core::fmt;

use crate::{Bitboard, ByColor, ByRole, Color, File, Piece, Rank, Role, Square, attacks};

/// The placement of pieces: one set of squares per role and per side.
///
/// A board has no turn, no rights and no notion of legality; [`Setup`](crate::Setup) adds the first
/// two and [`Position`](crate::Position) the third.
///
/// ```
/// use fourfold_chess::{Board, Piece, Square};
/// let board = Board::start();
/// assert_eq!(board.piece_at(Square::D8), Piece::from_letter('q'));
/// assert_eq!(board.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) roles: ByRole<Bitboard>,
    pub(crate) colors: ByColor<Bitboard>,
}

impl Board {
    /// A board without pieces.
    #[must_use]
    pub fn empty() -> Board {
        Board::default()
    }

    /// The board at the start of a game.
    #[must_use]
    pub fn start() -> Board {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        let first_rank = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut board = Board::empty();
        for color in Color::ALL {
            for (file, role) in File::ALL.into_iter().zip(first_rank) {
                board.put(
                    Square::new(file, Rank::home(color)),
                    Piece::new(color, role),
                );
                let pawn = Square::new(file, Rank::Second.relative_to(color));
                board.put(pawn, Piece::new(color, Pawn));
            }
        }
        board
    }

    /// All occupied squares.
    ///
    /// ```
    /// use fourfold_chess::Board;
    /// assert_eq!(Board::start().occupied().len(), 32);
    /// ```
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colors.white | self.colors.black
    }

    /// The squares of this side's pieces.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Board, Color, Rank};
    /// let white = Board::start().by_color(Color::White);
    /// assert_eq!(white, Bitboard::from(Rank::First) | Bitboard::from(Rank::Second));
    /// ```
    #[inline]
    #[must_use]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The squares of this kind of piece, of both sides.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Board, Role};
    /// let bishops = Board::start().by_role(Role::Bishop);
    /// assert_eq!((bishops & Bitboard::DARK).len(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role]
    }

    /// The squares of this side's pieces of this kind.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color, Role, Square};
    /// let rooks = Board::start().pieces(Color::White, Role::Rook);
    /// assert_eq!(rooks, Square::A1.bitboard() | Square::H1.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color] & self.roles[role]
    }

    /// The squares of this side's rooks and queens, the pieces that slide along files and ranks.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color};
    /// assert_eq!(Board::start().rooks_and_queens(Color::White).len(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn rooks_and_queens(&self, color: Color) -> Bitboard {
        self.colors[color] & (self.roles[Role::Rook] | self.roles[Role::Queen])
    }

    /// The squares of this side's bishops and queens, the pieces that slide along diagonals.
    #[inline]
    #[must_use]
    pub fn bishops_and_queens(&self, color: Color) -> Bitboard {
        self.colors[color] & (self.roles[Role::Bishop] | self.roles[Role::Queen])
    }

    /// The side whose piece stands here.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color, Role, Square};
    /// let board = Board::start();
    /// assert_eq!(board.color_at(Square::E7), Some(Color::Black));
    /// assert_eq!(board.role_at(Square::E7), Some(Role::Pawn));
    /// assert_eq!(board.color_at(Square::E4), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if self.colors.white.contains(square) {
            Some(Color::White)
        } else if self.colors.black.contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The kind of piece that stands here.
    #[doc(alias = "piece_type_at")]
    #[inline]
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.occupied()
            .contains(square)
            .then(|| self.role_on_occupied(square))
    }

    /// The kind of piece on a square known to be occupied, found without a branch.
    #[inline]
    pub(crate) fn role_on_occupied(&self, square: Square) -> Role {
        let stands = |role: Role| self.roles[role].contains(square) as usize;
        let index = stands(Role::Knight)
            + 2 * stands(Role::Bishop)
            + 3 * stands(Role::Rook)
            + 4 * stands(Role::Queen)
            + 5 * stands(Role::King);
        match index {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            _ => Role::King,
        }
    }

    /// The piece that stands here.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color, Piece, Role, Square};
    /// assert_eq!(Board::start().piece_at(Square::E1), Some(Piece::new(Color::White, Role::King)));
    /// ```
    #[doc(alias = "piece_on")]
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = self.color_at(square)?;
        Some(Piece {
            color,
            role: self.role_on_occupied(square),
        })
    }

    /// Puts a piece on a square and removes the piece that stood there.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color, Piece, Role, Square};
    /// let mut board = Board::empty();
    /// board.put(Square::E4, Piece::new(Color::White, Role::Pawn));
    /// board.put(Square::E4, Piece::new(Color::Black, Role::Knight));
    /// assert_eq!(board.to_string(), "8/8/8/8/4n3/8/8/8");
    /// ```
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.roles[piece.role] |= square.bitboard();
        self.colors[piece.color] |= square.bitboard();
    }

    /// Removes the piece from a square and returns it.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color, Piece, Role, Square};
    /// // Knight odds.
    /// let mut board = Board::start();
    /// assert_eq!(board.remove(Square::B1), Some(Piece::new(Color::White, Role::Knight)));
    /// assert_eq!(board.remove(Square::B1), None);
    /// ```
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.roles[piece.role] -= square.bitboard();
        self.colors[piece.color] -= square.bitboard();
        Some(piece)
    }

    /// The square of this side's king; `None` unless there is exactly one.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color, Square};
    /// assert_eq!(Board::start().king(Color::Black), Some(Square::E8));
    /// assert_eq!(Board::empty().king(Color::Black), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).single()
    }

    /// The pieces of this side that attack a square, given the occupied squares.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color, Square};
    /// let board = Board::start();
    /// let defenders = board.attackers(Color::White, Square::F3, board.occupied());
    /// assert_eq!(defenders.len(), 3); // the g1 knight and the pawns on e2 and g2
    /// ```
    #[must_use]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let steppers = attacks::pawn(!by, square) & self.roles[Role::Pawn]
            | attacks::knight(square) & self.roles[Role::Knight]
            | attacks::king(square) & self.roles[Role::King];
        steppers & self.colors[by]
            | attacks::bishop(square, occupied) & self.bishops_and_queens(by)
            | attacks::rook(square, occupied) & self.rooks_and_queens(by)
    }

    /// Whether a piece of this side attacks a square when these squares are occupied. Few sliders
    /// are in line with a square, so this is faster than finding all
    /// [`attackers`](Board::attackers).
    #[inline]
    #[must_use]
    pub fn is_attacked(&self, by: Color, square: Square, occupied: Bitboard) -> bool {
        let steppers = attacks::pawn(!by, square) & self.roles[Role::Pawn]
            | attacks::knight(square) & self.roles[Role::Knight]
            | attacks::king(square) & self.roles[Role::King];
        let is_open = |from: Square| attacks::between(from, square).is_disjoint(occupied);
        (steppers & self.colors[by]).any()
            || self.sliders_aimed_at(square, by).into_iter().any(is_open)
    }

    /// The sliders of this side that would attack a square on an otherwise empty board.
    ///
    /// ```
    /// use fourfold_chess::{Board, Color, Square};
    /// let aimed = Board::start().sliders_aimed_at(Square::E8, Color::White);
    /// assert!(aimed.is_empty()); // the white queen stands on the d-file
    /// let aimed = Board::start().sliders_aimed_at(Square::D8, Color::White);
    /// assert_eq!(aimed, Square::D1.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub fn sliders_aimed_at(&self, square: Square, by: Color) -> Bitboard {
        attacks::bishop_rays(square) & self.bishops_and_queens(by)
            | attacks::rook_rays(square) & self.rooks_and_queens(by)
    }

    /// All pieces with their squares, from a1 to h8.
    ///
    /// ```
    /// use fourfold_chess::Board;
    /// let board = Board::start();
    /// let letters: String = board.iter().take(8).map(|(_, piece)| piece.letter()).collect();
    /// assert_eq!(letters, "RNBQKBNR");
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }
}

impl fmt::Debug for Board {
    /// Eight rows of letters, the eighth rank first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                write!(f, "{}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_put_on_a_square_can_be_removed() {
        let mut board = Board::empty();
        for square in Square::ALL {
            for color in Color::ALL {
                for role in Role::ALL {
                    let piece = Piece::new(color, role);
                    board.put(square, piece);
                    assert_eq!(board.piece_at(square), Some(piece));
                    assert_eq!(board.color_at(square), Some(color));
                    assert_eq!(board.role_at(square), Some(role));
                    assert_eq!(board.pieces(color, role), square.bitboard());
                    assert_eq!(
                        board.occupied(),
                        square.bitboard(),
                        "the last piece is gone"
                    );
                }
            }
            assert!(board.remove(square).is_some());
            assert_eq!(board.remove(square), None);
            assert_eq!(board, Board::empty());
        }
    }

    #[test]
    fn the_king_is_found_only_if_there_is_exactly_one() {
        let mut board = Board::start();
        assert_eq!(board.king(Color::White), Some(Square::E1));
        board.put(Square::E4, Piece::new(Color::White, Role::King));
        assert_eq!(board.king(Color::White), None);
        board.remove(Square::E1);
        assert_eq!(board.king(Color::White), Some(Square::E4));
        board.remove(Square::E4);
        assert_eq!(board.king(Color::White), None);
    }

    #[test]
    fn a_board_lists_all_its_pieces() {
        let board = Board::start();
        assert_eq!(board.iter().count(), 32);
        let mut again = Board::empty();
        board
            .iter()
            .for_each(|(square, piece)| again.put(square, piece));
        assert_eq!(again, board);
    }
}
