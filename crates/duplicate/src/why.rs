//! Why a move cannot be played: the board that forbids it, the reason, and the piece responsible.
//!
//! Players learn the variant by asking this question. The answer is a value that can be drawn on
//! the boards, and also a sentence.

mod words;

use chess::{Bitboard, IllegalReason, Move, Piece, Rank, Role, Square, attacks};

use crate::{BoardName, Boards, Ending, Seat, SyncedMove};

/// Why a move was refused. Neither board has changed.
///
/// ```
/// use fourfold_duplicate::Boards;
/// let refusal = Boards::start().why_not("f1b5".parse()?).ok_or("is refused")?;
/// assert_eq!(refusal.code(), "illegal");
/// assert_eq!(refusal.objections()[0].reason.code(), "path_blocked"); // on each board
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveRefusal {
    /// The game has ended.
    GameOver(Ending),
    /// The piece belongs to a player who is not to move.
    NotYourTurn {
        /// Where it stands.
        square: Square,
        /// Whose piece it is.
        owner: Seat,
        /// Who is to move.
        turn: Seat,
    },
    /// There is no piece to move.
    NothingThere {
        /// The board.
        board: BoardName,
        /// The empty square.
        square: Square,
    },
    /// The move is legal on one board and forbidden by the other.
    NotSynced {
        /// The move.
        m: SyncedMove,
        /// The board on which it is legal.
        legal_on: BoardName,
        /// The objection of the other board.
        objection: Objection,
    },
    /// The move is legal on neither board.
    Illegal {
        /// The move.
        m: SyncedMove,
        /// The objection of each board, in board order.
        objections: [Objection; 2],
    },
    /// The move lacks the promotion piece.
    MissingPromotion(SyncedMove),
    /// The move names a promotion where there is none.
    NeedlessPromotion(SyncedMove),
}

/// The objection of one board to a move.
///
/// ```
/// use fourfold_duplicate::chess::Square;
/// use fourfold_duplicate::{BoardName, Boards, Reason};
/// let boards = Boards::start();
/// let m = "f1b5".parse()?;
/// let objection = boards.objection(BoardName::Nw, m).ok_or("the bishop is blocked")?;
/// assert_eq!(objection.reason, Reason::PathBlocked);
/// assert_eq!(objection.culprit.map(|culprit| culprit.square), Some(Square::E2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The board that forbids the move.
    pub board: BoardName,
    /// The move.
    pub m: SyncedMove,
    /// The mover's piece on this board, or its twin if there is none here.
    pub piece: Option<Piece>,
    /// The reason.
    pub reason: Reason,
    /// The piece responsible, if there is one.
    pub culprit: Option<Culprit>,
    /// The squares between the culprit and what it attacks, for drawing the line.
    pub line: Bitboard,
}

/// Why one board forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The start square is empty.
    EmptySquare,
    /// The piece there belongs to an opponent.
    NotYourPiece,
    /// The piece is a ghost: its twin was captured on this board.
    TwinCaptured,
    /// The piece does not move that way.
    CannotReach,
    /// An own piece stands on the target square. It may be a ghost.
    OwnPieceOnTarget,
    /// A piece is in the way.
    PathBlocked,
    /// A pawn moves diagonally only to capture, and there is nothing to capture on this board.
    NothingToCapture,
    /// The piece is pinned to its king.
    Pinned,
    /// The king is in check on this board, and the move does not answer it.
    LeavesKingInCheck,
    /// The king would be in check.
    KingIntoCheck,
    /// Capturing en passant would open a line to the king.
    EnPassantExposesKing,
    /// The castling right is lost.
    NoCastlingRight,
    /// The king may not castle out of check.
    CastlingOutOfCheck,
    /// The king would castle across or onto this square, which is attacked.
    CastlingThroughCheck(Square),
}

/// The piece responsible for a refusal.
///
/// ```
/// use fourfold_duplicate::chess::Square;
/// use fourfold_duplicate::{BoardName, Boards, Seat};
/// let culprit = Boards::start().culprit(BoardName::Se, Square::E7).ok_or("a pawn")?;
/// assert_eq!((culprit.owner, culprit.is_ghost), (Seat::East, false));
/// assert_eq!(culprit.to_string(), "East's pawn on e7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub piece: Piece,
    /// Whose it is.
    pub owner: Seat,
    /// Whether it is a ghost.
    pub is_ghost: bool,
}

