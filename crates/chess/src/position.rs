//! A position that can be played: a legal setup with everything needed to move on from it.

mod chess960;
mod compact;
mod generate;
mod legality;
mod play;
mod side;
mod validate;

use core::fmt;

use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, Key, Move, MoveKind, MoveList, Role,
    Setup, Square, attacks, zobrist,
};

pub use compact::Compact;
pub(crate) use generate::{AllMoves, Captures, Quiets, generate, generate_for, legal_moves};
pub use generate::{Count, PawnField, Visitor, check_answers, king_danger, origin};
pub use legality::{IllegalMove, IllegalReason};
pub(crate) use play::{
    after_castle, after_double_push, after_en_passant, after_pawn, after_piece, after_promotion,
};
pub use side::{Black, Side, White};
pub use validate::{Fault, IllegalSetup, Tolerance};

/// A legal position.
///
/// It is never edited: [`play`](Position::play) returns the position after the move and leaves
/// this one as it was, so there is nothing to take back and nothing to forget. It has no past;
/// repetition belongs to a game.
///
/// ```
/// use chess::Position;
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

    /// Fills in what follows from a setup that has been found legal.
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
        position.key = position.key_from_scratch();
        position
    }

    /// The pieces.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Who may still castle with which rook.
    #[inline]
    #[must_use]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square onto which a pawn can capture en passant; only where such a capture is legal.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Moves of either side since the last capture or pawn move. Stops at 65,535.
    #[inline]
    #[must_use]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move about to be made, as FEN and PGN count.
    #[inline]
    #[must_use]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// The key of the position: equal for positions that are the same in the sense of the Laws.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        Key(self.key)
    }

    /// The key computed anew from the board, which [`key`](Position::key) always equals.
    #[must_use]
    pub fn key_from_scratch(&self) -> u64 {
        zobrist::key(&self.board, self.turn, self.castling, self.en_passant)
    }

    /// Whether both are the same position in the sense of article 9.2.3: the same pieces on the
    /// same squares, the same side to move, and the same rights to castle and to capture en
    /// passant. The clocks play no part.
    #[must_use]
    pub fn is_same_position(&self, other: &Position) -> bool {
        self.key == other.key
            && self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }

    /// The square of this side's king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        let kings = self.board.pieces(color, Role::King).0;
        // A legal position has one king of each color; the low bits of anything else are a square
        // too, so no branch is needed to stay on the board.
        Square::from_low_bits(kings.trailing_zeros() as u8)
    }

    /// The enemy pieces that give check.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of the side to move that an enemy slider pins to their king.
    #[inline]
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The pieces of this side that attack a square when these squares are occupied.
    #[must_use]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers(by, square, occupied)
    }

    /// All squares that pieces of this side attack, own pieces' squares among them.
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

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.append_legal_moves(&mut moves);
        moves
    }

    /// Adds all legal moves to a list.
    pub fn append_legal_moves(&self, moves: &mut MoveList) {
        generate::<AllMoves, _>(self, moves);
    }

    /// Adds the legal captures and promotions to a list, en passant included.
    ///
    /// Together with [`append_quiet_moves`](Position::append_quiet_moves) this is every legal
    /// move once: a search looks at captures first and often needs nothing else.
    pub fn append_captures(&self, moves: &mut MoveList) {
        generate::<Captures, _>(self, moves);
    }

    /// Adds the legal moves that neither capture nor promote to a list, castling included.
    pub fn append_quiet_moves(&self, moves: &mut MoveList) {
        generate::<Quiets, _>(self, moves);
    }

    /// How many legal moves there are, without listing them.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count::default();
        generate::<AllMoves, _>(self, &mut count);
        count.moves as usize
    }

    /// Whether there is any legal move; if not, it is mate or stalemate.
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        self.king_can_step() || self.count_legal_moves() > 0
    }

    /// Whether the king can go to a square beside it, which answers most checks and is seen at once.
    fn king_can_step(&self) -> bool {
        let king = self.king(self.turn);
        let occupied = self.board.occupied() - king.bitboard();
        (attacks::king(king) - self.board.by_color(self.turn))
            .into_iter()
            .any(|to| self.board.attackers(!self.turn, to, occupied).is_empty())
    }

    /// Whether the side to move is mated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_moves()
    }

    /// Whether the side to move has no legal move and is not in check.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_moves()
    }

    /// The squares to which the piece on `from` can legally go, as a set. Castling is there as
    /// the square of the rook.
    #[must_use]
    pub fn destinations(&self, from: Square) -> Bitboard {
        let mut destinations = generate::Destinations::of(from);
        generate::<AllMoves, _>(self, &mut destinations);
        destinations.to
    }

    /// The destination sets of all pieces at once.
    #[must_use]
    pub fn all_destinations(&self) -> Destinations {
        let mut all = Destinations {
            to: [Bitboard::EMPTY; 64],
        };
        generate::<AllMoves, _>(self, &mut all);
        all
    }

    /// The rook with which this side may still castle, if the right is there.
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling.rook(color, self.king(color), side)
    }

    /// The piece kind that a legal move captures.
    #[must_use]
    pub fn captured_by(&self, m: Move) -> Option<Role> {
        match m.kind() {
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Castle => None,
            MoveKind::Normal | MoveKind::Promotion(_) => self.board.role_at(m.to()),
        }
    }

    /// Whether a legal move sets the fifty-move clock back: it captures or moves a pawn.
    #[must_use]
    pub fn is_zeroing(&self, m: Move) -> bool {
        self.board.by_role(Role::Pawn).contains(m.from()) || self.captured_by(m).is_some()
    }

    /// Whether a legal move captures or promotes, which engines call noisy.
    #[inline]
    #[must_use]
    pub fn is_noisy(&self, m: Move) -> bool {
        match m.kind() {
            MoveKind::Normal => self.board.by_color(!self.turn).contains(m.to()),
            MoveKind::Castle => false,
            MoveKind::EnPassant | MoveKind::Promotion(_) => true,
        }
    }

    /// The description of this position, to be changed and checked again.
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

/// The destination set of every square, as [`Position::all_destinations`] gives it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Destinations {
    pub(crate) to: [Bitboard; 64],
}

impl Destinations {
    /// The squares to which the piece on `from` can legally go.
    #[inline]
    #[must_use]
    pub fn from(&self, from: Square) -> Bitboard {
        self.to[from as usize]
    }
}

impl PartialEq for Position {
    /// Equal in everything, the clocks included.
    fn eq(&self, other: &Position) -> bool {
        self.is_same_position(other)
            && self.halfmoves == other.halfmoves
            && self.fullmoves == other.fullmoves
            && self.checkers == other.checkers
            && self.pinned == other.pinned
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
