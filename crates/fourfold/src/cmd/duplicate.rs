//! `fourfold duplicate`: the game on four coupled boards, without a browser.

mod matches;
mod perft;
mod play;
mod random;
mod replay;
mod study;
mod think;
mod why;

use anyhow::{Context, bail};
use clap::Subcommand;
use duplicate::Rulings;

use crate::output::Status;

/// Arguments of `fourfold duplicate`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 all is well, 1 something was refused or failed, 2 wrong usage."
)]
pub struct DuplicateArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: DuplicateCommand,
}

/// What to do with duplicate chess.
#[derive(Debug, Subcommand)]
pub enum DuplicateCommand {
    /// Count the sequences of synchronized moves
    #[command(
        after_help = "Exit codes: 0 counted, 1 failed, 2 wrong usage. With --json, 0 whatever was asked: refusals are answers."
    )]
    Perft(perft::PerftArgs),
    /// Check a saved game and show where it leads
    #[command(
        after_help = "Exit codes: 0 the game can be played, 1 it was refused, 2 wrong usage. With --json, 0 whatever was asked: refusals are answers."
    )]
    Replay(replay::ReplayArgs),
    /// Say what a move would do on each board, or which board forbids it and why
    #[command(
        after_help = "Exit codes: 0 answered, legal or not, 1 the moves before were refused, 2 wrong usage. With --json, 0 whatever was asked: refusals are answers."
    )]
    Why(why::WhyArgs),
    /// Play with people and programs at one terminal; `why e2e4` explains what may not be played
    #[command(
        after_help = "Exit codes: 0 the players left, 1 the start, the file or the terminal failed, 2 wrong usage."
    )]
    Play(play::PlayArgs),
    /// Play random legal games
    #[command(
        after_help = "Exit codes: 0 played, 1 failed, 2 wrong usage. With --json, 0 whatever was asked: refusals are answers."
    )]
    Random(random::RandomArgs),
    /// Say what a program would play, and what it expects
    #[command(
        after_help = "Exit codes: 0 answered, 1 the moves were refused or the game is over, 2 wrong usage. With --json, 0 whatever was asked: refusals are answers."
    )]
    Think(think::ThinkArgs),
    /// Play programs against each other and measure the difference
    Match(matches::MatchWords),
    /// Play programs under each reading of the provisional rulings, and report what each does
    #[command(
        after_help = "Exit codes: 0 all was played, 1 stopped or failed, 2 wrong usage. The same command goes on from the journals."
    )]
    Study(study::StudyArgs),
}

/// Rulings that differ from the original rules.
#[derive(Debug, clap::Args)]
pub struct RulingsArgs {
    /// Change a provisional ruling, such as stalemate=pass, winners=last, halfRound=together,
    /// repetition=reachable or quietTurns=100; may be given several times
    #[arg(long = "ruling", value_name = "NAME=READING")]
    pub rulings: Vec<String>,
}

/// Runs the command.
pub fn run(args: &DuplicateArgs) -> anyhow::Result<Status> {
    match &args.command {
        DuplicateCommand::Perft(args) => perft::run(args),
        DuplicateCommand::Replay(args) => replay::run(args),
        DuplicateCommand::Why(args) => why::run(args),
        DuplicateCommand::Play(args) => play::run(args),
        DuplicateCommand::Random(args) => random::run(args),
        DuplicateCommand::Think(args) => think::run(args),
        DuplicateCommand::Match(words) => matches::run(words),
        DuplicateCommand::Study(args) => study::run(args),
    }
}

/// The requested rulings.
fn rulings(args: &RulingsArgs) -> anyhow::Result<Rulings> {
    let mut rulings = Rulings::default();
    for word in &args.rulings {
        let Some((name, reading)) = word.split_once('=') else {
            bail!("expected a ruling such as stalemate=pass, found {word:?}");
        };
        let set = rulings.set(name, reading);
        set.with_context(|| format!("cannot use --ruling {word}"))?;
    }
    Ok(rulings)
}
