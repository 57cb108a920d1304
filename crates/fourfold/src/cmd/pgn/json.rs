//! `--json`: one object for each game, in order.

use std::io::{self, Write};
use std::path::Path;

use game::pgn::Builder;
use serde::Serialize;
use terminal::pgn::json::{GameAnswer, describe, outside_games, unreadable};
use terminal::report::ReportAnswer;

use super::Games;
use super::PgnArgs;
use super::out::Output;
use super::reporter::Reporter;

/// A game, with its report if that is asked for.
#[derive(Serialize)]
struct Answer<'g> {
    #[serde(flatten)]
    game: GameAnswer<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<ReportAnswer>,
}

/// Answers for one file. A file that cannot be read is an answer too.
pub fn answer(
    file: &Path,
    games: io::Result<Games>,
    args: &PgnArgs,
    reporter: Option<&mut Reporter>,
    output: Option<&mut Output>,
) -> anyhow::Result<()> {
    let name = file.to_string_lossy();
    let read = match games {
        Ok(games) => answer_games(&name, games, args, reporter, output)?,
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
    mut reporter: Option<&mut Reporter>,
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
        let mut read = games.finish(builder, report);
        let report = reporter.as_deref_mut().map(|reporter| {
            let nodes = reporter.nodes;
            reporter.report(&mut read).answer(nodes)
        });
        let game = describe(file, &read);
        print(&Answer { game, report })?;
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
