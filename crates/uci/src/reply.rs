//! Replies of an engine.

use core::fmt;
use core::str::FromStr;

use chess::uci::UciMove;

use crate::option::Declaration;
use crate::search_info::SearchInfo;
use crate::tokens::{Tokens, excerpt, or_end_of_line, text};

/// A reply of an engine.
///
/// ```
/// use fourfold_uci_protocol::Reply;
/// assert_eq!(Reply::read(b"uciok")?, Reply::UciOk);
/// assert_eq!(Reply::Name("Fourfold".to_owned()).to_string(), "id name Fourfold");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name`: the name of the engine.
    Name(String),
    /// `id author`: its authors.
    Author(String),
    /// `option`: the declaration of an option.
    Option(Declaration),
    /// `uciok`: all options have been declared.
    UciOk,
    /// `readyok`: all previous commands are done.
    ReadyOk,
    /// `copyprotection`: the engine checks whether it is a legal copy.
    CopyProtection(CheckState),
    /// `registration`: the engine checks whether it is registered.
    Registration(CheckState),
    /// `info`: information about the search.
    Info(SearchInfo),
    /// `bestmove`: the result of a search.
    BestMove {
        /// The move; `None` if there is no legal move.
        best: Option<UciMove>,
        /// The expected reply, to ponder on.
        ponder: Option<UciMove>,
    },
}

/// How far a check of copy protection or registration has come.
///
/// ```
/// use fourfold_uci_protocol::{CheckState, Reply};
/// let reply = Reply::read(b"registration checking")?;
/// assert_eq!(reply, Reply::Registration(CheckState::Checking));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// The check has begun.
    Checking,
    /// All is well.
    Ok,
    /// The copy is not legal, or not registered.
    Error,
}

impl CheckState {
    const ALL: [CheckState; 3] = [CheckState::Checking, CheckState::Ok, CheckState::Error];

    fn word(self) -> &'static str {
        match self {
            CheckState::Checking => "checking",
            CheckState::Ok => "ok",
            CheckState::Error => "error",
        }
    }

    fn read(tokens: &mut Tokens<'_>) -> Result<CheckState, (&'static str, String)> {
        let found = tokens.next().unwrap_or_default();
        let state = CheckState::ALL
            .into_iter()
            .find(|state| state.word() == found);
        state.ok_or_else(|| ("checking, ok or error", excerpt(found)))
    }
}

/// Why a line is not a reply.
///
/// ```
/// use fourfold_uci_protocol::{ParseReplyError, Reply};
/// let error = Reply::read(b"Stockfish by the Stockfish developers").unwrap_err();
/// assert!(matches!(error, ParseReplyError::Unknown(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseReplyError {
    /// The line is empty.
    #[error("expected a reply, found an empty line")]
    Empty,
    /// The line begins with an unknown word.
    #[error("expected a reply of the protocol, found {0:?}")]
    Unknown(String),
    /// An argument is missing or wrong.
    #[error("expected {expected}, found {}", or_end_of_line(found))]
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was found; empty if the line ended.
        found: String,
    },
}

impl FromStr for Reply {
    type Err = ParseReplyError;

    /// Parses a line like [`Reply::read`].
    ///
    /// ```
    /// use fourfold_uci_protocol::Reply;
    /// assert_eq!("readyok".parse(), Ok(Reply::ReadyOk));
    /// ```
    fn from_str(line: &str) -> Result<Reply, ParseReplyError> {
        Reply::read(line.as_bytes())
    }
}

impl Reply {
    /// Parses a line, with or without its line ending.
    ///
    /// ```
    /// use fourfold_uci_protocol::Reply;
    /// let reply = Reply::read(b"bestmove (none)")?; // mate or stalemate
    /// assert_eq!(reply, Reply::BestMove { best: None, ponder: None });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error that says what was expected and what was found. Callers may ignore unknown
    /// lines: many programs print banners when they start.
    pub fn read(line: &[u8]) -> Result<Reply, ParseReplyError> {
        let text = text(line);
        let mut tokens = Tokens::new(&text);
        let first = tokens.next().ok_or(ParseReplyError::Empty)?;
        let expected = |(expected, found)| ParseReplyError::Expected { expected, found };
        match first {
            "id" => match tokens.next() {
                Some("name") => Ok(Reply::Name(tokens.rest().to_owned())),
                Some("author") => Ok(Reply::Author(tokens.rest().to_owned())),
                found => Err(expected((
                    "name or author after id",
                    found.map(excerpt).unwrap_or_default(),
                ))),
            },
            "option" => Declaration::read(&mut tokens)
                .map(Reply::Option)
                .map_err(expected),
            "uciok" => Ok(Reply::UciOk),
            "readyok" => Ok(Reply::ReadyOk),
            "copyprotection" => CheckState::read(&mut tokens)
                .map(Reply::CopyProtection)
                .map_err(expected),
            "registration" => CheckState::read(&mut tokens)
                .map(Reply::Registration)
                .map_err(expected),
            "info" => SearchInfo::read(&mut tokens)
                .map(Reply::Info)
                .map_err(expected),
            "bestmove" => read_bestmove(&mut tokens).map_err(expected),
            unknown => Err(ParseReplyError::Unknown(excerpt(unknown))),
        }
    }
}

fn read_bestmove(tokens: &mut Tokens<'_>) -> Result<Reply, (&'static str, String)> {
    let best = match tokens.next() {
        Some("(none)" | "0000" | "NULL") => None,
        Some(word) => match word.parse() {
            Ok(m) => Some(m),
            Err(_) => return Err(("a move after bestmove", excerpt(word))),
        },
        None => return Err(("a move after bestmove", String::new())),
    };
    let ponder = match (tokens.next(), tokens.next()) {
        (Some("ponder"), Some(word)) => word.parse().ok(),
        _ => None,
    };
    Ok(Reply::BestMove { best, ponder })
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option(declaration) => declaration.fmt(f),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::CopyProtection(state) => write!(f, "copyprotection {}", state.word()),
            Reply::Registration(state) => write!(f, "registration {}", state.word()),
            Reply::Info(line) => line.fmt(f),
            Reply::BestMove { best: None, .. } => f.write_str("bestmove (none)"),
            Reply::BestMove {
                best: Some(best),
                ponder,
            } => {
                write!(f, "bestmove {best}")?;
                match ponder {
                    Some(ponder) => write!(f, " ponder {ponder}"),
                    None => Ok(()),
                }
            }
        }
    }
}
