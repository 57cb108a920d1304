//! A UCI session: the engine as both programs run it.
//!
//! Commands are read and answered here, on the thread that called; a search runs on a thread of its
//! own and holds the engine meanwhile, so that `isready` and `stop` are answered at once whatever
//! it does. A command that cannot be read or carried out is answered by an `info string`, and
//! nothing changes: a `position` takes effect whole or not at all.
//!
//! The end of the input means `stop` and `quit`: the search gives its best move and the program
//! ends. A script that pipes its commands in can ask to [wait](EndOfInput::Wait) for it instead.

#![forbid(unsafe_code)]

mod display;
mod eval_file;
mod go;
mod limits;
mod options;
mod output;
mod setup;
mod thinking;
mod wdl;

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::time::Instant;

use engine::{Engine, Root};
use uci::{Command, Reply};

pub use eval_file::{EvalFileError, evaluator};
pub use limits::limits;
use options::Options;
pub use output::Output;
use thinking::Thinking;

/// What the end of the input means to a search that is still running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOfInput {
    /// It is stopped, and the program ends.
    Stop,
    /// It is waited for, unless it would never end by itself.
    Wait,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// As it should.
    Well,
    /// A search panicked; a legal move was given all the same.
    AfterPanic,
}

/// Longer lines are not read: a game of 20,000 plies is a tenth of this.
const LONGEST_LINE: usize = 1 << 20;

/// The table's size at the start, in mebibytes.
const DEFAULT_HASH: i64 = 16;

/// A conversation with a user interface or a match runner.
pub struct Session {
    output: Arc<Output>,
    options: Options,
    root: Root,
    /// The engine, while no search has it.
    engine: Option<Engine>,
    thinking: Option<Thinking>,
    panicked: bool,
}

/// Whether to read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Continue,
    Quit,
}

impl Session {
    /// A conversation that answers here.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not even memory for a small table.
    pub fn new(output: Output) -> io::Result<Session> {
        let engine = Engine::new(DEFAULT_HASH as usize).map_err(io::Error::other)?;
        Ok(Session {
            output: Arc::new(output),
            options: Options::default(),
            root: Root::new(chess::Position::start()),
            engine: Some(engine),
            thinking: None,
            panicked: false,
        })
    }

    /// Reads commands until `quit` or the end of the input.
    pub fn converse(mut self, mut input: impl BufRead, end: EndOfInput) -> Farewell {
        let mut line = Vec::new();
        loop {
            line.clear();
            // One byte more than allowed tells a long line from a line that just fits.
            let mut limited = (&mut input).take(LONGEST_LINE as u64 + 1);
            match limited.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            if line.len() > LONGEST_LINE && line.last() != Some(&b'\n') {
                self.note(format!(
                    "expected a line of at most {LONGEST_LINE} bytes, found a longer one; it is ignored"
                ));
                if skip_line(&mut input).is_err() {
                    break;
                }
                continue;
            }
            if self.obey(&line) == Next::Quit || self.output.is_closed() {
                return self.leave();
            }
        }
        if end == EndOfInput::Wait
            && let Some(thinking) = &self.thinking
            && thinking.ends_by_itself()
        {
            self.wait();
        }
        self.leave()
    }

    /// Does what one line says.
    fn obey(&mut self, line: &[u8]) -> Next {
        self.collect_finished();
        let read = match Command::read(line) {
            Ok(read) => read,
            Err(uci::ParseCommandError::Empty) => return Next::Continue,
            Err(error) => {
                self.note(error.to_string());
                return Next::Continue;
            }
        };
        if !read.skipped.is_empty() {
            self.note(format!(
                "skipped without meaning: {}",
                read.skipped.join(" ")
            ));
        }
        match read.command {
            Command::Uci => self.introduce(),
            Command::Debug { .. } => {}
            Command::IsReady => self.output.say(&Reply::ReadyOk),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::UciNewGame => {
                self.stop();
                self.root = Root::new(chess::Position::start());
                if let Some(engine) = &mut self.engine {
                    engine.forget();
                }
            }
            Command::Position { origin, moves } => self.set_up(&origin, &moves),
            Command::Go(go) => self.go(go, Instant::now()),
            Command::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.stop();
                }
            }
            Command::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.ponder_hit();
                }
            }
            Command::Quit => return Next::Quit,
            Command::Display => self.display(),
            Command::Eval => self.show_eval(),
            Command::Bench { depth } => self.bench(depth),
            Command::Help => self.help(),
        }
        Next::Continue
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.output.say(&Reply::Name(format!("Fourfold {version}")));
        self.output
            .say(&Reply::Author("the Fourfold authors".to_owned()));
        for declaration in options::declarations() {
            self.output.say(&Reply::Option(declaration));
        }
        self.output.say(&Reply::UciOk);
    }

    /// Says something to people.
    fn note(&self, text: impl Into<String>) {
        self.output.note(text);
    }

    /// Takes the engine back from a search that has ended.
    fn collect_finished(&mut self) {
        if self.thinking.as_ref().is_some_and(Thinking::is_finished) {
            self.wait();
        }
    }

    /// Ends the search, if there is one, and takes the engine back.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop();
        }
        self.wait();
    }

    /// Waits for the search to end and takes the engine back.
    fn wait(&mut self) {
        let Some(thinking) = self.thinking.take() else {
            return;
        };
        match thinking.join() {
            Some(engine) => self.engine = Some(engine),
            None => {
                self.panicked = true;
                self.engine = Engine::new(1).ok();
            }
        }
        self.apply_options();
    }

    fn leave(mut self) -> Farewell {
        self.stop();
        if self.panicked {
            Farewell::AfterPanic
        } else {
            Farewell::Well
        }
    }
}

/// Reads to the end of a line that is not wanted.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let (used, found) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(used);
        if found {
            return Ok(());
        }
    }
}
