//! What the squares of one board show.

use chess::fen::CastlingMode;
use chess::{Bitboard, Board, CastlingSide, Color, Move, MoveKind, Position, Rank, Role, Square};

use super::hand::Hand;
use crate::view::{Arrival, Last, Marks, PieceView, SquareView, Stroke, Taken, Target};

/// The inputs of the squares.
pub struct Diagram<'d> {
    pub board: &'d Board,
    /// The king in check.
    pub check: Option<Square>,
    /// The mated king.
    pub mate: Option<Square>,
    /// The last move, with the position before it.
    pub last: Option<(&'d Position, Move)>,
    /// The number of the last move, if it is animated.
    pub animated: Option<usize>,
    pub hand: Hand,
    pub targets: Bitboard,
    /// Highlighted squares.
    pub pointed: Bitboard,
    pub premove: Option<Stroke>,
    /// The hovered square, if its piece can be selected.
    pub offered: Option<Square>,
    /// The tab stop.
    pub cursor: Square,
    /// Whether pieces show the letter of their side.
    pub has_letters: bool,
}

impl<'d> Diagram<'d> {
    /// A board with only its pieces.
    #[must_use]
    pub fn of(board: &'d Board) -> Diagram<'d> {
        Diagram {
            board,
            check: None,
            mate: None,
            last: None,
            animated: None,
            hand: Hand::Idle,
            targets: Bitboard::EMPTY,
            pointed: Bitboard::EMPTY,
            premove: None,
            offered: None,
            cursor: Square::E1,
            has_letters: false,
        }
    }

    /// A position with its check or mate.
    #[must_use]
    pub fn of_position(position: &'d Position) -> Diagram<'d> {
        let king = position.king(position.turn());
        Diagram {
            check: position.is_check().then_some(king),
            mate: position.is_checkmate().then_some(king),
            ..Diagram::of(position.board())
        }
    }

    /// The sixty-four squares, a1 first.
    #[must_use]
    pub fn squares(&self) -> Vec<SquareView> {
        let from = self.hand.piece().copied();
        let is_dragged = self.hand.dragged().is_some();
        let square_view = |square: Square| SquareView {
            piece: self.board.piece_at(square).map(|piece| PieceView {
                army: piece.color.into(),
                role: piece.role,
                is_ghost: false,
                haunted: None,
                arrival: self
                    .animated
                    .and_then(|step| arrival(self.last?, square, step)),
                is_lifted: is_dragged && from == Some(square),
                has_letter: self.has_letters,
            }),
            taken: self
                .animated
                .and_then(|step| taken(self.last?, square, step)),
            marks: Marks {
                last: self.last.and_then(|last| ends(last, square)),
                captured: false,
                check: self.check == Some(square),
                mate: self.mate == Some(square),
                grabbed: from == Some(square),
                target: self.targets.contains(square).then_some(Target::Playable),
                culprit: false,
                pointed: self.pointed.contains(square),
                premove: self
                    .premove
                    .is_some_and(|(from, to)| square == from || square == to),
            },
            is_offered: self.offered == Some(square),
            is_stop: self.cursor == square,
        };
        Square::ALL.into_iter().map(square_view).collect()
    }
}

/// The displayed target of a move: a castling king moves two squares, except in Chess960, where it
/// moves onto its rook.
#[must_use]
pub fn goes_to(mode: CastlingMode, m: Move) -> Square {
    match (m.kind(), mode) {
        (MoveKind::Castle, CastlingMode::Standard) => {
            let is_white = m.from().rank() == Rank::First;
            let color = if is_white { Color::White } else { Color::Black };
            CastlingSide::of_rook(m.from(), m.to()).king_to(color)
        }
        (MoveKind::Castle, CastlingMode::Chess960)
        | (MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_), _) => m.to(),
    }
}

/// The legal moves between two squares; several for a promotion.
#[must_use]
pub fn moves_between(
    position: &Position,
    mode: CastlingMode,
    from: Square,
    to: Square,
) -> Vec<Move> {
    let moves = position.legal_moves();
    let fits = |m: &&Move| m.from() == from && (goes_to(mode, **m) == to || m.to() == to);
    moves.iter().filter(fits).copied().collect()
}

/// The targets of the piece on a square.
#[must_use]
pub fn targets(position: &Position, mode: CastlingMode, from: Square) -> Bitboard {
    let moves = position.legal_moves();
    let from_here = moves.iter().filter(|m| m.from() == from);
    from_here.fold(Bitboard::EMPTY, |all, &m| all | goes_to(mode, m).bitboard())
}

/// The squares to which king and rook move in castling, or a piece in any other move.
fn journeys((before, m): (&Position, Move)) -> Vec<(Square, Square)> {
    match m.kind() {
        MoveKind::Castle => {
            let side = CastlingSide::of_rook(m.from(), m.to());
            let color = before.turn();
            vec![
                (m.from(), side.king_to(color)),
                (m.to(), side.rook_to(color)),
            ]
        }
        MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) => {
            vec![(m.from(), m.to())]
        }
    }
}

fn arrival(last: (&Position, Move), square: Square, step: usize) -> Option<Arrival> {
    let mut journeys = journeys(last).into_iter();
    let (from, _) = journeys.find(|&(_, to)| to == square)?;
    Some(Arrival { from, step })
}

fn taken((before, m): (&Position, Move), square: Square, step: usize) -> Option<Taken> {
    let role: Role = before.captured_by(m)?;
    let at = match m.kind() {
        MoveKind::EnPassant => Square::new(m.to().file(), m.from().rank()),
        MoveKind::Normal | MoveKind::Castle | MoveKind::Promotion(_) => m.to(),
    };
    (at == square).then(|| Taken {
        army: (!before.turn()).into(),
        role,
        step,
    })
}

fn ends(last: (&Position, Move), square: Square) -> Option<Last> {
    let (from, to) = *journeys(last).first()?;
    Last::of(square, from, to)
}
