//! A legal position, with its checks, pins and key kept up to date.

mod chess960;
mod compact;
mod generate;
mod legality;
mod moves;
mod play;
mod side;
mod validate;
mod visitor;

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::{Bitboard, Board, CastlingRights, Color, Key, Role, Setup, Square, attacks, zobrist};

pub use compact::Compact;
pub(crate) use generate::{AllMoves, generate_for, legal_moves};
pub use generate::{PawnField, check_answers, king_danger};
pub use legality::{IllegalMove, IllegalReason};
pub use moves::Destinations;
pub(crate) use play::{
    after_castle, after_double_push, after_en_passant, after_pawn, after_piece, after_promotion,
};
pub use side::{Black, Side, White};
pub use validate::{Fault, IllegalSetup, Tolerance};
pub use visitor::{Count, Visitor, origin};

/// The [half-moves](Position::halfmoves) after which the Laws allow a draw to be claimed (article
/// 9.3). This crate claims nothing.
pub const FIFTY_MOVES: u16 = 100;

/// The least number of plies after which a position can recur: each side moves a piece away and back.
pub const SHORTEST_CYCLE: u16 = 4;

/// A legal position.
///
/// Positions are immutable values: [`play`](Position::play) returns the position after the move and
/// leaves this one unchanged, so there is no undo. A position has no history; repetition belongs to
/// a game.
///
/// ```
/// use fourfold_chess::Position;
/// let start = Position::start();
/// assert_eq!(start.legal_moves().len(), 20);
/// let e4 = start.parse_uci("e2e4")?;
/// let next = start.play(e4)?;
/// assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    key: u64,
    checkers: Bitboard,
    pinned: Bitboard,
    castling: CastlingRights,
    fullmoves: u32,
    halfmoves: u16,
    turn: Color,
    en_passant: Option<Square>,
}

impl Position {
    /// The position at the start of a game.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let start = Position::start();
    /// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    #[doc(alias = "startpos")]
    #[doc(alias = "initial")]
    #[must_use]
    pub fn start() -> Position {
        let home_corners = Bitboard(0x8100_0000_0000_0081);
        Position::assemble(&Setup {
            board: Board::start(),
            turn: Color::White,
            castling: CastlingRights::from_rooks(home_corners),
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        })
    }

    /// Computes checks, pins, en passant and key of a setup known to be legal.
    fn assemble(setup: &Setup) -> Position {
        let mut position = Position {
            board: setup.board,
            key: 0,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: setup.castling,
            fullmoves: setup.fullmoves,
            halfmoves: setup.halfmoves,
            turn: setup.turn,
            en_passant: None,
        };
        position.find_checks_and_pins();
        position.en_passant = setup
            .en_passant
            .filter(|&to| position.any_en_passant_to(to));
        position.key = position.key_from_scratch().0;
        position
    }

