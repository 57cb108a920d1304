//! The four positions of a game at one moment, without the history.

use core::fmt;

use chess::{Bitboard, Color, Position, Role, Square};

use crate::change::Change;
use crate::coupling::{Append, Pair};
use crate::ghosts;
use crate::{BoardName, BoardSet, ByBoard, MoveRefusal, Seat, SyncedMove};

/// Four positions and the seat to move.
///
/// A value like [`Position`]: playing a move returns new boards and leaves these unchanged. Ghosts,
/// checks and legal moves follow from the boards. Repetition and results need the history of a
/// [`DuplicateGame`](crate::DuplicateGame).
///
/// ```
/// use fourfold_duplicate::{Boards, Seat};
/// let start = Boards::start();
/// assert_eq!(start.legal_moves().len(), 20);
/// let next = start.play("e2e4".parse()?)?;
/// assert_eq!(next.turn(), Seat::South);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Boards {
    positions: ByBoard<Position>,
    passed: ByBoard<Option<Square>>,
    turn: Seat,
}

impl Boards {
    /// The start position on all four boards.
    #[must_use]
    pub fn start() -> Boards {
        Boards {
            positions: ByBoard::from_fn(|_| Position::start()),
            passed: ByBoard::default(),
            turn: Seat::North,
        }
    }

    /// Four positions that were already validated as a game.
    pub(crate) fn from_positions(positions: ByBoard<Position>, turn: Seat) -> Boards {
        let passed = ByBoard::from_fn(|board| positions[board].en_passant());
        Boards {
            positions,
            passed,
            turn,
        }
    }

