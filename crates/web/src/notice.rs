//! A sentence for the people at a page, and what can be done about it.

use crate::keeping::KeepCommand;
use crate::share::ShareGame;
use crate::tone::Tone;

/// A sentence, and whether something went well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether something went well.
    pub is_good: bool,
    /// The sentence.
    pub text: String,
    /// What can be done about it.
    pub remedy: Option<Remedy>,
}

/// What a notice offers to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Bring back what was replaced.
    BringBack,
    /// Save the game to a file.
    SaveFile,
    /// Go on with the game of the other tab.
    TakeOver,
    /// Find the game that was put aside.
    OpenRecents,
}

impl Remedy {
    /// The word on the button.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Remedy::BringBack => "Bring it back",
            Remedy::SaveFile => "Save to a file",
            Remedy::TakeOver => "Use that game",
            Remedy::OpenRecents => "Recent games",
        }
    }
}

/// The commands of a page that does what notices offer.
pub trait Remedies: From<ShareGame> + From<KeepCommand> {
    /// Brings back what was replaced.
    fn bring_back() -> Self;

    /// Finds the game that was put aside. A page that puts one aside brings that one back.
    fn open_recents() -> Self {
        Self::bring_back()
    }

    /// Does what a notice offers.
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
    /// A sentence.
    pub(crate) fn new(is_good: bool, text: impl Into<String>) -> Notice {
        Notice {
            is_good,
            text: text.into(),
            remedy: None,
        }
    }

    /// Something went well.
    pub(crate) fn good(text: impl Into<String>) -> Notice {
        Notice::new(true, text)
    }

    /// Something was refused, or needs attention.
    pub(crate) fn bad(text: impl Into<String>) -> Notice {
        Notice::new(false, text)
    }

    /// The sentence, and how urgent it is.
    pub(crate) fn line(&self) -> (String, Tone) {
        let tone = match self.is_good {
            true => Tone::Plain,
            false => Tone::Alarm,
        };
        (self.text.clone(), tone)
    }

    /// The same with a button.
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
