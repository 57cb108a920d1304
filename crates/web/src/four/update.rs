//! The only place where commands change the state.

mod game;
mod hand;
mod options;
mod rivals;
mod tour;
mod window;

use super::words;
use super::{Command, Effect, State};
use crate::words::sentence;

impl State {
    /// Executes a command and returns the effects for the page.
    pub fn update(&mut self, command: impl Into<Command>) -> Vec<Effect> {
        let mut effects = match command.into() {
            Command::Hand(command) => self.update_hand(command),
            Command::Game(command) => self.update_game(command),
            Command::Tour(command) => self.update_tour(command),
            Command::Options(command) => self.update_options(command),
            Command::Rivals(command) => self.update_rivals(command),
            Command::Window(command) => self.update_window(command),
            Command::Share(how) => {
                let game = self.shared();
                vec![self.shell.share(game, how).into()]
            }
            Command::Keeping(command) => self.keep(command),
            Command::Copied(copied) => self.shell.tell_copied(copied),
            Command::Follow(followed) => self.follow_table(*followed),
        };
        effects.extend(self.ask_program());
        effects
    }

    /// Adds the player to move and all checks to the announcement.
    pub(super) fn speak_turn(&mut self) {
        let turn = match self.shown_game().ending() {
            Some(ending) => words::ending(&ending),
            None => {
                let mut parts = vec![format!("{} to move.", self.boards().turn())];
                let checks = words::checks(self.boards());
                parts.extend(checks.iter().map(|check| sentence(check)));
                parts.join(" ")
            }
        };
        if !self.shell.spoken.is_empty() {
            self.shell.spoken.push(' ');
        }
        self.shell.spoken.push_str(&turn);
    }
}
