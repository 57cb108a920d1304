//! `fourfold perft`: counts the move sequences of a position.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;
use arena::threads::Threads;
use chess::notation::{castling_mode, read_position};
use chess::{Move, PerftDepth, Position};
use serde::Deserialize;
use serde_json::{Value, json};
use terminal::grouped;

use super::positions::{CastlingArgs, write_notes};
use crate::exit::Status;
use crate::jsonl::{self, JsonArgs, RequestError};

/// Arguments of `fourfold perft`.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// Length of the sequences, in moves of either side; at most 64
    #[arg(required_unless_present = "json")]
    pub depth: Option<PerftDepth>,
    /// The position to count from [default: the start position]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    #[command(flatten)]
    pub castling: CastlingArgs,
    #[command(flatten)]
    pub count: CountArgs,
    #[command(flatten)]
    pub json: JsonArgs,
}

/// Flags of all perft commands.
#[derive(Debug, clap::Args)]
pub struct CountArgs {
    /// Show the count below each first move
    #[arg(long)]
    pub divide: bool,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<Threads>,
}

#[derive(Deserialize)]
pub(super) struct Request {
    fen: Option<String>,
    depth: u64,
    #[serde(default)]
    chess960: bool,
}

/// Counts for a person, or answers JSON requests.
pub fn run(args: &PerftArgs) -> anyhow::Result<Status> {
    if args.json.json {
        jsonl::serve(&args.json, |request: Request| {
            let read = read_position(request.fen.as_deref(), castling_mode(request.chess960))
                .map_err(|error| RequestError::new("bad_fen", error))?;
            let depth = requested_depth(request.depth)?;
            Ok(jsonl::about(
                &read,
                args.count.answer(&read.position, depth),
            ))
        })?;
        return Ok(Status::Fine);
    }
    let depth = args
        .depth
        .context("expected a depth, such as: fourfold perft 5")?
        .get();
    let mode = args.castling.mode();
    let read = read_position(args.fen.as_deref(), mode)?;
    write_notes(&read)?;
    args.count.show(&read.position, depth, |below| {
        let mut below: Vec<(String, u64)> = below
            .iter()
            .map(|(m, nodes)| (m.to_uci(mode).to_string(), *nodes))
            .collect();
        below.sort();
        below
    })?;
    Ok(Status::Fine)
}

/// The depth of a request, if it is allowed.
pub fn requested_depth(depth: u64) -> Result<u32, RequestError> {
    PerftDepth::try_from(depth)
        .map(PerftDepth::get)
        .map_err(|error| RequestError::new("depth_limit", error))
}

pub trait Perft {
    type Move;

    fn perft(&self, depth: u32) -> u64;

    /// The number of sequences after each first move, counted by several threads.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(Self::Move, u64)>;
}

impl Perft for Position {
    type Move = Move;

    fn perft(&self, depth: u32) -> u64 {
        chess::perft(self, depth)
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(Move, u64)> {
        chess::divide_threaded(self, depth, threads)
    }
}

impl CountArgs {
    /// Answers a request with the count and the time it took.
    pub fn answer(&self, position: &impl Perft, depth: u32) -> Value {
        let begin = Instant::now();
        let nodes = self.count(position, depth);
        json!({ "nodes": nodes, "seconds": begin.elapsed().as_secs_f64() })
    }

    /// Prints the count, after the counts of the first moves if requested, named and sorted by `name`.
    pub fn show<P: Perft>(
        &self,
        position: &P,
        depth: u32,
        name: impl Fn(&[(P::Move, u64)]) -> Vec<(String, u64)>,
    ) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let begin = Instant::now();
        let nodes = if self.divide && depth > 0 {
            let below = name(&position.divide(depth, self.threads()));
            for (m, nodes) in &below {
                writeln!(out, "{m}: {nodes}")?;
            }
            writeln!(out)?;
            below.iter().map(|(_, nodes)| nodes).sum()
        } else {
            self.count(position, depth)
        };
        let seconds = begin.elapsed().as_secs_f64();
        write!(
            out,
            "{} nodes at depth {depth} in {seconds:.3} s",
            grouped(nodes)
        )?;
        if seconds > 0.01 {
            let rate = nodes as f64 / seconds / 1e6;
            let threads = self.threads();
            let plural = if threads == 1 { "" } else { "s" };
            write!(
                out,
                ", {rate:.0} million a second on {threads} thread{plural}"
            )?;
        }
        writeln!(out)
    }

    /// The number of sequences, counted on several threads if that pays.
    fn count(&self, position: &impl Perft, depth: u32) -> u64 {
        let threads = self.threads();
        if threads == 1 || depth < 4 {
            return position.perft(depth);
        }
        let below = position.divide(depth, threads);
        below.iter().map(|(_, nodes)| nodes).sum()
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(Threads::cores).get()
    }
}
