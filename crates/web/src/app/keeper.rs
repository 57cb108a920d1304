//! A page's place in the storage of the browser: two slots that are written in turn, and a look at
//! what other tabs write there.

use leptos::prelude::*;

use super::slots::{self, Found, Slots};
use crate::autosave::Kept;

/// The place of a page, passed by copy.
#[derive(Clone, Copy)]
pub struct Keeper {
    slots: &'static Slots,
    /// The number of the last write.
    writes: StoredValue<u64>,
}

impl Keeper {
    /// Opens the place, and says what the last visit left there.
    pub fn open(slots: &'static Slots) -> (Keeper, Found) {
        let found = slots::read(slots);
        let writes = StoredValue::new(found.number());
        (Keeper { slots, writes }, found)
    }

    /// Opens the place with the newest game that can be read, and says whether what the last visit
    /// left there is lost.
    pub fn recover<G>(
        slots: &'static Slots,
        read: impl Fn(&str) -> Option<G>,
    ) -> (Keeper, Option<G>, bool) {
        let (keeper, found) = Keeper::open(slots);
        let game = found.games.iter().find_map(|kept| read(&kept.text));
        let is_lost = game.is_none() && found.is_used;
        (keeper, game, is_lost)
    }

    /// Writes a game to the slot whose turn it is; `false` if the browser does not keep it.
    pub fn keep(self, text: String) -> bool {
        self.writes.update_value(|number| *number += 1);
        slots::write(self.slots, self.writes.get_value(), text)
    }

    /// Says which game another tab writes.
    pub fn follow_other_tabs(self, found: impl Fn(String) + 'static) {
        let handle = window_event_listener(leptos::ev::storage, move |event| {
            let key = event.key().unwrap_or_default();
            let kept = event.new_value().as_deref().and_then(Kept::read);
            if let Some(kept) = kept.filter(|_| self.slots.contains(&key.as_str())) {
                // The next write here is newer than the one there.
                self.writes
                    .update_value(|number| *number = kept.number.max(*number));
                found(kept.text);
            }
        });
        on_cleanup(move || handle.remove());
    }
}
