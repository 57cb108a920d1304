//! A UCI engine process as a player.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use chess::fen::CastlingMode;
use serde::{Deserialize, Serialize};
use uci::{Command, Go, Reply};

use super::{Player, PlayerAnswer, Request, is_readable, position_command};
use crate::fault::Fault;
use crate::link::{Link, ReceivedLine};

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    pub name: String,
    pub cmd: PathBuf,
    #[serde(default)]
    pub args: Vec<String>,
    /// The working directory.
    #[serde(default)]
    pub dir: Option<PathBuf>,
    /// Options to set, in order. The engine must support them.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// Options to set first, if the engine supports them.
    #[serde(default)]
    pub defaults: Vec<(String, String)>,
}

/// Timeouts for answers other than moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For `uciok` after the start.
    pub start: Duration,
    /// For `readyok`, also after `ucinewgame`.
    pub ready: Duration,
    /// For the process to exit after `quit`.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(60),
            quit: Duration::from_secs(1),
        }
    }
}

/// The number of lines for one move from which the output counts as a flood.
pub(super) const MOST_LINES: usize = 500_000;

/// A UCI engine process.
#[derive(Debug)]
pub struct ProcessPlayer {
    config: EngineConfig,
    patience: Patience,
    mode: CastlingMode,
    link: Option<Link>,
}

impl ProcessPlayer {
    /// A player that starts its engine on first use, and again after a fault.
    #[must_use]
    pub fn new(config: EngineConfig, patience: Patience, mode: CastlingMode) -> ProcessPlayer {
        ProcessPlayer {
            config,
            patience,
            mode,
            link: None,
        }
    }

    /// The engine's process id, while it is running.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.link.as_ref().map(Link::id)
    }

    /// Starts the engine and sets its options.
    fn start(&self) -> Result<Link, Fault> {
        let config = &self.config;
        let mut link = Link::start(&config.cmd, &config.args, config.dir.as_deref())?;
        let not_started = |fault: Fault| match fault {
            Fault::NotStarted(_) => fault,
            other => Fault::NotStarted(format!("{} {other} before it was ready", config.name)),
        };
        link.send(&Command::Uci).map_err(not_started)?;
        let mut declared = Vec::new();
        await_reply(&mut link, self.patience.start, |reply| {
            if let Reply::Option(declaration) = reply {
                declared.push(declaration.name.clone());
            }
            *reply == Reply::UciOk
        })
        .map_err(not_started)?;
        for (name, value) in self.settings(&declared)? {
            let value = (!value.is_empty()).then_some(value);
            link.send(&Command::SetOption { name, value })
                .map_err(not_started)?;
        }
        ready(&mut link, self.patience.ready).map_err(not_started)?;
        Ok(link)
    }

    /// The options to set, given those that the engine declared.
    fn settings(&self, declared: &[String]) -> Result<Vec<(String, String)>, Fault> {
        let has = |name: &str| {
            declared
                .iter()
                .any(|known| known.eq_ignore_ascii_case(name))
        };
        let EngineConfig {
            options, defaults, ..
        } = &self.config;
        if let Some((missing, _)) = options.iter().find(|(name, _)| !has(name)) {
            return Err(Fault::NotStarted(format!(
                "{} has no option {missing:?}; it has {}",
                self.config.name,
                declared.join(", ")
            )));
        }
        let mut settings: Vec<_> = defaults
            .iter()
            .filter(|(name, _)| has(name))
            .cloned()
            .collect();
        settings.extend_from_slice(options);
        if self.mode == CastlingMode::Chess960 {
            settings.push(("UCI_Chess960".to_owned(), "true".to_owned()));
        }
        Ok(settings)
    }

    /// Starts the engine now instead of on first use.
    ///
    /// # Errors
    ///
    /// Returns a fault if the engine cannot play.
    pub fn prepare(&mut self) -> Result<(), Fault> {
        if self.link.is_none() {
            self.link = Some(self.start()?);
        }
        Ok(())
    }

    fn think_with(link: &mut Link, request: &Request<'_>) -> Result<PlayerAnswer, Fault> {
        link.send(&position_command(request.start, request.history))?;
        let begin = Instant::now();
        link.send(&Command::Go(request.go.clone()))?;
        let mut answer = PlayerAnswer::default();
        for _ in 0..MOST_LINES {
            let ReceivedLine { bytes, at } = link.next_line(begin + request.patience)?;
            match Reply::read(&bytes) {
                Ok(Reply::Info(line)) => {
                    if line.multipv.is_none_or(|number| number == 1) {
                        answer.score = line.score.or(answer.score);
                        answer.depth = line.depth.or(answer.depth);
                    }
                    answer.nodes = line.nodes.or(answer.nodes);
                }
                Ok(Reply::BestMove { best, .. }) => {
                    answer.best = best;
                    answer.took = at.saturating_duration_since(begin);
                    return Ok(answer);
                }
                Err(_) if bytes.trim_ascii_start().starts_with(b"bestmove") => {
                    answer.garbage = Some(excerpt(&bytes));
                    answer.took = at.saturating_duration_since(begin);
                    return Ok(answer);
                }
                Ok(_) | Err(_) => {}
            }
        }
        Err(Fault::Flood)
    }
}

