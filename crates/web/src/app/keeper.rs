//! Saves the game of a page whenever a command has changed it, in two alternating slots, and notices
//! other tabs' writes.

use leptos::prelude::*;

use super::page::Page;
use super::slots::{self, Found, OPTIONS, Slots};
use super::watch::Watch;
use crate::autosave::{KeepCommand, Kept, KeptState};
use crate::notice::Remedies;
use crate::options::{Options, Theme};

/// A page whose game the browser stores.
pub trait KeptPage: Page<State: KeptState, Command: Remedies> {
    /// Where its game is stored; nowhere at a table over the network, or if it is only viewed.
    fn keeper(self) -> Option<Keeper>;

    /// Executes commands, and then saves the game and the preferences if that changed them.
    fn saving(self, act: impl FnOnce()) {
        let before = self.peek(KeptState::revision);
        act();
        // A command may have closed the page.
        let after = self.signal().try_with_untracked(KeptState::revision);
        if after.is_some_and(|after| after != before) {
            self.keep();
        }
    }

    /// Stores what belongs to the game and is not in its slot.
    fn keep_beside(self) {}

    /// Stores the game and the preferences.
    fn keep(self) {
        self.keep_beside();
        let keep = |keeper: Keeper| keeper.keep(self.peek(KeptState::kept_text));
        let is_kept = self.keeper().is_none_or(keep);
        // Preferences can be set again; only losing the game deserves a warning.
        slots::store(OPTIONS, &self.peek(|state| state.options().write()));
        if self.peek(|state| state.is_kept() != is_kept) {
            self.send(KeepCommand::Kept(is_kept));
        }
    }

    /// Notices when another tab writes the game, and reports a stored game that is lost.
    fn follow_storage(self, is_lost: bool) {
        if is_lost {
            self.send(KeepCommand::Lost);
        }
        if let Some(keeper) = self.keeper() {
            keeper.follow_other_tabs(move |text| self.send(KeepCommand::FoundElsewhere(text)));
        }
    }

    fn theme(self) -> Watch<Theme> {
        self.option(|options| options.theme)
    }

    fn option<T>(self, read: fn(&Options) -> T) -> Watch<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        self.memo(move |state| read(state.options()))
    }
}

/// The place of a page, which is `Copy`.
#[derive(Clone, Copy)]
pub struct Keeper {
    slots: &'static Slots,
    /// The number of the last write.
    writes: StoredValue<u64>,
}

impl Keeper {
    /// Opens the place, and returns what the last visit stored.
    pub fn open(slots: &'static Slots) -> (Keeper, Found) {
        let found = slots::read(slots);
        let writes = StoredValue::new(found.number());
        (Keeper { slots, writes }, found)
    }

    /// Opens the place with the newest readable game, and returns whether the stored game is lost.
    pub fn recover<G>(
        slots: &'static Slots,
        read: fn(&str, Options) -> Option<G>,
    ) -> (Keeper, Option<G>, bool) {
        let (keeper, found) = Keeper::open(slots);
        let options = slots::options();
        let mut games = found.games.iter();
        let game = games.find_map(|kept| read(&kept.text, options));
        let is_lost = game.is_none() && found.is_used;
        (keeper, game, is_lost)
    }

    /// Writes a game to the next slot; `false` if the browser does not store it.
    pub fn keep(self, text: String) -> bool {
        self.writes.update_value(|number| *number += 1);
        slots::write(self.slots, self.writes.get_value(), text)
    }

    /// Reports games that another tab writes.
    fn follow_other_tabs(self, found: impl Fn(String) + 'static) {
        let handle = window_event_listener(leptos::ev::storage, move |event| {
            let key = event.key().unwrap_or_default();
            let kept = event.new_value().as_deref().and_then(Kept::read);
            if let Some(kept) = kept.filter(|_| self.slots.contains(&key.as_str())) {
                // The next write here is newer than the other tab's.
                self.writes
                    .update_value(|number| *number = kept.number.max(*number));
                found(kept.text);
            }
        });
        on_cleanup(move || handle.remove());
    }
}
