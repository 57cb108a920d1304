//! Programs at the four boards: how long they take in the worker, and whether they play as outside.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use browser::Page;
use serde_json::json;

use crate::game::Game;
use crate::report::{self, Goal};

/// The level that a seat has unless somebody chooses another.
const DEFAULT_LEVEL: u32 = 3;

/// How many answers of that level are timed, each two moves further into a game.
const ANSWERS: usize = 30;

/// A level that searches a fixed number of positions.
const DEEP_LEVEL: u32 = 5;

const ROUNDS: usize = 3;

/// Asks one worker for the moves of seats: `[level, moves]` each, answered as `[line, milliseconds]`.
const ASK: &str = "
    const [questions] = arguments;
    const worker = globalThis.fourfoldWorker();
    const ask = (text) => new Promise((done) => {
        worker.onmessage = ({ data }) => done(data);
        worker.postMessage(text);
    });
    return (async () => {
        // The first answer says that everything is loaded and compiled.
        await ask('bench|1|3');
        const answers = [];
        for (const [level, moves] of questions) {
            const began = performance.now();
            const answer = await ask(`rival|1|${level}|${moves}`);
            answers.push([answer, performance.now() - began]);
        }
        worker.terminate();
        return answers;
    })()";

/// How soon the default level answers, and a deep search in the worker beside the program outside.
pub fn measure(page: &Page, game: &Game, native: &str) -> Result<Vec<Goal>> {
    let starts: Vec<String> = (1..=ANSWERS).map(|turn| moves(game, 2 * turn)).collect();
    let questions = starts.iter().map(|moves| (DEFAULT_LEVEL, moves.clone()));
    let waits: Vec<f64> = ask(page, questions)?
        .into_iter()
        .map(|(_, ms)| ms)
        .collect();
    let mut times = [f64::INFINITY; 2];
    let (mut alike, mut asked) = (0, 0);
    for _ in 0..ROUNDS {
        let openings: Vec<String> = [4, 8, 12].map(|plies| moves(game, plies)).into();
        let began = Instant::now();
        let outside = openings.iter().map(|moves| think(native, moves));
        let outside = outside.collect::<Result<Vec<String>>>()?;
        times[0] = times[0].min(began.elapsed().as_secs_f64());
        let questions = openings.iter().map(|moves| (DEEP_LEVEL, moves.clone()));
        let inside = ask(page, questions)?;
        times[1] = times[1].min(inside.iter().map(|(_, ms)| ms).sum::<f64>() / 1000.0);
        asked += inside.len() as u64;
        let pairs = inside.iter().zip(&outside);
        alike += pairs
            .filter(|((inside, _), outside)| inside == *outside)
            .count() as u64;
    }
    Ok(vec![
        report::quantile_ms(
            "move of a program at the default level",
            &waits,
            0.95,
            400.0,
        ),
        report::ratio(
            "programs of the four boards in the worker by native",
            times[0] / times[1],
            0.6,
        ),
        report::same("moves of programs in the worker as outside", alike, asked),
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

/// The move that the program finds outside.
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
