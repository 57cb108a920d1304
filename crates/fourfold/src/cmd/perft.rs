//! `fourfold perft`: counts the move sequences of a position.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use chess::notation::{castling_mode, read_position};
use chess::{PerftDepth, Position};
use serde::Deserialize;
use serde_json::json;

use crate::jsonl::{self, JsonArgs, RequestError};
use crate::output::{Status, grouped};
use crate::threads::Threads;

/// Arguments of `fourfold perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// Length of the sequences, in moves of either side; at most 64
    #[arg(required_unless_present = "json")]
    pub depth: Option<PerftDepth>,
    /// The position to count from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Read castling rights as Chess960 does (X-FEN and Shredder-FEN) and write castling as king takes rook
    #[arg(long)]
    pub chess960: bool,
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
    fen: Option<String>,
    depth: u64,
    #[serde(default)]
    chess960: bool,
}

/// Counts for a person, or answers requests.
pub fn run(args: &PerftArgs) -> anyhow::Result<Status> {
    let threads = args.threads.unwrap_or_else(Threads::cores).get();
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let position = read_position(request.fen.as_deref(), castling_mode(request.chess960))
                .map_err(|error| RequestError::new("bad_fen", error))?;
            let depth = requested_depth(request.depth)?;
            let begin = Instant::now();
            let nodes = count(&position, depth, threads);
            Ok(json!({ "nodes": nodes, "seconds": begin.elapsed().as_secs_f64() }))
        })?;
        return Ok(Status::Fine);
    }
    let depth = args
        .depth
        .context("expected a depth, such as: fourfold perft 5")?
        .get();
    let position = read_position(args.fen.as_deref(), castling_mode(args.chess960))?;
    let mut out = io::stdout().lock();
    let begin = Instant::now();
    let nodes = if args.divide && depth > 0 {
        let mut below = chess::divide_threaded(&position, depth, threads);
        below.sort_by_key(|(m, _)| m.to_uci(castling_mode(args.chess960)).to_string());
        for (m, nodes) in &below {
            writeln!(out, "{}: {nodes}", m.to_uci(castling_mode(args.chess960)))?;
        }
        writeln!(out)?;
        below.iter().map(|(_, nodes)| nodes).sum()
    } else {
        count(&position, depth, threads)
    };
    write_count(&mut out, nodes, depth, threads, begin.elapsed())?;
    Ok(Status::Fine)
}

/// What was counted and how fast, in a sentence.
pub fn write_count(
    out: &mut impl Write,
    nodes: u64,
    depth: u32,
    threads: usize,
    took: Duration,
) -> io::Result<()> {
    let seconds = took.as_secs_f64();
    write!(
        out,
        "{} nodes at depth {depth} in {seconds:.3} s",
        grouped(nodes)
    )?;
    if seconds > 0.01 {
        let rate = nodes as f64 / seconds / 1e6;
        let plural = if threads == 1 { "" } else { "s" };
        write!(
            out,
            ", {rate:.0} million a second on {threads} thread{plural}"
        )?;
    }
    writeln!(out)
}

/// The number of sequences, shared out among threads where that pays.
fn count(position: &Position, depth: u32, threads: usize) -> u64 {
    if threads == 1 || depth < 4 {
        return chess::perft(position, depth);
    }
    chess::divide_threaded(position, depth, threads)
        .iter()
        .map(|(_, nodes)| nodes)
        .sum()
}

/// The depth of a request, if perft can count to it.
pub fn requested_depth(depth: u64) -> Result<u32, RequestError> {
    PerftDepth::try_from(depth)
        .map(PerftDepth::get)
        .map_err(|error| RequestError::new("depth_limit", error))
}
