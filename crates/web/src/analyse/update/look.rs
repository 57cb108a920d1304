//! Commands that only change the view.

use game::pgn::NodeId;

use crate::analyse::{Effect, LookCommand, Study};

impl Study {
    pub(super) fn look(&mut self, command: LookCommand) -> Vec<Effect> {
        match command {
            LookCommand::Go(to) => self.go(to, false),
            LookCommand::Back => match self.tree.node(*self.at).parent() {
                Some(parent) => self.go(parent, false),
                None => Vec::new(),
            },
            LookCommand::Forward => match self.next() {
                Some(next) => self.forward(next),
                None => Vec::new(),
            },
            LookCommand::Up => self.turn_to_line(false),
            LookCommand::Down => self.turn_to_line(true),
            LookCommand::First => self.go(self.tree.root(), false),
            LookCommand::Last => {
                let mut last = *self.at;
                while let Some(next) = self.tree.children(last).next() {
                    last = next;
                }
                self.go(last, false)
            }
            LookCommand::Flip => {
                *self.is_flipped ^= true;
                Vec::new()
            }
            LookCommand::ToggleSound => {
                self.options.sound ^= true;
                Vec::new()
            }
            LookCommand::NextTheme => {
                self.options.theme = self.options.theme.next();
                Vec::new()
            }
        }
    }

    fn next(&self) -> Option<NodeId> {
        self.tree.children(*self.at).next()
    }

    /// Goes to a move that follows the shown one.
    pub(super) fn forward(&mut self, to: NodeId) -> Vec<Effect> {
        let mut effects = self.go(to, true);
        effects.extend(self.sound());
        effects
    }

    /// Goes to the same place in the next or previous line, at a branch.
    fn turn_to_line(&mut self, is_down: bool) -> Vec<Effect> {
        let Some(parent) = self.tree.node(*self.at).parent() else {
            return Vec::new();
        };
        let lines: Vec<NodeId> = self.tree.children(parent).collect();
        let Some(index) = lines.iter().position(|&line| line == *self.at) else {
            return Vec::new();
        };
        let count = lines.len();
        let step = if is_down { 1 } else { count - 1 };
        match lines.get((index + step) % count) {
            Some(&line) if line != *self.at => self.go(line, false),
            Some(_) | None => Vec::new(),
        }
    }
}
