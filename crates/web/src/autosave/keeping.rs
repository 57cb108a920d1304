//! The messages about the storage of a game: nothing is lost silently.

use crate::notice::{Notice, Remedy};

/// What a page knows about the storage of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeping {
    pub(super) is_kept: bool,
    /// The game that another tab has continued.
    elsewhere: Option<String>,
}

/// An event of the browser's storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeepCommand {
    /// Whether the game was stored.
    Kept(bool),
    /// The game of the last visit cannot be read.
    Lost,
    /// Another tab has written this game.
    FoundElsewhere(String),
    /// Continue with the game of the other tab.
    TakeOver,
}

/// The consequence of a storage event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Nothing,
    Notice(Notice),
    /// Continue with this game of another tab.
    TakeOver(String),
}

impl Default for Keeping {
    fn default() -> Keeping {
        Keeping {
            is_kept: true,
            elsewhere: None,
        }
    }
}

impl Keeping {
    /// Handles a storage event; `own` is the game of this page.
    pub fn hear(&mut self, command: KeepCommand, own: &str) -> Heard {
        let notice = match command {
            KeepCommand::Kept(is_kept) => self.set_kept(is_kept),
            KeepCommand::Lost => Some(lost()),
            KeepCommand::FoundElsewhere(text) => self.find_elsewhere(text, own),
            KeepCommand::TakeOver => {
                let elsewhere = self.elsewhere.take();
                return elsewhere.map_or(Heard::Nothing, Heard::TakeOver);
            }
        };
        notice.map_or(Heard::Nothing, Heard::Notice)
    }

    /// Notes whether the game was stored, and reports a change once.
    fn set_kept(&mut self, is_kept: bool) -> Option<Notice> {
        let before = core::mem::replace(&mut self.is_kept, is_kept);
        match (before, is_kept) {
            (true, false) => {
                let text = "The browser cannot keep this game: its storage is full or blocked. The \
                            game would be gone when the page is closed.";
                Some(Notice::bad(text).with(Remedy::SaveFile))
            }
            (false, true) => Some(Notice::good("The browser keeps the game again.")),
            (false, false) | (true, true) => None,
        }
    }

    /// Another tab has written this game; `own` is the one of this page.
    fn find_elsewhere(&mut self, text: String, own: &str) -> Option<Notice> {
        if text == own {
            return None;
        }
        self.elsewhere = Some(text);
        let text = "Another tab goes on with the game that is kept in this browser. What is played \
                    here replaces it.";
        Some(Notice::bad(text).with(Remedy::TakeOver))
    }
}

/// Reports that the stored game cannot be read.
fn lost() -> Notice {
    Notice::bad("The game of the last visit could not be read; here is a new one.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_storage_failure_and_its_end_are_reported_once() {
        let mut keeping = Keeping::default();
        assert_eq!(keeping.set_kept(true), None);
        let notice = keeping.set_kept(false).unwrap();
        assert_eq!(notice.remedy, Some(Remedy::SaveFile));
        assert_eq!(keeping.set_kept(false), None);
        assert!(keeping.set_kept(true).unwrap().is_good);
    }

    #[test]
    fn the_game_of_another_tab_is_offered_unless_it_is_the_same() {
        let mut keeping = Keeping::default();
        assert_eq!(keeping.find_elsewhere("x".to_owned(), "x"), None);
        let notice = keeping.find_elsewhere("y".to_owned(), "x").unwrap();
        assert_eq!(notice.remedy, Some(Remedy::TakeOver));
        let there = Heard::TakeOver("y".to_owned());
        assert_eq!(keeping.hear(KeepCommand::TakeOver, "x"), there);
        assert_eq!(keeping.hear(KeepCommand::TakeOver, "x"), Heard::Nothing);
    }
}
