//! What the browser keeps: the running game, the options, and the games that were put aside.

use leptos::prelude::*;

use super::store::Store;
use crate::app::slots::{self, OPTIONS, Slots, store as write, stored};
use crate::autosave::Kept;
use crate::four::recent::{self, Recent};
use crate::four::{GameCommand, State};

const SLOTS: Slots = ["fourfold.game.0", "fourfold.game.1"];
const RECENT: &str = "fourfold.recent";

/// Whether a game is kept that has begun.
pub fn has_game() -> bool {
    let games = slots::read(&SLOTS).games;
    games
        .first()
        .is_some_and(|kept| kept.text.len() > "1.".len())
}

/// The state as the last visit left it, and the number of its last write.
pub fn recover() -> (State, u64) {
    let options = slots::options();
    let mut state = State::new(options);
    let found = slots::read(&SLOTS);
    let restored = found.games.iter().any(|kept| state.restore(&kept.text));
    if !restored && found.is_used {
        state.report_lost();
    }
    state.update(GameCommand::Recents(recents()));
    (state, found.number())
}

/// Writes the state to the slot whose turn it is; `false` if the browser does not keep it.
pub fn keep(state: &State, number: u64) -> bool {
    let is_kept = slots::write(&SLOTS, number, state.kept_text());
    // The options can be chosen again; only the game is worth a warning.
    write(OPTIONS, &state.options().write());
    is_kept
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
            return store.send(GameCommand::Kept(false));
        }
    }
    store.send(GameCommand::Recents(games));
}

/// Notices when another tab writes the game or the list of games.
pub fn follow_other_tabs(store: Store) {
    let handle = window_event_listener(leptos::ev::storage, move |event| {
        let key = event.key().unwrap_or_default();
        if key == RECENT {
            store.send(GameCommand::Recents(recents()));
        } else if SLOTS.contains(&key.as_str())
            && let Some(kept) = event.new_value().as_deref().and_then(Kept::read)
        {
            store.send(GameCommand::FoundElsewhere(kept.text));
        }
    });
    on_cleanup(move || handle.remove());
}
