//! Commands of input on the board.

use chess::{Move, Square};

use crate::play::{Effect, LookCommand, Play};
use crate::single::hand::{Choice, Deed, Hand, Reach, Wish, queen_of};
use crate::single::squares::moves_between;
use crate::single::{Act, OneBoard, typed_move};

impl Play {
    /// Handles input on the board.
    pub(super) fn on_board(&mut self, act: Act) -> Vec<Effect> {
        match self.touch.follow(act) {
            None => Vec::new(),
            Some(Wish::Reach(square, deed)) => self.reach_for(square, deed),
            Some(Wish::Release(over)) => match self.touch.hand.release(over) {
                Some((from, to)) => self.go(from, to),
                None => Vec::new(),
            },
            Some(Wish::LetGo) => self.let_go(),
            Some(Wish::Play(m)) => self.play_move(m),
            Some(Wish::Type(text)) => self.type_move(&text),
        }
    }

    /// Handles input on a square, and executes the result.
    fn reach_for(&mut self, square: Square, act: Deed) -> Vec<Effect> {
        if self.is_past() {
            return self.look(LookCommand::Show(usize::MAX));
        }
        let before = self.touch.hand;
        let mut hand = self.touch.hand;
        let reach = Reach {
            can_take: &|square| self.can_take(square),
            can_go: &|from, to| self.find(from, to).is_some(),
        };
        let stroke = act(&mut hand, square, &reach);
        self.touch.hand = hand;
        match stroke {
            Some((from, to)) => self.go(from, to),
            None => {
                // Choosing another square cancels the premove.
                if before.held() != Some(square) {
                    self.premove = None;
                }
                Vec::new()
            }
        }
    }

    /// Moves the piece, now or as a premove.
    fn go(&mut self, from: Square, to: Square) -> Vec<Effect> {
        self.touch.hand = Hand::Idle;
        if !self.is_persons_turn() {
            self.premove = Some((from, to));
            return Vec::new();
        }
        match Choice::of(&self.moves_between(from, to), self.options.queens) {
            Choice::None => Vec::new(),
            Choice::Move(m) => self.play_move(m),
            Choice::Ask => {
                self.touch.hand = Hand::promoting(from, to);
                Vec::new()
            }
        }
    }

    fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        moves_between(self.game.position(), self.game.start().mode, from, to)
    }

    /// The move between two squares, promoting to a queen.
    pub(super) fn find(&self, from: Square, to: Square) -> Option<Move> {
        queen_of(&self.moves_between(from, to))
    }

    fn type_move(&mut self, text: &str) -> Vec<Effect> {
        if !self.is_persons_turn() {
            return self.shell.tell_bad("It is not your turn.");
        }
        match typed_move(self.game.position(), text) {
            Ok(m) => self.play_move(m),
            Err(error) => self.shell.tell_bad(super::sentence(&error.to_string())),
        }
    }

    fn let_go(&mut self) -> Vec<Effect> {
        self.premove = None;
        if core::mem::take(&mut self.touch.hand) == Hand::Idle {
            self.claims_with_move = false;
        }
        Vec::new()
    }
}
