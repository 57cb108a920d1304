//! What is to be seen on the squares of one board.

use chess::{Bitboard, CastlingSide, Color, Move, MoveKind, Position, Role, Square};

use super::{Hand, Play};
use crate::view::{Arrival, Last, Marks, PieceView, SquareView, Taken, Target};

impl Play {
    /// The sixty-four squares, a1 first.
    #[must_use]
    pub fn squares(&self) -> Vec<SquareView> {
        let position = self.position();
        let targets = self.targets();
        let last = self.last_move();
        let before = self.before_last();
        let mated = position
            .is_checkmate()
            .then(|| position.king(position.turn()));
        let check = position.is_check().then(|| position.king(position.turn()));
        let animated = (self.last_animated == Some(self.shown())).then_some(self.shown());
        let from = self.held();
        let is_dragged = matches!(
            self.hand,
            Hand::Holding {
                dragged: Some(_),
                ..
            }
        );
        let square_view = |square: Square| SquareView {
            piece: position.board().piece_at(square).map(|piece| PieceView {
                army: piece.color.into(),
                role: piece.role,
                is_ghost: false,
                haunted: None,
                arrival: animated.and_then(|step| arrival(before.as_ref()?, last?, square, step)),
                is_lifted: is_dragged && from == Some(square),
                has_letter: self.options.letters,
            }),
            taken: animated.and_then(|step| taken(before.as_ref()?, last?, square, step)),
            marks: Marks {
                last: last.and_then(|m| ends(before.as_ref(), m, square)),
                captured: false,
                check: check == Some(square),
                mate: mated == Some(square),
                grabbed: from == Some(square),
                target: targets.contains(square).then_some(Target::Playable),
                culprit: false,
                pointed: self.claims_with_move && self.is_claiming(from, square),
            },
            is_offered: self.hovered == Some(square) && self.can_take(square),
            is_stop: self.cursor == square,
        };
        Square::ALL.into_iter().map(square_view).collect()
    }

    /// Where the piece in the hand stands.
    fn held(&self) -> Option<Square> {
        match self.hand {
            Hand::Idle => None,
            Hand::Holding { from, .. } | Hand::Promoting { from, .. } => Some(from),
        }
    }

    /// Whether moving from here to there could be named with a claim.
    fn is_claiming(&self, from: Option<Square>, to: Square) -> bool {
        self.claiming_moves()
            .iter()
            .filter_map(|claim| claim.with)
            .any(|m| from == Some(m.from()) && goes_to(&self.game, m) == to)
    }

    /// Where the piece in the hand can go; out of turn, nothing is promised.
    fn targets(&self) -> Bitboard {
        let Some(from) = self.held().filter(|_| self.options.teaching) else {
            return Bitboard::EMPTY;
        };
        let moves = self.game.position().legal_moves();
        let from_here = moves.iter().filter(|m| m.from() == from);
        from_here.fold(Bitboard::EMPTY, |all, &m| {
            all | goes_to(&self.game, m).bitboard()
        })
    }

    fn before_last(&self) -> Option<Position> {
        let index = self.shown().checked_sub(1)?;
        self.game.history().position_at(index).copied()
    }
}

/// The square where a piece goes by a move, as people show it: a castling king goes two squares,
/// except in Chess960, where it goes to its rook.
pub(super) fn goes_to(game: &game::Game, m: Move) -> Square {
    match (m.kind(), game.start().mode) {
        (MoveKind::Castle, chess::fen::CastlingMode::Standard) => {
            let color = match m.from().rank() {
                chess::Rank::First => Color::White,
                _ => Color::Black,
            };
            CastlingSide::of_rook(m.from(), m.to()).king_to(color)
        }
        _ => m.to(),
    }
}

/// Where king and rook go by castling, or a piece by any other move.
fn journeys(before: &Position, m: Move) -> Vec<(Square, Square)> {
    match m.kind() {
        MoveKind::Castle => {
            let side = CastlingSide::of_rook(m.from(), m.to());
            let color = before.turn();
            vec![
                (m.from(), side.king_to(color)),
                (m.to(), side.rook_to(color)),
            ]
        }
        _ => vec![(m.from(), m.to())],
    }
}

fn arrival(before: &Position, m: Move, square: Square, step: usize) -> Option<Arrival> {
    let journeys = journeys(before, m).into_iter();
    let (from, _) = journeys.into_iter().find(|&(_, to)| to == square)?;
    Some(Arrival { from, step })
}

fn taken(before: &Position, m: Move, square: Square, step: usize) -> Option<Taken> {
    let role: Role = before.captured_by(m)?;
    let at = match m.kind() {
        MoveKind::EnPassant => Square::new(m.to().file(), m.from().rank()),
        _ => m.to(),
    };
    (at == square).then(|| Taken {
        army: (!before.turn()).into(),
        role,
        step,
    })
}

fn ends(before: Option<&Position>, m: Move, square: Square) -> Option<Last> {
    let (from, to) = *journeys(before?, m).first()?;
    match square {
        _ if square == from => Some(Last::From),
        _ if square == to => Some(Last::To),
        _ => None,
    }
}
