//! `cargo xtask bench web`: download sizes, response times of the page, and the speed of the
//! worker.
//!
//! Times are those of the page's own thread while it handles one action, from the browser's
//! counters: script, style, layout and everything else. They are CPU time, so a busy machine
//! changes them little. Motion is reduced, which excludes animations.

mod audit;
mod game;
mod meter;
mod processor;
mod report;
mod rivals;
mod sizes;
mod worker;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use browser::{Page, play};
use serde_json::json;

use game::Game;
use meter::{LongTasks, Meter};
use report::{Figures, Goal};

/// The number of moves played by mouse; each takes two clicks.
const MOVES: usize = 100;

/// The length of the game that is scrubbed.
const LONG: usize = 1_000;

/// The argument that leaves out everything but the sizes.
const ONLY_SIZES: &str = "--sizes";

fn main() -> ExitCode {
    let only_sizes = env::args().skip(1).any(|argument| argument == ONLY_SIZES);
    let measured = match only_sizes {
        true => measure_sizes(),
        false => measure(),
    };
    match measured {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("a goal was missed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures the sizes and returns whether they meet their goals.
fn measure_sizes() -> Result<bool> {
    let mut is_met = true;
    play("measure", |page| {
        for goal in sizes::measure(page)? {
            println!("{goal}");
            is_met &= goal.is_met();
        }
        Ok(())
    })?;
    Ok(is_met)
}

/// Measures everything and returns whether every goal was met.
fn measure() -> Result<bool> {
    let game = Game::of_length(LONG)?;
    let mut is_met = true;
    let mut note = |goal: Goal| {
        println!("{goal}");
        is_met &= goal.is_met();
    };
    let native = |name: &str| env::var(name).with_context(|| format!("{name} names no file"));
    play("measure", |page| {
        sizes::measure(page)?.into_iter().for_each(&mut note);
        page.prefer(&[("prefers-reduced-motion", "reduce")])?;
        let (grabs, moves) = play_by_hand(page, &game)?;
        note(report::frame("click to highlights", &grabs));
        note(report::frame("move to board", &moves));
        let (walk, held_up) = scrub(page, &game)?;
        note(report::frame("scrub by one move", &walk));
        let most_ms = walk.most_ms();
        note(report::no_long_task("scrub by one move", &held_up, most_ms));
        note(worker::walk(page)?);
        note(worker::stops(page)?);
        let goals = worker::bench(page, &native("FOURFOLD_UCI")?)?;
        goals.into_iter().for_each(&mut note);
        let goals = rivals::measure(page, &game, &native("FOURFOLD_RELEASE")?)?;
        goals.into_iter().for_each(&mut note);
        let file = native("FOURFOLD_PGN")?;
        let goals = audit::measure(page, Path::new(&file), &native("FOURFOLD_RELEASE")?)?;
        goals.into_iter().for_each(&mut note);
        Ok(())
    })?;
    Ok(is_met)
}

/// Plays by clicks: the first on the piece, the second on its target.
fn play_by_hand(page: &Page, game: &Game) -> Result<(Figures, Figures)> {
    let meter = Meter::new(page)?;
    let (mut grabs, mut moves) = (Figures::default(), Figures::default());
    for (ply, m) in game.moves().iter().take(MOVES).enumerate() {
        let from = meter.middle(&game::square(ply, m.from()))?;
        let to = meter.middle(&game::square(ply, m.to()))?;
        grabs.push(meter.click(from)?);
        ensure!(
            page.count(".playable")? > 0,
            "no highlights before {m} at {ply}"
        );
        moves.push(meter.click(to)?);
        if let Some(role) = m.promotion() {
            page.click(&format!("[data-promote={role}]"))?;
        }
        page.wait(&format!("[data-step='{}'][aria-current=true]", ply + 1))?;
    }
    Ok((grabs, moves))
}

/// Steps from the end of a long game to its start and back, one move at a time; also returns the
/// durations of the tasks that the browser classifies as long.
fn scrub(page: &Page, game: &Game) -> Result<(Figures, Vec<f64>)> {
    page.click("[data-action=load]")?;
    page.upload(
        "[data-action=file]",
        &page.file("long.txt", game.line().as_bytes())?,
    )?;
    page.wait(&format!(
        "[data-step='{}'][aria-current=true]",
        game.moves().len()
    ))?;
    let meter = Meter::new(page)?;
    page.script("document.querySelector('[data-action=scrub]').focus()", &[])?;
    let long_tasks = LongTasks::watch(page)?;
    let mut figures = Figures::default();
    for key in ["ArrowLeft", "ArrowRight"] {
        for _ in 0..game.moves().len() {
            figures.push(meter.key(key)?);
        }
    }
    let shown = page.script(
        "return document.querySelector('[data-action=scrub]').value",
        &[],
    )?;
    ensure!(
        shown == json!(game.moves().len().to_string()),
        "the walk ended at {shown}"
    );
    Ok((figures, long_tasks.take()?))
}
