//! Programs at the four boards: how long they take in the worker, and whether they play like the
//! native program.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use browser::Page;
use serde_json::json;

use crate::game::Game;
use crate::processor::{self, CpuTimeOf};
use crate::report::{self, Goal};

/// The default level of a seat.
const DEFAULT_LEVEL: u32 = 3;

/// The number of timed answers of that level, each two moves further into a game.
const ANSWERS: usize = 30;

/// A level that searches a fixed number of positions.
const DEEP_LEVEL: u32 = 8;

/// The number of timed answers of that level, each a round further into a game.
const OPENINGS: usize = 20;

const ROUNDS: usize = 3;

/// Starts a worker and runs searches until the browser has optimized all of it.
const WARM_UP: &str = "
    const [level, moves] = arguments;
    globalThis.measured = globalThis.fourfoldWorker();
    globalThis.ask = (text) => new Promise((done) => {
        measured.onmessage = ({ data }) => done(data);
        measured.postMessage(text);
    });
    return ask(`rival|1|${level}|${moves}`)";

/// Requests the moves of seats from that worker: `[level, moves]` each, answered as `[line,
/// milliseconds]`.
const ASK: &str = "
    const [questions] = arguments;
    return (async () => {
        const answers = [];
        for (const [level, moves] of questions) {
            const began = performance.now();
            const answer = await ask(`rival|1|${level}|${moves}`);
            answers.push([answer, performance.now() - began]);
        }
        return answers;
    })()";

/// The response time of the default level, and the speed of a deep search in the worker compared
/// with the native program.
pub fn measure(page: &Page, game: &Game, native: &str) -> Result<Vec<Goal>> {
    let openings: Vec<String> = (1..=OPENINGS).map(|turn| moves(game, 4 * turn)).collect();
    page.script(WARM_UP, &[json!(DEEP_LEVEL), json!(openings[0])])?;
    let starts: Vec<String> = (1..=ANSWERS).map(|turn| moves(game, 2 * turn)).collect();
    let questions = starts.iter().map(|moves| (DEFAULT_LEVEL, moves.clone()));
    let answers = ask(page, questions)?;
    let waits: Vec<f64> = answers.into_iter().map(|(_, ms)| ms).collect();
    let mut times = [f64::INFINITY; 2];
    let (mut alike, mut asked) = (0, 0);
    for _ in 0..ROUNDS {
        let (seconds, outside) = processor::time(CpuTimeOf::Programs, || {
            let outside = openings.iter().map(|moves| think(native, moves));
            outside.collect::<Result<Vec<String>>>()
        })?;
        times[0] = times[0].min(seconds);
        let (seconds, inside) = processor::time(CpuTimeOf::Workers, || {
            ask(
                page,
                openings.iter().map(|moves| (DEEP_LEVEL, moves.clone())),
            )
        })?;
        times[1] = times[1].min(seconds);
        asked += inside.len() as u64;
        let pairs = inside.iter().zip(&outside);
        alike += pairs
            .filter(|((inside, _), outside)| inside == *outside)
            .count() as u64;
    }
    page.script("measured.terminate()", &[])?;
    let name = format!(
        "programs of the four boards in the worker ÷ native, in CPU time ({:.2} and {:.2} s)",
        times[1], times[0]
    );
    Ok(vec![
        report::quantile_ms(
            "move of a program at the default level",
            &waits,
            0.95,
            400.0,
        ),
        report::ratio(&name, times[0] / times[1], 0.6),
        report::same(
            "moves of programs in the worker equal to native ones",
            alike,
            asked,
        ),
    ])
}

/// The first moves of a game, with spaces between.
fn moves(game: &Game, plies: usize) -> String {
    let tokens: Vec<String> = game
        .moves()
        .iter()
        .take(plies)
        .map(ToString::to_string)
        .collect();
    tokens.join(" ")
}

/// Each answer's move and how long it took in milliseconds.
fn ask(page: &Page, questions: impl Iterator<Item = (u32, String)>) -> Result<Vec<(String, f64)>> {
    let questions: Vec<_> = questions
        .map(|(level, moves)| json!([level, moves]))
        .collect();
    let answers: Vec<(String, f64)> =
        serde_json::from_value(page.script(ASK, &[json!(questions)])?)?;
    let answer = |(text, ms): (String, f64)| {
        let line = text.strip_prefix("rival|1|");
        let m = line.and_then(|line| line.split_whitespace().next());
        let m = m.with_context(|| format!("expected a move, found {text:?}"))?;
        Ok((m.to_owned(), ms))
    };
    answers.into_iter().map(answer).collect()
}

/// The move that the native program finds.
fn think(native: &str, moves: &str) -> Result<String> {
    let level = DEEP_LEVEL.to_string();
    let output = Command::new(native)
        .args(["duplicate", "think", "--level", &level, moves])
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    ensure!(
        output.status.success(),
        "the program refused {moves:?}: {text}"
    );
    // "North plays e2e4", and more lines.
    let m = text.split_whitespace().nth(2);
    Ok(
        m.with_context(|| format!("expected a move, found {text:?}"))?
            .to_owned(),
    )
}
