//! How urgent the sentence is that a page shows beside its boards.

/// How urgent a sentence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It tells.
    Plain,
    /// A check, a refusal, or a claim that can be made.
    Alarm,
    /// The game is over.
    Verdict,
    /// What is shown is not the present.
    Past,
}

impl Tone {
    /// The name for the style sheet.
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
