//! What every page has around its content: a dialog, a notice, and announcements for screen
//! readers.

use chess::Role;

use crate::autosave::Heard;
use crate::effects::{Common, Copied};
use crate::notice::{Notice, Remedy, Said};
use crate::share::{ShareGame, SharedGame};

const NOTICES_MAX: usize = 4;

/// The dialog, the notice and the announcement of a page whose dialogs are `D`.
///
/// Methods that execute a whole command return its effects, of which there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell<D> {
    pub(crate) dialog: Option<D>,
    /// The notices, newest first.
    notices: Vec<Notice>,
    /// The announcement for screen readers.
    pub(crate) spoken: String,
}

impl<D> Default for Shell<D> {
    fn default() -> Shell<D> {
        Shell {
            dialog: None,
            notices: Vec::new(),
            spoken: String::new(),
        }
    }
}

impl<D: Copy> Shell<D> {
    #[must_use]
    pub fn dialog(&self) -> Option<D> {
        self.dialog
    }

    /// The newest notice.
    #[must_use]
    pub fn notice(&self) -> Option<&Notice> {
        self.notices.first()
    }

    /// The newest notice about what was done, if it needs attention.
    #[must_use]
    pub fn complaint(&self) -> Option<&Notice> {
        let mut notices = self.notices.iter().filter(|notice| !notice.stays());
        notices.next().filter(|notice| !notice.is_good)
    }

    /// The notices as they are shown, newest first.
    #[must_use]
    pub fn said(&self) -> Vec<Said> {
        let notices = self.notices.iter().enumerate();
        notices
            .map(|(number, notice)| notice.said(number))
            .collect()
    }

    #[must_use]
    pub fn spoken(&self) -> &str {
        &self.spoken
    }

    /// The open dialog, without the previous notices.
    pub(crate) fn only_dialog(&self) -> Shell<D> {
        Shell {
            dialog: self.dialog,
            ..Shell::default()
        }
    }

    /// Opens or closes a dialog.
    pub(crate) fn open<E>(&mut self, dialog: Option<D>) -> Vec<E> {
        self.dialog = dialog;
        Vec::new()
    }

    /// Removes a notice that the person has read; the newest has the number 0.
    pub(crate) fn dismiss<E>(&mut self, number: usize) -> Vec<E> {
        if number < self.notices.len() {
            self.notices.remove(number);
        }
        Vec::new()
    }

    /// Removes the notices that the next action makes obsolete. Those about the storage stay.
    pub(crate) fn clear(&mut self) {
        self.notices.retain(Notice::stays);
    }

    /// Removes the obsolete notices, except for those that offer something.
    pub(crate) fn clear_words(&mut self) {
        self.notices.retain(|notice| notice.remedy.is_some());
    }

    /// Removes the notice with this action, which has been executed or is no longer needed.
    pub(crate) fn settle(&mut self, remedy: Remedy) {
        self.notices.retain(|notice| notice.remedy != Some(remedy));
    }

    /// Adds an action to the newest notice.
    pub(crate) fn offer(&mut self, remedy: Remedy) {
        if let Some(notice) = self.notices.first_mut() {
            notice.remedy = Some(remedy);
        }
    }

    /// Announces a text without showing it.
    pub(crate) fn speak(&mut self, text: &str) {
        text.clone_into(&mut self.spoken);
    }

    /// Shows and announces a notice, above the others. It replaces one that says or offers the same.
    pub(crate) fn show(&mut self, notice: Notice) {
        self.spoken.clone_from(&notice.text);
        self.show_silently(notice);
    }

    /// Shows a notice that is part of a longer announcement.
    pub(crate) fn show_silently(&mut self, notice: Notice) {
        self.notices.retain(|other| {
            let offers_the_same = other.remedy.is_some() && other.remedy == notice.remedy;
            other.text != notice.text && !offers_the_same
        });
        self.notices.insert(0, notice);
        self.notices.truncate(NOTICES_MAX);
    }

    /// Shows and announces a notice, as the only effect of a command.
    pub(crate) fn tell<E>(&mut self, notice: Notice) -> Vec<E> {
        self.show(notice);
        Vec::new()
    }

    /// Something succeeded.
    pub(crate) fn tell_good<E>(&mut self, text: impl Into<String>) -> Vec<E> {
        self.tell(Notice::good(text))
    }

