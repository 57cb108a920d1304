//! When a page saves its game, and what it says about that.
//!
//! What a page stores is in [`Tracked`] fields, whose revision advances with every change. After each
//! command the page compares revisions and saves if they differ (`app/keeper.rs`). So no command has to
//! remember to save. A slot ([`Kept`]) is what is written, and [`Keeping`] knows whether the browser
//! took it.

mod keeping;
mod slot;
mod tracked;

pub use keeping::{Heard, KeepCommand, Keeping};
pub use slot::{Kept, SLOTS, checksum, newest_first};
pub use tracked::Tracked;

use crate::options::Options;
use crate::shell::PageState;

/// The state of a page whose game the browser stores.
pub trait KeptState: PageState {
    fn options(&self) -> &Options;

    /// The state of the storage.
    fn keeping(&self) -> &Keeping;

    /// The game in stored form.
    fn kept_text(&self) -> String;

    /// Differs from all earlier ones if the game or the preferences may have changed.
    fn revision(&self) -> u64;

    /// Whether the browser stores the game.
    fn is_kept(&self) -> bool {
        self.keeping().is_kept
    }
}

#[cfg(test)]
mod tests;
