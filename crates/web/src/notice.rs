//! The messages of a page, and the actions they offer.

use crate::autosave::KeepCommand;
use crate::share::ShareGame;
use crate::tone::Tone;

/// A message, and whether it is good news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub is_good: bool,
    pub text: String,
    /// The action it offers.
    pub remedy: Option<Remedy>,
}

/// An action that a notice offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Restore what was replaced.
    BringBack,
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

/// A message as it is shown: its words, what it means, and its buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    pub tone: Tone,
    /// Whether it is a notice, which can be put away.
    pub is_notice: bool,
    pub buttons: Vec<Button>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// Its name for tests.
    pub action: &'static str,
    pub words: String,
    /// Whether it is what the message is about.
    pub is_primary: bool,
    pub press: Press,
}

/// What a button of a message does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    Remedy(Remedy),
    /// Removes a notice; the newest has the number 0.
    Dismiss(usize),
    /// Claims a draw in the present position.
    Claim,
    /// Claims a draw with the move that is named.
    ClaimNamed,
    AcceptDraw,
    DeclineDraw,
    /// The action with this name, of the page itself.
    Act(&'static str),
}

impl Said {
    /// A message without buttons.
    pub(crate) fn new(text: impl Into<String>, tone: Tone) -> Said {
        Said {
            text: text.into(),
            tone,
            is_notice: false,
            buttons: Vec::new(),
        }
    }

    /// The same message with another button.
    pub(crate) fn with(
        mut self,
        action: &'static str,
        words: impl Into<String>,
        press: Press,
    ) -> Said {
        let is_primary = self.tone == Tone::Offer && self.buttons.is_empty();
        self.buttons.push(Button {
            action,
            words: words.into(),
            is_primary,
            press,
        });
        self
    }
}

/// The texts of messages, one after another.
#[must_use]
pub fn texts(messages: &[Said]) -> String {
    let texts: Vec<&str> = messages.iter().map(|said| said.text.as_str()).collect();
    texts.join(" ")
}

/// The commands for the actions of notices.
pub trait Remedies: From<ShareGame> + From<KeepCommand> {
    fn bring_back() -> Self;

    /// Shows the replaced game. By default this restores it.
    fn open_recents() -> Self {
        Self::bring_back()
    }

    fn remedy(remedy: Remedy) -> Self {
        match remedy {
            Remedy::BringBack => Self::bring_back(),
            Remedy::SaveFile => ShareGame::Save.into(),
            Remedy::TakeOver => KeepCommand::TakeOver.into(),
            Remedy::OpenRecents => Self::open_recents(),
        }
    }

    fn dismiss(number: usize) -> Self;

    /// Executes a button of a message; `None` if the page has no such button.
    fn press(press: Press) -> Option<Self> {
        match press {
            Press::Remedy(remedy) => Some(Self::remedy(remedy)),
            Press::Dismiss(number) => Some(Self::dismiss(number)),
            Press::Claim
            | Press::ClaimNamed
            | Press::AcceptDraw
            | Press::DeclineDraw
            | Press::Act(_) => None,
        }
    }
}

impl Notice {
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

    /// The message as it is shown, with this number among the notices.
    pub(crate) fn said(&self, number: usize) -> Said {
        let tone = match self.is_good {
            true => Tone::Plain,
            false => Tone::Error,
        };
        let mut said = Said::new(&self.text, tone);
        if let Some(remedy) = self.remedy {
            said = said.with("remedy", remedy.word(), Press::Remedy(remedy));
        }
        Said {
            is_notice: true,
            ..said.with("dismiss", "OK", Press::Dismiss(number))
        }
    }

    /// Whether it is about the storage of the game, and stays until someone puts it away.
    pub(crate) fn stays(&self) -> bool {
        matches!(self.remedy, Some(Remedy::SaveFile | Remedy::TakeOver))
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
