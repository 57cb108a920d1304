//! The only place where commands change a study.

mod editor;
mod files;
mod hand;
mod look;
mod reporting;
mod tree;
mod worker;

use std::sync::Arc;

use game::pgn::{NodeId, Tree};
use report::Openings;

use super::{Command, Effect, Study};
use crate::autosave::{KeepCommand, KeptState};
use crate::effects::{Common, PictureFile, Sound};
use crate::single::hand::Hand;

/// The maximum number of undo steps.
const EARLIER_MAX: usize = 30;

impl Study {
    /// Executes a command and returns the effects for the page.
    pub fn update(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Board(act) => self.on_board(act),
            Command::Look(command) => self.look(command),
            Command::Tree(command) => self.change(command),
            Command::Engine(command) => self.engine_command(command),
            Command::Report(command) => self.report_command(command),
            Command::Referee(command) => self.referee_command(command),
            Command::Show(game) => self.open_at(game.tree, game.shown),
            Command::File(command) => self.file(command),
            Command::Edit(command) => self.edit(command),
            Command::Open(dialog) => {
                // The notice of a dialog belongs to it alone.
                self.shell.clear();
                self.shell.open(dialog)
            }
            Command::Load(load) => self.load(load),
            Command::Share(how) => {
                let game = self.shared();
                vec![self.shell.share(game, how).into()]
            }
            Command::Picture(picture) => vec![Effect::Picture(PictureFile {
                picture,
                name: "fourfold-position",
                aspect: 1.0,
            })],
            Command::Keeping(command) => self.keep(command),
            Command::Ending { fen, answer } => {
                self.take_ending(fen, &answer);
                Vec::new()
            }
            Command::Openings(table) => {
                // A table that cannot be read names nothing.
                let openings = Openings::read(&table).unwrap_or_default();
                self.openings = Some(Arc::new(openings));
                Vec::new()
            }
            Command::Dismiss(number) => self.shell.dismiss(number),
            Command::Copied(copied) => self.shell.tell_copied(copied),
        }
    }

    /// Shows another move, with everything that follows from it.
    fn go(&mut self, to: NodeId, is_animated: bool) -> Vec<Effect> {
        *self.at = to;
        self.touch.hand = Hand::Idle;
        self.show_drawings();
        self.shell.clear();
        self.is_animated = is_animated;
        self.steps += 1;
        self.engine.forget();
        self.ruling = super::Ruling::default();
        self.shell.spoken = self.words();
        self.ask_engine()
    }

    /// The announcement for the shown move.
    fn words(&self) -> String {
        let Some((before, m)) = self.last_move() else {
            return "The start of the game.".to_owned();
        };
        let position = self.position();
        let check = match (position.is_checkmate(), position.is_check()) {
            (true, _) => " Checkmate.",
            (false, true) => " Check.",
            (false, false) => "",
        };
        let (number, turn) = (before.fullmoves(), before.turn());
        format!("Move {number}, {turn}: {}.{check}", before.san(m))
    }

    /// The sound of the move that led here.
    fn sound(&self) -> Option<Effect> {
        let (before, m) = self.last_move().filter(|_| self.options.sound)?;
        let sound = match (self.position().is_check(), before.captured_by(m)) {
            (true, _) => Sound::Check,
            (false, Some(_)) => Sound::Capture,
            (false, None) => Sound::Move,
        };
        Some(Common::Sound(sound).into())
    }

    /// Stores an undo step before a change.
    fn remember(&mut self) {
        self.earlier
            .push((Tree::clone(&self.tree), *self.at, self.chosen));
        if self.earlier.len() > EARLIER_MAX {
            self.earlier.remove(0);
        }
    }

    fn keep(&mut self, command: KeepCommand) -> Vec<Effect> {
        let own = self.kept_text();
        let Some(text) = self.shell.hear(self.keeping.hear(command, &own)) else {
            return Vec::new();
        };
        let study = Study::restore(&text, *self.options);
        let is_read = study.is_some();
        let effects = study.map(|study| self.open_at(study.tree.into_inner(), *study.at));
        self.shell.tell_taken_over(is_read);
        effects.unwrap_or_default()
    }
}
