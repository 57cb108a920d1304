//! Storage of the current game, the preferences and the recent games.

use leptos::prelude::*;

use super::store::Store;
use crate::app::keeper::Keeper;
use crate::app::page::Page;
use crate::app::slots::{self, Slots, store as write, stored};
use crate::autosave::KeepCommand;
use crate::four::recent::{self, Recent};
use crate::four::{GameCommand, State};

static SLOTS: Slots = ["fourfold.game.0", "fourfold.game.1"];
const RECENT: &str = "fourfold.recent";

/// Whether there is a stored game with moves.
pub fn has_game() -> bool {
    let games = slots::read(&SLOTS).games;
    games
        .first()
        .is_some_and(|kept| kept.text.len() > "1.".len())
}

/// The stored state, its place in the storage, and whether the stored game is lost.
pub fn recover() -> (State, Keeper, bool) {
    let options = slots::options();
    let mut state = State::new(options);
    let (keeper, found) = Keeper::open(&SLOTS);
    let restored = found.games.iter().any(|kept| state.restore(&kept.text));
    state.update(GameCommand::Recents(recents()));
    (state, keeper, !restored && found.is_used)
}

fn recents() -> Vec<Recent> {
    recent::read(&stored(RECENT).unwrap_or_default())
}

/// Adds a recent game. Those that other tabs have added meanwhile stay.
pub fn put_aside(store: Store, name: String, text: String) {
    let mut games = recents();
    let at = js_sys::Date::now() as u64;
    recent::add(&mut games, Recent { at, name, text });
    keep_recents(store, games);
}

/// Stores the list of recent games, without the oldest if there is no room.
pub fn keep_recents(store: Store, mut games: Vec<Recent>) {
    while !write(RECENT, &recent::write(&games)) {
        if games.pop().is_none() {
            return store.send(KeepCommand::Kept(false));
        }
    }
    store.send(GameCommand::Recents(games));
}

/// Notices when another tab writes the list of recent games.
pub fn follow_recents(store: Store) {
    let handle = window_event_listener(leptos::ev::storage, move |event| {
        if event.key().as_deref() == Some(RECENT) {
            store.send(GameCommand::Recents(recents()));
        }
    });
    on_cleanup(move || handle.remove());
}
