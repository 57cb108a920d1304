//! `fourfold table`: tables over a network in the terminal, and copies of a server's file.

mod copies;
mod create;
mod engine;
mod wire_lines;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use table_client::{Authorities, BadAuthorities, Client, Link};
use terminal::table_lines;
use wire::Seat;

use crate::exit::{Status, WrongUsage, help};

/// Arguments of `fourfold table`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct TableArgs {
    #[command(flatten)]
    join: JoinArgs,
    #[command(subcommand)]
    command: Option<TableCommand>,
}

/// How to join a table.
#[derive(Debug, Args)]
struct JoinArgs {
    /// The link to the table: play if it contains the key of a seat, watch otherwise
    #[arg(value_name = "LINK")]
    link: Option<Link>,
    /// The seat to take, if the link is for everybody
    #[arg(long, value_name = "SEAT")]
    seat: Option<Seat>,
    /// The name that others see
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    trust: TrustArgs,
    /// Exchange the messages of the table on stdin and stdout, one JSON object per line
    /// (docs/protocol.md)
    #[arg(long, conflicts_with = "engine")]
    json: bool,
    /// Let this UCI engine play, at a table of one board
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// How long the engine thinks if the table has no clock, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000, requires = "engine")]
    movetime: u64,
}

/// Which servers are trusted over https.
#[derive(Debug, Args)]
struct TrustArgs {
    /// A PEM file with the certificate of an authority to trust, besides those of this machine
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl TrustArgs {
    fn authorities(&self) -> Result<Authorities, BadAuthorities> {
        match &self.ca {
            Some(path) => Authorities::with_file(path),
            None => Ok(Authorities::of_this_machine()),
        }
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
enum TableCommand {
    /// Create a table and print the links of its seats
    #[command(after_help = help("created", "the server refused it or cannot be reached"))]
    New(create::NewArgs),
    /// Copy a server's file while the server uses it; nothing is overwritten
    #[command(after_help = help("copied", "a file failed"))]
    Backup(CopyArgs),
    /// Create a server's file from a backup, which is verified; nothing is overwritten
    #[command(after_help = help("restored", "a file failed"))]
    Restore(CopyArgs),
}

/// The source and target of a copy.
#[derive(Debug, Args)]
struct CopyArgs {
    /// The existing file
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The name of the copy, which must not exist
    #[arg(value_name = "TO")]
    to: PathBuf,
}

pub fn run(args: &TableArgs) -> anyhow::Result<Status> {
    match (&args.command, &args.join.link) {
        (Some(TableCommand::New(args)), _) => create::run(args),
        (Some(TableCommand::Backup(args)), _) => copies::backup(&args.from, &args.to),
        (Some(TableCommand::Restore(args)), _) => copies::restore(&args.from, &args.to),
        (None, None) => Err(WrongUsage::error(
            "expected a link to a table, or one of new, backup, restore",
        )),
        (None, Some(link)) => {
            let join = &args.join;
            let authorities = join.trust.authorities()?;
            let mut client = Client::new(link.clone(), authorities, join.name.clone());
            match join.seat {
                Some(seat) if link.is_open => client = client.sitting_on(seat),
                Some(_) => {
                    let words = "--seat is for links that are for everybody (…/open/KEY)";
                    return Err(WrongUsage::error(words));
                }
                None => {}
            }
            match &join.engine {
                Some(command) => engine::run(client, command, join.movetime),
                None if join.json => wire_lines::run(client),
                None => table_lines::play(client).map(|()| Status::Fine),
            }
        }
    }
}
