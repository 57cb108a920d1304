//! The machine-readable codes of why a game ended, as the journal stores them.

use game::{Ground, Reason};
use serde::{Deserialize, Serialize};

use crate::adjudicate::Adjudicated;
use crate::contest::Cause;
use crate::fault::Fault;

/// Why a game ended, without details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CauseCode {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    DeadPosition,
    FivefoldRepetition,
    #[serde(rename = "seventyfive_moves")]
    SeventyFiveMoves,
    ThreefoldRepetition,
    FiftyMoves,
    Agreement,
    Resignation,
    /// A flag fall against a side that cannot mate.
    FlagFall,
    /// The opponent cannot mate.
    CannotMate,
    Unstated,
    /// A draw by the players' scores.
    AdjudicatedDraw,
    /// A draw by the number of moves.
    AdjudicatedLength,
    /// A loss by the players' scores.
    AdjudicatedLoss,
    NotStarted,
    Crash,
    EarlyExit,
    Disconnect,
    Flood,
    Stall,
    TimeLoss,
    Resigned,
    Garbage,
    IllegalMove,
}

impl CauseCode {
    /// The code as text, the same as in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            CauseCode::Checkmate => "checkmate",
            CauseCode::Stalemate => "stalemate",
            CauseCode::InsufficientMaterial => "insufficient_material",
            CauseCode::DeadPosition => "dead_position",
            CauseCode::FivefoldRepetition => "fivefold_repetition",
            CauseCode::SeventyFiveMoves => "seventyfive_moves",
            CauseCode::ThreefoldRepetition => "threefold_repetition",
            CauseCode::FiftyMoves => "fifty_moves",
            CauseCode::Agreement => "agreement",
            CauseCode::Resignation => "resignation",
            CauseCode::FlagFall => "flag_fall",
            CauseCode::CannotMate => "cannot_mate",
            CauseCode::Unstated => "unstated",
            CauseCode::AdjudicatedDraw => "adjudicated_draw",
            CauseCode::AdjudicatedLength => "adjudicated_length",
            CauseCode::AdjudicatedLoss => "adjudicated_loss",
            CauseCode::NotStarted => "not_started",
            CauseCode::Crash => "crash",
            CauseCode::EarlyExit => "early_exit",
            CauseCode::Disconnect => "disconnect",
            CauseCode::Flood => "flood",
            CauseCode::Stall => "stall",
            CauseCode::TimeLoss => "time_loss",
            CauseCode::Resigned => "resigned",
            CauseCode::Garbage => "garbage",
            CauseCode::IllegalMove => "illegal_move",
        }
    }

    /// The value of PGN's `Termination` tag.
    #[must_use]
    pub const fn termination(self) -> &'static str {
        match self {
            CauseCode::AdjudicatedDraw
            | CauseCode::AdjudicatedLength
            | CauseCode::AdjudicatedLoss => "adjudication",
            CauseCode::TimeLoss | CauseCode::FlagFall => "time forfeit",
            CauseCode::Garbage | CauseCode::IllegalMove => "rules infraction",
            CauseCode::NotStarted
            | CauseCode::Crash
            | CauseCode::EarlyExit
            | CauseCode::Disconnect
            | CauseCode::Flood
            | CauseCode::Stall => "abandoned",
            CauseCode::Checkmate
            | CauseCode::Stalemate
            | CauseCode::InsufficientMaterial
            | CauseCode::DeadPosition
            | CauseCode::FivefoldRepetition
            | CauseCode::SeventyFiveMoves
            | CauseCode::ThreefoldRepetition
            | CauseCode::FiftyMoves
            | CauseCode::Agreement
            | CauseCode::Resignation
            | CauseCode::CannotMate
            | CauseCode::Unstated
            | CauseCode::Resigned => "normal",
        }
    }
}

impl From<&Cause> for CauseCode {
    fn from(cause: &Cause) -> CauseCode {
        match cause {
            Cause::Law(ending) => ending.reason().into(),
            Cause::Adjudicated(Adjudicated::Draw) => CauseCode::AdjudicatedDraw,
            Cause::Adjudicated(Adjudicated::TooLong) => CauseCode::AdjudicatedLength,
            Cause::Adjudicated(Adjudicated::Loss(_)) => CauseCode::AdjudicatedLoss,
            Cause::Fault { fault, .. } => fault.into(),
        }
    }
}

