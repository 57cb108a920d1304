//! Commands that move a hand over the board, or name a move.

use chess::{Move, Role, Square};

use crate::analyse::{Effect, Study, Tool};
use crate::four::words::sentence;
use crate::single::hand::{Choice, Hand, Reach};
use crate::single::squares::moves_between;
use crate::view::{Gesture, Stroke};

impl Study {
    pub(super) fn gesture(&mut self, gesture: Gesture) -> Vec<Effect> {
        match gesture {
            Gesture::Press { square, .. } => {
                self.cursor = square;
                self.drawings.clear();
                self.with_hand(square, Hand::press)
            }
            Gesture::Drag { at, pixels } => {
                self.hand.drag(at, pixels);
                Vec::new()
            }
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

    pub(super) fn activate(&mut self, square: Square) -> Vec<Effect> {
        self.with_hand(square, Hand::activate)
    }

    /// Lets the hand do something on a square, and carries out what it asks for.
    fn with_hand(
        &mut self,
        square: Square,
        act: fn(&mut Hand, Square, &Reach<'_>) -> Option<Stroke>,
    ) -> Vec<Effect> {
        if let Some(editor) = &mut self.editor
            && editor.tool != Tool::Hand
        {
            editor.touch(square);
            return Vec::new();
        }
        let mut hand = self.hand;
        let reach = Reach {
            can_take: &|square| self.can_take(square),
            can_go: &|from, to| {
                let is_editing = self.editor.is_some();
                is_editing || !moves_between(self.position(), self.mode(), from, to).is_empty()
            },
        };
        let stroke = act(&mut hand, square, &reach);
        self.hand = hand;
        stroke.map_or_else(Vec::new, |(from, to)| self.carry(from, to))
    }

    fn release(&mut self, over: Option<Square>) -> Vec<Effect> {
        let dragged = self.hand.dragged();
        let stroke = self.hand.release(over);
        match (&mut self.editor, stroke, dragged) {
            (_, Some((from, to)), _) => self.carry(from, to),
            // A piece that is let go beside the board is taken away.
            (Some(editor), None, Some((from, _))) if over.is_none() => {
                editor.carry(from, None);
                self.hand = Hand::Idle;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// The piece on one square goes to another.
    fn carry(&mut self, from: Square, to: Square) -> Vec<Effect> {
        self.hand = Hand::Idle;
        if let Some(editor) = &mut self.editor {
            editor.carry(from, Some(to));
            return Vec::new();
        }
        let moves = moves_between(self.position(), self.mode(), from, to);
        match Choice::of(&moves, self.options.queens) {
            Choice::None => Vec::new(),
            Choice::Move(m) => self.play(m),
            Choice::Ask => {
                self.hand = Hand::Promoting { from, to };
                vec![Effect::FocusChooser]
            }
        }
    }

    pub(super) fn promote_pawn(&mut self, role: Role) -> Vec<Effect> {
        let Hand::Promoting { from, to } = self.hand else {
            return Vec::new();
        };
        match Move::promotion(from, to, role) {
            Some(m) => self.play(m),
            None => Vec::new(),
        }
    }

    pub(super) fn type_move(&mut self, text: &str) -> Vec<Effect> {
        if self.editor.is_some() {
            return Vec::new();
        }
        let text = text.trim();
        let position = self.position();
        let m = position.parse_san(text).or_else(|error| {
            let plain = text.replace('-', "").to_ascii_lowercase();
            position.parse_uci(&plain).map_err(|_| error)
        });
        match m {
            Ok(m) => self.play(m),
            Err(error) => self.shell.tell_bad(sentence(&error.to_string())),
        }
    }

    /// Plays a move: goes to it if it is there, or adds it as the next move or a variation.
    pub(super) fn play(&mut self, m: Move) -> Vec<Effect> {
        let there = self
            .tree
            .children(self.at)
            .find(|&child| self.tree.node(child).played() == Some(m));
        if let Some(child) = there {
            return self.forward(child);
        }
        self.remember();
        match self.tree.add(self.at, m) {
            Ok(added) => self.forward(added),
            Err(error) => {
                self.earlier.pop();
                self.shell.tell_bad(sentence(&error.to_string()))
            }
        }
    }
}
