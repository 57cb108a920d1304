//! `fourfold duplicate perft`: counts the sequences of synchronized moves.

use std::io::Write;
use std::time::Instant;

use anyhow::Context;
use chess::PerftDepth;
use duplicate::save::{LoadError, MoveFault};
use duplicate::{Boards, SyncedMove};
use serde::Deserialize;
use serde_json::json;

use crate::cmd::perft::{requested_depth, write_count};
use crate::jsonl::{self, JsonArgs};
use crate::output::Status;
use crate::threads::Threads;

/// Arguments of `fourfold duplicate perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// Length of the sequences, in turns; at most 64
    #[arg(required_unless_present = "json")]
    pub depth: Option<PerftDepth>,
    /// Moves from the start to count from, as in "e2e4 d2d4"
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// Show the count below each first move
    #[arg(long)]
    pub divide: bool,
    /// How many threads count [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Deserialize)]
struct Request {
    #[serde(default)]
    moves: String,
    depth: u64,
}

/// Counts for a person, or answers requests.
pub fn run(args: &PerftArgs) -> anyhow::Result<Status> {
    let threads = args.threads.unwrap_or_else(Threads::cores).get();
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let depth = requested_depth(request.depth)?;
            Ok(match boards_after(&request.moves) {
                Ok(boards) => {
                    let begin = Instant::now();
                    let nodes = count(&boards, depth, threads);
                    json!({ "nodes": nodes, "seconds": begin.elapsed().as_secs_f64() })
                }
                Err(error) => super::refused(&error),
            })
        })?;
        return Ok(Status::Fine);
    }
    let depth = args
        .depth
        .context("expected a depth, such as: fourfold duplicate perft 5")?
        .get();
    let boards = boards_after(&args.moves)?;
    let mut out = std::io::stdout().lock();
    let begin = Instant::now();
    let nodes = if args.divide && depth > 0 {
        let below = duplicate::divide_threaded(&boards, depth, threads);
        for (m, nodes) in &below {
            writeln!(out, "{m}: {nodes}")?;
        }
        writeln!(out)?;
        below.iter().map(|(_, nodes)| nodes).sum()
    } else {
        count(&boards, depth, threads)
    };
    write_count(&mut out, nodes, depth, threads, begin.elapsed())?;
    Ok(Status::Fine)
}

fn count(boards: &Boards, depth: u32, threads: usize) -> u64 {
    if threads == 1 || depth < 4 {
        return duplicate::perft(boards, depth);
    }
    duplicate::divide_threaded(boards, depth, threads)
        .iter()
        .map(|(_, nodes)| nodes)
        .sum()
}

/// The boards after some moves. Draws by rule are ignored, as perft ignores them.
fn boards_after(moves: &str) -> Result<Boards, LoadError> {
    let mut boards = Boards::start();
    for (ply, word) in moves.split_whitespace().enumerate() {
        let fault = |fault| LoadError::Move { ply, fault };
        let m: SyncedMove = word.parse().map_err(|_| {
            fault(MoveFault::Token {
                found: word.chars().take(40).collect(),
            })
        })?;
        boards = boards
            .play(m)
            .map_err(|refusal| fault(MoveFault::Refused(refusal)))?;
    }
    Ok(boards)
}
