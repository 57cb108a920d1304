//! Commands of input on the board, and typed moves.

use chess::notation::read_move;
use chess::{Move, Square};

use crate::analyse::{Effect, Study, Tool, drawings};
use crate::hand::{HandCommand, Outcome};
use crate::single::hand::{Answer, Entered, Hand};
use crate::view::Gesture;
use crate::words::sentence;

impl Study {
    pub(super) fn on_board(&mut self, command: HandCommand<Square>) -> Vec<Effect> {
        match (&mut self.editor, command) {
            (None, HandCommand::Type(text)) => self.type_move(&text),
            (Some(_), HandCommand::Type(_)) => Vec::new(),
            (
                Some(editor),
                HandCommand::Activate(square)
                | HandCommand::Pointer((), Gesture::Press { square, .. }),
            ) if editor.tool != Tool::Hand => {
                editor.touch(square);
                Vec::new()
            }
            (editor, command) => {
                let off_board = HandCommand::Pointer((), Gesture::Release(None));
                if let (Some(editor), Some((&from, _))) = (editor, self.touch.hand.dragged())
                    && command == off_board
                {
                    // A piece that is dropped outside the board is removed.
                    editor.carry(from, None);
                    self.touch.hand = Hand::Idle;
                }
                let mut touch = core::mem::take(&mut self.touch);
                let is_drawn = matches!(&command, HandCommand::Pointer((), Gesture::Draw { .. }));
                let outcome = touch.follow(command, self);
                self.touch = touch;
                // A press that takes no piece clears the drawings.
                match is_drawn || matches!(outcome, Outcome::Nothing | Outcome::Refused(())) {
                    true => self.keep_drawings(),
                    false => self.show_drawings(),
                }
                self.finish(outcome)
            }
        }
    }

    fn finish(&mut self, outcome: Answer) -> Vec<Effect> {
        match outcome {
            Outcome::Play(Entered::Move(m)) => self.play(m),
            Outcome::Play(Entered::Carried((from, to))) => {
                if let Some(editor) = &mut self.editor {
                    editor.carry(from, Some(to));
                }
                Vec::new()
            }
            Outcome::Nothing
            | Outcome::Taken
            | Outcome::PutBack
            | Outcome::Promoting
            | Outcome::Refused(()) => Vec::new(),
        }
    }

    /// Shows what is drawn at the shown move.
    pub(in crate::analyse) fn show_drawings(&mut self) {
        self.touch.drawings = drawings::of(self.tree.node(*self.at));
    }

    /// Writes into the game what is drawn at the shown move, if it changed.
    fn keep_drawings(&mut self) {
        let drawn = drawings::of(self.tree.node(*self.at));
        if self.editor.is_some() || drawn == self.touch.drawings {
            return;
        }
        self.remember();
        drawings::set(self.tree.node_mut(*self.at), &self.touch.drawings);
    }

    fn type_move(&mut self, text: &str) -> Vec<Effect> {
        match read_move(self.position(), text) {
            Ok(m) => self.play(m),
            Err(error) => self.shell.tell_bad(sentence(&error.to_string())),
        }
    }

    /// Plays a move: goes to it if it exists, or adds it as the next move or a variation.
    pub(super) fn play(&mut self, m: Move) -> Vec<Effect> {
        let there = self
            .tree
            .children(*self.at)
            .find(|&child| self.tree.node(child).played() == Some(m));
        if let Some(child) = there {
            return self.forward(child);
        }
        self.remember();
        match self.tree.add(*self.at, m) {
            Ok(added) => self.forward(added),
            Err(error) => {
                self.earlier.pop();
                self.shell.tell_bad(sentence(&error.to_string()))
            }
        }
    }
}
