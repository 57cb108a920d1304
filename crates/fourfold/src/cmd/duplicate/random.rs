//! `fourfold duplicate random`: random legal games, the same for the same seed.

use std::io::Write;

use duplicate::{DuplicateGame, Rulings, json, save};
use repeatable::Random;
use serde::Deserialize;
use serde_json::{Value, json};

use super::RulingsArgs;
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs};
use crate::output::plain;

/// Arguments of `fourfold duplicate random`.
#[derive(Debug, clap::Args)]
pub struct RandomArgs {
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub games: u64,
    /// Maximum number of turns in a game
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub plies: usize,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
pub(in crate::cmd) struct Request {
    seed: u64,
    #[serde(default = "endless")]
    plies: usize,
    rulings: Option<Value>,
}

fn endless() -> usize {
    usize::MAX
}

/// Plays for a person, or answers JSON requests.
pub fn run(args: &RandomArgs) -> anyhow::Result<Status> {
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| Ok(answer(&request)))?;
        return Ok(Status::Fine);
    }
    let rulings = args.rulings.or_default();
    let mut out = plain();
    for number in 0..args.games {
        let game = play(args.seed.wrapping_add(number), args.plies, rulings);
        writeln!(out, "{}", save::to_line(&game))?;
        match game.ending() {
            Some(ending) => writeln!(out, "  after {} turns {ending}", game.ply())?,
            None => writeln!(out, "  broken off after {} turns", game.ply())?,
        }
    }
    Ok(Status::Fine)
}

fn answer(request: &Request) -> Value {
    let rulings = match request.rulings.as_ref().map(save::rulings_from_json) {
        None => Rulings::default(),
        Some(Ok(rulings)) => rulings,
        Some(Err(error)) => return json::refused(&error),
    };
    let game = play(request.seed, request.plies, rulings);
    let moves: Vec<String> = game.moves().map(|m| m.to_string()).collect();
    json!({
        "ok": true,
        "seed": request.seed,
        "plies": game.ply(),
        "player": json::letter(game.turn()),
        "moves": moves.join(" "),
        "outcome": json::outcome(game.ending()),
    })
}

/// A game of uniformly random moves, abandoned after this many turns.
fn play(seed: u64, plies: usize, rulings: Rulings) -> DuplicateGame {
    let mut game = DuplicateGame::with_rulings(rulings);
    let mut random = Random::new(seed);
    game.play_randomly(plies, |count| random.below(count));
    game
}
