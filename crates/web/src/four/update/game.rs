//! Commands of the game as a whole: navigation, its end, saves and links.

use duplicate::save::LoadError;
use duplicate::{Boards, Declaration, DuplicateGame, Rulings, Seat, save};

use crate::autosave::{KeepCommand, KeptState};
use crate::effects::{Common, Download, PictureFile, Sound};
use crate::four::{Effect, GameCommand, Input, Motion, Notice, Remedy, State};
use crate::four::{link, recent, status, words};
use crate::look::Coordinates;
use crate::share::SharedGame;
use crate::words::sentence;

impl State {
    /// Executes a command of the game as a whole.
    pub(super) fn update_game(&mut self, command: GameCommand) -> Vec<Effect> {
        match command {
            GameCommand::Undo | GameCommand::Redo if self.remote.is_some() => Vec::new(),
            GameCommand::New(rulings) => self.replace_game(
                DuplicateGame::with_rulings(rulings),
                "A new game: North to move",
            ),
            GameCommand::SetUp { text, rulings } => self.set_up(&text, rulings),
            GameCommand::Undo => self.undo(),
            GameCommand::Redo => self.rewind(DuplicateGame::redo, "Redid one step"),
            GameCommand::Show(steps) => self.show(steps),
            GameCommand::Back => self.show(self.game.shown().saturating_sub(1)),
            GameCommand::Forward => self.show(self.game.shown() + 1),
            GameCommand::DeclareDraw => self.declare(Declaration::Draw),
            GameCommand::Resign(seat) => self.declare(Declaration::Resignation(seat)),
            GameCommand::RestoreLine => self.restore_line(),
            GameCommand::Recents(games) => {
                self.recents = games;
                Vec::new()
            }
            GameCommand::OpenRecent(at) => self.open_recent(at),
            GameCommand::ForgetRecent(at) => {
                self.recents.retain(|game| game.at != at);
                vec![Effect::KeepRecents]
            }
            GameCommand::RenameRecent(at, name) => {
                let name = recent::clean_name(&name);
                for game in self.recents.iter_mut().filter(|game| game.at == at) {
                    game.name.clone_from(&name);
                }
                vec![Effect::KeepRecents]
            }
            GameCommand::Picture(picture) => {
                let scene = self.scene(Coordinates::default());
                let (name, aspect) = ("duplicate-chess", scene.width / scene.height);
                vec![Effect::Picture(PictureFile {
                    picture,
                    name,
                    aspect,
                })]
            }
            GameCommand::Load(text) => self.load(&text),
            GameCommand::LoadFailed(why) => {
                let text = format!("The file could not be read: {why}. The game is unchanged.");
                self.shell.tell_bad(text)
            }
        }
    }

    /// The game for export, at the shown step.
    #[must_use]
    pub fn shared(&self) -> SharedGame {
        SharedGame {
            fragment: link::write(&self.game),
            position: self.boards().setup_text(),
            file: Download {
                name: format!("duplicate-chess-{}-moves.json", self.game.moves().count()),
                kind: "application/json",
                text: save::to_json(&self.game),
            },
        }
    }

    pub(in crate::four) fn show(&mut self, steps: usize) -> Vec<Effect> {
        self.input = Input::Idle;
        let before = self.game.shown();
        self.game.show(steps);
        let after = self.game.shown();
        if before == after {
            return Vec::new();
        }
        self.motion = match before.abs_diff(after) {
            1 => self.game.played(before.min(after)).map(|played| Motion {
                step: before.min(after),
                is_forward: after > before,
                played,
            }),
            _ => None,
        };
        self.shell.spoken = match self.last_played() {
            Some(played) => words::played(&played),
            None => "The start of the game.".to_owned(),
        };
        self.speak_turn();
        Vec::new()
    }

    fn rewind(&mut self, turn: fn(&mut DuplicateGame) -> bool, said: &str) -> Vec<Effect> {
        self.input = Input::Idle;
        self.shell.clear();
        let before = self.game.steps().len();
        let undone = before
            .checked_sub(1)
            .and_then(|step| self.game.played(step));
        if !turn(&mut self.game) {
            return Vec::new();
        }
        let after = self.game.steps().len();
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
        self.shell.spoken = format!("{said}.");
        self.speak_turn();
        Vec::new()
    }

