//! Commands that concern the game as a whole: the way through it, its end, saves and links.

use duplicate::{Declaration, Table};

use crate::state::words;
use crate::state::{Command, Dialog, Effect, Motion, Notice, State, link};

impl State {
    /// Carries out a command that concerns the game as a whole.
    pub(super) fn update_game(&mut self, command: Command) -> Vec<Effect> {
        use Command as C;
        match command {
            C::New => self.replace_game(Table::new(), "A new game: North to move"),
            C::Undo => self.rewind(Table::undo, "Took back one step"),
            C::Redo => self.rewind(Table::redo, "Made the step again"),
            C::Show(steps) => self.show(steps),
            C::Back => self.show(self.table.shown().saturating_sub(1)),
            C::Forward => self.show(self.table.shown() + 1),
            C::DeclareDraw => self.declare(Declaration::Draw),
            C::Resign(seat) => self.declare(Declaration::Resignation(seat)),
            C::Save => vec![Effect::Download {
                name: format!("duplicate-chess-{}-moves.json", self.table.moves().count()),
                text: self.save_text(),
            }],
            C::CopySave => vec![Effect::Copy(self.save_text())],
            C::CopyLink(address) => {
                vec![Effect::Copy(format!(
                    "{address}#{}",
                    link::write(&self.table)
                ))]
            }
            C::Copied(true) => self.tell(Notice::good("Copied to the clipboard.")),
            C::Copied(false) => self.tell(Notice::bad(
                "The browser did not let the page use the clipboard: select the text and copy it.",
            )),
            C::Load(text) => self.load(&text),
            C::LoadFailed(why) => {
                let text = format!("The file could not be read: {why}. The game is as it was.");
                self.tell(Notice::bad(text))
            }
            // Everything else was taken care of before the game was asked.
            _ => Vec::new(),
        }
    }

    /// The game as a save.
    #[must_use]
    pub fn save_text(&self) -> String {
        duplicate::save::to_json(&self.table)
    }

    /// What the button for a new game does: it asks first if there is something to lose.
    #[must_use]
    pub fn ask_for_new(&self) -> Command {
        match self.table.steps().is_empty() && self.tour.is_none() {
            true => Command::New,
            false => Command::Open(Dialog::New),
        }
    }

    fn show(&mut self, steps: usize) -> Vec<Effect> {
        self.input.cancel();
        let before = self.table.shown();
        self.table.show(steps);
        let after = self.table.shown();
        if before == after {
            return Vec::new();
        }
        self.motion = match before.abs_diff(after) {
            1 => self.table.played(before.min(after)).map(|played| Motion {
                step: before.min(after),
                is_forward: after > before,
                played,
            }),
            _ => None,
        };
        self.spoken = match self.last_played() {
            Some(played) => words::story(&played),
            None => "The start of the game.".to_owned(),
        };
        self.speak_turn();
        vec![Effect::Keep]
    }

    fn rewind(&mut self, turn: fn(&mut Table) -> bool, said: &str) -> Vec<Effect> {
        self.input.cancel();
        self.notice = None;
        let before = self.table.steps().len();
        let undone = before
            .checked_sub(1)
            .and_then(|step| self.table.played(step));
        if !turn(&mut self.table) {
            return Vec::new();
        }
        let after = self.table.steps().len();
        let is_forward = after > before;
        let played = if is_forward {
            self.last_played()
        } else {
            undone
        };
        self.motion = played.map(|played| Motion {
            step: before.min(after),
            is_forward,
            played,
        });
        self.revision += 1;
        self.spoken = format!("{said}.");
        self.speak_turn();
        vec![Effect::Keep]
    }

    fn declare(&mut self, declaration: Declaration) -> Vec<Effect> {
        self.dialog = None;
        self.input.cancel();
        match self.table.declare(declaration) {
            Err(refusal) => self.tell(Notice::bad(words::sentence(&refusal.to_string()))),
            Ok(ending) => {
                self.motion = None;
                self.revision += 1;
                self.spoken = words::ending(&ending);
                vec![Effect::Keep]
            }
        }
    }

    fn replace_game(&mut self, table: Table, said: &str) -> Vec<Effect> {
        self.table = table;
        self.tour = None;
        self.dialog = None;
        self.input.cancel();
        self.pointed = None;
        self.motion = None;
        self.revision += 1;
        self.tell(Notice::good(format!("{said}.")));
        vec![Effect::Keep, Effect::ClearFragment]
    }

    fn load(&mut self, text: &str) -> Vec<Effect> {
        let text = text.trim();
        let fragment = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment);
        let loaded = match link::is_link(fragment) {
            true => link::read(fragment).map_err(|error| error.to_string()),
            false => duplicate::save::load(text).map_err(|error| error.to_string()),
        };
        match loaded {
            Ok(table) => {
                let moves = table.moves().count();
                self.replace_game(table, &format!("Loaded a game of {moves} moves"))
            }
            Err(why) => {
                let why: String = why.chars().take(400).collect();
                let text = format!("{} The game is as it was.", words::sentence(&why));
                self.tell(Notice::bad(text));
                vec![Effect::ClearFragment]
            }
        }
    }
}
