//! `fourfold duplicate`: the game on four coupled boards, without a browser.

mod matches;
mod perft;
mod play;
mod random;
mod replay;
mod study;
mod think;
mod why;

use clap::Subcommand;
use duplicate::Rulings;

use crate::exit::{Status, help, help_of_filter};

/// Arguments of `fourfold duplicate`.
#[derive(Debug, clap::Args)]
#[command(after_help = help("everything was done", "something was refused or failed"))]
pub struct DuplicateArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: DuplicateCommand,
}

/// What to do with duplicate chess.
#[derive(Debug, Subcommand)]
pub enum DuplicateCommand {
    /// Count the sequences of synchronized moves
    #[command(after_help = help_of_filter("counted", "the moves were refused"))]
    Perft(perft::PerftArgs),
    /// Check a saved game and show where it leads
    #[command(after_help = help_of_filter("the game can be played", "it was refused"))]
    Replay(replay::ReplayArgs),
    /// Say what a move would do on each board, or which board forbids it and why
    #[command(
        after_help = help_of_filter("answered, legal or not", "the moves before were refused")
    )]
    Why(why::WhyArgs),
    /// Play with people and programs at one terminal; `why e2e4` explains what may not be played
    #[command(
        after_help = help_of_filter("the players left", "the file or the terminal failed")
    )]
    Play(play::PlayArgs),
    /// Play random legal games
    #[command(after_help = help_of_filter("played", "failed"))]
    Random(random::RandomArgs),
    /// Say what a program would play, and what it expects
    #[command(
        after_help = help_of_filter("answered", "the moves were refused or the game is over")
    )]
    Think(think::ThinkArgs),
    /// Play programs against each other and measure the difference
    Match(matches::MatchWords),
    /// Play programs under each reading of the provisional rulings, and report what each does
    #[command(
        after_help = help("all was played", "failed")
            + " The same command goes on from the journals."
    )]
    Study(study::StudyArgs),
}

/// Rulings that differ from the original rules.
#[derive(Debug, clap::Args)]
pub struct RulingsArgs {
    /// Change a provisional ruling, such as stalemate=pass, winners=last, halfRound=together,
    /// repetition=reachable or quietTurns=100; may be given several times
    #[arg(long = "ruling", value_name = "NAME=READING", value_parser = read_ruling)]
    rulings: Vec<Ruling>,
}

/// A ruling and its reading, both known.
type Ruling = (String, String);

impl RulingsArgs {
    /// The requested rulings; `None` if none were requested.
    fn requested(&self) -> Option<Rulings> {
        (!self.rulings.is_empty()).then(|| self.or_default())
    }

    /// The requested rulings, or the original ones.
    fn or_default(&self) -> Rulings {
        let mut rulings = Rulings::default();
        for (name, reading) in &self.rulings {
            rulings.set(name, reading).expect("the arguments were read");
        }
        rulings
    }
}

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

fn read_ruling(text: &str) -> Result<Ruling, String> {
    let Some((name, reading)) = text.split_once('=') else {
        return Err(format!(
            "expected a ruling such as stalemate=pass, found {text:?}"
        ));
    };
    let set = Rulings::default().set(name, reading);
    set.map_err(|error| error.to_string())?;
    Ok((name.to_owned(), reading.to_owned()))
}

/// The fields of the requests of every command.
#[cfg(test)]
pub fn requests() -> Vec<(&'static str, &'static [&'static str])> {
    use crate::jsonl::fields_of;

    vec![
        ("duplicate perft", fields_of::<perft::Request>()),
        ("duplicate replay", fields_of::<replay::Request>()),
        ("duplicate why", fields_of::<why::Request>()),
        (
            "duplicate play",
            fields_of::<terminal::four_boards::Request>(),
        ),
        ("duplicate random", fields_of::<random::Request>()),
        ("duplicate think", fields_of::<think::Request>()),
    ]
}