    /// The seat to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The position on one board.
    ///
    /// ```
    /// use fourfold_duplicate::{BoardName, Boards};
    /// let boards = Boards::start().play("e2e4".parse()?)?;
    /// assert_eq!(boards.position(BoardName::Nw), boards.position(BoardName::Ne));
    /// assert_ne!(boards.position(BoardName::Nw), boards.position(BoardName::Sw));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn position(&self, board: BoardName) -> &Position {
        &self.positions[board]
    }

    /// The square that a pawn has just crossed with a double step on a board, even if no pawn can
    /// capture it there.
    ///
    /// ```
    /// use fourfold_duplicate::chess::Square;
    /// use fourfold_duplicate::{BoardName, Boards};
    /// let boards = Boards::start().play("e2e4".parse()?)?;
    /// assert_eq!(boards.passed_square(BoardName::Nw), Some(Square::E3));
    /// assert_eq!(boards.passed_square(BoardName::Sw), None); // North does not play there
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn passed_square(&self, board: BoardName) -> Option<Square> {
        self.passed[board]
    }

    /// The two boards of a seat.
    pub(crate) fn pair(&self, seat: Seat) -> Pair<'_> {
        let [first, second] = seat.boards();
        Pair {
            first: &self.positions[first],
            second: &self.positions[second],
        }
    }

    /// All legal moves: those that are legal on both boards of the seat to move, sorted by their
    /// text.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// let boards = Boards::start();
    /// assert_eq!(boards.legal_moves()[0].to_string(), "a2a3");
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<SyncedMove> {
        let mut moves = Vec::with_capacity(64);
        self.append_legal_moves(&mut moves);
        moves.sort_unstable();
        moves
    }

    /// Appends all legal moves to a list, in no particular order. A search can reuse the list.
    pub fn append_legal_moves(&self, moves: &mut Vec<SyncedMove>) {
        self.pair(self.turn).visit(&mut Append(moves));
    }

    /// The number of legal moves, counted without listing them.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// assert_eq!(Boards::start().count_legal_moves(), 20);
    /// ```
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        self.pair(self.turn).count() as usize
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        self.pair(self.turn).any()
    }

    /// The moves of the seat to move that are legal on one board, ignoring the other board. Sorted
    /// by text. Empty on the boards of other seats.
    ///
    /// ```
    /// use fourfold_duplicate::BoardName;
    /// use fourfold_duplicate::examples::ONE_BOARD_ONLY;
    /// // East can capture on SE, where South has a pawn on d4, but not on NE.
    /// let boards = ONE_BOARD_ONLY.boards();
    /// let m = "c5d4".parse()?;
    /// assert!(boards.local_moves(BoardName::Se).contains(&m));
    /// assert!(!boards.local_moves(BoardName::Ne).contains(&m));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn local_moves(&self, board: BoardName) -> Vec<SyncedMove> {
        if !self.turn.plays_on(board) {
            return Vec::new();
        }
        let moves = self.positions[board].legal_moves();
        let mut moves: Vec<SyncedMove> = moves.iter().map(|&m| SyncedMove::of(m)).collect();
        moves.sort_unstable();
        moves
    }

    /// Whether a move is legal on one board, ignoring the other board.
    ///
    /// ```
    /// use fourfold_duplicate::BoardName;
    /// use fourfold_duplicate::examples::ONE_BOARD_ONLY;
    /// let m = "c5d4".parse()?;
    /// assert!(ONE_BOARD_ONLY.boards().is_legal_on(BoardName::Se, m));
    /// assert!(!ONE_BOARD_ONLY.boards().is_legal_on(BoardName::Ne, m));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_legal_on(&self, board: BoardName, m: SyncedMove) -> bool {
        let position = &self.positions[board];
        self.turn.plays_on(board) && position.is_legal(m.on(position))
    }

    /// Whether a move is legal on both boards of the seat to move.
    ///
    /// ```
    /// use fourfold_duplicate::examples::EN_PASSANT_AND_CAPTURE;
    /// // En passant on one board, an ordinary capture on the other: legal.
    /// assert!(EN_PASSANT_AND_CAPTURE.boards().is_legal("g5h6".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_legal(&self, m: SyncedMove) -> bool {
        let [first, second] = self.turn.boards();
        self.is_legal_on(first, m) && self.is_legal_on(second, m)
    }

    /// The boards after a move.
    ///
    /// ```
    /// use fourfold_duplicate::{Boards, Seat};
    /// let boards = Boards::start();
    /// assert_eq!(boards.play("e2e4".parse()?)?.turn(), Seat::South);
    /// assert!(boards.play("e2e5".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is not legal. Neither board has changed then.
    pub fn play(&self, m: SyncedMove) -> Result<Boards, MoveRefusal> {
        match self.why_not(m) {
            None => Ok(self.play_unchecked(m)),
            Some(refusal) => Err(refusal),
        }
    }

    /// The boards after a move that is known to be legal, such as one from
    /// [`legal_moves`](Boards::legal_moves).
    ///
    /// The result is unspecified for any other move.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// let boards = Boards::start();
    /// let replies: usize = boards
    ///     .legal_moves()
    ///     .iter()
    ///     .map(|&m| boards.play_unchecked(m).count_legal_moves())
    ///     .sum();
    /// assert_eq!(replies, 400); // South is on other boards, so North's moves change nothing there
    /// ```
    #[must_use]
    pub fn play_unchecked(&self, m: SyncedMove) -> Boards {
        let mut next = *self;
        next.turn = self.turn.next();
        for board in self.turn.boards() {
            let position = &self.positions[board];
            next.positions[board] = position.play_unchecked(m.on(position));
            next.passed[board] = passed_by(position, m);
        }
        debug_assert_eq!(ghosts::broken_invariant(self, &next), None);
        next
    }

    /// The boards after the seat to move has passed; `None` if it is in check. Used by the ruling
    /// that lets a stalemated player pass, and by searches.
    ///
    /// ```
    /// use fourfold_duplicate::{Boards, Seat};
    /// let boards = Boards::start().pass().ok_or("North is not in check")?;
    /// assert_eq!(boards.turn(), Seat::South);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pass(&self) -> Option<Boards> {
        let mut next = *self;
        next.turn = self.turn.next();
        for board in self.turn.boards() {
            next.positions[board] = self.positions[board].play_null()?;
            next.passed[board] = None;
        }
        Some(next)
    }

    /// What a legal move does on each of the two boards, in board order.
    ///
    /// ```
    /// use fourfold_duplicate::chess::Square;
    /// use fourfold_duplicate::Change;
    /// use fourfold_duplicate::examples::EN_PASSANT_AND_CAPTURE;
    /// let effects = EN_PASSANT_AND_CAPTURE.boards().effects("g5h6".parse()?);
    /// let squares = effects.map(|effect| effect.captured.map(|captured| captured.square));
    /// assert!(squares.contains(&Some(Square::H5)) && squares.contains(&Some(Square::H6)));
    /// assert!(Change::diverge(&effects));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn effects(&self, m: SyncedMove) -> [Change; 2] {
        self.turn.boards().map(|board| Change::of(self, board, m))
    }

    /// The boards on which a seat's king is attacked. A player can be in check while waiting.
    ///
    /// ```
    /// use fourfold_duplicate::Seat;
    /// use fourfold_duplicate::examples::DOUBLE_MATE;
    /// assert_eq!(DOUBLE_MATE.boards().checks_against(Seat::North).len(), 2);
    /// ```
    #[must_use]
    pub fn checks_against(&self, seat: Seat) -> BoardSet {
        let in_check = |board: &BoardName| {
            let position = &self.positions[*board];
            position.turn() == seat.color() && position.is_check()
        };
        seat.boards().into_iter().filter(in_check).collect()
    }

    /// All boards whose side to move is in check, even if that player has to wait for the turn.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// assert!(Boards::start().checks().is_empty());
    /// ```
    #[must_use]
    pub fn checks(&self) -> BoardSet {
        BoardName::ALL
            .into_iter()
            .filter(|&board| self.positions[board].is_check())
            .collect()
    }

    /// The ghosts of a seat on one of its boards: pieces whose twins were captured.
    ///
    /// ```
    /// use fourfold_duplicate::chess::Square;
    /// use fourfold_duplicate::examples::GHOST;
    /// use fourfold_duplicate::{BoardName, Seat};
    /// // North captured East's pawn on NE, so its twin on SE is a ghost.
    /// let ghosts = GHOST.boards().ghosts_of(Seat::East, BoardName::Se);
    /// assert_eq!(ghosts, Square::D5.bitboard());
    /// ```
    #[must_use]
    pub fn ghosts_of(&self, seat: Seat, board: BoardName) -> Bitboard {
        ghosts::of(self, seat, board)
    }

    /// All ghosts on a board, of both its players.
    #[must_use]
    pub fn ghosts(&self, board: BoardName) -> Bitboard {
        Color::ALL
            .into_iter()
            .map(|color| self.ghosts_of(board.player(color), board))
            .fold(Bitboard::EMPTY, |all, some| all | some)
    }

    /// The squares of a seat's pieces that have living twins. They are the same on both boards.
    ///
    /// ```
    /// use fourfold_duplicate::{Boards, Seat};
    /// assert_eq!(Boards::start().lockstep(Seat::North).len(), 16);
    /// ```
    #[must_use]
    pub fn lockstep(&self, seat: Seat) -> Bitboard {
        ghosts::lockstep(self, seat)
    }

    /// A hash key of the four positions and the turn, for transposition tables. It does not decide
    /// repetition: [`Rulings`](crate::Rulings) defines when two tables are the same.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// let boards = Boards::start();
    /// assert_ne!(boards.key(), boards.play("e2e4".parse()?)?.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> u64 {
        // The keys include the four sides to move, which determine the turn.
        self.positions.iter().fold(0, |key, (_, position)| {
            (key ^ position.key().0)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(23)
        })
    }
}

/// The square that a pawn crosses with this move, if it is a double step.
fn passed_by(position: &Position, m: SyncedMove) -> Option<Square> {
    let (from, to) = (m.from(), m.to());
    let pawns = position.board().by_role(Role::Pawn);
    let doubly = pawns.contains(from) && (from as u8).abs_diff(to as u8) == 16;
    doubly.then(|| Square::ALL[usize::from((from as u8 + to as u8) / 2)])
}

impl fmt::Debug for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Boards");
        for (board, position) in self.positions.iter() {
            debug.field(board.name(), &position.to_string());
        }
        debug.field("turn", &self.turn).finish()
    }
}
