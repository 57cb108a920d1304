//! What the browser keeps for every page: texts under names, and games in two slots that are written
//! in turn.

use leptos::prelude::*;

use crate::autosave::{self, Kept};
use crate::options::Options;

/// The names of the two slots of a page.
pub type Slots = [&'static str; autosave::SLOTS];

/// The name under which the options are kept.
pub const OPTIONS: &str = "fourfold.options";

/// What the slots hold.
pub struct Found {
    /// The whole games, the newest first.
    pub games: Vec<Kept>,
    /// Whether anything is in the slots, whole or not.
    pub is_used: bool,
}

impl Found {
    /// The number of the newest game.
    pub fn number(&self) -> u64 {
        self.games.first().map_or(0, |kept| kept.number)
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// A text that was kept.
pub fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps a text; `false` if the browser has no room or no permission for it.
pub fn store(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
}

/// A text that is kept for this tab only.
pub fn stored_in_tab(key: &str) -> Option<String> {
    let storage = window().session_storage().ok().flatten()?;
    storage.get_item(key).ok().flatten()
}

/// Keeps a text for this tab only.
pub fn store_in_tab(key: &str, value: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(key, value);
    }
}

/// The names of all texts that begin like this.
pub fn names(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let count = storage.length().unwrap_or_default();
    let names = (0..count).filter_map(|index| storage.key(index).ok().flatten());
    names.filter(|name| name.starts_with(prefix)).collect()
}

/// Forgets a text.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// What the person likes.
pub fn options() -> Options {
    stored(OPTIONS).map_or_else(Options::default, |line| Options::read(&line))
}

/// Reads the slots.
pub fn read(slots: &Slots) -> Found {
    let texts = slots.map(stored);
    Found {
        games: autosave::newest_first(texts.iter().map(Option::as_deref)),
        is_used: texts.iter().any(Option::is_some),
    }
}

/// Writes a game to the slot whose turn it is; `false` if the browser does not keep it.
pub fn write(slots: &Slots, number: u64, text: String) -> bool {
    let kept = Kept { number, text };
    store(slots[kept.slot()], &kept.write())
}
