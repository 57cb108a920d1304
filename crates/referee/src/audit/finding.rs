//! The findings of an audit, as data and as text.

use core::fmt;

use chess::Color;
use game::pgn::{Place, Problem};
use game::{Claim, GameResult, Ground, Reason};

use crate::Proof;

use super::Kind;

/// A finding about a game.
///
/// ```
/// use fourfold_referee::audit::Auditor;
/// let report = Auditor::default().audit_block(b"[White \"Fool\"]\n\n1. f3 e5 2. g4 Qh4# 1-0");
/// let finding = &report.findings[0];
/// assert_eq!((finding.ply, finding.players[0].as_str()), (4, "Fool"));
/// assert_eq!(finding.detail.to_string(), "the result does not fit: checkmate is 0-1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The game, counted from 0 in its input.
    pub game: u64,
    /// The place of a problem with the text, or else the beginning of the game.
    pub place: Place,
    /// The byte offset of the game in the input.
    pub start: u64,
    /// The number of plies played.
    pub ply: u64,
    /// The position in question.
    pub fen: Option<String>,
    /// White and Black, from the tags.
    pub players: [String; 2],
    /// The event, date and round.
    pub occasion: Occasion,
    /// The result stated in the file.
    pub result: GameResult,
    /// What was found.
    pub detail: Detail,
}

/// The event, date and round of a game; empty if the tags are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occasion {
    /// The Event tag.
    pub event: String,
    /// The Date tag.
    pub date: String,
    /// The Round tag.
    pub round: String,
}

/// What was found.
///
/// ```
/// use fourfold_referee::audit::{Auditor, Detail};
/// let report = Auditor::default().audit_block(b"1. f3 e5 2. g4 Qh4# 1-0");
/// let Detail::WrongResult { due, .. } = &report.findings[0].detail else { unreachable!() };
/// assert_eq!(due.to_string(), "0-1");
/// assert_eq!(report.findings[0].detail.article(), Some("5.1.1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A draw could have been claimed, for the first time on this ground.
    Claimable {
        /// The right.
        claim: Claim,
        /// Who could claim.
        by: Color,
        /// The move to name, in SAN.
        with: Option<String>,
        /// Whether the game was drawn there.
        was_drawn: bool,
    },
    /// Play went on after the end.
    PlayedOn {
        /// Why it was over.
        reason: Reason,
        /// The number of plies played after it; 0 for mate and stalemate, after which none is
        /// legal.
        plies: u64,
    },
    /// The result contradicts the board.
    WrongResult {
        /// The correct result.
        due: GameResult,
        /// What ended the game.
        reason: Reason,
    },
    /// The Result tag and the result at the end differ.
    ResultMismatch,
    /// The winner could not mate by any series of legal moves.
    WonWithoutMate {
        /// Who won.
        winner: Color,
        /// How, by the Termination tag.
        means: Means,
        /// Why the winner could not mate.
        proof: Proof,
    },
    /// A fallen flag was scored as a draw though both sides could mate.
    DrawnOnTime,
    /// The Termination tag with this value contradicts the last position.
    WrongTermination(String),
    /// A move that cannot be played.
    IllegalMove(Problem, Option<String>),
    /// A tag that cannot be read.
    BrokenHeader(Problem, Option<String>),
    /// Other text that cannot be read.
    BrokenText(Problem, Option<String>),
}

/// How a game was won without a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// On time.
    Time,
    /// By resignation.
    Resignation,
    /// Not stated.
    Unstated,
}

impl Finding {
    /// What kind it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.detail.kind()
    }
}

