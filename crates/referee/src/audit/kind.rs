//! The kinds of findings, and sets of them.

use core::fmt;
use core::str::FromStr;

/// A kind of finding.
///
/// ```
/// use fourfold_referee::audit::Kind;
/// assert_eq!(Kind::TimeForfeit.code(), "time_forfeit");
/// assert_eq!(Kind::ThreefoldClaimable.group(), "claims");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A draw could have been claimed by threefold repetition.
    ThreefoldClaimable,
    /// A draw could have been claimed by the fifty-move rule.
    FiftyClaimable,
    /// Play went on after mate.
    PlayAfterCheckmate,
    /// Play went on after stalemate.
    PlayAfterStalemate,
    /// Play went on after a dead position.
    PlayAfterDeadPosition,
    /// Play went on after the fifth occurrence of a position.
    PlayAfterFivefold,
    /// Play went on after seventy-five moves without a capture or pawn move.
    PlayAfterSeventyFive,
    /// The result contradicts the board.
    WrongResult,
    /// The Result tag and the result at the end differ.
    ResultMismatch,
    /// Won on time by a side that could not mate.
    TimeForfeit,
    /// Drawn on time though both sides could mate.
    TimeForfeitDrawn,
    /// Won by resignation by a side that could not mate.
    Resignation,
    /// Won in an unstated way by a side that could not mate.
    WinWithoutMate,
    /// The Termination tag contradicts the board.
    WrongTermination,
    /// A move that is illegal or ambiguous.
    IllegalMove,
    /// A malformed tag or an illegal start position.
    BrokenHeader,
    /// Other text that cannot be read.
    BrokenText,
}

impl Kind {
    /// All kinds, in declaration order.
    pub const ALL: [Kind; 17] = [
        Kind::ThreefoldClaimable,
        Kind::FiftyClaimable,
        Kind::PlayAfterCheckmate,
        Kind::PlayAfterStalemate,
        Kind::PlayAfterDeadPosition,
        Kind::PlayAfterFivefold,
        Kind::PlayAfterSeventyFive,
        Kind::WrongResult,
        Kind::ResultMismatch,
        Kind::TimeForfeit,
        Kind::TimeForfeitDrawn,
        Kind::Resignation,
        Kind::WinWithoutMate,
        Kind::WrongTermination,
        Kind::IllegalMove,
        Kind::BrokenHeader,
        Kind::BrokenText,
    ];

    /// A short name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Kind::ThreefoldClaimable => "threefold_claimable",
            Kind::FiftyClaimable => "fifty_claimable",
            Kind::PlayAfterCheckmate => "play_after_checkmate",
            Kind::PlayAfterStalemate => "play_after_stalemate",
            Kind::PlayAfterDeadPosition => "play_after_dead_position",
            Kind::PlayAfterFivefold => "play_after_fivefold",
            Kind::PlayAfterSeventyFive => "play_after_seventyfive",
            Kind::WrongResult => "wrong_result",
            Kind::ResultMismatch => "result_mismatch",
            Kind::TimeForfeit => "time_forfeit",
            Kind::TimeForfeitDrawn => "time_forfeit_drawn",
            Kind::Resignation => "resignation",
            Kind::WinWithoutMate => "win_without_mate",
            Kind::WrongTermination => "wrong_termination",
            Kind::IllegalMove => "illegal_move",
            Kind::BrokenHeader => "broken_header",
            Kind::BrokenText => "broken_text",
        }
    }

    /// The group of the kind, a short name for several kinds.
    #[must_use]
    pub const fn group(self) -> &'static str {
        match self {
            Kind::ThreefoldClaimable | Kind::FiftyClaimable => "claims",
            Kind::PlayAfterCheckmate
            | Kind::PlayAfterStalemate
            | Kind::PlayAfterDeadPosition
            | Kind::PlayAfterFivefold
            | Kind::PlayAfterSeventyFive => "play",
            Kind::WrongResult
            | Kind::ResultMismatch
            | Kind::TimeForfeit
            | Kind::TimeForfeitDrawn
            | Kind::Resignation
            | Kind::WinWithoutMate
            | Kind::WrongTermination => "results",
            Kind::IllegalMove | Kind::BrokenHeader | Kind::BrokenText => "text",
        }
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A set of kinds.
///
/// ```
/// use fourfold_referee::audit::{Kind, Kinds};
/// let kinds: Kinds = "claims,illegal_move".parse()?;
/// assert!(kinds.has(Kind::FiftyClaimable) && !kinds.has(Kind::WrongResult));
/// # Ok::<(), fourfold_referee::audit::ParseKindError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds((1 << Kind::ALL.len()) - 1);

    /// Whether a kind is in the set.
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & kind.bit() != 0
    }
}

impl Default for Kinds {
    fn default() -> Kinds {
        Kinds::ALL
    }
}

/// The error for a word that is neither a kind nor a group of kinds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected claims, play, results, text, or some of {}, found {:?}",
    Kind::ALL.map(Kind::code).join(", "),
    found.chars().take(32).collect::<String>()
)]
pub struct ParseKindError {
    /// The word.
    pub found: String,
}

impl FromStr for Kinds {
    type Err = ParseKindError;

    /// Reads kinds and groups separated by commas.
    fn from_str(text: &str) -> Result<Kinds, ParseKindError> {
        let mut bits = 0;
        for word in text.split(',').map(str::trim) {
            let named = |kind: &&Kind| kind.code() == word || kind.group() == word;
            let of_word = Kind::ALL.iter().filter(named);
            let before = bits;
            bits = of_word.fold(bits, |bits, kind| bits | kind.bit());
            if bits == before && !Kind::ALL.iter().any(|kind| named(&kind)) {
                return Err(ParseKindError {
                    found: word.to_owned(),
                });
            }
        }
        Ok(Kinds(bits))
    }
}
