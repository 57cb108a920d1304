//! `fourfold duplicate think`: the move that a program would play, and the reasons.

use std::io::Write;
use std::time::{Duration, Instant};

use duplicate::save::LoadError;
use duplicate::{DuplicateGame, Rulings, save};
use rival::{ChosenMove, Level, Limits, Rival};
use serde::Deserialize;
use serde_json::Value;
use terminal::four_boards::explain;

use super::RulingsArgs;
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs, Moves, RequestError};
use crate::output::plain;

/// Arguments of `fourfold duplicate think`.
#[derive(Debug, clap::Args)]
pub struct ThinkArgs {
    /// The moves from the start position, as in "e2e4 d2d4"
    #[arg(value_name = "MOVES", default_value = "", conflicts_with = "json")]
    pub moves: String,
    /// Level of play, from 1 to 8
    #[arg(long, default_value_t = Level::BEST.number())]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=i64::from(Level::BEST.number())))]
    pub level: u8,
    /// Number of positions to search, instead of a level
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Time to think in milliseconds, instead of a level
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub ms: Option<u64>,
    /// Seed that breaks ties between equally good moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
pub(in crate::cmd) struct Request {
    moves: Moves,
    rulings: Option<Value>,
    level: Option<u8>,
    nodes: Option<u64>,
    ms: Option<u64>,
    seed: Option<u64>,
}

/// The search limit.
struct Means {
    level: Option<u8>,
    nodes: Option<u64>,
    ms: Option<u64>,
    seed: u64,
}

/// The maximum time: an hour.
const MS_MAX: u64 = 3_600_000;

/// Thinks for a person, or answers JSON requests.
pub fn run(args: &ThinkArgs) -> anyhow::Result<Status> {
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| answer(&request))?;
        return Ok(Status::Fine);
    }
    let rulings = args.rulings.or_default();
    let game = save::from_moves(args.moves.split_whitespace(), rulings)?;
    let means = Means {
        level: Some(args.level),
        nodes: args.nodes,
        ms: args.ms,
        seed: args.seed,
    };
    let chosen = think(&game, &means).map_err(|error| anyhow::anyhow!(error.message))?;
    let mut out = plain();
    writeln!(out, "{}", explain::chosen(&game, &chosen))?;
    Ok(Status::Fine)
}

fn answer(request: &Request) -> Result<Value, RequestError> {
    let refused = |error: &LoadError| {
        RequestError::new(error.code(), error)
            .with("ply", error.ply().map_or(Value::Null, Value::from))
    };
    let rulings = match &request.rulings {
        None => Rulings::default(),
        Some(value) => save::rulings_from_json(value).map_err(|error| refused(&error))?,
    };
    let game = save::from_moves(request.moves.iter(), rulings).map_err(|error| refused(&error))?;
    let means = Means {
        level: request.level,
        nodes: request.nodes,
        ms: request.ms,
        seed: request.seed.unwrap_or(1),
    };
    think(&game, &means).map(|chosen| explain::chosen_json(&chosen))
}

fn think(game: &DuplicateGame, means: &Means) -> Result<ChosenMove, RequestError> {
    let number = means.level.unwrap_or(Level::BEST.number());
    let level = Level::new(number).ok_or_else(|| {
        RequestError::new(
            "bad_level",
            format!("expected a level from 1 to 8, found {number}"),
        )
    })?;
    let rival = match (means.nodes, means.ms) {
        (Some(0), _) | (_, Some(0)) => {
            return Err(RequestError::new(
                "bad_limit",
                "expected at least one node or millisecond",
            ));
        }
        (Some(nodes), _) => Rival::within(Limits::nodes(nodes), means.seed),
        (None, Some(_)) => Rival::within(Limits::nodes(1 << 32), means.seed),
        (None, None) => Rival::new(level, means.seed),
    };
    let began = Instant::now();
    let time = Duration::from_millis(means.ms.unwrap_or(MS_MAX).min(MS_MAX));
    let chosen = rival.think_while(game, || began.elapsed() < time);
    chosen
        .ok_or_else(|| RequestError::new("game_over", "the game is over: leave out its last moves"))
}
