//! Commands of input on the board, and typed moves.

use chess::{Move, Square};

use crate::analyse::{Effect, Study, Tool};
use crate::single::hand::{Choice, Deed, Hand, Reach, Wish};
use crate::single::squares::moves_between;
use crate::single::{Act, OneBoard, typed_move};
use crate::words::sentence;

impl Study {
    /// Handles input on the board.
    pub(super) fn on_board(&mut self, act: Act) -> Vec<Effect> {
        match self.touch.follow(act) {
            None => Vec::new(),
            Some(Wish::Reach(square, deed)) => self.reach_for(square, deed),
            Some(Wish::Release(over)) => self.release(over),
            Some(Wish::LetGo) => {
                self.touch.hand = Hand::Idle;
                Vec::new()
            }
            Some(Wish::Play(m)) => self.play(m),
            Some(Wish::Type(text)) => self.type_move(&text),
        }
    }

    /// Handles input on a square, and executes the result.
    fn reach_for(&mut self, square: Square, act: Deed) -> Vec<Effect> {
        if let Some(editor) = &mut self.editor
            && editor.tool != Tool::Hand
        {
            editor.touch(square);
            return Vec::new();
        }
        let mut hand = self.touch.hand;
        let reach = Reach {
            can_take: &|square| self.can_take(square),
            can_go: &|from, to| {
                let is_editing = self.editor.is_some();
                is_editing || !moves_between(self.position(), self.mode(), from, to).is_empty()
            },
        };
        let stroke = act(&mut hand, square, &reach);
        self.touch.hand = hand;
        stroke.map_or_else(Vec::new, |(from, to)| self.carry(from, to))
    }

    fn release(&mut self, over: Option<Square>) -> Vec<Effect> {
        let dragged = self.touch.hand.dragged();
        let stroke = self.touch.hand.release(over);
        match (&mut self.editor, stroke, dragged) {
            (_, Some((from, to)), _) => self.carry(from, to),
            // A piece that is dropped outside the board is removed.
            (Some(editor), None, Some((from, _))) if over.is_none() => {
                editor.carry(from, None);
                self.touch.hand = Hand::Idle;
                Vec::new()
            }
            (_, None, _) => Vec::new(),
        }
    }

    /// Moves a piece from one square to another.
    fn carry(&mut self, from: Square, to: Square) -> Vec<Effect> {
        self.touch.hand = Hand::Idle;
        if let Some(editor) = &mut self.editor {
            editor.carry(from, Some(to));
            return Vec::new();
        }
        let moves = moves_between(self.position(), self.mode(), from, to);
        match Choice::of(&moves, self.options.queens) {
            Choice::None => Vec::new(),
            Choice::Move(m) => self.play(m),
            Choice::Ask => {
                self.touch.hand = Hand::promoting(from, to);
                Vec::new()
            }
        }
    }

    fn type_move(&mut self, text: &str) -> Vec<Effect> {
        if self.editor.is_some() {
            return Vec::new();
        }
        match typed_move(self.position(), text) {
            Ok(m) => self.play(m),
            Err(error) => self.shell.tell_bad(sentence(&error.to_string())),
        }
    }

    /// Plays a move: goes to it if it exists, or adds it as the next move or a variation.
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