    /// Takes back the last step and, with programs at the table, further steps to a person's turn.
    fn undo(&mut self) -> Vec<Effect> {
        let effects = self.rewind(DuplicateGame::undo, "Took back one step");
        self.drawings.clear();
        let any_person = Seat::ALL
            .into_iter()
            .any(|seat| self.program(seat).is_none());
        while any_person && self.program(self.game.turn()).is_some() && self.game.undo() {
            self.motion = None;
        }
        effects
    }

    fn declare(&mut self, declaration: Declaration) -> Vec<Effect> {
        self.shell.dialog = None;
        self.input = Input::Idle;
        match self.game.declare(declaration) {
            Err(refusal) => self.shell.tell_bad(sentence(&refusal.to_string())),
            Ok(ending) => {
                self.motion = None;
                self.shell.clear();
                self.revision += 1;
                self.shell.spoken = words::ending(&ending);
                let mut effects = Vec::new();
                if self.options.sound {
                    effects.push(Common::Sound(Sound::End).into());
                }
                effects
            }
        }
    }

    /// Replaces the game. The previous one goes to the recent games.
    pub(super) fn replace_game(&mut self, game: DuplicateGame, said: &str) -> Vec<Effect> {
        let aside = self.put_aside();
        *self.game = game;
        self.replaced = None;
        self.tour = None;
        self.shell.dialog = None;
        self.input = Input::Idle;
        self.pointed = None;
        self.motion = None;
        self.drawings.clear();
        self.revision += 1;
        let notice = match aside {
            None => Notice::good(format!("{said}.")),
            Some(_) => {
                let text = format!("{said}. The game before is among the recent games.");
                Notice::good(text).with(Remedy::OpenRecents)
            }
        };
        self.shell.show(notice);
        aside.into_iter().chain([Effect::ClearFragment]).collect()
    }

    /// The effect that keeps the game among the recent ones, if there is something to lose.
    fn put_aside(&self) -> Option<Effect> {
        let moves = self.game.moves().count();
        let name = match self.game.ending() {
            Some(ending) => status::result(&ending),
            None if moves == 1 => "1 move".to_owned(),
            None => format!("{moves} moves"),
        };
        (moves > 0 || self.game.is_set_up()).then(|| Effect::PutAside {
            name,
            text: link::write(&self.game),
        })
    }

    fn set_up(&mut self, text: &str, rulings: Rulings) -> Vec<Effect> {
        match Boards::set_up(text) {
            Ok(boards) => {
                let turn = boards.turn();
                let game = DuplicateGame::from_boards(boards, rulings);
                self.replace_game(game, &format!("The boards are set up: {turn} to move"))
            }
            Err(error) => self.shell.tell_bad(sentence(&error.to_string())),
        }
    }

    fn restore_line(&mut self) -> Vec<Effect> {
        let Some(line) = self.replaced.take() else {
            return Vec::new();
        };
        self.input = Input::Idle;
        *self.game = line;
        self.motion = None;
        self.revision += 1;
        self.shell.show(Notice::good("The line is back."));
        Vec::new()
    }

    pub(super) fn keep(&mut self, command: KeepCommand) -> Vec<Effect> {
        let own = self.kept_text();
        match self.shell.hear(self.keeping.hear(command, &own)) {
            Some(text) => match read(&text) {
                Ok(game) => self.replace_game(game, "Loaded the game from the other tab"),
                Err(_) => {
                    self.shell.tell_taken_over(false);
                    Vec::new()
                }
            },
            None => Vec::new(),
        }
    }

    fn open_recent(&mut self, at: u64) -> Vec<Effect> {
        match self.recents.iter().find(|game| game.at == at) {
            Some(game) => self.load(&game.text.clone()),
            None => Vec::new(),
        }
    }

    fn load(&mut self, text: &str) -> Vec<Effect> {
        match read(text) {
            Ok(game) => {
                let moves = game.moves().count();
                let plural = if moves == 1 { "move" } else { "moves" };
                self.replace_game(game, &format!("Loaded a game of {moves} {plural}"))
            }
            Err(error) => self.refuse_to_load(&error.to_string()),
        }
    }

    fn refuse_to_load(&mut self, why: &str) -> Vec<Effect> {
        let why: String = why.chars().take(400).collect();
        let text = format!("{} The game is unchanged.", sentence(&why));
        self.shell.show(Notice::bad(text));
        vec![Effect::ClearFragment]
    }
}

/// Reads a game from a link or a save.
fn read(text: &str) -> Result<DuplicateGame, LoadError> {
    let text = text.trim();
    let fragment = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment);
    match link::is_link(fragment) {
        true => link::read(fragment),
        false => save::load(text),
    }
}
