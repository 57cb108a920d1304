//! What the browser keeps: the running game, the options, and the games that were put aside.

use leptos::prelude::*;

use super::store::Store;
use crate::app::keeper::Keeper;
use crate::app::page::Page;
use crate::app::slots::{self, Slots, store as write, stored};
use crate::four::recent::{self, Recent};
use crate::four::{GameCommand, State};
use crate::keeping::KeepCommand;

static SLOTS: Slots = ["fourfold.game.0", "fourfold.game.1"];
const RECENT: &str = "fourfold.recent";

/// Whether a game is kept that has begun.
pub fn has_game() -> bool {
    let games = slots::read(&SLOTS).games;
    games
        .first()
        .is_some_and(|kept| kept.text.len() > "1.".len())
}

/// The state as the last visit left it, its place in the storage, and whether the game is lost.
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

/// Puts a game aside. What other tabs have put aside meanwhile stays.
pub fn put_aside(store: Store, name: String, text: String) {
    let mut games = recents();
    let at = js_sys::Date::now() as u64;
    recent::add(&mut games, Recent { at, name, text });
    keep_recents(store, games);
}

/// Writes the list of games that were put aside, without the oldest where there is no room.
pub fn keep_recents(store: Store, mut games: Vec<Recent>) {
    while !write(RECENT, &recent::write(&games)) {
        if games.pop().is_none() {
            return store.send(KeepCommand::Kept(false));
        }
    }
    store.send(GameCommand::Recents(games));
}

/// Notices when another tab writes the list of games.
pub fn follow_recents(store: Store) {
    let handle = window_event_listener(leptos::ev::storage, move |event| {
        if event.key().as_deref() == Some(RECENT) {
            store.send(GameCommand::Recents(recents()));
        }
    });
    on_cleanup(move || handle.remove());
}
