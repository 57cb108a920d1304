//! How a game ends: the outcome and every reason that applies.

use core::fmt;

use chess::{Color, FIFTY_MOVES};

use crate::claim::THREEFOLD;
use crate::{AutomaticDraws, Claim, History, Judgment, Outcome, Profile, Rules};

/// One reason why a game is over.
///
/// ```
/// use fourfold_game::chess::Color;
/// use fourfold_game::Reason;
/// assert_eq!(Reason::Stalemate.article(), Some("5.2.1"));
/// assert!(Reason::Stalemate.is_automatic());
/// assert_eq!(Reason::Resignation(Color::White).to_string(), "White resigned");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Reason {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate with the remaining material.
    InsufficientMaterial,
    /// No series of legal moves leads to mate, though the material would suffice.
    DeadPosition,
    /// The position has occurred for the fifth time.
    FivefoldRepetition,
    /// Seventy-five moves of each side passed without a capture or pawn move.
    #[cfg_attr(feature = "serde", serde(rename = "seventyfive_moves"))]
    SeventyFiveMoves,
    /// The position has occurred for the third time, in a match that ends automatically.
    ThreefoldRepetition,
    /// Fifty moves of each side passed without a capture or pawn move, in a match that ends
    /// automatically.
    FiftyMoves,
    /// A player claimed a draw correctly.
    Claimed(Claim),
    /// The players agreed on a draw.
    Agreement,
    /// This side resigned.
    Resignation(Color),
    /// This side ran out of time.
    FlagFall(Color),
    /// This side cannot mate by any series of legal moves, so the opponent cannot lose.
    CannotMate(Color),
    /// The record states a result without a reason.
    Unstated,
}

impl Reason {
    /// A short name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::InsufficientMaterial => "insufficient_material",
            Reason::DeadPosition => "dead_position",
            Reason::FivefoldRepetition => "fivefold_repetition",
            Reason::SeventyFiveMoves => "seventyfive_moves",
            Reason::ThreefoldRepetition => "threefold_repetition",
            Reason::FiftyMoves => "fifty_moves",
            Reason::Claimed(claim) => claim.ground.code(),
            Reason::Agreement => "agreement",
            Reason::Resignation(_) => "resignation",
            Reason::FlagFall(_) => "flag_fall",
            Reason::CannotMate(_) => "cannot_mate",
            Reason::Unstated => "unstated",
        }
    }

    /// The FIDE article, if there is one.
    #[must_use]
    pub const fn article(&self) -> Option<&'static str> {
        Some(match self {
            Reason::Checkmate => "5.1.1",
            Reason::Resignation(_) => "5.1.2",
            Reason::Stalemate => "5.2.1",
            Reason::InsufficientMaterial | Reason::DeadPosition => "5.2.2",
            Reason::Agreement => "5.2.3",
            Reason::FlagFall(_) => "6.9",
            Reason::FivefoldRepetition => "9.6.1",
            Reason::SeventyFiveMoves => "9.6.2",
            Reason::Claimed(claim) => claim.article(),
            Reason::ThreefoldRepetition
            | Reason::FiftyMoves
            | Reason::CannotMate(_)
            | Reason::Unstated => return None,
        })
    }

    /// Whether the position ends the game by itself, without an action of a player.
    #[must_use]
    pub const fn is_automatic(&self) -> bool {
        matches!(
            self,
            Reason::Checkmate
                | Reason::Stalemate
                | Reason::InsufficientMaterial
                | Reason::DeadPosition
                | Reason::FivefoldRepetition
                | Reason::SeventyFiveMoves
                | Reason::ThreefoldRepetition
                | Reason::FiftyMoves
        )
    }
}

/// The end of a game.
///
/// ```
/// use fourfold_game::chess::Position;
/// use fourfold_game::{Game, Outcome, Reason, Rules};
/// let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
/// let game = Game::new(position, Rules::default());
/// let ending = game.ending().ok_or("Black has no move")?;
/// assert_eq!((ending.outcome, ending.reason()), (Outcome::Draw, Reason::Stalemate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ending {
    /// The outcome.
    pub outcome: Outcome,
    /// Every reason that applies, the official one first; never empty.
    pub reasons: Vec<Reason>,
}

impl Ending {
    /// An ending with this reason only.
    ///
    /// ```
    /// use fourfold_game::{Ending, Outcome, Reason};
    /// let ending = Ending::new(Outcome::Draw, Reason::Agreement);
    /// assert_eq!(ending.reasons, [Reason::Agreement]);
    /// ```
    #[must_use]
    pub fn new(outcome: Outcome, reason: Reason) -> Ending {
        Ending {
            outcome,
            reasons: vec![reason],
        }
    }

