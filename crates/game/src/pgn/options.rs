//! How strict a reader is, and its limits.

use chess::Tolerance;

/// How to read.
///
/// ```
/// use fourfold_game::pgn::{Checker, Options, Reader};
/// // A short form of the result: a warning for a lenient reader, an error for a strict one.
/// let text = b"1. e4 e5 1/2\n";
/// let lenient = Checker::new(Reader::from_slice(text)).read_tree()?.ok_or("a game")?;
/// assert!(lenient.report.error.is_none());
/// let reader = Reader::from_slice_with(text, Options::strict());
/// let strict = Checker::new(reader).read_tree()?.ok_or("a game")?;
/// assert!(strict.report.error.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether malformed text that has one obvious meaning is read with a warning or refused.
    pub tolerance: Tolerance,
    /// Whether a null move in the main line is read with a warning or refused. A main line with a
    /// null move is no longer a game of chess.
    pub null_moves: Tolerance,
    /// The limits of a game.
    pub limits: Limits,
}

/// Limits that bound memory for any input. A game that exceeds one is refused there, as for any
/// other error, and reading continues with the next game.
///
/// ```
/// use fourfold_game::pgn::{Checker, Limits, Options, Problem, Reader};
/// let limits = Limits { plies: 2, ..Limits::default() };
/// let options = Options { limits, ..Options::default() };
/// let mut checker = Checker::new(Reader::from_slice_with(b"1. e4 e5 2. Nf3 *", options));
/// let report = checker.read_game(&mut ())?.ok_or("there is a game")?;
/// assert_eq!(report.error.map(|error| error.problem), Some(Problem::TooManyMoves(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest depth of nested variations.
    pub variation_depth: usize,
    /// The greatest length of a move, a number or any other word.
    pub token_bytes: usize,
    /// The greatest length of a tag between its brackets.
    pub tag_bytes: usize,
    /// The greatest number of tags of a game. Repeated tags count; the Seven Tag Roster and the tags
    /// of the start do not.
    pub tags: usize,
    /// The greatest length of a comment.
    pub comment_bytes: usize,
    /// The greatest length of all tags, comments and glyphs of a game together. Each counts for at
    /// least 64 bytes, about what it takes in memory.
    pub text_bytes: usize,
    /// The greatest number of plies of a game, including those in variations.
    pub plies: u64,
    /// How many warnings about a game are passed on. Further ones are only counted; they do not
    /// refuse the game.
    pub warnings: u64,
}

impl Default for Options {
    /// Lenient, with the default limits.
    fn default() -> Options {
        Options {
            tolerance: Tolerance::Lenient,
            null_moves: Tolerance::Lenient,
            limits: Limits::default(),
        }
    }
}

impl Options {
    /// Strict, with the default limits.
    #[must_use]
    pub fn strict() -> Options {
        Options {
            tolerance: Tolerance::Strict,
            null_moves: Tolerance::Strict,
            ..Options::default()
        }
    }

    /// Lenient, except that a null move in the main line is refused: for those who need a game that
    /// can be played.
    #[must_use]
    pub fn playable() -> Options {
        Options {
            null_moves: Tolerance::Strict,
            ..Options::default()
        }
    }

    pub(super) fn is_strict(&self) -> bool {
        self.tolerance == Tolerance::Strict
    }
}

impl Default for Limits {
    /// For local files: far above any real game, and still bounded.
    fn default() -> Limits {
        Limits {
            variation_depth: 256,
            token_bytes: 256,
            tag_bytes: 1 << 20,
            tags: 1024,
            comment_bytes: 16 << 20,
            text_bytes: 64 << 20,
            plies: 1_000_000,
            warnings: 10_000,
        }
    }
}

impl Limits {
    /// The limits for the text of games that were read within these limits and written. The text can
    /// be longer: Latin-1 becomes UTF-8, quotation marks are escaped, and a refused game says why.
    #[must_use]
    pub fn of_written(self) -> Limits {
        const NOTE: usize = 1 << 10;
        let twice = |bytes: usize| bytes.saturating_mul(2).saturating_add(NOTE);
        Limits {
            tag_bytes: twice(self.tag_bytes),
            comment_bytes: twice(self.comment_bytes),
            text_bytes: twice(self.text_bytes),
            ..self
        }
    }
}
