//! Parsing of what a player types.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use chess::Color;
use clock::Date;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A move, in any notation.
    Move(String),
    /// Claim a draw, perhaps with a named move.
    Draw(Option<String>),
    Offer(Option<Color>),
    Accept,
    Decline,
    Resign(Option<Color>),
    /// The flag of a side has fallen.
    Flag(Option<Color>),
    Undo(NonZeroUsize),
    Redo(NonZeroUsize),
    /// List the legal moves.
    Moves,
    /// List every right to claim a draw.
    Claims,
    /// Show the moves that were played.
    Score,
    Board,
    Fen,
    Pgn,
    Save(PathBuf),
    Load(PathBuf),
    Name(Color, String),
    Date(String),
    Flip,
    /// Start another game, perhaps from a position.
    New(Option<String>),
    Hint,
    Eval,
    /// Let the engine move now.
    Go,
    Help,
    Quit,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    #[error("expected a number from 1 after {command}, found {found:?}")]
    Number {
        command: &'static str,
        found: String,
    },
    #[error("expected white or black after {command}, found {found:?}")]
    Side {
        command: &'static str,
        found: String,
    },
    #[error("expected a file after {0}, such as: {0} game.pgn")]
    File(&'static str),
    #[error("expected a side and a name after name, such as: name white Anna")]
    Name,
    #[error("expected a date such as 2024.01.02 after date, ?? for what is not known, found {0:?}")]
    Date(String),
    #[error("expected nothing after {command}, found {found:?}")]
    Needless {
        command: &'static str,
        found: String,
    },
}

/// The commands, their arguments and descriptions: the text of `help`.
pub const COMMANDS: [(&str, &str, &str); 25] = [
    ("draw", "[MOVE]", "claim a draw, now or with a move named"),
    ("offer", "[SIDE]", "offer a draw"),
    ("accept", "", "accept the draw that was offered"),
    ("decline", "", "decline the draw that was offered"),
    ("resign", "[SIDE]", "give the game up"),
    ("flag", "[SIDE]", "the time of a side is up"),
    ("undo", "[N]", "take back a move, or N"),
    ("redo", "[N]", "play again what was taken back"),
    ("moves", "", "list the legal moves"),
    ("claims", "", "list every right to claim a draw"),
    ("score", "", "list the moves played so far"),
    ("board", "", "show the board"),
    ("fen", "", "show the position as a FEN"),
    ("pgn", "", "show the game as PGN"),
    ("save", "FILE", "write the game to a file"),
    ("load", "FILE", "go on with a game from a file"),
    ("name", "SIDE NAME", "say who plays a side"),
    (
        "date",
        "DATE",
        "say when the game is played, such as 2024.01.02",
    ),
    ("flip", "", "turn the board around"),
    ("new", "[FEN]", "start another game"),
    ("hint", "", "what the engine would play"),
    ("eval", "", "what the engine thinks of the position"),
    ("go", "", "let the engine make this move"),
    ("help", "", "show this"),
    ("quit", "", "leave"),
];

/// Parses a line; `None` if it is blank.
///
/// A line whose first word is not a command is a move.
pub fn parse(line: &str) -> Option<Result<Input, InputError>> {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    if word.is_empty() {
        return None;
    }
    let command = COMMANDS
        .iter()
        .map(|(name, ..)| *name)
        .find(|name| name.eq_ignore_ascii_case(word));
    Some(match command {
        Some(command) => parse_command(command, rest),
        None => Ok(Input::Move(line.to_owned())),
    })
}

fn parse_command(command: &'static str, rest: &str) -> Result<Input, InputError> {
    let text = (!rest.is_empty()).then(|| rest.to_owned());
    Ok(match command {
        "draw" => Input::Draw(text),
        "offer" => Input::Offer(side(command, rest)?),
        "resign" => Input::Resign(side(command, rest)?),
        "flag" => Input::Flag(side(command, rest)?),
        "undo" => Input::Undo(number(command, rest)?),
        "redo" => Input::Redo(number(command, rest)?),
        "save" => Input::Save(file(command, rest)?),
        "load" => Input::Load(file(command, rest)?),
        "name" => name(rest)?,
        "date" => Input::Date(date(rest)?),
        "new" => Input::New(text),
        command => {
            if let Some(found) = text {
                return Err(InputError::Needless { command, found });
            }
            plain(command)
        }
    })
}

/// The commands without arguments.
fn plain(command: &str) -> Input {
    match command {
        "accept" => Input::Accept,
        "decline" => Input::Decline,
        "moves" => Input::Moves,
        "claims" => Input::Claims,
        "score" => Input::Score,
        "board" => Input::Board,
        "fen" => Input::Fen,
        "pgn" => Input::Pgn,
        "flip" => Input::Flip,
        "hint" => Input::Hint,
        "eval" => Input::Eval,
        "go" => Input::Go,
        "quit" => Input::Quit,
        _ => Input::Help,
    }
}