    /// The pieces.
    ///
    /// ```
    /// use fourfold_chess::{Position, Role, Square};
    /// let start = Position::start();
    /// assert_eq!(start.board().role_at(Square::D1), Some(Role::Queen));
    /// ```
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    ///
    /// ```
    /// use fourfold_chess::{Color, Position};
    /// let start = Position::start();
    /// assert_eq!(start.turn(), Color::White);
    /// assert_eq!(start.play(start.parse_san("e4")?)?.turn(), Color::Black);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "side_to_move")]
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The rooks that may still castle.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w K - 0 1")?;
    /// assert_eq!(position.castling().rooks(), Square::H1.bitboard());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square to which a pawn can capture en passant; `None` unless such a capture is legal.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let start = Position::start();
    /// let e4 = start.play(start.parse_san("e4")?)?;
    /// assert_eq!(e4.en_passant(), None); // no black pawn can capture on e3
    /// let position = Position::from_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")?;
    /// let e4 = position.play(position.parse_san("e4")?)?;
    /// assert_eq!(e4.en_passant(), Some(Square::E3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The half-move clock: moves of either side since the last capture or pawn move. It stops at
    /// 65,535.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let start = Position::start();
    /// let nf3 = start.play(start.parse_san("Nf3")?)?;
    /// assert_eq!(nf3.halfmoves(), 1);
    /// assert_eq!(nf3.play(nf3.parse_san("d5")?)?.halfmoves(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "halfmove_clock")]
    #[inline]
    #[must_use]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the next move, as counted in FEN and PGN: it grows after each move of Black.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let mut position = Position::start();
    /// for san in ["e4", "e5"] {
    ///     assert_eq!(position.fullmoves(), 1);
    ///     position = position.play(position.parse_san(san)?)?;
    /// }
    /// assert_eq!(position.fullmoves(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "fullmove_number")]
    #[inline]
    #[must_use]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// The [Zobrist key](https://www.chessprogramming.org/Zobrist_Hashing): equal for positions
    /// that are the same under the Laws (article 9.2.3).
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// // Move order and clocks do not matter.
    /// let line = |moves: [&str; 4]| {
    ///     moves.iter().try_fold(Position::start(), |position, san| {
    ///         position.parse_san(san).map(|m| position.play_unchecked(m))
    ///     })
    /// };
    /// assert_eq!(line(["d4", "Nf6", "c4", "e6"])?.key(), line(["c4", "e6", "d4", "Nf6"])?.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "zobrist_hash")]
    #[doc(alias = "hash")]
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        Key(self.key)
    }

    /// The key computed from the board. It always equals [`key`](Position::key), which is updated
    /// move by move.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let start = Position::start();
    /// let e4 = start.play(start.parse_san("e4")?)?;
    /// assert_eq!(e4.key(), e4.key_from_scratch());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn key_from_scratch(&self) -> Key {
        let key = zobrist::key(&self.board, self.turn, self.castling, self.en_passant);
        Key(key)
    }

    /// Whether both are the same position under article 9.2.3: the same pieces on the same squares,
    /// the same side to move, and the same rights to castle and to capture en passant. The clocks
    /// do not count.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let early = Position::from_fen("8/8/3k4/8/3K4/8/7R/8 w - - 0 1")?;
    /// let late = Position::from_fen("8/8/3k4/8/3K4/8/7R/8 w - - 30 60")?;
    /// assert!(early.is_same_position(&late));
    /// assert_ne!(early, late); // `==` compares the clocks too
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_same_position(&self, other: &Position) -> bool {
        self.key == other.key
            && self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }

    /// The square of this side's king.
    ///
    /// ```
    /// use fourfold_chess::{Color, Position, Square};
    /// assert_eq!(Position::start().king(Color::White), Square::E1);
    /// ```
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        let kings = self.board.pieces(color, Role::King).0;
        // A legal position has one king of each color. The low bits are a square in any case, so no
        // branch is needed.
        Square::from_low_bits(kings.trailing_zeros() as u8)
    }

    /// The enemy pieces that give check.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
    /// assert_eq!(position.checkers(), Square::E2.bitboard());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// let start = Position::start();
    /// assert!(!start.is_check());
    /// // 1.f3 e5 2.g4 Qh4 is mate, and mate is check.
    /// let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    /// assert!(Position::from_fen(mate)?.is_check());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of the side to move that are pinned to their king.
    ///
    /// ```
    /// use fourfold_chess::{Position, Square};
    /// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
    /// assert_eq!(position.pinned(), Square::E2.bitboard());
    /// assert!(position.destinations(Square::E2).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The pieces of this side that attack a square, given the occupied squares.
    ///
    /// ```
    /// use fourfold_chess::{Color, Position, Square};
    /// let position = Position::from_fen("3rk3/3r4/8/8/8/8/8/3QK3 w - - 0 1")?;
    /// let occupied = position.board().occupied();
    /// assert_eq!(position.attackers(Color::Black, Square::D4, occupied).len(), 1);
    /// // Without the front rook, the rook behind it attacks too: an x-ray.
    /// let behind = occupied - Square::D7.bitboard();
    /// assert!(position.attackers(Color::Black, Square::D4, behind).contains(Square::D8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers(by, square, occupied)
    }

    /// All squares attacked by this side, including squares of its own pieces.
    ///
    /// ```
    /// use fourfold_chess::{Bitboard, Color, Position, Rank, Square};
    /// let map = Position::start().attack_map(Color::White);
    /// assert!(Bitboard::from(Rank::Third).is_subset(map));
    /// assert!(!map.contains(Square::E4));
    /// ```
    #[must_use]
    pub fn attack_map(&self, by: Color) -> Bitboard {
        let occupied = self.board.occupied();
        self.board
            .by_color(by)
            .into_iter()
            .fold(Bitboard::EMPTY, |map, square| {
                map | attacks::of(by, self.board.role_on_occupied(square), square, occupied)
            })
    }

    /// The position as a [`Setup`], to edit it and validate it again.
    ///
    /// ```
    /// use fourfold_chess::{Color, Position, Tolerance};
    /// // Black to move in the start position.
    /// let mut setup = Position::start().to_setup();
    /// setup.turn = Color::Black;
    /// assert_eq!(setup.validate(Tolerance::Strict)?.legal_moves().len(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }
}

impl PartialEq for Position {
    /// Compares everything, including the clocks.
    fn eq(&self, other: &Position) -> bool {
        self.is_same_position(other)
            && self.halfmoves == other.halfmoves
            && self.fullmoves == other.fullmoves
            && self.checkers == other.checkers
            && self.pinned == other.pinned
    }
}

impl Eq for Position {}

impl Hash for Position {
    /// Hashes the key and the clocks.
    ///
    /// ```
    /// use fourfold_chess::Position;
    /// use std::collections::HashSet;
    /// let start = Position::start();
    /// let seen: HashSet<Position> = [start, Position::default()].into_iter().collect();
    /// assert_eq!(seen.len(), 1);
    /// ```
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.key, self.halfmoves, self.fullmoves).hash(state);
    }
}

impl Default for Position {
    /// The position at the start of a game.
    fn default() -> Position {
        Position::start()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
