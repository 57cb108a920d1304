//! Commands that only change the view.

use crate::play::{Effect, LookCommand, Play};
use crate::single::hand::Hand;

impl Play {
    pub(in crate::play) fn look(&mut self, command: LookCommand) -> Vec<Effect> {
        self.last_animated = None;
        match command {
            LookCommand::Show(plies) => self.show(plies),
            LookCommand::Back => self.show(self.shown().saturating_sub(1)),
            LookCommand::Forward => self.show(self.shown() + 1),
            LookCommand::Flip => self.is_flipped ^= true,
            LookCommand::ToggleTurning => self.turns_with_mover ^= true,
            LookCommand::ToggleQueens => self.options.queens ^= true,
            LookCommand::ToggleSound => self.options.sound ^= true,
            LookCommand::NextTheme => self.options.theme = self.options.theme.next(),
        }
        Vec::new()
    }

    fn show(&mut self, plies: usize) {
        self.touch.hand = Hand::Idle;
        let before = self.shown();
        // After the end comes the mating line; the end itself is selected explicitly.
        let end = match plies {
            usize::MAX => self.timed.game().ply(),
            _ => self.timed.game().ply() + self.mate().len(),
        };
        let plies = plies.min(end);
        self.shown = (plies != self.timed.game().ply()).then_some(plies);
        if plies == before + 1 {
            self.last_animated = Some(plies);
        }
        self.speak_state();
    }
}
