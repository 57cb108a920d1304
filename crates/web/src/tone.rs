//! The urgency of the message that a page shows beside its boards.

/// The urgency of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Information.
    Plain,
    /// A check, a refusal, or an available claim.
    Alarm,
    /// The game is over.
    Verdict,
    /// What is shown is not the current position.
    Past,
}

impl Tone {
    /// The name in the style sheet.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Alarm => "alarm",
            Tone::Verdict => "verdict",
            Tone::Past => "past",
        }
    }
}