impl Boards {
    /// Why a move is not legal; `None` if it is.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// assert!(Boards::start().why_not("e2e4".parse()?).is_none());
    /// assert!(Boards::start().why_not("e2e5".parse()?).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why_not(&self, m: SyncedMove) -> Option<MoveRefusal> {
        if self.is_legal(m) {
            return None;
        }
        if let Some(owner) = self.other_owner(m.from()) {
            return Some(MoveRefusal::NotYourTurn {
                square: m.from(),
                owner,
                turn: self.turn(),
            });
        }
        let promotes = self.promotes(m);
        if promotes != m.promotion().is_some() {
            let role = promotes.then_some(Role::Queen);
            let meant = m.with_promotion(role).unwrap_or(m);
            return Some(match self.objections(meant) {
                [None, None] if promotes => MoveRefusal::MissingPromotion(m),
                [None, None] => MoveRefusal::NeedlessPromotion(m),
                objections => self.refusal(m, objections),
            });
        }
        Some(self.refusal(m, self.objections(m)))
    }

    /// Why a piece cannot go between these squares with any promotion; `None` if it can.
    #[must_use]
    pub fn why_not_to(&self, from: Square, to: Square) -> Option<MoveRefusal> {
        let m = SyncedMove::new(from, to);
        let role = self.promotes(m).then_some(Role::Queen);
        self.why_not(m.with_promotion(role).unwrap_or(m))
    }

    /// Whose piece stands on a square on which the seat to move has none: the next in turn, if
    /// several players have one there.
    fn other_owner(&self, square: Square) -> Option<Seat> {
        let has_piece = |seat: Seat| {
            let on = |board| self.position(board).board().by_color(seat.color());
            seat.boards()
                .into_iter()
                .any(|board| on(board).contains(square))
        };
        let turn = self.turn();
        let mut seats = core::iter::successors(Some(turn), |seat| Some(seat.next()));
        let owner = seats
            .by_ref()
            .take(Seat::ALL.len())
            .find(|seat| has_piece(*seat))?;
        (owner != turn).then_some(owner)
    }

    /// Whether the move takes a pawn of the seat to move to the last rank.
    ///
    /// ```
    /// use fourfold_duplicate::Boards;
    /// assert!(!Boards::start().promotes("e2e4".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn promotes(&self, m: SyncedMove) -> bool {
        let color = self.turn().color();
        let is_pawn = |board: BoardName| {
            let pawns = self.position(board).board().pieces(color, Role::Pawn);
            pawns.contains(m.from())
        };
        m.to().rank() == Rank::Eighth.relative_to(color)
            && self.turn().boards().into_iter().any(is_pawn)
    }

    fn objections(&self, m: SyncedMove) -> [Option<Objection>; 2] {
        self.turn().boards().map(|board| self.objection(board, m))
    }

    fn refusal(&self, m: SyncedMove, objections: [Option<Objection>; 2]) -> MoveRefusal {
        let [first, second] = self.turn().boards();
        match objections {
            [Some(first), Some(second)] => MoveRefusal::Illegal {
                m,
                objections: [first, second],
            },
            [None, Some(objection)] => MoveRefusal::NotSynced {
                m,
                legal_on: first,
                objection,
            },
            [Some(objection), None] => MoveRefusal::NotSynced {
                m,
                legal_on: second,
                objection,
            },
            // If neither board objects, the promotion piece is missing or needless.
            [None, None] => MoveRefusal::NeedlessPromotion(m),
        }
    }

    /// The objection of one board of the seat to move; `None` if the move is legal there.
    #[must_use]
    pub fn objection(&self, board: BoardName, m: SyncedMove) -> Option<Objection> {
        let position = self.position(board);
        let color = self.turn().color();
        let illegal = position.check_legal(self.meant_on(board, m)).err()?;
        let mut objection = Objection {
            board,
            m,
            piece: position.board().piece_at(m.from()),
            reason: Reason::CannotReach,
            culprit: None,
            line: Bitboard::EMPTY,
        };
        let king = position.king(color);
        let (reason, culprit, target) = explain(illegal.reason, m, king);
        objection.reason = reason;
        objection.culprit = culprit.and_then(|square| self.culprit(board, square));
        if let (Some(from), Some(to)) = (culprit, target) {
            objection.line = attacks::between(from, to);
        }
        if objection.piece.is_none_or(|piece| piece.color != color)
            && let Some(twin) = self.twin_of(board, m.from())
        {
            objection.piece = Some(twin);
            objection.reason = Reason::TwinCaptured;
        }
        if reason == Reason::EnPassantExposesKing
            && culprit.is_some_and(|square| position.checkers().contains(square))
        {
            objection.reason = Reason::LeavesKingInCheck;
        }
        Some(objection)
    }

    /// The meaning of a move on a board, even if it fails: a pawn move to the square just crossed
    /// is meant as en passant, even if the king's safety forbids it.
    fn meant_on(&self, board: BoardName, m: SyncedMove) -> Move {
        let position = self.position(board);
        let pawns = position.board().pieces(position.turn(), Role::Pawn);
        if pawns.contains(m.from())
            && self.passed_square(board) == Some(m.to())
            && attacks::pawn(position.turn(), m.from()).contains(m.to())
        {
            return Move::en_passant(m.from(), m.to());
        }
        m.on(position)
    }

    /// The piece of the seat to move that stands on this square of its other board.
    fn twin_of(&self, board: BoardName, square: Square) -> Option<Piece> {
        let twin_board = self.turn().twin_board(board)?;
        let twin = self.position(twin_board).board().piece_at(square)?;
        (twin.color == self.turn().color()).then_some(twin)
    }

    /// The piece on a square, with its owner.
    #[must_use]
    pub fn culprit(&self, board: BoardName, square: Square) -> Option<Culprit> {
        let piece = self.position(board).board().piece_at(square)?;
        let owner = board.player(piece.color);
        Some(Culprit {
            square,
            piece,
            owner,
            is_ghost: self.ghosts_of(owner, board).contains(square),
        })
    }
}

