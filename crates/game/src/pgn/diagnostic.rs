//! What a reader has to say about its input, as data.

mod problem;

use core::fmt;

use super::Place;

pub use problem::{NotText, Problem};

/// Something worth knowing about a game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The game, counted from 0 in its input.
    pub game: u64,
    /// How many moves of the main line come before it.
    pub ply: u64,
    /// Where it is.
    pub place: Place,
    /// The word in question, shortened if it is long; `None` at the end of the input.
    pub token: Option<String>,
    /// What it is.
    pub problem: Problem,
}

/// How grave a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The game can be read to its end.
    Warning,
    /// The game is refused from here on; what came before stands.
    Error,
}

/// What the reader did about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recovery {
    /// It read on; nothing was changed or left out.
    ReadOn,
    /// It read what was meant.
    Repaired,
    /// It left this out and read on.
    LeftOut,
    /// It left out the rest of the variation and read on after it.
    SkippedVariation,
    /// It left out the rest of the game and goes on with the next one.
    SkippedGame,
}

impl Diagnostic {
    /// How grave it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.problem.severity()
    }

    /// Whether the game is refused because of it.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// The short name of the problem, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.problem.code()
    }

    /// What the reader did about it.
    #[must_use]
    pub fn recovery(&self) -> Recovery {
        self.problem.recovery()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}: ", self.place, self.severity(), self.code())?;
        if let Some(token) = &self.token {
            write!(f, "{token:?}: ")?;
        }
        write!(f, "{}; {}", self.problem, self.recovery())
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl Recovery {
    /// The short name of the recovery, for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Recovery::ReadOn => "read_on",
            Recovery::Repaired => "repaired",
            Recovery::LeftOut => "left_out",
            Recovery::SkippedVariation => "skipped_variation",
            Recovery::SkippedGame => "skipped_game",
        }
    }
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Recovery::ReadOn => "read on as it stands",
            Recovery::Repaired => "read as it is meant",
            Recovery::LeftOut => "left out",
            Recovery::SkippedVariation => "the rest of the variation is left out",
            Recovery::SkippedGame => "the rest of the game is left out",
        })
    }
}