impl Player for ProcessPlayer {
    fn name(&self) -> &str {
        &self.config.name
    }

    fn begin_game(&mut self, _: u64) -> Result<(), Fault> {
        let is_running = self.link.as_mut().is_some_and(Link::is_running);
        let mut link = match self.link.take().filter(|_| is_running) {
            Some(link) => link,
            None => self.start()?,
        };
        link.send(&Command::UciNewGame)?;
        ready(&mut link, self.patience.ready)?;
        self.link = Some(link);
        Ok(())
    }

    fn think(&mut self, request: &Request<'_>) -> Result<PlayerAnswer, Fault> {
        let Some(link) = &mut self.link else {
            return Err(Fault::NotStarted("the game was not started".to_owned()));
        };
        let answer = ProcessPlayer::think_with(link, request);
        if !is_readable(&answer) {
            // After any fault the engine may be out of step, so it is restarted.
            self.link = None;
        }
        answer
    }

    fn reproduction(&self, asked: Option<(&Command, &Go)>) -> Option<String> {
        let mut lines = vec![Command::Uci.to_string()];
        for (name, value) in self.config.defaults.iter().chain(&self.config.options) {
            let (name, value) = (name.clone(), Some(value.clone()));
            lines.push(Command::SetOption { name, value }.to_string());
        }
        lines.extend([Command::UciNewGame, Command::IsReady].map(|command| command.to_string()));
        if let Some((position, go)) = asked {
            lines.extend([position.to_string(), go.to_string()]);
        }
        let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
        let mut words = vec![quoted(&self.config.cmd.to_string_lossy())];
        words.extend(self.config.args.iter().map(|argument| quoted(argument)));
        // An engine may exit at the end of its input, so the input is kept open.
        let command = format!(
            "{{ printf '%s\\n' {}; sleep 10; }} | {}",
            lines.join(" "),
            words.join(" ")
        );
        Some(match &self.config.dir {
            Some(directory) => format!("cd {} && {command}", quoted(&directory.to_string_lossy())),
            None => command,
        })
    }
}

/// Quotes a word for the shell.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=+:,".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

impl Drop for ProcessPlayer {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            link.quit(self.patience.quit);
        }
    }
}

fn ready(link: &mut Link, patience: Duration) -> Result<(), Fault> {
    link.send(&Command::IsReady)?;
    await_reply(link, patience, |reply| *reply == Reply::ReadyOk)
}

fn await_reply(
    link: &mut Link,
    patience: Duration,
    mut is_it: impl FnMut(&Reply) -> bool,
) -> Result<(), Fault> {
    let deadline = Instant::now() + patience;
    for _ in 0..MOST_LINES {
        let line = link.next_line(deadline)?;
        if Reply::read(&line.bytes).is_ok_and(|reply| is_it(&reply)) {
            return Ok(());
        }
    }
    Err(Fault::Flood)
}

/// The beginning of a line, for messages.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned()
}
