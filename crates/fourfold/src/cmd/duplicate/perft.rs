//! `fourfold duplicate perft`: counts the sequences of synchronized moves.

use anyhow::Context;
use chess::PerftDepth;
use duplicate::{Boards, SyncedMove, json, save};
use serde::Deserialize;

use crate::cmd::perft::{CountArgs, Perft, requested_depth};
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs, Moves};

/// Arguments of `fourfold duplicate perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// Length of the sequences, in turns; at most 64
    #[arg(required_unless_present = "json")]
    pub depth: Option<PerftDepth>,
    /// Moves from the start position to count from, as in "e2e4 d2d4"
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    #[command(flatten)]
    pub count: CountArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
pub(in crate::cmd) struct Request {
    #[serde(default)]
    moves: Moves,
    depth: u64,
}

/// Counts for a person, or answers JSON requests.
pub fn run(args: &PerftArgs) -> anyhow::Result<Status> {
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let depth = requested_depth(request.depth)?;
            Ok(match save::boards_from_moves(request.moves.iter()) {
                Ok(boards) => args.count.answer(&boards, depth),
                Err(error) => json::refused(&error),
            })
        })?;
        return Ok(Status::Fine);
    }
    let depth = args
        .depth
        .context("expected a depth, such as: fourfold duplicate perft 5")?
        .get();
    let boards = save::boards_from_moves(args.moves.split_whitespace())?;
    args.count.show(&boards, depth, |below| {
        let words = below.iter();
        words.map(|(m, nodes)| (m.to_string(), *nodes)).collect()
    })?;
    Ok(Status::Fine)
}

impl Perft for Boards {
    type Move = SyncedMove;

    fn perft(&self, depth: u32) -> u64 {
        duplicate::perft(self, depth)
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(SyncedMove, u64)> {
        duplicate::divide_threaded(self, depth, threads)
    }
}
