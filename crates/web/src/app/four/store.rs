//! The one signal with the state, and the way commands reach it.

use std::time::Duration;

use duplicate::SyncedMove;
use leptos::prelude::*;
use thinker::message::{Reply, Request, Rival};

use super::storage;
use crate::app::keeper::Keeper;
use crate::app::page::Page;
use crate::app::slots::{self, OPTIONS};
use crate::app::sound::Player;
use crate::app::thinker::Thinker;
use crate::app::{browser, picture};
use crate::four::{Command, Effect, GameCommand, Question, RivalsCommand, State};
use crate::keeping::KeepCommand;

/// A handle to the state, passed by copy.
#[derive(Clone, Copy)]
pub struct Store {
    state: RwSignal<State>,
    /// Where the game is kept; nowhere if it is played at a table elsewhere.
    keeper: Option<Keeper>,
    player: Player,
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    /// The question at hand, and when its answer may be heard.
    asked: StoredValue<Option<(u64, Duration)>>,
    /// Whether the focus came to where it is by a pointer.
    by_pointer: StoredValue<bool>,
    /// Whom moves are asked of, if the game is played at a table elsewhere.
    ask: Option<Callback<SyncedMove>>,
}

impl Page for Store {
    type State = State;

    fn signal(self) -> RwSignal<State> {
        self.state
    }
}

impl Store {
    /// The state as the last visit left it, or a new one.
    pub fn open() -> Store {
        let (state, keeper) = storage::recover();
        let store = Store {
            state: RwSignal::new(state),
            keeper: Some(keeper),
            player: Player::default(),
            thinker: StoredValue::new_local(None),
            asked: StoredValue::new(None),
            by_pointer: StoredValue::new(false),
            ask: None,
        };
        let thinker = Thinker::new(move |reply| store.hear(reply));
        store.thinker.set_value(Some(thinker));
        store
    }

    /// A game that is followed: moves are asked of someone else, and nothing is kept.
    pub fn following(ask: Callback<SyncedMove>) -> Store {
        Store {
            state: RwSignal::new(State::new(slots::options())),
            keeper: None,
            player: Player::default(),
            thinker: StoredValue::new_local(None),
            asked: StoredValue::new(None),
            by_pointer: StoredValue::new(false),
            ask: Some(ask),
        }
    }

    /// Where the game is kept, if it is.
    pub fn keeper(self) -> Option<Keeper> {
        self.keeper
    }

    /// Remembers whether it was a pointer that was used last, or the keys that move the focus.
    pub fn set_by_pointer(self, by_pointer: bool) {
        self.by_pointer.set_value(by_pointer);
    }

    /// Whether the focus came to where it is by a pointer.
    pub fn is_by_pointer(self) -> bool {
        self.by_pointer.get_value()
    }

    /// Loads a file that was chosen or dropped.
    pub fn load_file(self, file: web_sys::File) {
        browser::read_file(file, duplicate::save::LENGTH_MAX, move |read| {
            self.send(match read {
                Ok(text) => GameCommand::Load(text),
                Err(why) => GameCommand::LoadFailed(why),
            });
        });
    }

    /// Carries out a command.
    pub fn send(self, command: impl Into<Command>) {
        let command = command.into();
        let mut effects = Vec::new();
        self.state.update(|state| effects = state.update(command));
        for effect in effects {
            self.carry_out(effect);
        }
    }

    fn carry_out(self, effect: Effect) {
        match effect {
            Effect::Keep if self.ask.is_some() => {
                slots::store(OPTIONS, &self.peek(|state| state.options().write()));
            }
            Effect::Ask(m) => {
                if let Some(ask) = self.ask {
                    ask.run(m);
                }
            }
            Effect::Keep => {
                let text = self.peek(State::kept_text);
                let is_kept = self.keeper.is_none_or(|keeper| keeper.keep(text));
                // The options can be chosen again; only the game is worth a warning.
                slots::store(OPTIONS, &self.peek(|state| state.options().write()));
                if self.peek(|state| state.is_kept() != is_kept) {
                    self.send(GameCommand::Keeping(KeepCommand::Kept(is_kept)));
                }
            }
            Effect::Download { name, text } => {
                browser::download(&name, "application/json", &text);
            }
            Effect::Copy(text) => {
                browser::copy(text, move |copied| self.send(GameCommand::Copied(copied)));
            }
            Effect::Focus(place) => browser::focus_square(place.board.name(), place.square),
            Effect::FocusChooser => request_animation_frame(browser::focus_chooser),
            Effect::ClearFragment => browser::set_fragment(super::ROUTE),
            Effect::PutAside { name, text } => storage::put_aside(self, name, text),
            Effect::KeepRecents => {
                let games = self.peek(|state| state.recents().to_vec());
                storage::keep_recents(self, games);
            }
            Effect::Sound(sound) => self.player.play(sound),
            Effect::Picture(picture) => {
                let scene = self.peek(State::scene);
                picture::offer(picture, "duplicate-chess", scene.width / scene.height);
            }
            Effect::Think(question) => self.think(question),
            Effect::StopThinking => self.post(Request::Stop),
        }
    }

    fn think(self, question: Question) {
        let Question {
            id,
            level,
            save,
            pause,
        } = question;
        let due = browser::now() + Duration::from_millis(pause);
        self.asked.set_value(Some((id, due)));
        self.post(Request::Rival(Rival { id, level, save }));
    }

    fn post(self, request: Request) {
        if let Some(thinker) = self.thinker.get_value() {
            thinker.ask(request);
        }
    }

    fn hear(self, reply: Reply) {
        let (id, command) = match reply {
            Reply::Rival { id, line } => (id, RivalsCommand::Answered(id, line)),
            Reply::Failed { id, why } => (id, RivalsCommand::Failed(id, why)),
            Reply::Best { .. }
            | Reply::Progress(_)
            | Reply::Stopped { .. }
            | Reply::Ruling { .. }
            | Reply::Audit(_)
            | Reply::Counted { .. } => return,
        };
        let wait = match self.asked.get_value() {
            Some((asked, due)) if asked == id => due.saturating_sub(browser::now()),
            _ => Duration::ZERO,
        };
        set_timeout(move || self.send(command.clone()), wait);
    }
}
