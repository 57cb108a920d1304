//! Commands that move a hand over the board.

use chess::{Move, Role, Square};

use crate::geometry::Point;
use crate::play::squares::goes_to;
use crate::play::{Effect, Hand, Play, Press};
use crate::view::Gesture;

/// How far a pointer must travel on the screen before a press becomes a drag.
const DRAG_PIXELS: f64 = 4.0;

impl Play {
    pub(super) fn gesture(&mut self, gesture: Gesture) -> Vec<Effect> {
        match gesture {
            Gesture::Press { square, .. } => self.press(square),
            Gesture::Drag { at, pixels } => self.drag(at, pixels),
            Gesture::Release(over) => self.release(over),
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

    fn press(&mut self, square: Square) -> Vec<Effect> {
        self.cursor = square;
        self.drawings.clear();
        if let Hand::Holding { from, press, .. } = &mut self.hand
            && *from == square
        {
            *press = Some(Press { is_fresh: false });
            return Vec::new();
        }
        let effects = self.activate(square);
        if let Hand::Holding { from, press, .. } = &mut self.hand
            && *from == square
        {
            *press = Some(Press { is_fresh: true });
        }
        effects
    }

    fn drag(&mut self, at: Point, pixels: f64) -> Vec<Effect> {
        if let Hand::Holding {
            dragged,
            press: Some(_),
            ..
        } = &mut self.hand
            && (dragged.is_some() || pixels >= DRAG_PIXELS)
        {
            *dragged = Some(at);
        }
        Vec::new()
    }

    fn release(&mut self, over: Option<Square>) -> Vec<Effect> {
        let Hand::Holding {
            from,
            dragged,
            press,
        } = &mut self.hand
        else {
            return Vec::new();
        };
        let (from, was_dragged, press) = (*from, dragged.take().is_some(), press.take());
        match (press, over) {
            (Some(_), Some(to)) if was_dragged && to != from => self.go(from, to),
            (Some(press), _) if !was_dragged && !press.is_fresh => {
                self.hand = Hand::Idle;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// A square is chosen, by a click or by a key.
    pub(super) fn activate(&mut self, square: Square) -> Vec<Effect> {
        if self.is_past() {
            return self.look(crate::play::LookCommand::Show(usize::MAX));
        }
        if let Hand::Holding { from, .. } = self.hand {
            if from == square {
                self.hand = Hand::Idle;
                return Vec::new();
            }
            if self.find(from, square).is_some() || !self.can_take(square) {
                return self.go(from, square);
            }
        }
        self.premove = None;
        self.hand = match self.can_take(square) {
            true => Hand::Holding {
                from: square,
                dragged: None,
                press: None,
            },
            false => Hand::Idle,
        };
        Vec::new()
    }

    /// The piece goes there, now or as a premove.
    fn go(&mut self, from: Square, to: Square) -> Vec<Effect> {
        if !self.is_persons_turn() {
            self.hand = Hand::Idle;
            self.premove = Some((from, to));
            return Vec::new();
        }
        let moves: Vec<Move> = self.moves_between(from, to);
        match moves.as_slice() {
            [] => {
                self.hand = Hand::Idle;
                Vec::new()
            }
            [m] => self.play_move(*m),
            several if self.options.queens => {
                let queen = several
                    .iter()
                    .find(|m| m.promoted_to() == Some(Role::Queen));
                let m = *queen.unwrap_or(&several[0]);
                self.play_move(m)
            }
            _ => {
                self.hand = Hand::Promoting { from, to };
                vec![Effect::FocusChooser]
            }
        }
    }

    fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        let moves = self.game.position().legal_moves();
        let fits = |m: &&Move| m.from() == from && (goes_to(&self.game, **m) == to || m.to() == to);
        moves.iter().filter(fits).copied().collect()
    }

    /// The move between two squares; a pawn becomes a queen.
    pub(super) fn find(&self, from: Square, to: Square) -> Option<Move> {
        let moves = self.moves_between(from, to);
        let queen = moves.iter().find(|m| m.promoted_to() == Some(Role::Queen));
        queen.or(moves.first()).copied()
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
            return self.tell_bad("It is not your turn.");
        }
        let position = self.game.position();
        let m = position.parse_san(text).or_else(|error| {
            let plain = text.replace('-', "").to_ascii_lowercase();
            position.parse_uci(&plain).map_err(|_| error)
        });
        match m {
            Ok(m) => self.play_move(m),
            Err(error) => self.tell_bad(&super::sentence(&error.to_string())),
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
