//! The browser's storage for every page: named texts, and games in two alternating slots.

use leptos::prelude::*;

use crate::autosave::{self, Kept};
use crate::options::Options;

/// The names of the two slots of a page.
pub type Slots = [&'static str; autosave::SLOTS];

/// The name of the stored preferences.
pub const OPTIONS: &str = "fourfold.options";

/// The content of the slots.
pub struct Found {
    /// The valid games, newest first.
    pub games: Vec<Kept>,
    /// Whether the slots contain anything, valid or not.
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

pub fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Stores a text; `false` if the browser has no room or no permission for it.
pub fn store(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
}

pub fn stored_in_tab(key: &str) -> Option<String> {
    let storage = window().session_storage().ok().flatten()?;
    storage.get_item(key).ok().flatten()
}

pub fn store_in_tab(key: &str, value: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(key, value);
    }
}

/// The names of all texts with this prefix.
pub fn names(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let count = storage.length().unwrap_or_default();
    let names = (0..count).filter_map(|index| storage.key(index).ok().flatten());
    names.filter(|name| name.starts_with(prefix)).collect()
}

pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// The stored preferences.
pub fn options() -> Options {
    stored(OPTIONS).map_or_else(Options::default, |line| Options::read(&line))
}

pub fn read(slots: &Slots) -> Found {
    let texts = slots.map(stored);
    Found {
        games: autosave::newest_first(texts.iter().map(Option::as_deref)),
        is_used: texts.iter().any(Option::is_some),
    }
}

/// Writes a game to the next slot; `false` if the browser does not store it.
pub fn write(slots: &Slots, number: u64, text: String) -> bool {
    let kept = Kept { number, text };
    store(slots[kept.slot()], &kept.write())
}
