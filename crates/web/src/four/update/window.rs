//! Commands of dialogs, notices and the layout.

use crate::four::{Effect, Input, Place, State, WindowCommand};

impl State {
    /// Executes a command of the page around the boards.
    pub(super) fn update_window(&mut self, command: WindowCommand) -> Vec<Effect> {
        match command {
            WindowCommand::Open(dialog) => {
                self.shell.dialog = Some(dialog);
                self.input = Input::Idle;
            }
            WindowCommand::Close => self.shell.dialog = None,
            WindowCommand::Dismiss(number) => return self.shell.dismiss(number),
            WindowCommand::Escape => return self.escape(),
            WindowCommand::Reshape(shape) => {
                self.shape = shape;
                self.motion = None;
            }
        }
        Vec::new()
    }

    fn escape(&mut self) -> Vec<Effect> {
        if self.shell.dialog.take().is_some() {
            return Vec::new();
        }
        if let Some(&grab) = self.input.piece() {
            let outcome = self.input.let_go();
            self.follow(outcome);
            return vec![Effect::Focus(Place::new(grab.board, grab.from))];
        }
        if self.magnified.take().is_none() {
            return self.shell.dismiss(0);
        }
        Vec::new()
    }
}
