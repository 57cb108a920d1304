//! Diagnostics of a reader, as data.

mod problem;

use core::fmt;

use chess::Position;
use chess::san::SanError;

use super::Place;

pub use problem::{NotText, Problem};

/// A problem in a game that was read. It is an [`Error`](core::error::Error), for programs that
/// stop at the first.
///
/// ```
/// use fourfold_game::pgn::{Checker, Reader, Recovery};
/// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 2. Ke3 *"));
/// let report = checker.read_game(&mut ())?.ok_or("there is a game")?;
/// let error = report.error.ok_or("the king moves one square")?;
/// assert_eq!((error.ply, error.token.as_deref()), (2, Some("Ke3")));
/// assert_eq!((error.code(), error.recovery()), ("illegal_move", Recovery::SkippedGame));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The game, counted from 0 in its input.
    pub game: u64,
    /// The number of moves of the main line before it.
    pub ply: u64,
    /// The place in the text.
    pub place: Place,
    /// The word in question, shortened if it is long; `None` at the end of the input.
    pub token: Option<String>,
    /// The problem.
    pub problem: Problem,
}

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The game can still be read to its end.
    Warning,
    /// The game is refused from here on; the moves before are kept.
    Error,
}

/// What the reader did about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recovery {
    /// It continued; nothing was changed or skipped.
    ReadOn,
    /// It repaired the text.
    Repaired,
    /// It skipped this and continued.
    LeftOut,
    /// It skipped the rest of the variation and continued after it.
    SkippedVariation,
    /// It skipped the rest of the game and continued with the next.
    SkippedGame,
}

impl Diagnostic {
    /// The severity.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.problem.severity()
    }

    /// Whether the game is refused because of it.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// A short name of the problem for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.problem.code()
    }

    /// What the reader did about it.
    #[must_use]
    pub fn recovery(&self) -> Recovery {
        self.problem.recovery()
    }

    /// The problem in words for people, as a part of a sentence: what is wrong with which move or
    /// word, and the line. `Display` is for those who look for the place in a file.
    ///
    /// `before` is the position after the moves of the main line before it.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let mut checker = Checker::new(Reader::from_slice(b"1. e4 e5 2. Ng4 *"));
    /// let read = checker.read_tree()?.ok_or("there is a game")?;
    /// let error = read.report.error.ok_or("no knight reaches g4")?;
    /// let before = read.tree.position(read.tree.main_end());
    /// assert!(error.words(before).starts_with("move 2, Ng4, cannot be played: no knight"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn words(&self, before: &Position) -> String {
        let (number, line) = (before.fullmoves(), self.place.line);
        let what = match (&self.problem, &self.token) {
            (Problem::BadMove(SanError::Parse(_)), Some(token)) => {
                format!("move {number}, {token:?}, cannot be read")
            }
            (problem @ (Problem::BadMove(_) | Problem::NullMove), Some(token)) => {
                format!("move {number}, {token}, cannot be played: {problem}")
            }
            (Problem::Unexpected(expected), Some(token)) => {
                format!("{token:?} stands where {expected} belongs")
            }
            (Problem::TagSyntax(_), Some(token)) => {
                format!("{token:?} is not a tag such as [White \"Name\"]")
            }
            (Problem::BadFen(error), _) => format!("the FEN of the game is wrong: {error}"),
            (problem, _) => problem.to_string(),
        };
        format!("{what} (line {line})")
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

impl core::error::Error for Diagnostic {}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl Recovery {
    /// A short name for programs.
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