/// The reason as a [`Reason`], the culprit's square, and the square that the culprit attacks.
fn explain(
    reason: IllegalReason,
    m: SyncedMove,
    king: Square,
) -> (Reason, Option<Square>, Option<Square>) {
    use IllegalReason as Illegal;
    match reason {
        Illegal::EmptySquare => (Reason::EmptySquare, None, None),
        Illegal::NotYourPiece => (Reason::NotYourPiece, Some(m.from()), None),
        Illegal::CannotReach => (Reason::CannotReach, None, None),
        Illegal::OwnPieceOnTarget => (Reason::OwnPieceOnTarget, Some(m.to()), None),
        Illegal::PathBlocked(at) => (Reason::PathBlocked, Some(at), None),
        Illegal::NothingToCapture | Illegal::NoEnPassant => (Reason::NothingToCapture, None, None),
        Illegal::Pinned(by) => (Reason::Pinned, Some(by), Some(king)),
        Illegal::LeavesKingInCheck(by) => (Reason::LeavesKingInCheck, Some(by), Some(king)),
        Illegal::KingIntoCheck(by) => (Reason::KingIntoCheck, Some(by), Some(m.to())),
        Illegal::NoCastlingRight => (Reason::NoCastlingRight, None, None),
        Illegal::CastlingOutOfCheck(by) => (Reason::CastlingOutOfCheck, Some(by), Some(king)),
        Illegal::CastlingThroughCheck(at, by) => {
            (Reason::CastlingThroughCheck(at), Some(by), Some(at))
        }
        Illegal::EnPassantExposesKing(by) => (Reason::EnPassantExposesKing, Some(by), Some(king)),
        // Promotions are corrected before the boards are checked.
        Illegal::MissingPromotion | Illegal::NeedlessPromotion => (Reason::CannotReach, None, None),
    }
}

impl MoveRefusal {
    /// The short name of the reason, also used when a saved game is refused.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            MoveRefusal::GameOver(_) => "game_over",
            MoveRefusal::NotYourTurn { .. } => "wrong_player",
            MoveRefusal::NotSynced { .. } => "not_synced",
            MoveRefusal::NothingThere { .. } | MoveRefusal::Illegal { .. } => "illegal",
            MoveRefusal::MissingPromotion(_) => "missing_promotion",
            MoveRefusal::NeedlessPromotion(_) => "needless_promotion",
        }
    }

    /// The objections of the boards.
    #[must_use]
    pub fn objections(&self) -> &[Objection] {
        match self {
            MoveRefusal::NotSynced { objection, .. } => core::slice::from_ref(objection),
            MoveRefusal::Illegal { objections, .. } => objections,
            MoveRefusal::GameOver(_)
            | MoveRefusal::NotYourTurn { .. }
            | MoveRefusal::NothingThere { .. }
            | MoveRefusal::MissingPromotion(_)
            | MoveRefusal::NeedlessPromotion(_) => &[],
        }
    }
}

impl Reason {
    /// The short name of the reason.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Reason::EmptySquare => "empty_square",
            Reason::NotYourPiece => "not_your_piece",
            Reason::TwinCaptured => "twin_captured",
            Reason::CannotReach => "cannot_reach",
            Reason::OwnPieceOnTarget => "own_piece",
            Reason::PathBlocked => "path_blocked",
            Reason::NothingToCapture => "nothing_to_capture",
            Reason::Pinned => "pinned",
            Reason::LeavesKingInCheck => "leaves_king_in_check",
            Reason::KingIntoCheck => "king_into_check",
            Reason::EnPassantExposesKing => "en_passant_exposes_king",
            Reason::NoCastlingRight => "no_castling_right",
            Reason::CastlingOutOfCheck => "castling_out_of_check",
            Reason::CastlingThroughCheck(_) => "castling_through_check",
        }
    }
}
