//! The signal with the state, and the execution of commands.

use std::time::Duration;

use duplicate::SyncedMove;
use leptos::prelude::*;
use thinker::message::{Reply, Request, Rival};

use super::storage;
use crate::app::keeper::{Keeper, KeptPage};
use crate::app::page::Page;
use crate::app::sound::Player;
use crate::app::thinker::Thinker;
use crate::app::{browser, effects, picture, slots};
use crate::four::{
    Command, Dialog, Effect, GameCommand, Question, RivalsCommand, State, WindowCommand,
};

/// A handle to the state, which is `Copy`.
#[derive(Clone, Copy)]
pub struct Store {
    state: RwSignal<State>,
    /// Where the game is stored; nowhere at a table over the network.
    keeper: Option<Keeper>,
    player: Player,
    thinker: Thinker,
    /// Whether the focus was moved by a pointer.
    by_pointer: StoredValue<bool>,
    /// The receiver of moves at a table over the network.
    ask: Option<Callback<SyncedMove>>,
}

impl Page for Store {
    type State = State;
    type Command = Command;

    fn signal(self) -> RwSignal<State> {
        self.state
    }

    fn update(self, command: Command) {
        self.saving(|| {
            let mut effects = Vec::new();
            self.state.update(|state| effects = state.update(command));
            for effect in effects {
                self.carry_out(effect);
            }
        });
    }

    fn open_command(dialog: Option<Dialog>) -> Command {
        dialog
            .map_or(WindowCommand::Close, WindowCommand::Open)
            .into()
    }
}

impl KeptPage for Store {
    fn keeper(self) -> Option<Keeper> {
        self.keeper
    }
}

impl Store {
    /// The stored state, or a new one.
    pub fn open() -> Store {
        let (state, keeper, is_lost) = storage::recover();
        let store = Store::of(state, Some(keeper), None);
        store.thinker.listen(move |reply| store.hear(reply));
        store.follow_storage(is_lost);
        store
    }

    /// A followed game: moves are sent elsewhere, and nothing is stored.
    pub fn following(ask: Callback<SyncedMove>) -> Store {
        Store::of(State::new(slots::options()), None, Some(ask))
    }

    fn of(state: State, keeper: Option<Keeper>, ask: Option<Callback<SyncedMove>>) -> Store {
        Store {
            state: RwSignal::new(state),
            keeper,
            player: Player::default(),
            thinker: Thinker::new(),
            by_pointer: StoredValue::new(false),
            ask,
        }
    }

    /// Remembers whether the last input was by pointer or by keyboard.
    pub fn set_by_pointer(self, by_pointer: bool) {
        self.by_pointer.set_value(by_pointer);
    }

    /// Whether the focus was moved by a pointer.
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

    fn carry_out(self, effect: Effect) {
        match effect {
            Effect::Ask(m) => {
                if let Some(ask) = self.ask {
                    ask.run(m);
                }
            }
            Effect::Focus(place) => browser::focus_square(place.board.name(), place.square),
            Effect::ClearFragment => browser::set_fragment(super::ROUTE),
            Effect::PutAside { name, text } => storage::put_aside(self, name, text),
            Effect::KeepRecents => {
                let games = self.peek(|state| state.recents().to_vec());
                storage::keep_recents(self, games);
            }
            Effect::Picture(file) => picture::offer(file),
            Effect::Common(effect) => effects::carry_out(self, self.player, effect),
            Effect::Think(question) => self.think(question),
            Effect::StopThinking => self.thinker.ask(Request::Stop),
        }
    }

    fn think(self, question: Question) {
        let Question {
            id,
            level,
            save,
            pause,
        } = question;
        let rival = Request::Rival(Rival { id, level, save });
        self.thinker
            .ask_slowly(id, Duration::from_millis(pause), rival);
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
            | Reply::Counted { .. }
            | Reply::Looked { .. }
            | Reply::Alive => return,
        };
        let wait = self.thinker.pause_left(id);
        set_timeout(move || self.send(command.clone()), wait);
    }
}
