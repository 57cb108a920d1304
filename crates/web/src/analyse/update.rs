//! The one place where commands change a study.

mod editor;
mod files;
mod hand;
mod look;
mod tree;
mod worker;

use game::pgn::NodeId;

use super::{Command, Effect, Study};
use crate::effects::Sound;
use crate::keeping::{self, KeepCommand};
use crate::notice::Notice;
use crate::single::hand::Hand;

/// How many changes can be taken back.
const EARLIER_MAX: usize = 30;

impl Study {
    /// Carries out a command and returns what is left to the page.
    pub fn update(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Hand(gesture) => self.gesture(gesture),
            Command::Activate(square) => self.activate(square),
            Command::Focus(square) => {
                self.cursor = square;
                Vec::new()
            }
            Command::LetGo => {
                self.hand = Hand::Idle;
                Vec::new()
            }
            Command::Promote(role) => self.promote_pawn(role),
            Command::Type(text) => self.type_move(&text),
            Command::Look(command) => self.look(command),
            Command::Tree(command) => self.change(command),
            Command::Engine(command) => self.engine_command(command),
            Command::Referee(command) => self.referee_command(command),
            Command::File(command) => self.file(command),
            Command::Edit(command) => self.edit(command),
            Command::Open(dialog) => {
                self.dialog = dialog;
                // What a dialog says belongs to it alone.
                self.notice = None;
                Vec::new()
            }
            Command::Keeping(command) => self.keep(command),
            Command::Dismiss => {
                self.notice = None;
                Vec::new()
            }
            Command::Copied(true) => self.tell(true, "Copied to the clipboard."),
            Command::Copied(false) => self.tell(
                false,
                "The browser did not let the page use the clipboard: select the text and copy it.",
            ),
        }
    }

    /// Looks at another move, and all that follows from it.
    fn go(&mut self, to: NodeId, is_animated: bool) -> Vec<Effect> {
        self.at = to;
        self.hand = Hand::Idle;
        self.drawings.clear();
        self.notice = None;
        self.is_animated = is_animated;
        self.steps += 1;
        self.engine.forget();
        self.ruling = super::Ruling::default();
        self.spoken = self.words();
        let mut effects = vec![Effect::Keep];
        effects.extend(self.ask_engine());
        effects
    }

    /// What a screen reader says about where the study is.
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
        Some(Effect::Sound(sound))
    }

    /// Remembers what is there, before it is changed.
    fn remember(&mut self) {
        self.earlier.push((self.tree.clone(), self.at));
        if self.earlier.len() > EARLIER_MAX {
            self.earlier.remove(0);
        }
    }

    /// What the storage of the browser tells.
    fn keep(&mut self, command: KeepCommand) -> Vec<Effect> {
        let notice = match command {
            KeepCommand::Kept(is_kept) => self.keeping.set_kept(is_kept),
            KeepCommand::Lost => Some(keeping::lost()),
            KeepCommand::FoundElsewhere(text) => {
                let own = self.kept_text();
                self.keeping.find_elsewhere(text, &own)
            }
            KeepCommand::TakeOver => {
                let text = self.keeping.take_over().unwrap_or_default();
                return match Study::restore(&text, self.options) {
                    Some(study) => self.open_at(study.tree, study.at),
                    None => self.tell(false, "The game of the other tab cannot be read."),
                };
            }
        };
        if let Some(notice) = notice {
            notice.text.clone_into(&mut self.spoken);
            self.notice = Some(notice);
        }
        Vec::new()
    }

    fn tell(&mut self, is_good: bool, text: &str) -> Vec<Effect> {
        text.clone_into(&mut self.spoken);
        self.notice = Some(Notice::new(is_good, text));
        Vec::new()
    }
}