impl From<Reason> for CauseCode {
    fn from(reason: Reason) -> CauseCode {
        match reason {
            Reason::Checkmate => CauseCode::Checkmate,
            Reason::Stalemate => CauseCode::Stalemate,
            Reason::InsufficientMaterial => CauseCode::InsufficientMaterial,
            Reason::DeadPosition => CauseCode::DeadPosition,
            Reason::FivefoldRepetition => CauseCode::FivefoldRepetition,
            Reason::SeventyFiveMoves => CauseCode::SeventyFiveMoves,
            Reason::ThreefoldRepetition => CauseCode::ThreefoldRepetition,
            Reason::FiftyMoves => CauseCode::FiftyMoves,
            Reason::Claimed(claim) => match claim.ground {
                Ground::Threefold => CauseCode::ThreefoldRepetition,
                Ground::FiftyMoves => CauseCode::FiftyMoves,
            },
            Reason::Agreement => CauseCode::Agreement,
            Reason::Resignation(_) => CauseCode::Resignation,
            Reason::FlagFall(_) => CauseCode::FlagFall,
            Reason::CannotMate(_) => CauseCode::CannotMate,
            Reason::Unstated => CauseCode::Unstated,
        }
    }
}

impl From<&Fault> for CauseCode {
    fn from(fault: &Fault) -> CauseCode {
        match fault {
            Fault::NotStarted(_) => CauseCode::NotStarted,
            Fault::Crash(_) => CauseCode::Crash,
            Fault::EarlyExit => CauseCode::EarlyExit,
            Fault::Disconnect => CauseCode::Disconnect,
            Fault::Flood => CauseCode::Flood,
            Fault::Stall(_) => CauseCode::Stall,
            Fault::TimeLoss(_) => CauseCode::TimeLoss,
            Fault::Resigned => CauseCode::Resigned,
            Fault::Garbage(_) => CauseCode::Garbage,
            Fault::IllegalMove(_) => CauseCode::IllegalMove,
        }
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use chess::Color;
    use game::{Ending, Outcome};

    use super::*;

    /// A cause of each kind, with its code and its termination.
    fn causes() -> Vec<(Cause, &'static str, &'static str)> {
        let by = Color::White;
        let law = |reason, outcome| Cause::Law(Ending::new(outcome, reason));
        let draw = |reason| law(reason, Outcome::Draw);
        let fault = |fault| Cause::Fault { by, fault };
        let adjudicated = Cause::Adjudicated;
        let text = String::new;
        let late = Duration::ZERO;
        vec![
            (
                law(Reason::Checkmate, Outcome::Win(by)),
                "checkmate",
                "normal",
            ),
            (draw(Reason::Stalemate), "stalemate", "normal"),
            (
                draw(Reason::ThreefoldRepetition),
                "threefold_repetition",
                "normal",
            ),
            (
                draw(Reason::SeventyFiveMoves),
                "seventyfive_moves",
                "normal",
            ),
            (draw(Reason::FlagFall(by)), "flag_fall", "time forfeit"),
            (
                adjudicated(Adjudicated::Draw),
                "adjudicated_draw",
                "adjudication",
            ),
            (
                adjudicated(Adjudicated::TooLong),
                "adjudicated_length",
                "adjudication",
            ),
            (
                adjudicated(Adjudicated::Loss(by)),
                "adjudicated_loss",
                "adjudication",
            ),
            (fault(Fault::NotStarted(text())), "not_started", "abandoned"),
            (fault(Fault::EarlyExit), "early_exit", "abandoned"),
            (fault(Fault::Disconnect), "disconnect", "abandoned"),
            (fault(Fault::Flood), "flood", "abandoned"),
            (fault(Fault::Stall(late)), "stall", "abandoned"),
            (fault(Fault::TimeLoss(late)), "time_loss", "time forfeit"),
            (fault(Fault::Resigned), "resigned", "normal"),
            (fault(Fault::Garbage(text())), "garbage", "rules infraction"),
            (
                fault(Fault::IllegalMove(text())),
                "illegal_move",
                "rules infraction",
            ),
        ]
    }

    #[test]
    fn every_cause_has_a_code_and_a_standard_termination() {
        for (cause, text, termination) in causes() {
            let code = CauseCode::from(&cause);
            assert_eq!(code.as_str(), text, "{cause:?}");
            assert_eq!(code.termination(), termination, "{cause:?}");
        }
    }

    #[test]
    fn a_code_is_the_same_text_in_json() {
        for (cause, text, _) in causes() {
            let code = CauseCode::from(&cause);
            let json = serde_json::to_value(code).unwrap();
            assert_eq!(json, text);
            assert_eq!(serde_json::from_value::<CauseCode>(json).unwrap(), code);
        }
    }

    #[test]
    fn codes_of_the_law_are_those_of_the_game() {
        let mut checked = 0;
        for (cause, ..) in causes() {
            if let Cause::Law(ending) = cause {
                let reason = ending.reason();
                assert_eq!(CauseCode::from(reason).as_str(), reason.code());
                checked += 1;
            }
        }
        assert!(checked >= 5, "{checked} endings of the law");
    }
}
