//! What every page has around its content: a dialog, a notice, and words for a screen reader.

use crate::effects::Copied;
use crate::notice::Notice;

/// The dialog, the notice and the spoken words of a page whose dialogs are `D`.
///
/// What carries out a whole command returns its effects, of which there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell<D> {
    /// The open dialog.
    pub(crate) dialog: Option<D>,
    /// The notice.
    pub(crate) notice: Option<Notice>,
    /// What a screen reader says.
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

    /// The notice.
    #[must_use]
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// The notice, if something was refused or needs attention.
    #[must_use]
    pub fn complaint(&self) -> Option<&Notice> {
        self.notice().filter(|notice| !notice.is_good)
    }

    /// What a screen reader says.
    #[must_use]
    pub fn spoken(&self) -> &str {
        &self.spoken
    }

    /// The open dialog, without what was said before.
    pub(crate) fn only_dialog(&self) -> Shell<D> {
        Shell {
            dialog: self.dialog,
            ..Shell::default()
        }
    }

    /// Opens a dialog, or closes it.
    pub(crate) fn open<E>(&mut self, dialog: Option<D>) -> Vec<E> {
        self.dialog = dialog;
        Vec::new()
    }

    /// Takes the notice away.
    pub(crate) fn dismiss<E>(&mut self) -> Vec<E> {
        self.notice = None;
        Vec::new()
    }

    /// Speaks, and shows nothing.
    pub(crate) fn speak(&mut self, text: &str) {
        text.clone_into(&mut self.spoken);
    }

    /// Shows a notice, and speaks it.
    pub(crate) fn show(&mut self, notice: Notice) {
        self.spoken.clone_from(&notice.text);
        self.notice = Some(notice);
    }

    /// Shows a notice, and speaks it; that is all a command does.
    pub(crate) fn tell<E>(&mut self, notice: Notice) -> Vec<E> {
        self.show(notice);
        Vec::new()
    }

    /// Something went well.
    pub(crate) fn tell_good<E>(&mut self, text: impl Into<String>) -> Vec<E> {
        self.tell(Notice::good(text))
    }

    /// Something was refused, or needs attention.
    pub(crate) fn tell_bad<E>(&mut self, text: impl Into<String>) -> Vec<E> {
        self.tell(Notice::bad(text))
    }

    /// The text that was to be copied is in the clipboard, or not.
    pub(crate) fn tell_copied<E>(&mut self, Copied(copied): Copied) -> Vec<E> {
        match copied {
            true => self.tell_good("Copied to the clipboard."),
            false => self.tell_bad(
                "The browser did not let the page use the clipboard: select the text and copy it.",
            ),
        }
    }
}

/// The state of a page, with a shell around its content.
pub trait PageState {
    /// The dialogs of the page.
    type Dialog: Copy + PartialEq + Send + Sync + 'static;

    /// The dialog, the notice and the spoken words.
    fn shell(&self) -> &Shell<Self::Dialog>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_spoken_too_and_goes_away_alone() {
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
