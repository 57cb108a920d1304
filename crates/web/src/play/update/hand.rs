//! Commands of input on the board.

use chess::notation::read_move;
use chess::{Move, Square};

use crate::hand::{HandCommand, Outcome};
use crate::play::{Effect, LookCommand, Play};
use crate::single::hand::{Answer, Entered, Hand, queen_of};
use crate::single::squares::moves_between;
use crate::view::Gesture;

impl Play {
    pub(super) fn on_board(&mut self, command: HandCommand<Square>) -> Vec<Effect> {
        match command {
            HandCommand::Type(text) => self.type_move(&text),
            HandCommand::Activate(_) | HandCommand::Pointer((), Gesture::Press { .. })
                if self.is_past() =>
            {
                self.look(LookCommand::Show(usize::MAX))
            }
            HandCommand::LetGo if self.touch.hand == Hand::Idle => {
                self.cancel_premove();
                if core::mem::take(&mut self.claims_with_move) {
                    self.speak_state();
                    self.shell.spoken.insert_str(0, "Claim canceled. ");
                }
                Vec::new()
            }
            // A right click cancels the premove instead of drawing.
            HandCommand::Pointer((), Gesture::Draw { .. }) if self.premove.is_some() => {
                self.cancel_premove();
                Vec::new()
            }
            command => {
                let mut touch = core::mem::take(&mut self.touch);
                let outcome = touch.follow(command, self);
                self.touch = touch;
                self.finish(outcome)
            }
        }
    }

    fn finish(&mut self, outcome: Answer) -> Vec<Effect> {
        match outcome {
            Outcome::Play(Entered::Move(m)) => self.play_move(m),
            Outcome::Play(Entered::Carried(stroke)) => {
                self.premove = Some(stroke);
                let (from, to) = stroke;
                self.shell.speak(&format!("Premove from {from} to {to}."));
                Vec::new()
            }
            Outcome::Nothing | Outcome::Promoting => Vec::new(),
            // Choosing another square cancels the premove.
            Outcome::Taken | Outcome::PutBack | Outcome::Refused(()) => {
                self.cancel_premove();
                Vec::new()
            }
        }
    }

    fn cancel_premove(&mut self) {
        if self.premove.take().is_some() {
            self.shell.speak("Premove canceled.");
        }
    }

    /// The move between two squares, promoting to a queen.
    pub(super) fn find(&self, from: Square, to: Square) -> Option<Move> {
        let (position, mode) = (self.timed.game().position(), self.timed.game().start().mode);
        queen_of(&moves_between(position, mode, from, to))
    }

    fn type_move(&mut self, text: &str) -> Vec<Effect> {
        if !self.is_persons_turn() {
            return self.shell.tell_bad("It is not your turn.");
        }
        match read_move(self.timed.game().position(), text) {
            Ok(m) => self.play_move(m),
            Err(error) => self.shell.tell_bad(super::sentence(&error.to_string())),
        }
    }
}