    /// The official reason.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reasons.first().copied().unwrap_or(Reason::Unstated)
    }

    /// The ending when a side resigns or its flag falls: a loss, or a draw if the opponent cannot
    /// mate by any series of legal moves (articles 5.1.2 and 6.9).
    ///
    /// ```
    /// use fourfold_game::chess::{Color, Position};
    /// use fourfold_game::{Ending, History, Outcome, Reason, Rules};
    /// // Black's flag falls, but White has only a king.
    /// let position = Position::from_fen("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1")?;
    /// let (history, rules) = (History::new(position), Rules::default());
    /// let flag = Reason::FlagFall(Color::Black);
    /// let ending = Ending::by_resignation_or_flag(&history, &rules, Color::Black, flag);
    /// assert_eq!(ending.outcome, Outcome::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn by_resignation_or_flag(
        history: &History,
        rules: &Rules,
        by: Color,
        why: Reason,
    ) -> Ending {
        match rules.judge.can_mate(history.position(), !by) {
            Judgment::No => Ending {
                outcome: Outcome::Draw,
                reasons: vec![why, Reason::CannotMate(!by)],
            },
            Judgment::Yes | Judgment::Unknown => Ending::new(Outcome::Win(!by), why),
        }
    }
}

impl History {
    /// The ending that the position brings about by itself. Checkmate comes first, then stalemate,
    /// a dead position, the fifth occurrence, seventy-five moves, and other draws that the profile
    /// makes automatic.
    ///
    /// ```
    /// use fourfold_game::chess::{Color, Position};
    /// use fourfold_game::{History, Outcome, Rules};
    /// let mate = Position::from_fen("R3k3/8/4K3/8/8/8/8/8 b - - 150 120")?;
    /// let ending = History::new(mate).ending(&Rules::default()).ok_or("is over")?;
    /// assert_eq!(ending.outcome, Outcome::Win(Color::White)); // mate comes before 75 moves
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ending(&self, rules: &Rules) -> Option<Ending> {
        let position = self.position();
        if position.is_checkmate() {
            return Some(Ending::new(
                Outcome::Win(!position.turn()),
                Reason::Checkmate,
            ));
        }
        let occurrences = self.occurrences();
        let halfmoves = position.halfmoves();
        let is_engine_match = rules.profile == Profile::Engine;
        let draws = AutomaticDraws::of(position, occurrences);
        let is_stalemate = position.is_stalemate();
        // A stalemate is also a dead position, but that is not a second reason.
        let is_open = !draws.insufficient_material && !is_stalemate;
        let dead = is_open && rules.judge.is_dead(position) == Judgment::Yes;
        let reasons: Vec<Reason> = [
            (is_stalemate, Reason::Stalemate),
            (draws.insufficient_material, Reason::InsufficientMaterial),
            (dead, Reason::DeadPosition),
            (draws.fivefold, Reason::FivefoldRepetition),
            (draws.seventy_five_moves, Reason::SeventyFiveMoves),
            (
                is_engine_match && occurrences >= THREEFOLD,
                Reason::ThreefoldRepetition,
            ),
            (
                is_engine_match && halfmoves >= FIFTY_MOVES,
                Reason::FiftyMoves,
            ),
        ]
        .into_iter()
        .filter_map(|(holds, reason)| holds.then_some(reason))
        .collect();
        (!reasons.is_empty()).then_some(Ending {
            outcome: Outcome::Draw,
            reasons,
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Checkmate => f.write_str("checkmate"),
            Reason::Stalemate => f.write_str("stalemate"),
            Reason::InsufficientMaterial => {
                f.write_str("insufficient material: neither side can mate")
            }
            Reason::DeadPosition => {
                f.write_str("dead position: no series of legal moves leads to mate")
            }
            Reason::FivefoldRepetition => f.write_str("fivefold repetition"),
            Reason::SeventyFiveMoves => {
                f.write_str("seventy-five moves without a capture or pawn move")
            }
            Reason::ThreefoldRepetition => f.write_str("threefold repetition"),
            Reason::FiftyMoves => f.write_str("fifty moves without a capture or pawn move"),
            Reason::Claimed(claim) => write!(f, "{}, claimed", claim.ground),
            Reason::Agreement => f.write_str("agreement"),
            Reason::Resignation(by) => write!(f, "{by} resigned"),
            Reason::FlagFall(by) => write!(f, "{by} ran out of time"),
            Reason::CannotMate(side) => {
                write!(f, "{side} cannot mate by any series of legal moves")
            }
            Reason::Unstated => f.write_str("the record gives no reason"),
        }
    }
}

impl fmt::Display for Ending {
    /// The result and the reasons: `1/2-1/2 by stalemate; seventy-five moves …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.outcome)?;
        for (index, reason) in self.reasons.iter().enumerate() {
            let lead = if index == 0 { ": " } else { "; " };
            f.write_str(lead)?;
            reason.fmt(f)?;
            if let Some(article) = reason.article() {
                write!(f, " (article {article})")?;
            }
        }
        Ok(())
    }
}
