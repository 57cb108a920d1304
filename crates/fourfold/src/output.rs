//! Output for people, and stopping by Ctrl-C.

use std::ffi::OsString;
use std::io::{self, IsTerminal, StderrLock, StdoutLock, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use terminal::{Plain, Redrawn, visible};

use crate::exit::{Status, WrongUsage};

/// Standard output for people: control characters in untrusted text are escaped.
pub fn plain() -> Plain<StdoutLock<'static>> {
    Plain::new(io::stdout().lock())
}

/// Standard error for people, like [`plain`].
pub fn plain_error() -> Plain<StderrLock<'static>> {
    Plain::new(io::stderr().lock())
}

/// A progress line on standard error, if that is a terminal.
pub struct ProgressLine {
    is_live: bool,
    line: Redrawn,
}

impl ProgressLine {
    /// An empty line; if it is not wanted, it is never shown.
    pub fn new(is_wanted: bool) -> ProgressLine {
        ProgressLine {
            is_live: is_wanted && io::stderr().is_terminal(),
            line: Redrawn::new(),
        }
    }

    /// Shows this text, if enough time has passed since the last one.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        if self.is_live && self.line.is_due() {
            // The work is worth doing even if its progress cannot be shown.
            let _ = self.line.draw(&text(), &mut io::stderr());
        }
    }

    /// Makes room for other output.
    pub fn clear(&mut self) {
        let _ = self.line.clear(&mut io::stderr());
    }
}

pub fn complain(error: &anyhow::Error) {
    // If standard error is closed, there is nowhere to report that.
    let _ = writeln!(plain_error(), "fourfold: {error:#}");
}

/// Shows help, the version, or a usage error. The message repeats the arguments, so colors are
/// dropped if the arguments have control characters.
pub fn explain_usage(error: &clap::Error) -> ExitCode {
    let is_harmless = |argument: OsString| {
        let argument = argument.to_string_lossy();
        visible(&argument).len() == argument.len()
    };
    if std::env::args_os().all(is_harmless) {
        error.exit();
    }
    let message = error.render().to_string();
    let _ = if error.use_stderr() {
        write!(plain_error(), "{message}")
    } else {
        write!(plain(), "{message}")
    };
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(WrongUsage::CODE))
}

/// A flag that Ctrl-C sets. Long runs check it between games and stop cleanly.
pub fn stop_on_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// Reports that a run was stopped and how to continue it.
pub fn report_stopped(journal: &Path) -> io::Result<Status> {
    let journal = journal.display();
    writeln!(
        plain_error(),
        "stopped; run the same command again to continue from {journal}"
    )?;
    Ok(Status::Interrupted)
}
