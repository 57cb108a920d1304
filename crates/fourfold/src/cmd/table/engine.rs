//! `fourfold table LINK --engine COMMAND`: a local UCI engine plays at a table of one board.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use arena::player::{EngineConfig, Patience, Player, ProcessPlayer, Request};
use game::Game;
use table_client::{Client, Turn};
use tables::{Playing, Table};
use uci::{Go, SideClock};
use wire::{Act, Seat};

use crate::exit::{Status, WrongUsage};
use crate::output::plain;

/// How much longer than its time an engine may take before it counts as hanging.
const MARGIN: Duration = Duration::from_secs(30);

/// Plays until the game is over.
pub fn run(mut client: Client, command: &str, movetime: u64) -> anyhow::Result<Status> {
    client.join()?;
    let Some(Playing::Chess(game)) = client.table().map(Table::playing) else {
        bail!("an engine plays at a table of one board");
    };
    if client.seat().is_none() {
        bail!("this link is for watching: an engine needs the link of a seat");
    }
    let mut engine = ProcessPlayer::new(config(command)?, Patience::default(), game.start().mode);
    engine.begin_game(0).context("the engine cannot play")?;
    let mut out = plain();
    loop {
        if let Turn::Over(words) = client.wait_for_turn()? {
            writeln!(out, "{words}")?;
            return Ok(Status::Fine);
        }
        if let Some(table) = client.table()
            && let Playing::Chess(game) = table.playing()
        {
            let text = think(&mut engine, &game, table, movetime)?;
            writeln!(out, "{} plays {text}", table.turn())?;
            client.act(Act::Move { text });
        }
    }
}

fn config(command: &str) -> anyhow::Result<EngineConfig> {
    let mut words = command.split_whitespace().map(str::to_owned);
    let cmd = words
        .next()
        .ok_or_else(|| WrongUsage::error("expected the command of an engine"))?;
    Ok(EngineConfig {
        name: cmd.clone(),
        cmd: PathBuf::from(cmd),
        args: words.collect(),
        dir: None,
        options: Vec::new(),
        defaults: Vec::new(),
    })
}

fn think(
    engine: &mut ProcessPlayer,
    game: &Game,
    table: &Table,
    movetime: u64,
) -> anyhow::Result<String> {
    let clocks = table.clocks_at(table.at());
    let number = |ms: u64| i64::try_from(ms).unwrap_or(i64::MAX);
    let step = table.asked().clock.and_then(|terms| terms.increment_ms);
    let side = |seat: Seat| {
        let left = clocks.as_ref().and_then(|clocks| clocks.left.get(&seat));
        SideClock {
            time: left.map(|&left| number(left)),
            increment: step.map(number),
        }
    };
    let go = Go {
        white: side(Seat::White),
        black: side(Seat::Black),
        movetime: clocks.is_none().then(|| number(movetime)),
        ..Go::default()
    };
    let left = clocks
        .as_ref()
        .and_then(|clocks| clocks.left.get(&table.turn()));
    let time = Duration::from_millis(left.copied().unwrap_or(movetime));
    let answer = engine.think(&Request {
        start: &game.start(),
        history: game.history(),
        go: &go,
        patience: time + MARGIN,
    });
    let answer = answer.context("the engine failed")?;
    match answer.best {
        Some(best) => Ok(best.to_string()),
        None => bail!("the engine sent no move"),
    }
}
