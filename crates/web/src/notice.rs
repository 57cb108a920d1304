//! A message of a page, and the action it offers.

use crate::autosave::KeepCommand;
use crate::share::ShareGame;
use crate::tone::Tone;

/// A message, and whether it is good news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether it is good news.
    pub is_good: bool,
    /// The message.
    pub text: String,
    /// The action it offers.
    pub remedy: Option<Remedy>,
}

/// An action that a notice offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Restore what was replaced.
    BringBack,
    /// Save the game to a file.
    SaveFile,
    /// Continue with the game of the other tab.
    TakeOver,
    /// Find the game that was replaced.
    OpenRecents,
}

impl Remedy {
    /// The label of the button.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Remedy::BringBack => "Restore it",
            Remedy::SaveFile => "Save to a file",
            Remedy::TakeOver => "Use that game",
            Remedy::OpenRecents => "Recent games",
        }
    }
}

/// The commands for the actions of notices.
pub trait Remedies: From<ShareGame> + From<KeepCommand> {
    /// Restores what was replaced.
    fn bring_back() -> Self;

    /// Shows the replaced game. By default this restores it.
    fn open_recents() -> Self {
        Self::bring_back()
    }

    /// Executes the action of a notice.
    fn remedy(remedy: Remedy) -> Self {
        match remedy {
            Remedy::BringBack => Self::bring_back(),
            Remedy::SaveFile => ShareGame::Save.into(),
            Remedy::TakeOver => KeepCommand::TakeOver.into(),
            Remedy::OpenRecents => Self::open_recents(),
        }
    }
}

impl Notice {
    /// A neutral message.
    pub(crate) fn new(is_good: bool, text: impl Into<String>) -> Notice {
        Notice {
            is_good,
            text: text.into(),
            remedy: None,
        }
    }

    /// Something succeeded.
    pub(crate) fn good(text: impl Into<String>) -> Notice {
        Notice::new(true, text)
    }

    /// Something was refused or needs attention.
    pub(crate) fn bad(text: impl Into<String>) -> Notice {
        Notice::new(false, text)
    }

    /// The message and its urgency.
    pub(crate) fn line(&self) -> (String, Tone) {
        let tone = match self.is_good {
            true => Tone::Plain,
            false => Tone::Alarm,
        };
        (self.text.clone(), tone)
    }

    /// The same message with a button.
    pub(crate) fn with(self, remedy: Remedy) -> Notice {
        Notice {
            remedy: Some(remedy),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analyse, four, play};

    #[test]
    fn every_page_does_what_its_notices_offer() {
        use four::{Command, Dialog, GameCommand, WindowCommand};
        let of = Command::remedy;
        assert_eq!(of(Remedy::BringBack), GameCommand::RestoreLine.into());
        let recent = WindowCommand::Open(Dialog::Recent);
        assert_eq!(of(Remedy::OpenRecents), recent.into());
        assert_eq!(of(Remedy::SaveFile), Command::Share(ShareGame::Save));
        assert_eq!(of(Remedy::TakeOver), KeepCommand::TakeOver.into());

        let back = play::Command::from(play::GameCommand::BringBack);
        for remedy in [Remedy::BringBack, Remedy::OpenRecents] {
            assert_eq!(play::Command::remedy(remedy), back);
        }
        let undo = analyse::Command::from(analyse::TreeCommand::Undo);
        assert_eq!(analyse::Command::remedy(Remedy::BringBack), undo);
    }
}