    /// Something was refused or needs attention.
    pub(crate) fn tell_bad<E>(&mut self, text: impl Into<String>) -> Vec<E> {
        self.tell(Notice::bad(text))
    }

    /// Shows what the storage says; returns the game of another tab that is to be used.
    pub(crate) fn hear(&mut self, heard: Heard) -> Option<String> {
        match heard {
            Heard::Nothing => None,
            Heard::Notice(notice) => {
                if notice.is_good {
                    self.settle(Remedy::SaveFile);
                }
                self.show(notice);
                None
            }
            Heard::TakeOver(text) => {
                self.settle(Remedy::TakeOver);
                Some(text)
            }
        }
    }

    /// The game of another tab was taken over, or its text cannot be read.
    pub(crate) fn tell_taken_over(&mut self, is_read: bool) {
        self.show(match is_read {
            true => Notice::good("Loaded the game from the other tab."),
            false => Notice::bad("The game of the other tab cannot be read."),
        });
    }

    /// Exports a game, and says so where the export itself cannot be seen.
    pub(crate) fn share(&mut self, game: SharedGame, how: ShareGame) -> Common {
        if how == ShareGame::Save {
            self.show(Notice::good(format!("Saved as {}.", game.file.name)));
        }
        game.share(how)
    }

    /// Whether the text was copied to the clipboard.
    pub(crate) fn tell_copied<E>(&mut self, Copied(copied): Copied) -> Vec<E> {
        match copied {
            true => self.tell_good("Copied to the clipboard."),
            false => self.tell_bad(
                "The browser did not let the page use the clipboard: select the text and copy it.",
            ),
        }
    }
}

/// Who receives keys. What is open above the page has them alone, from the moment it opens: the state
/// decides, and not the focus of the browser, which follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyHolder {
    /// The page with its boards.
    Page,
    Chooser,
    Dialog,
}

/// The state of a page with its shell.
pub trait PageState {
    type Dialog: Copy + PartialEq + Send + Sync + 'static;

    /// The dialog, the notice and the announcement.
    fn shell(&self) -> &Shell<Self::Dialog>;

    /// The piece that is marked in the promotion chooser, if it is open.
    fn marked(&self) -> Option<Role> {
        None
    }

    fn key_holder(&self) -> KeyHolder {
        match (self.shell().dialog(), self.marked()) {
            (Some(_), _) => KeyHolder::Dialog,
            (None, Some(_)) => KeyHolder::Chooser,
            (None, None) => KeyHolder::Page,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_messages_are_announced_and_removed_separately() {
        let mut shell = Shell::<()>::default();
        let none: Vec<()> = shell.tell_copied(Copied(false));
        assert!(none.is_empty());
        let notice = shell.notice().cloned().unwrap();
        assert!(!notice.is_good);
        assert_eq!(notice.text, shell.spoken());
        let _: Vec<()> = shell.dismiss(0);
        assert_eq!(shell.notice(), None);
        assert_eq!(notice.text, shell.spoken());
    }

    #[test]
    fn several_notices_are_a_list_newest_first() {
        let mut shell = Shell::<()>::default();
        shell.show(Notice::bad("The storage is full.").with(Remedy::SaveFile));
        shell.show(Notice::good("Black declines the draw."));
        shell.show(Notice::good("Copied."));
        let texts = |shell: &Shell<()>| -> Vec<String> {
            let said = shell.said().into_iter();
            said.map(|said| said.text).collect()
        };
        assert_eq!(
            texts(&shell),
            [
                "Copied.",
                "Black declines the draw.",
                "The storage is full."
            ]
        );
        // Saying the same again does not repeat it.
        shell.show(Notice::good("Black declines the draw."));
        assert_eq!(texts(&shell)[..2], ["Black declines the draw.", "Copied."]);
        let _: Vec<()> = shell.dismiss(1);
        assert_eq!(
            texts(&shell),
            ["Black declines the draw.", "The storage is full."]
        );
        // A move makes words obsolete, but not what is about the storage.
        shell.clear();
        assert_eq!(texts(&shell), ["The storage is full."]);
        assert_eq!(shell.complaint(), None, "nothing was refused");
        shell.settle(Remedy::SaveFile);
        assert!(shell.said().is_empty());
    }
}