fn number(command: &'static str, rest: &str) -> Result<NonZeroUsize, InputError> {
    if rest.is_empty() {
        return Ok(NonZeroUsize::MIN);
    }
    rest.parse().map_err(|_| InputError::Number {
        command,
        found: rest.to_owned(),
    })
}

fn side(command: &'static str, rest: &str) -> Result<Option<Color>, InputError> {
    match rest.to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "white" | "w" => Ok(Some(Color::White)),
        "black" | "b" => Ok(Some(Color::Black)),
        _ => Err(InputError::Side {
            command,
            found: rest.to_owned(),
        }),
    }
}

fn name(rest: &str) -> Result<Input, InputError> {
    let (color, name) = rest
        .split_once(char::is_whitespace)
        .ok_or(InputError::Name)?;
    let color = side("name", color)?.ok_or(InputError::Name)?;
    Ok(Input::Name(color, unquoted(name.trim()).to_owned()))
}

/// A date in the format of the PGN tag Date; day, month and year may be unknown.
fn date(rest: &str) -> Result<String, InputError> {
    let known = match rest {
        "????.??.??" => "2000.01.01".to_owned(),
        rest => rest.replace(".??", ".01"),
    };
    match known.parse::<Date>() {
        Ok(_) => Ok(rest.to_owned()),
        Err(_) => Err(InputError::Date(rest.to_owned())),
    }
}

fn unquoted(text: &str) -> &str {
    let inner = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(text)
}

fn file(command: &'static str, rest: &str) -> Result<PathBuf, InputError> {
    let path = unquoted(rest);
    if path.is_empty() {
        return Err(InputError::File(command));
    }
    Ok(PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Input {
        parse(line)
            .expect("there is something on the line")
            .expect("is understood")
    }

    fn refused(line: &str) -> String {
        parse(line)
            .expect("there is something on the line")
            .expect_err("is not understood")
            .to_string()
    }

    #[test]
    fn every_command_in_the_help_is_parsed() {
        for (name, argument, _) in COMMANDS {
            let line = match argument {
                "FILE" => format!("{name} game.pgn"),
                "SIDE NAME" => format!("{name} white Anna"),
                "DATE" => format!("{name} 2024.01.02"),
                _ => name.to_owned(),
            };
            assert!(!matches!(read(&line), Input::Move(_)), "{name}");
            assert_eq!(
                read(&line.to_uppercase()) == Input::Help,
                name == "help",
                "{name}"
            );
        }
    }

    #[test]
    fn anything_but_a_command_is_a_move() {
        assert_eq!(read(" e4 "), Input::Move("e4".to_owned()));
        assert_eq!(read("O-O"), Input::Move("O-O".to_owned()));
        assert_eq!(read("undoo"), Input::Move("undoo".to_owned()));
        assert!(parse("  \t ").is_none());
    }

    #[test]
    fn arguments_are_parsed_or_refused_with_what_was_found() {
        assert_eq!(read("undo"), Input::Undo(NonZeroUsize::MIN));
        assert_eq!(
            read("undo 12"),
            Input::Undo(NonZeroUsize::new(12).expect("is not zero"))
        );
        for line in [
            "undo 0",
            "redo -1",
            "undo two",
            "undo 99999999999999999999999",
        ] {
            assert!(
                refused(line).starts_with("expected a number from 1"),
                "{line}"
            );
        }
        assert_eq!(read("resign b"), Input::Resign(Some(Color::Black)));
        assert_eq!(
            refused("offer red"),
            "expected white or black after offer, found \"red\""
        );
        assert_eq!(
            refused("fen now"),
            "expected nothing after fen, found \"now\""
        );
        assert_eq!(
            refused("save"),
            "expected a file after save, such as: save game.pgn"
        );
        assert_eq!(
            read("save \"my game.pgn\""),
            Input::Save("my game.pgn".into())
        );
        assert_eq!(
            read("name b  Ben  Okri "),
            Input::Name(Color::Black, "Ben  Okri".to_owned())
        );
        for line in ["name", "name Anna", "name white"] {
            assert!(refused(line).contains("name white Anna"), "{line}");
        }
        assert!(refused("name red Anna").starts_with("expected white or black"));
        for date in ["2024.01.02", "2024.02.??", "2024.??.??", "????.??.??"] {
            assert_eq!(read(&format!("date {date}")), Input::Date(date.to_owned()));
        }
        for line in ["date", "date today", "date 2024.02.30", "date ????.01.01"] {
            assert!(refused(line).starts_with("expected a date"), "{line}");
        }
        assert_eq!(read("draw Nf3"), Input::Draw(Some("Nf3".to_owned())));
    }
}
