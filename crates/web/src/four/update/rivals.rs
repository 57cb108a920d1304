//! Commands of programs at the seats.

use rival::Level;

use crate::four::{Effect, Notice, RivalsCommand, State};

impl State {
    pub(super) fn update_rivals(&mut self, command: RivalsCommand) -> Vec<Effect> {
        match command {
            RivalsCommand::Wake => Vec::new(),
            RivalsCommand::Seat(seat, level) => {
                self.options.programs[seat as usize] = level.min(Level::COUNT);
                let text = match self.program(seat).and_then(Level::new) {
                    None => format!("A person plays {seat}."),
                    Some(level) => format!(
                        "Program {} plays {seat}: {}.",
                        level.number(),
                        level.words()
                    ),
                };
                self.shell.show(Notice::good(text));
                Vec::new()
            }
            RivalsCommand::SetPace(pace) => {
                self.options.pace = pace;
                Vec::new()
            }
            RivalsCommand::TogglePause => {
                self.toggle_pause();
                let text = match self.is_paused() {
                    true => "Programs are paused.",
                    false => "Programs resume.",
                };
                self.shell.tell_good(text)
            }
            RivalsCommand::Hint => self.ask_for_hint(),
            RivalsCommand::ShowLine => self.show_line(),
            RivalsCommand::Answered(id, line) => self.answered(id, &line),
            RivalsCommand::Failed(id, why) => self.failed(id, &why),
        }
    }
}
