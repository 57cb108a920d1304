//! What is to be seen on the squares of the game.

use chess::{Bitboard, Position, Square};

use super::Play;
use crate::single::squares::{Diagram, goes_to, targets};
use crate::view::SquareView;

impl Play {
    /// The sixty-four squares, a1 first.
    #[must_use]
    pub fn squares(&self) -> Vec<SquareView> {
        let (position, before) = (self.position(), self.before_last());
        let last = before.as_ref().zip(self.last_move());
        let animated = (self.last_animated == Some(self.shown())).then_some(self.shown());
        Diagram {
            last,
            animated,
            hand: self.touch.hand,
            targets: self.targets(),
            pointed: self.claiming_squares(),
            offered: self.touch.hovered.filter(|&square| self.can_take(square)),
            cursor: self.touch.cursor,
            has_letters: self.options.letters,
            ..Diagram::of_position(&position)
        }
        .squares()
    }

    /// Where the piece in the hand can go; out of turn, nothing is promised.
    fn targets(&self) -> Bitboard {
        match self.touch.hand.held().filter(|_| self.options.teaching) {
            Some(from) => targets(self.game.position(), self.game.start().mode, from),
            None => Bitboard::EMPTY,
        }
    }

    /// Where the piece in the hand can go by a move that could be named with a claim.
    fn claiming_squares(&self) -> Bitboard {
        let Some(from) = self.touch.hand.held().filter(|_| self.claims_with_move) else {
            return Bitboard::EMPTY;
        };
        let claims = self.claiming_moves();
        let moves = claims.iter().filter_map(|claim| claim.with);
        moves
            .filter(|m| m.from() == from)
            .fold(Bitboard::EMPTY, |all, m| {
                let to: Square = goes_to(self.game.start().mode, m);
                all | to.bitboard()
            })
    }

    fn before_last(&self) -> Option<Position> {
        let index = self.shown().checked_sub(1)?;
        Some(self.position_after(index))
    }
}
