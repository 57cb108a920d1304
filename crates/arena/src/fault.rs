//! What an engine can do wrong, told apart.

use std::process::ExitStatus;
use std::time::Duration;

/// Why an engine lost a game without being beaten. A game has one cause: the first that holds, in
/// the order of this type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It could not be started, or did not become ready.
    #[error("did not start: {0}")]
    NotStarted(String),
    /// It ended with an error or by a signal.
    #[error("crashed ({0})")]
    Crash(ExitStatus),
    /// It ended without an error, though nobody had told it to.
    #[error("ended without being told to")]
    EarlyExit,
    /// It closed its output and lives on.
    #[error("closed its output")]
    Disconnect,
    /// It printed without end.
    #[error("printed without end")]
    Flood,
    /// It did not answer within this time.
    #[error("did not answer within {:.1} s", .0.as_secs_f64())]
    Stall(Duration),
    /// It answered too late, by this much.
    #[error("was {} ms late", .0.as_millis())]
    TimeLoss(Duration),
    /// It gave up, which only engines of XBoard's protocol can say.
    #[error("resigned")]
    Resigned,
    /// Its answer could not be read.
    #[error("answered something unreadable: {0:?}")]
    Garbage(String),
    /// Its move is not legal.
    #[error("answered an illegal move: {0}")]
    IllegalMove(String),
}

impl Fault {
    /// The short name of the fault, for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Fault::NotStarted(_) => "not_started",
            Fault::Crash(_) => "crash",
            Fault::EarlyExit => "early_exit",
            Fault::Disconnect => "disconnect",
            Fault::Flood => "flood",
            Fault::Stall(_) => "stall",
            Fault::TimeLoss(_) => "time_loss",
            Fault::Resigned => "resigned",
            Fault::Garbage(_) => "garbage",
            Fault::IllegalMove(_) => "illegal_move",
        }
    }

    /// What test frameworks look for in the reason of a finished game.
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
