//! `cargo xtask net`: trains networks by self-play.

mod bootstrap;
mod lineage;
mod options;
mod record;
mod tools;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use xtask::shell;

use options::Options;
use tools::Tools;

/// Trains networks by self-play.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask net")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes the default network from material alone, generation by generation
    Bootstrap(Options),
    /// Measures training speed in positions per second
    Bench {
        /// Arguments for the trainer's bench
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Bootstrap(options) => bootstrap::run(&options),
        Command::Bench { arguments } => {
            let tools = Tools::build(&["trainer"])?;
            shell::run(tools.command("trainer").arg("bench").args(arguments))
        }
    }
}
