//! `fourfold completions` and `fourfold man`: what the command line says about itself, for packagers.

use std::io;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::exit::Status;

/// What `completions` takes.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell to complete in
    shell: Shell,
}

/// What `man` takes.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder to write into; it must exist
    folder: PathBuf,
}

pub fn completions(args: &CompletionsArgs) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    let mut command = super::Args::command();
    clap_complete::generate(args.shell, &mut command, "fourfold", &mut script);
    io::Write::write_all(&mut io::stdout(), &script)?;
    Ok(Status::Fine)
}

/// Writes a man page for the program and one for each command.
pub fn man(args: &ManArgs) -> anyhow::Result<Status> {
    let command = super::Args::command();
    clap_mangen::generate_to(command, &args.folder)
        .with_context(|| format!("cannot write man pages into {}", args.folder.display()))?;
    Ok(Status::Fine)
}
