//! Commands that move a hand over the board.

use chess::{Move, Role, Square};

use crate::play::{Effect, LookCommand, Play};
use crate::single::hand::{Choice, Hand, Reach, queen_of};
use crate::single::squares::moves_between;
use crate::view::{Gesture, Stroke};

impl Play {
    pub(super) fn gesture(&mut self, gesture: Gesture) -> Vec<Effect> {
        match gesture {
            Gesture::Press { square, .. } => self.press(square),
            Gesture::Drag { at, pixels } => {
                self.hand.drag(at, pixels);
                Vec::new()
            }
            Gesture::Release(over) => match self.hand.release(over) {
                Some((from, to)) => self.go(from, to),
                None => Vec::new(),
            },
            Gesture::Point(over) => {
                self.hovered = over;
                Vec::new()
            }
            Gesture::Draw { from, to } => {
                match self.drawings.iter().position(|line| *line == (from, to)) {
                    Some(index) => drop(self.drawings.remove(index)),
                    None => self.drawings.push((from, to)),
                }
                Vec::new()
            }
        }
    }

    /// Lets the hand do something on a square, and carries out what it asks for.
    fn with_hand(
        &mut self,
        square: Square,
        act: fn(&mut Hand, Square, &Reach<'_>) -> Option<Stroke>,
    ) -> Vec<Effect> {
        let before = self.hand;
        let mut hand = self.hand;
        let reach = Reach {
            can_take: &|square| self.can_take(square),
            can_go: &|from, to| self.find(from, to).is_some(),
        };
        let stroke = act(&mut hand, square, &reach);
        self.hand = hand;
        match stroke {
            Some((from, to)) => self.go(from, to),
            None => {
                // Whoever reaches for another square has thought again.
                if before.held() != Some(square) {
                    self.premove = None;
                }
                Vec::new()
            }
        }
    }

    /// A square is chosen, by a click or by a key.
    pub(super) fn activate(&mut self, square: Square) -> Vec<Effect> {
        match self.is_past() {
            true => self.look(LookCommand::Show(usize::MAX)),
            false => self.with_hand(square, Hand::activate),
        }
    }

    fn press(&mut self, square: Square) -> Vec<Effect> {
        self.cursor = square;
        self.drawings.clear();
        match self.is_past() {
            true => self.look(LookCommand::Show(usize::MAX)),
            false => self.with_hand(square, Hand::press),
        }
    }

    /// The piece goes there, now or as a premove.
    fn go(&mut self, from: Square, to: Square) -> Vec<Effect> {
        self.hand = Hand::Idle;
        if !self.is_persons_turn() {
            self.premove = Some((from, to));
            return Vec::new();
        }
        match Choice::of(&self.moves_between(from, to), self.options.queens) {
            Choice::None => Vec::new(),
            Choice::Move(m) => self.play_move(m),
            Choice::Ask => {
                self.hand = Hand::Promoting { from, to };
                vec![Effect::FocusChooser]
            }
        }
    }

    fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        moves_between(self.game.position(), self.game.start().mode, from, to)
    }

    /// The move between two squares; a pawn becomes a queen.
    pub(super) fn find(&self, from: Square, to: Square) -> Option<Move> {
        queen_of(&self.moves_between(from, to))
    }

    pub(super) fn promote(&mut self, role: Role) -> Vec<Effect> {
        let Hand::Promoting { from, to } = self.hand else {
            return Vec::new();
        };
        match Move::promotion(from, to, role) {
            Some(m) => self.play_move(m),
            None => Vec::new(),
        }
    }

    pub(super) fn type_move(&mut self, text: &str) -> Vec<Effect> {
        let text = text.trim();
        if !self.is_persons_turn() {
            return self.shell.tell_bad("It is not your turn.");
        }
        let position = self.game.position();
        let m = position.parse_san(text).or_else(|error| {
            let plain = text.replace('-', "").to_ascii_lowercase();
            position.parse_uci(&plain).map_err(|_| error)
        });
        match m {
            Ok(m) => self.play_move(m),
            Err(error) => self.shell.tell_bad(super::sentence(&error.to_string())),
        }
    }

    pub(super) fn let_go(&mut self) -> Vec<Effect> {
        self.premove = None;
        if core::mem::take(&mut self.hand) == Hand::Idle {
            self.claims_with_move = false;
        }
        Vec::new()
    }
}
