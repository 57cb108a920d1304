//! The faults of an engine.

use std::process::ExitStatus;
use std::time::Duration;

use crate::cause_code::CauseCode;

/// Why an engine forfeited a game. A game has one cause: the first that applies, in the order of
/// this type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It did not start or did not become ready.
    #[error("did not start: {0}")]
    NotStarted(String),
    /// It exited with an error or by a signal.
    #[error("crashed ({0})")]
    Crash(ExitStatus),
    /// It exited without an error before `quit`.
    #[error("ended without a quit command")]
    EarlyExit,
    /// It closed its output but is still running.
    #[error("closed its output")]
    Disconnect,
    #[error("printed without end")]
    Flood,
    #[error("did not answer within {:.1} s", .0.as_secs_f64())]
    Stall(Duration),
    #[error("was {} ms late", .0.as_millis())]
    TimeLoss(Duration),
    /// It resigned, which only the XBoard protocol allows.
    #[error("resigned")]
    Resigned,
    #[error("answered something unreadable: {0:?}")]
    Garbage(String),
    #[error("answered an illegal move: {0}")]
    IllegalMove(String),
}

impl Fault {
    #[must_use]
    pub fn code(&self) -> &'static str {
        CauseCode::from(self).as_str()
    }

    /// The wording of the fault that test frameworks expect.
    #[must_use]
    pub const fn phrase(&self) -> &'static str {
        match self {
            Fault::NotStarted(_) | Fault::Crash(_) | Fault::EarlyExit | Fault::Disconnect => {
                "disconnects"
            }
            Fault::Flood | Fault::Stall(_) => "stalls",
            Fault::TimeLoss(_) => "loses on time",
            Fault::Resigned => "resigns",
            Fault::Garbage(_) | Fault::IllegalMove(_) => "makes an illegal move",
        }
    }
}
