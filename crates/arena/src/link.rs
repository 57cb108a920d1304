//! An engine as a child process, with a deadline on every wait.
//!
//! A reader thread receives the engine's output and timestamps each line. A bounded queue connects
//! it to the caller: an engine that floods its output fills the queue, then the pipe, and then
//! blocks itself. The engine leads its own process group, which is killed when the link is dropped.
//! On Linux it also dies with this process.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command as Program, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use uci::Command;

use crate::fault::Fault;

/// The capacity of the line queue.
const QUEUE: usize = 1024;

/// The maximum line length; the rest of a longer line is dropped.
const LONGEST_LINE: u64 = 1 << 20;

/// How long to wait for the exit of an engine that has closed its output.
const ENDING: Duration = Duration::from_millis(500);

#[derive(Clone, Debug)]
pub struct ReceivedLine {
    /// The bytes, without the line ending.
    pub bytes: Vec<u8>,
    /// When the line ending arrived.
    pub at: Instant,
}

/// A running engine process.
#[derive(Debug)]
pub struct Link {
    child: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<ReceivedLine>>,
    reader: Option<JoinHandle<()>>,
}

impl Link {
    /// Starts a process.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be started.
    pub fn start(program: &Path, args: &[String], directory: Option<&Path>) -> Result<Link, Fault> {
        let mut command = Program::new(program);
        command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        tie::to_this_process(&mut command);
        let mut child = command.spawn().map_err(|error| {
            Fault::NotStarted(format!("cannot run {}: {error}", program.display()))
        })?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (sender, lines) = sync_channel(QUEUE);
        let reader = output.map(|output| thread::spawn(move || read_lines(output, &sender)));
        Ok(Link {
            child,
            input,
            lines: Some(lines),
            reader,
        })
    }

    /// Sends a command.
    ///
    /// # Errors
    ///
    /// Returns the fault of an engine that no longer reads.
    pub fn send(&mut self, command: &Command) -> Result<(), Fault> {
        self.say(&command.to_string())
    }

    /// Sends a line.
    ///
    /// # Errors
    ///
    /// Returns the fault of an engine that no longer reads.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let line = format!("{line}\n");
        let sent = match &mut self.input {
            Some(input) => input
                .write_all(line.as_bytes())
                .and_then(|()| input.flush()),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|_| self.gone())
    }

    /// Waits for the next line until the deadline.
    ///
    /// # Errors
    ///
    /// Returns a stall at the deadline, or the fault of an engine that closed its output.
    pub fn next_line(&mut self, deadline: Instant) -> Result<ReceivedLine, Fault> {
        let wait = deadline.saturating_duration_since(Instant::now());
        let received = match &self.lines {
            Some(lines) => lines.recv_timeout(wait),
            None => Err(RecvTimeoutError::Disconnected),
        };
        received.map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::Stall(wait),
            RecvTimeoutError::Disconnected => self.gone(),
        })
    }

    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The fault of an engine whose pipe is closed.
    fn gone(&mut self) -> Fault {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Fault::EarlyExit,
                Ok(Some(status)) => return Fault::Crash(status),
                Ok(None) if begin.elapsed() < ENDING => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return Fault::Disconnect,
            }
        }
    }

    /// Sends `quit`, waits for a while, then kills the process.
    pub fn quit(mut self, patience: Duration) {
        let asked = self.send(&Command::Quit);
        self.input = None;
        let begin = Instant::now();
        while asked.is_ok() && self.is_running() && begin.elapsed() < patience {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.input = None;
        if self.is_running() {
            tie::end_group(&mut self.child);
        }
        // Dropping the receiver frees a reader that waits for room in the queue.
        self.lines = None;
        let _ = self.child.wait();
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

fn read_lines(output: ChildStdout, sender: &SyncSender<ReceivedLine>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(length) if length > 0) {
            return;
        }
        let at = Instant::now();
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 >= LONGEST_LINE {
            skip_line(&mut output);
        }
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        if sender.send(ReceivedLine { bytes, at }).is_err() {
            return;
        }
    }
}

fn skip_line(output: &mut impl BufRead) {
    while let Ok(buffer) = output.fill_buf() {
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |end| end + 1);
        if length == 0 {
            return;
        }
        output.consume(length);
        if end.is_some() {
            return;
        }
    }
}

/// Ties the lifetime of an engine to this process.
mod tie {
    use std::process::{Child, Command as Program};

    /// The engine leads its own process group and, on Linux, dies with the thread that starts it.
    #[cfg(target_os = "linux")]
    #[expect(unsafe_code, reason = "a system call between fork and exec")]
    pub(super) fn to_this_process(command: &mut Program) {
        use std::os::unix::process::CommandExt;

        command.process_group(0);
        let die_with_parent = || {
            use rustix::process::{Signal, set_parent_process_death_signal};
            set_parent_process_death_signal(Some(Signal::KILL)).map_err(Into::into)
        };
        // SAFETY: the closure runs in the child between fork and exec, where only async-signal-safe
        // functions may be called. It makes one system call, touches no memory of the parent, and
        // converts an error number without allocating.
        unsafe { command.pre_exec(die_with_parent) };
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn to_this_process(command: &mut Program) {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(not(unix))]
        let _ = command;
    }

    /// Kills the engine and its child processes.
    #[cfg(unix)]
    pub(super) fn end_group(child: &mut Child) {
        use rustix::process::{Pid, Signal, kill_process_group};

        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if group.is_none_or(|group| kill_process_group(group, Signal::KILL).is_err()) {
            let _ = child.kill();
        }
    }

    #[cfg(not(unix))]
    pub(super) fn end_group(child: &mut Child) {
        let _ = child.kill();
    }
}