impl Detail {
    /// What kind it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Detail::Claimable { claim, .. } => match claim.ground {
                Ground::Threefold => Kind::ThreefoldClaimable,
                Ground::FiftyMoves => Kind::FiftyClaimable,
            },
            Detail::PlayedOn { reason, .. } => match reason {
                Reason::Checkmate => Kind::PlayAfterCheckmate,
                Reason::Stalemate => Kind::PlayAfterStalemate,
                Reason::FivefoldRepetition => Kind::PlayAfterFivefold,
                Reason::SeventyFiveMoves => Kind::PlayAfterSeventyFive,
                Reason::InsufficientMaterial
                | Reason::DeadPosition
                | Reason::ThreefoldRepetition
                | Reason::FiftyMoves
                | Reason::Claimed(_)
                | Reason::Agreement
                | Reason::Resignation(_)
                | Reason::FlagFall(_)
                | Reason::CannotMate(_)
                | Reason::Unstated => Kind::PlayAfterDeadPosition,
            },
            Detail::WrongResult { .. } => Kind::WrongResult,
            Detail::ResultMismatch => Kind::ResultMismatch,
            Detail::WonWithoutMate { means, .. } => match means {
                Means::Time => Kind::TimeForfeit,
                Means::Resignation => Kind::Resignation,
                Means::Unstated => Kind::WinWithoutMate,
            },
            Detail::DrawnOnTime => Kind::TimeForfeitDrawn,
            Detail::WrongTermination(_) => Kind::WrongTermination,
            Detail::IllegalMove(..) => Kind::IllegalMove,
            Detail::BrokenHeader(..) => Kind::BrokenHeader,
            Detail::BrokenText(..) => Kind::BrokenText,
        }
    }

    /// The article of the Laws, if there is one.
    #[must_use]
    pub fn article(&self) -> Option<&'static str> {
        match self {
            Detail::Claimable { claim, .. } => Some(claim.article()),
            Detail::PlayedOn { reason, .. } | Detail::WrongResult { reason, .. } => {
                reason.article()
            }
            Detail::WonWithoutMate { means, .. } => match means {
                Means::Resignation => Some("5.1.2"),
                Means::Time | Means::Unstated => Some("6.9"),
            },
            Detail::DrawnOnTime => Some("6.9"),
            Detail::ResultMismatch
            | Detail::WrongTermination(_)
            | Detail::IllegalMove(..)
            | Detail::BrokenHeader(..)
            | Detail::BrokenText(..) => None,
        }
    }

    /// The side that it concerns, if there is one.
    #[must_use]
    pub fn side(&self) -> Option<Color> {
        match self {
            Detail::Claimable { by, .. } => Some(*by),
            Detail::WonWithoutMate { winner, .. } => Some(*winner),
            Detail::PlayedOn { .. }
            | Detail::WrongResult { .. }
            | Detail::ResultMismatch
            | Detail::DrawnOnTime
            | Detail::WrongTermination(_)
            | Detail::IllegalMove(..)
            | Detail::BrokenHeader(..)
            | Detail::BrokenText(..) => None,
        }
    }

    /// The problem with the text, if it is one.
    #[must_use]
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Detail::IllegalMove(problem, _)
            | Detail::BrokenHeader(problem, _)
            | Detail::BrokenText(problem, _) => Some(problem),
            Detail::Claimable { .. }
            | Detail::PlayedOn { .. }
            | Detail::WrongResult { .. }
            | Detail::ResultMismatch
            | Detail::WonWithoutMate { .. }
            | Detail::DrawnOnTime
            | Detail::WrongTermination(_) => None,
        }
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Claimable {
                claim,
                by,
                with,
                was_drawn,
            } => {
                write!(f, "{by} could claim {claim}")?;
                if let Some(san) = with {
                    write!(f, " by naming {san}")?;
                }
                f.write_str(if *was_drawn { "; it was drawn" } else { "" })
            }
            Detail::PlayedOn { reason, plies } => {
                write!(f, "the game was over: {reason}; play went on")?;
                match plies {
                    0 => Ok(()),
                    1 => f.write_str(" for 1 ply"),
                    plies => write!(f, " for {plies} plies"),
                }
            }
            Detail::WrongResult { due, reason } => {
                write!(f, "the result does not fit: {reason} is {due}")
            }
            Detail::ResultMismatch => {
                f.write_str("the Result tag and the result at the end differ")
            }
            Detail::WonWithoutMate {
                winner,
                means,
                proof,
            } => {
                let how = match means {
                    Means::Time => "won on time",
                    Means::Resignation => "won by resignation",
                    Means::Unstated => "won without a mate",
                };
                write!(
                    f,
                    "{winner} {how} but can never mate, so it is a draw: {proof}"
                )
            }
            Detail::DrawnOnTime => {
                f.write_str("drawn on time though both sides can mate: the flag loses")
            }
            Detail::WrongTermination(said) => {
                write!(
                    f,
                    "the Termination tag says {said:?}, the last position does not"
                )
            }
            Detail::IllegalMove(problem, token)
            | Detail::BrokenHeader(problem, token)
            | Detail::BrokenText(problem, token) => {
                if let Some(token) = token {
                    write!(f, "{token:?}: ")?;
                }
                write!(f, "{problem}; {}", problem.recovery())
            }
        }
    }
}
