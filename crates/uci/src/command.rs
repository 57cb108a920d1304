//! Commands to an engine.

use core::fmt;
use core::str::FromStr;

use chess::uci::UciMove;

use crate::go::Go;
use crate::tokens::{Tokens, excerpt, or_end_of_line, text};

/// A command from a user interface or match runner to an engine.
///
/// ```
/// use fourfold_uci_protocol::Command;
/// let read = Command::read(b"setoption name Hash value 64")?;
/// let hash = Command::SetOption { name: "Hash".to_owned(), value: Some("64".to_owned()) };
/// assert_eq!(read.command, hash);
/// assert_eq!(hash.to_string(), "setoption name Hash value 64");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: identify yourself and list the options.
    Uci,
    /// `debug`: turn debug output on or off.
    Debug {
        /// Whether debug output is on.
        on: bool,
    },
    /// `isready`: answer when all previous commands are done.
    IsReady,
    /// `setoption`: set an option or press a button.
    SetOption {
        /// The name, as sent.
        name: String,
        /// The value; a button has none.
        value: Option<String>,
    },
    /// `ucinewgame`: the next position belongs to another game.
    UciNewGame,
    /// `position`: set up a position and play moves.
    Position {
        /// Where the moves start.
        origin: Origin,
        /// The moves, not yet checked for legality.
        moves: Vec<UciMove>,
    },
    /// `go`: start a search.
    Go(Go),
    /// `stop`: stop the search and send the best move.
    Stop,
    /// `ponderhit`: the opponent played the expected move.
    PonderHit,
    /// `quit`: end the program.
    Quit,
    /// Show the position. This command and those below are common extensions of the protocol.
    Display,
    /// Show the static evaluation.
    Eval,
    /// Run the bench.
    Bench {
        /// The depth; `None` for the default.
        depth: Option<u64>,
    },
    /// List the commands.
    Help,
}

/// Where the moves of a `position` command start.
///
/// ```
/// use fourfold_uci_protocol::{Command, Origin};
/// let read = Command::read(b"position startpos moves e2e4 e7e5")?;
/// let Command::Position { origin, moves } = read.command else { unreachable!() };
/// assert_eq!((origin, moves.len()), (Origin::Start, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The start position.
    Start,
    /// A FEN, not yet validated.
    Fen(String),
}

/// A parsed command with the words that were skipped.
///
/// ```
/// use fourfold_uci_protocol::Command;
/// let read = Command::read(b"go depth 5 quickly")?;
/// assert_eq!(read.skipped, ["quickly"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCommand {
    /// The command.
    pub command: Command,
    /// Unknown words, in order.
    pub skipped: Vec<String>,
}

/// Why a line is not a command.
///
/// ```
/// use fourfold_uci_protocol::Command;
/// let error = Command::read(b"position startpos moves e2e4 e9").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected a move such as e2e4 or e7e8q as move 2, found \"e9\""
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseCommandError {
    /// The line is empty.
    #[error("expected a command, found an empty line")]
    Empty,
    /// The line contains no command; it begins with this word.
    #[error("expected a command, found {0:?}; help lists them")]
    Unknown(String),
    /// An argument is missing or wrong.
    #[error("expected {expected}, found {}", or_end_of_line(found.as_deref().unwrap_or_default()))]
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was found; `None` at the end of the line.
        found: Option<String>,
    },
    /// A word in the list of moves is not a move. Moves are numbered from 1.
    #[error("expected a move such as e2e4 or e7e8q as move {number}, found {found:?}")]
    NoMove {
        /// Its number.
        number: usize,
        /// The word.
        found: String,
    },
}

impl Command {
    /// Parses a line, with or without its line ending.
    ///
    /// Words before the command are skipped, as the protocol requires: `joho debug on` means
    /// `debug on`. A `position` with an error is refused as a whole.
    ///
    /// ```
    /// use fourfold_uci_protocol::Command;
    /// assert_eq!(Command::read(b"isready\r\n")?.command, Command::IsReady);
    /// assert_eq!(Command::read(b"joho debug on")?.command, Command::Debug { on: true });
    /// assert!(Command::read(b"castle").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error that says what was expected and what was found.
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

impl FromStr for Command {
    type Err = ParseCommandError;

    /// Parses a line like [`Command::read`], and forgets which words were skipped.
    ///
    /// ```
    /// use fourfold_uci_protocol::Command;
    /// assert_eq!("isready".parse(), Ok(Command::IsReady));
    /// ```
    fn from_str(line: &str) -> Result<Command, ParseCommandError> {
        Command::read(line.as_bytes()).map(|read| read.command)
    }
}

fn read_debug(tokens: &mut Tokens<'_>) -> Result<Command, ParseCommandError> {
    match tokens.next() {
        Some("on") => Ok(Command::Debug { on: true }),
        Some("off") => Ok(Command::Debug { on: false }),
        found => Err(expected("on or off after debug", found)),
    }
}

/// Both the name and the value may consist of several words.
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
        // The value keeps its inner blanks, because it may be a file name.
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
