//! What every page has around its content: a dialog, a notice, and announcements for screen
//! readers.

use chess::Role;

use crate::effects::Copied;
use crate::notice::Notice;

/// The dialog, the notice and the announcement of a page whose dialogs are `D`.
///
/// Methods that execute a whole command return its effects, of which there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell<D> {
    /// The open dialog.
    pub(crate) dialog: Option<D>,
    pub(crate) notice: Option<Notice>,
    /// The announcement for screen readers.
    pub(crate) spoken: String,
}

impl<D> Default for Shell<D> {
    fn default() -> Shell<D> {
        Shell {
            dialog: None,
            notice: None,
            spoken: String::new(),
        }
    }
}

impl<D: Copy> Shell<D> {
    /// The open dialog.
    #[must_use]
    pub fn dialog(&self) -> Option<D> {
        self.dialog
    }

    #[must_use]
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// The notice, if it needs attention.
    #[must_use]
    pub fn complaint(&self) -> Option<&Notice> {
        self.notice().filter(|notice| !notice.is_good)
    }

    /// The announcement for screen readers.
    #[must_use]
    pub fn spoken(&self) -> &str {
        &self.spoken
    }

    /// The open dialog, without the previous notice.
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

    /// Removes the notice.
    pub(crate) fn dismiss<E>(&mut self) -> Vec<E> {
        self.notice = None;
        Vec::new()
    }

    /// Announces a text without showing it.
    pub(crate) fn speak(&mut self, text: &str) {
        text.clone_into(&mut self.spoken);
    }

    /// Shows and announces a notice.
    pub(crate) fn show(&mut self, notice: Notice) {
        self.spoken.clone_from(&notice.text);
        self.notice = Some(notice);
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
    /// The chooser of a promotion piece.
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

    /// Who receives keys.
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
        let _: Vec<()> = shell.dismiss();
        assert_eq!(shell.notice(), None);
        assert_eq!(notice.text, shell.spoken());
    }
}
