//! Games in the terminal.
//!
//! - [`run`] is `fourfold play`, a game on one board. One [`dialog`] handles the input. The line, JSON
//!   and full-screen modes show its replies.
//! - [`four_boards`] is duplicate chess, in lines or as JSON.
//! - [`table_lines`] is a table over a network, in lines.
//! - [`pgn`], [`law`], [`mate`], [`audit`] and [`report`] report on files, positions and games, for people and as
//!   JSON.
//! - [`Plain`] and [`visible`] make untrusted text safe to show; [`Redrawn`] is text that is redrawn
//!   in place.

mod args;
pub mod audit;
mod board;
mod companion;
pub mod dialog;
pub mod four_boards;
mod grouped;
mod input;
mod json;
pub mod law;
mod lines;
pub mod mate;
mod nearest;
pub mod pgn;
mod plain;
mod redrawn;
pub mod report;
mod screen;
mod sheet;
mod store;
pub mod table_lines;
mod typed;
mod words;

pub use args::{Colors, PlayArgs};
pub use board::{Style, letters};
pub use companion::{Companion, Sides};
pub use grouped::grouped;
pub use nearest::nearest_name;
pub use plain::{Plain, visible, visible_line};
pub use redrawn::Redrawn;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::bail;
use chess::notation::{castling_mode, read_position};
use clock::TimeControl;
use game::Start;
use partner::{Level, Opponent, Pace};

use board::Look;
use dialog::{Dialog, Reply};
use lines::Echo;

/// Plays a game on the terminal of the process.
///
/// # Errors
///
/// Returns an error if the start position or the file cannot be read, or the terminal fails.
pub fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let mode = castling_mode(args.chess960);
    let read = read_position(args.fen.as_deref(), mode)?;
    for warning in &read.warnings {
        note(&warning.to_string())?;
    }
    let position = read.position;
    let rules = referee::rules(args.rules);
    let companion = Companion::new(args.engine.unwrap_or_default(), opponent(args));
    let control = args.time.unwrap_or(TimeControl::Unlimited);
    let mut dialog = Dialog::new(Start { position, mode }, rules, control, companion);
    if let Some(path) = &args.file {
        for reply in dialog.load(path, Duration::ZERO) {
            match reply {
                Reply::Refused(refused) => bail!(refused.message),
                Reply::Note(text) => note(&text)?,
                Reply::Event(_)
                | Reply::Board
                | Reply::Moves(_)
                | Reply::Claims(_)
                | Reply::Score(_)
                | Reply::Fen(_)
                | Reply::Pgn(_)
                | Reply::Saved(_)
                | Reply::Tagged(..)
                | Reply::Help
                | Reply::Flipped
                | Reply::Hint(_)
                | Reply::Eval(_)
                | Reply::Quit => {}
            }
        }
    }
    if args.json {
        return json::run(dialog);
    }
    if wants_screen(args) {
        return screen::run(dialog, look(args));
    }
    let echo = if args.echo { Echo::On } else { Echo::Off };
    lines::run(dialog, look(args), echo)
}

/// Writes a note to standard error, before the game is shown.
fn note(text: &str) -> io::Result<()> {
    writeln!(io::stderr(), "note: {}", visible(text))
}

/// How the engine plays. Level 1 is the weakest, 10 the strongest.
fn opponent(args: &PlayArgs) -> Opponent {
    let pace = match args.level {
        None => Pace::Time(Duration::from_millis(args.movetime)),
        Some(level) => {
            let level = Level::new(level).expect("the arguments allow levels only");
            Pace::Strength(level.strength())
        }
    };
    let opponent = Opponent::new(pace);
    match args.no_resign {
        true => opponent.never_resigning(),
        false => opponent,
    }
}

/// Whether to use the full screen: on a terminal, unless lines were requested.
fn wants_screen(args: &PlayArgs) -> bool {
    let is_dumb = env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    is_terminal && !is_dumb && !args.lines && !args.echo
}

/// The board style and colors: as requested, or what the terminal supports.
fn look(args: &PlayArgs) -> Look {
    let is_terminal = io::stdout().is_terminal();
    let style = args.board.unwrap_or(if is_terminal && speaks_unicode() {
        Style::Unicode
    } else {
        Style::Letters
    });
    let color = match args.color {
        Colors::Always => true,
        Colors::Never => false,
        Colors::Auto => is_terminal && !has_value("NO_COLOR"),
    };
    Look { style, color }
}

/// Whether the locale is UTF-8.
fn speaks_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

fn has_value(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}
