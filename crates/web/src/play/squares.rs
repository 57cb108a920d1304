//! What the squares of the board show.

use chess::{Bitboard, Color, Piece, Position, Square};

use super::Play;
use crate::hand::Landing;
use crate::single::OneBoard;
use crate::single::hand::{self, Entered, Hand, Touch};
use crate::single::squares::{Diagram, goes_to, targets};
use crate::view::{Drawn, SquareView};

impl OneBoard for Play {
    fn touch(&self) -> &Touch {
        &self.touch
    }

    fn squares(&self) -> Vec<SquareView> {
        let (position, before) = (self.position(), self.before_last());
        let last = before.as_ref().zip(self.last_move());
        let animated = (self.last_animated == Some(self.shown())).then_some(self.shown());
        Diagram {
            last,
            animated,
            hand: self.touch.hand,
            targets: self.targets(),
            pointed: self.claiming_squares(),
            premove: self.premove,
            offered: self.touch.hovered.filter(|&square| self.can_take(square)),
            cursor: self.touch.cursor,
            has_letters: self.options.letters,
            ..Diagram::of_position(&position)
        }
        .squares()
    }

    fn is_flipped(&self) -> bool {
        let is_black_to_move = self.turns_with_mover && self.turn() == Color::Black;
        self.is_flipped != is_black_to_move
    }

    fn can_let_go(&self) -> bool {
        self.touch.hand != Hand::Idle || self.premove.is_some()
    }

    fn drawings(&self) -> Vec<Drawn> {
        self.touch.drawings.clone()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.position().board().piece_at(square)
    }

    fn turn(&self) -> Color {
        self.timed.game().position().turn()
    }

    fn landing(&self, from: Square, to: Square) -> Landing<Entered> {
        let premove = Entered::Carried((from, to));
        match (self.is_persons_turn(), self.can_take(to)) {
            (true, _) => {
                let (position, mode) =
                    (self.timed.game().position(), self.timed.game().start().mode);
                hand::landing(position, mode, (from, to), self.options.queens)
            }
            (false, false) => Landing::Move(premove),
            (false, true) => Landing::Dragged(premove),
        }
    }

    fn can_take(&self, square: Square) -> bool {
        let Some(piece) = self.piece_at(square) else {
            return false;
        };
        let is_over = self.timed.game().ending().is_some() || self.waiting.is_some();
        !is_over && !self.is_past() && !self.is_engine(piece.color) && {
            let is_turn = piece.color == self.turn();
            // Out of turn, a piece can be selected only against the engine, for a premove.
            is_turn || self.is_engine(!piece.color)
        }
    }
}

impl Play {
    /// The targets of the selected piece; none out of turn.
    fn targets(&self) -> Bitboard {
        match self.touch.hand.piece().filter(|_| self.options.teaching) {
            Some(&from) => targets(
                self.timed.game().position(),
                self.timed.game().start().mode,
                from,
            ),
            None => Bitboard::EMPTY,
        }
    }

    /// The targets of the selected piece with which a draw could be claimed.
    fn claiming_squares(&self) -> Bitboard {
        let Some(&from) = self.touch.hand.piece().filter(|_| self.claims_with_move) else {
            return Bitboard::EMPTY;
        };
        let claims = self.claiming_moves();
        let moves = claims.iter().filter_map(|claim| claim.with);
        moves
            .filter(|m| m.from() == from)
            .fold(Bitboard::EMPTY, |all, m| {
                let to: Square = goes_to(self.timed.game().start().mode, m);
                all | to.bitboard()
            })
    }

    fn before_last(&self) -> Option<Position> {
        let index = self.shown().checked_sub(1)?;
        Some(self.position_after(index))
    }
}
