//! Commands that change the preferences.

use crate::four::{Effect, OptionsCommand, State};

impl State {
    pub(super) fn update_options(&mut self, command: OptionsCommand) -> Vec<Effect> {
        self.motion = None;
        match command {
            OptionsCommand::ToggleTeaching => self.options.teaching ^= true,
            OptionsCommand::ToggleLetters => self.options.letters ^= true,
            OptionsCommand::ToggleSound => self.options.sound ^= true,
            OptionsCommand::NextTheme => self.options.theme = self.options.theme.next(),
            OptionsCommand::ToggleUpright => {
                self.magnified = None;
                self.options.upright = Some(!self.is_upright());
            }
            OptionsCommand::Magnify(board) => {
                self.magnified = (self.magnified != Some(board)).then_some(board);
            }
        }
        Vec::new()
    }
}
