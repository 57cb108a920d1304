//! `fourfold table new`: creates a table on a server.

use std::io::Write;
use std::time::Duration;

use clap::{Args, ValueEnum};
use clock::Terms;
use serde_json::json;
use table_client::{Server, create};
use wire::{ClockTerms, GameKind, LapsePolicy, Law, NewTable, StartMode, Watch};

use super::TrustArgs;
use crate::exit::Status;
use crate::output::plain;

const SERVER: &str = "http://127.0.0.1:4004";

/// Arguments of `fourfold table new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The game
    #[arg(value_enum, default_value_t = Kind::Chess)]
    game: Kind,
    /// The server
    #[arg(long, value_name = "URL", default_value = SERVER)]
    server: Server,
    #[command(flatten)]
    trust: TrustArgs,
    /// The time for each player, as 5:00+3 or 300+3; without it there is no limit
    #[arg(long, value_name = "TIME")]
    clock: Option<Terms>,
    /// The start position of a game of chess
    #[arg(long)]
    fen: Option<String>,
    /// Castle as in Chess960
    #[arg(long)]
    chess960: bool,
    /// Do not allow spectators
    #[arg(long)]
    private: bool,
    /// The delay of spectators in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    delay: u32,
    /// The draw law of a game of chess
    #[arg(long, value_enum, default_value_t = LawName::Fide)]
    law: LawName,
    /// Another reading of a provisional ruling of duplicate chess, such as stalemate=pass; may be
    /// given several times
    #[arg(long = "ruling", value_name = "NAME=READING", value_parser = read_ruling)]
    rulings: Vec<(String, String)>,
    /// What happens on four boards when a player runs out of time [default: resignation]
    #[arg(long, value_name = "POLICY", value_parser = read_policy)]
    flag: Option<LapsePolicy>,
    /// What happens on four boards when a player stays away; by default the waiting players choose
    #[arg(long, value_name = "POLICY", value_parser = read_policy)]
    absence: Option<LapsePolicy>,
    /// Start when the host says so, instead of when every seat is taken
    #[arg(long)]
    host_starts: bool,
    /// One link for everybody: whoever opens it picks a free seat
    #[arg(long)]
    open: bool,
    /// The number of games of a match, in which players rotate seats
    #[arg(long = "match", value_name = "GAMES", default_value_t = 1)]
    games: u32,
    /// Print the response of the server
    #[arg(long)]
    json: bool,
}

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Orthodox chess or Chess960
    Chess,
    /// Duplicate chess on four boards
    Duplicate,
}

/// The draw law of a game of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LawName {
    /// Draws are claimed, as in the FIDE Laws
    Fide,
    /// The third occurrence and fifty moves end the game automatically
    Engine,
}

/// A ruling and its reading, which the server checks.
fn read_ruling(text: &str) -> Result<(String, String), String> {
    let (name, reading) = text
        .split_once('=')
        .ok_or_else(|| format!("expected a ruling such as stalemate=pass, found {text:?}"))?;
    Ok((name.to_owned(), reading.to_owned()))
}

fn read_policy(text: &str) -> Result<LapsePolicy, String> {
    LapsePolicy::from_name(text)
        .ok_or_else(|| format!("expected resignation, draw or program, found {text:?}"))
}

/// Creates a table and prints its links.
pub fn run(args: &NewArgs) -> anyhow::Result<Status> {
    let created = create(&args.server, &args.trust.authorities()?, &asked(args))?;
    let mut out = plain();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&created)?)?;
        return Ok(Status::Fine);
    }
    let link = |end: String| format!("{}/#t/{}{end}", args.server, created.table);
    writeln!(out, "watch  {}", link(String::new()))?;
    for (seat, key) in &created.invitations {
        writeln!(
            out,
            "{:<6} {}",
            seat.name(),
            link(format!("/{}/{key}", seat.name()))
        )?;
    }
    if let Some(key) = &created.open {
        writeln!(out, "open   {}", link(format!("/open/{key}")))?;
    }
    writeln!(out, "host   {}", link(format!("/host/{}", created.host)))?;
    Ok(Status::Fine)
}

fn asked(args: &NewArgs) -> NewTable {
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let some = |time: Duration| (!time.is_zero()).then(|| ms(time));
    NewTable {
        game: match args.game {
            Kind::Chess => GameKind::Chess,
            Kind::Duplicate => GameKind::Duplicate,
        },
        clock: args.clock.map(|terms| ClockTerms {
            base_ms: ms(terms.base),
            increment_ms: some(terms.increment()),
            delay_ms: some(terms.delay()),
        }),
        fen: args.fen.clone(),
        chess960: args.chess960,
        rulings: args
            .rulings
            .iter()
            .map(|(name, reading)| (name.clone(), json!(reading)))
            .collect(),
        flag: args.flag,
        absence: args.absence,
        law: match args.law {
            LawName::Fide => Law::Fide,
            LawName::Engine => Law::Engine,
        },
        watch: if args.private {
            Watch::Nobody
        } else {
            Watch::Anyone
        },
        delay_s: args.delay,
        start: match args.host_starts {
            true => StartMode::Host,
            false => StartMode::Full,
        },
        open: args.open,
        games: args.games,
    }
}
