//! What an engine is told.

use core::fmt;

use chess::uci::UciMove;

use crate::go::Go;
use crate::tokens::{Tokens, excerpt, or_end_of_line, text};

/// One line from a user interface or a match runner to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Name yourself and your options.
    Uci,
    /// Say more than needed, or no longer.
    Debug {
        /// Whether to say more.
        on: bool,
    },
    /// Answer when all before has been done.
    IsReady,
    /// Change an option, or press a button.
    SetOption {
        /// The name, as sent.
        name: String,
        /// The value; a button has none.
        value: Option<String>,
    },
    /// What follows belongs to another game.
    UciNewGame,
    /// Set up a position and play moves from it.
    Position {
        /// Where the moves start.
        origin: Origin,
        /// The moves, not yet known to be legal.
        moves: Vec<UciMove>,
    },
    /// Search.
    Go(Go),
    /// End the search and give the best move.
    Stop,
    /// The expected move was played: the clock runs from now.
    PonderHit,
    /// Leave.
    Quit,
    /// Show the position. Not in the protocol, but customary, as are those below.
    Display,
    /// Show what the evaluation makes of the position.
    Eval,
    /// Search the positions of the bench.
    Bench {
        /// How deep; as deep as usual if nothing is said.
        depth: Option<u64>,
    },
    /// Say what can be said.
    Help,
}

/// Where the moves of a `position` command start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The start position.
    Start,
    /// A FEN, not yet known to make sense.
    Fen(String),
}

/// A command that was read, with what could not be understood of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCommand {
    /// What was understood.
    pub command: Command,
    /// Words without meaning, in the order they came.
    pub skipped: Vec<String>,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseCommandError {
    /// There is no word on the line.
    #[error("expected a command, found an empty line")]
    Empty,
    /// No word on the line is a command; it begins with this one.
    #[error("expected a command, found {0:?}; help lists them")]
    Unknown(String),
    /// The command needs an argument, and something else was found.
    #[error("expected {expected}, found {}", or_end_of_line(found.as_deref().unwrap_or_default()))]
    Expected {
        /// What is needed.
        expected: &'static str,
        /// What was found; nothing if the line ended.
        found: Option<String>,
    },
    /// A word in the list of moves is not a move. Moves are counted from 1.
    #[error("expected a move such as e2e4 or e7e8q as move {number}, found {found:?}")]
    NoMove {
        /// Its number.
        number: usize,
        /// The word.
        found: String,
    },
}

impl Command {
    /// Reads a line, with or without its line ending.
    ///
    /// Words before the command are skipped, as the protocol asks: `joho debug on` is
    /// `debug on`. A `position` is read whole or refused.
    ///
    /// # Errors
    ///
    /// Returns what was expected and what was found.
    pub fn read(line: &[u8]) -> Result<ReadCommand, ParseCommandError> {
        let text = text(line);
        let mut tokens = Tokens::new(&text);
        let mut skipped = Vec::new();
        while let Some(word) = tokens.next() {
            let command = match word {
                "uci" => Command::Uci,
                "debug" => read_debug(&mut tokens)?,
                "isready" => Command::IsReady,
                "setoption" => read_setoption(&mut tokens)?,
                "ucinewgame" => Command::UciNewGame,
                "position" => read_position(&mut tokens)?,
                "go" => Command::Go(Go::read(&mut tokens, &mut skipped)),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "quit" => Command::Quit,
                "d" => Command::Display,
                "eval" => Command::Eval,
                "bench" => Command::Bench {
                    depth: tokens.amount(),
                },
                "help" => Command::Help,
                _ => {
                    skipped.push(excerpt(word));
                    continue;
                }
            };
            skipped.extend(tokens.map(excerpt));
            return Ok(ReadCommand { command, skipped });
        }
        Err(match skipped.into_iter().next() {
            Some(first) => ParseCommandError::Unknown(first),
            None => ParseCommandError::Empty,
        })
    }
}

fn read_debug(tokens: &mut Tokens<'_>) -> Result<Command, ParseCommandError> {
    match tokens.next() {
        Some("on") => Ok(Command::Debug { on: true }),
        Some("off") => Ok(Command::Debug { on: false }),
        found => Err(expected("on or off after debug", found)),
    }
}

/// The name and the value may be several words each.
fn read_setoption(tokens: &mut Tokens<'_>) -> Result<Command, ParseCommandError> {
    match tokens.next() {
        Some("name") => {}
        found => return Err(expected("name after setoption", found)),
    }
    let name = tokens.until(&["value"]);
    if name.is_empty() {
        return Err(expected("the name of an option", tokens.next()));
    }
    let value = tokens.next().map(|_| {
        // A value is kept as sent, inner blanks included: it may be the name of a file.
        let value = tokens.rest().to_owned();
        *tokens = Tokens::new("");
        value
    });
    Ok(Command::SetOption { name, value })
}

fn read_position(tokens: &mut Tokens<'_>) -> Result<Command, ParseCommandError> {
    let origin = match tokens.next() {
        Some("startpos") => Origin::Start,
        Some("fen") => match tokens.until(&["moves"]) {
            fen if fen.is_empty() => return Err(expected("a FEN after fen", tokens.next())),
            fen => Origin::Fen(fen),
        },
        found => return Err(expected("startpos or fen after position", found)),
    };
    match tokens.next() {
        None | Some("moves") => {}
        found => return Err(expected("moves after the position", found)),
    }
    let mut moves = Vec::new();
    for word in tokens {
        moves.push(word.parse().map_err(|_| ParseCommandError::NoMove {
            number: moves.len() + 1,
            found: excerpt(word),
        })?);
    }
    Ok(Command::Position { origin, moves })
}

fn expected(expected: &'static str, found: Option<&str>) -> ParseCommandError {
    ParseCommandError::Expected {
        expected,
        found: found.map(excerpt),
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug { on } => f.write_str(if *on { "debug on" } else { "debug off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption {
                name,
                value: Some(value),
            } => write!(f, "setoption name {name} value {value}"),
            Command::UciNewGame => f.write_str("ucinewgame"),
            Command::Position { origin, moves } => {
                match origin {
                    Origin::Start => f.write_str("position startpos")?,
                    Origin::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                }
                moves.iter().try_for_each(|m| write!(f, " {m}"))
            }
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Display => f.write_str("d"),
            Command::Eval => f.write_str("eval"),
            Command::Bench { depth: None } => f.write_str("bench"),
            Command::Bench { depth: Some(depth) } => write!(f, "bench {depth}"),
            Command::Help => f.write_str("help"),
        }
    }
}
