//! A UCI session, shared by both programs.
//!
//! Commands are read and answered on the calling thread. A search runs on its own thread and owns
//! the engine meanwhile, so `isready` and `stop` are answered at once. A command that cannot be
//! parsed or executed is answered by an `info string` and changes nothing; in particular,
//! `position` takes effect as a whole or not at all.
//!
//! The end of the input means `stop` and `quit`: the search sends its best move and the program
//! ends. A script that pipes in its commands can [wait](EndOfInput::Wait) for the search instead.

mod display;
mod draws;
mod eval_file;
mod go;
mod limits;
mod options;
mod output;
mod setup;
mod syzygy_path;
mod thinking;
mod wdl;

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use engine::{Engine, Root};
use uci::{Command, Reply};

pub use eval_file::{EvalFileError, evaluator};
pub use limits::limits;
use options::Options;
pub use output::Output;
use thinking::Thinking;

/// What happens to a running search at the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOfInput {
    Stop,
    /// The search is allowed to finish, unless it is infinite.
    Wait,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    Normal,
    /// A search panicked; a legal move was sent nevertheless.
    AfterPanic,
}

/// The maximum line length. A game of 20,000 plies takes a tenth of this.
const LONGEST_LINE: usize = 1 << 20;

/// The default size of the transposition table in mebibytes.
const DEFAULT_HASH: i64 = 16;

/// A session with a user interface or a match runner.
pub struct Session {
    output: Arc<Output>,
    options: Options,
    root: Root,
    /// The engine, unless a search is using it.
    engine: Option<Engine>,
    thinking: Option<Thinking>,
    panicked: bool,
}

impl Session {
    /// A session that writes its replies to this output.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory for a small table cannot be allocated.
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
    pub fn converse(mut self, mut input: impl BufRead, end: EndOfInput) -> SessionEnd {
        let mut line = Vec::new();
        loop {
            line.clear();
            // One extra byte distinguishes a line that is too long from one that just fits.
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
            if self.execute(&line).is_break() || self.output.is_closed() {
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

    fn execute(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.collect_finished();
        let read = match Command::read(line) {
            Ok(read) => read,
            Err(uci::ParseCommandError::Empty) => return ControlFlow::Continue(()),
            Err(error) => {
                self.note(error.to_string());
                return ControlFlow::Continue(());
            }
        };
        if !read.skipped.is_empty() {
            self.note(format!("ignored unknown words: {}", read.skipped.join(" ")));
        }
        match read.command {
            Command::Uci => self.identify(),
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
            Command::Quit => return ControlFlow::Break(()),
            Command::Display => self.display(),
            Command::Eval => self.show_eval(),
            Command::Bench { depth } => self.bench(depth),
            Command::Help => self.help(),
        }
        ControlFlow::Continue(())
    }

    fn identify(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.output.say(&Reply::Name(format!("Fourfold {version}")));
        self.output
            .say(&Reply::Author("the Fourfold authors".to_owned()));
        for declaration in options::declarations() {
            self.output.say(&Reply::Option(declaration));
        }
        self.output.say(&Reply::UciOk);
    }

    /// Sends an `info string`.
    fn note(&self, text: impl Into<String>) {
        self.output.note(text);
    }

    /// Takes back the engine from a finished search.
    fn collect_finished(&mut self) {
        if self.thinking.as_ref().is_some_and(Thinking::is_finished) {
            self.wait();
        }
    }

    /// Stops the search, if there is one, and takes back the engine.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop();
        }
        self.wait();
    }

    /// Waits for the search to end and takes back the engine.
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

    fn leave(mut self) -> SessionEnd {
        self.stop();
        if self.panicked {
            SessionEnd::AfterPanic
        } else {
            SessionEnd::Normal
        }
    }
}

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
