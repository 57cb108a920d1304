//! `--json`: one object for each game, in order.

use std::io::{self, Write};
use std::path::Path;

use game::pgn::Builder;
use serde::Serialize;
use terminal::pgn::json::{describe, outside_games, unreadable};

use super::Games;
use super::PgnArgs;
use super::out::Output;

/// Answers for one file. A file that cannot be read is an answer too.
pub fn answer(
    file: &Path,
    games: io::Result<Games>,
    args: &PgnArgs,
    output: Option<&mut Output>,
) -> anyhow::Result<()> {
    let name = file.to_string_lossy();
    let read = match games {
        Ok(games) => answer_games(&name, games, args, output)?,
        Err(error) => Err(error),
    };
    if let Err(error) = read {
        print(&unreadable(&name, &error))?;
    }
    Ok(())
}

/// Answers for every game. The inner result is about reading, the outer about writing.
fn answer_games(
    file: &str,
    mut games: Games,
    args: &PgnArgs,
    mut output: Option<&mut Output>,
) -> anyhow::Result<io::Result<()>> {
    let mut is_empty = true;
    loop {
        let mut builder = Builder::new();
        let report = match games.checker.read_game(&mut builder) {
            Ok(Some(report)) => report,
            Ok(None) => {
                if let Some(answer) = outside_games(file, builder.diagnostics(), is_empty) {
                    print(&answer)?;
                }
                return Ok(Ok(()));
            }
            Err(error) => return Ok(Err(error)),
        };
        is_empty = false;
        let read = games.finish(builder, report);
        print(&describe(file, &read))?;
        if let Some(output) = output.as_deref_mut() {
            output.write(read, args.leaves_out())?;
        }
    }
}

fn print(answer: &impl Serialize) -> io::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, answer)?;
    out.write_all(b"\n")?;
    out.flush()
}
