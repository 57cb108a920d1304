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
mod slow_line;
mod visit;
mod worker;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use browser::{Page, play};

use game::Game;
use meter::Meter;
use report::{Figures, Goal};

/// The number of moves played by mouse; each takes two clicks.
const MOVES: usize = 100;

/// The length of the game, which programs go on with.
const LONG: usize = 200;

/// The argument that leaves out everything but the sizes.
const ONLY_SIZES: &str = "--sizes";

/// The argument that leaves out everything but what a visitor waits for.
const ONLY_VISIT: &str = "--visit";

fn main() -> ExitCode {
    let is_asked = |name: &str| env::args().skip(1).any(|argument| argument == name);
    let measured = match (is_asked(ONLY_SIZES), is_asked(ONLY_VISIT)) {
        (true, _) => measure_some(sizes::measure),
        (_, true) => measure_some(measure_visit),
        (false, false) => measure(),
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

/// Measures something and returns whether it meets its goals.
fn measure_some(measure: fn(&Page) -> Result<Vec<Goal>>) -> Result<bool> {
    let mut is_met = true;
    play("measure", |page| {
        for goal in measure(page)? {
            println!("{goal}");
            is_met &= goal.is_met();
        }
        Ok(())
    })?;
    Ok(is_met)
}

/// Measures what a visitor waits for.
fn measure_visit(page: &Page) -> Result<Vec<Goal>> {
    let game = Game::of_length(LONG)?;
    let mut goals = visit::first(page)?;
    goals.extend(visit::game_report(page)?);
    page.prefer(&[("prefers-reduced-motion", "reduce")])?;
    goals.push(report::painted("click to one board", &visit::clicks(page)?));
    page.open("/#four")?;
    page.wait("main.stage")?;
    goals.push(report::painted(
        "click to four boards",
        &play_by_hand(page, &game)?,
    ));
    Ok(goals)
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
        let moves = play_by_hand(page, &game)?;
        note(report::frame("move to board", &moves));
        note(report::painted("click to four boards", &moves));
        note(report::painted("click to one board", &visit::clicks(page)?));
        visit::game_report(page)?.into_iter().for_each(&mut note);
        note(worker::walk(page)?);
        let goals = worker::bench(page, &native("FOURFOLD_UCI")?)?;
        goals.into_iter().for_each(&mut note);
        let goals = rivals::measure(page, &game, &native("FOURFOLD_RELEASE")?)?;
        goals.into_iter().for_each(&mut note);
        let file = native("FOURFOLD_PGN")?;
        let goals = audit::measure(page, Path::new(&file), &native("FOURFOLD_RELEASE")?)?;
        goals.into_iter().for_each(&mut note);
        visit::first(page)?.into_iter().for_each(&mut note);
        Ok(())
    })?;
    Ok(is_met)
}

/// Plays by clicks, the first on the piece and the second on its target, which is measured.
fn play_by_hand(page: &Page, game: &Game) -> Result<Figures> {
    let meter = Meter::new(page)?;
    let mut moves = Figures::default();
    for (ply, m) in game.moves().iter().take(MOVES).enumerate() {
        let from = meter.middle(&game::square(ply, m.from()))?;
        let to = meter.middle(&game::square(ply, m.to()))?;
        meter.click(from)?;
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
    Ok(moves)
}
