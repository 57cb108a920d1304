//! What a message of a page means. Each tone has a color, and the color means nothing else.

/// The meaning of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The state of the game.
    Plain,
    /// An error or a refused command.
    Error,
    /// A check, or little time.
    Warning,
    /// Something that the person may do: a claim, an answer to an offer.
    Offer,
    /// The game is over.
    Verdict,
    /// The game is over because a flag has fallen.
    Flag,
    /// What is shown is not the current position.
    Past,
}

impl Tone {
    #[must_use]
    pub const fn is_end(self) -> bool {
        matches!(self, Tone::Verdict | Tone::Flag)
    }

    /// The name in the style sheet.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Error => "error",
            Tone::Warning => "warning",
            Tone::Offer => "offer",
            Tone::Verdict => "verdict",
            Tone::Flag => "flag",
            Tone::Past => "past",
        }
    }
}
