//! What an engine can do wrong, told apart.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

/// Why an engine lost a game without being beaten. A game has one cause: the first that holds, in
/// the order of this type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started, or did not become ready.
    NotStarted(String),
    /// It ended with an error or by a signal.
    Crash(ExitStatus),
    /// It ended without an error, though nobody had told it to.
    EarlyExit,
    /// It closed its output and lives on.
    Disconnect,
    /// It printed without end.
    Flood,
    /// It did not answer at all.
    Stall(Duration),
    /// It answered too late, by so much.
    TimeLoss(Duration),
    /// It gave up, which only engines of XBoard's protocol can say.
    Resigned,
    /// Its answer could not be read.
    Garbage(String),
    /// Its move is not legal.
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted(why) => write!(f, "did not start: {why}"),
            Fault::Crash(status) => write!(f, "crashed ({status})"),
            Fault::EarlyExit => f.write_str("ended without being told to"),
            Fault::Disconnect => f.write_str("closed its output"),
            Fault::Flood => f.write_str("printed without end"),
            Fault::Stall(waited) => {
                write!(f, "did not answer within {:.1} s", waited.as_secs_f64())
            }
            Fault::TimeLoss(late_by) => write!(f, "was {} ms late", late_by.as_millis()),
            Fault::Resigned => f.write_str("resigned"),
            Fault::Garbage(line) => write!(f, "answered something unreadable: {line:?}"),
            Fault::IllegalMove(why) => write!(f, "answered an illegal move: {why}"),
        }
    }
}
