//! `fourfold duplicate play`: people and programs at one terminal, or a script through a pipe.

use std::path::PathBuf;

use duplicate::{DuplicateGame, save};
use terminal::four_boards::{self, Request, Seats};

use super::RulingsArgs;
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs};

/// Arguments of `fourfold duplicate play`.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// A saved game to continue
    #[arg(value_name = "FILE", conflicts_with = "json")]
    pub file: Option<PathBuf>,
    /// Who plays: human, or a level from 1 to 8 for a program [default: people at all seats]
    #[arg(long, value_name = "n=human,s=5,e=5,w=3", conflicts_with = "json")]
    pub seats: Option<Seats>,
    /// Seed that breaks ties between equally good moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub rulings: RulingsArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Plays with people, or answers JSON requests.
pub fn run(args: &PlayArgs) -> anyhow::Result<Status> {
    let mut game = DuplicateGame::with_rulings(args.rulings.or_default());
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            Ok(four_boards::answer(&mut game, &request))
        })?;
        return Ok(Status::Fine);
    }
    if let Some(path) = &args.file {
        game = save::load(&four_boards::read(path)?)?;
    }
    four_boards::play(game, args.seats.clone().unwrap_or_default(), args.seed)?;
    Ok(Status::Fine)
}
