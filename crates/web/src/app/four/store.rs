//! The one signal with the state, and the way commands reach it.

use leptos::prelude::*;

use super::storage;
use crate::app::sound::Player;
use crate::app::{browser, offline, picture};
use crate::four::{Command, Effect, GameCommand, State};

/// A handle to the state, passed by copy.
#[derive(Clone, Copy)]
pub struct Store {
    state: RwSignal<State>,
    /// Whether the page has been read from storage and may be written back.
    writes: StoredValue<u64>,
    player: Player,
    /// Whether the focus came to where it is by a pointer.
    by_pointer: StoredValue<bool>,
}

impl Store {
    /// The state as the last visit left it, or a new one.
    pub fn open() -> Store {
        let (state, number) = storage::recover();
        Store {
            state: RwSignal::new(state),
            writes: StoredValue::new(number),
            player: Player::default(),
            by_pointer: StoredValue::new(false),
        }
    }

    /// The handle that the app has provided.
    pub fn of_context() -> Store {
        expect_context::<Store>()
    }

    /// Reads from the state and follows its changes.
    pub fn read<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with(read)
    }

    /// Reads from the state once.
    pub fn peek<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with_untracked(read)
    }

    /// A value that follows the state and changes only when it is another.
    pub fn memo<T>(self, read: impl Fn(&State) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        // Boxed, so that the program holds the machinery once for each type of value and not once
        // for each place that asks.
        let read: Box<dyn Fn(&State) -> T + Send + Sync> = Box::new(read);
        Memo::new(move |_| self.state.with(&read))
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
            Effect::Keep => {
                self.writes.update_value(|number| *number += 1);
                let is_kept = self.peek(|state| storage::keep(state, self.writes.get_value()));
                if self.peek(|state| state.is_kept() != is_kept) {
                    self.send(GameCommand::Kept(is_kept));
                }
            }
            Effect::Download { name, text } => {
                if let Err(error) = browser::download(&name, "application/json", &text) {
                    leptos::logging::error!("the file could not be offered: {error:?}");
                }
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
            Effect::Reload => offline::reload(),
        }
    }
}
