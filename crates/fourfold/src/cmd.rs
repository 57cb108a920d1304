//! The command line: one file for each command and its arguments.

mod book;
mod duplicate;
mod fen;
mod generate;
mod law;
mod mate;
mod perft;
mod pgn;
mod positions;
mod referee;
mod serve;
mod table;
mod tour;
mod tournament;
mod tune;
mod uci;

use clap::{Parser, Subcommand};

use crate::exit::{Status, help, help_of_filter};

/// Chess for people who play, judge, test and invent it.
#[derive(Debug, Parser)]
#[command(name = "fourfold", version = env!("FOURFOLD_VERSION"), about, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Args {
    /// What to do; without a command, the app opens in the browser.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str = "Exit codes: 0 everything was done, 1 something was refused or failed, 2 wrong usage, \
     130 interrupted. The help of each command says what that means there.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the app to the browsers of this machine (without a command: serve --open)
    #[command(
        after_help = "Exit codes: 0 stopped by Ctrl-C, 1 cannot listen or failed, 2 wrong usage."
    )]
    Serve(serve::ServeArgs),
    /// Play or watch at a table over a network, create one, or copy the file of a server
    #[command(after_help = help("the player left", "the table failed"))]
    Table(table::TableArgs),
    /// Show what the other commands can do, with real output
    #[command(after_help = help("shown", "failed"))]
    Tour,
    /// Count the move sequences of a position, the standard test of a move generator
    #[command(after_help = help_of_filter("counted", "the position was refused"))]
    Perft(perft::PerftArgs),
    /// Check FENs, name everything that is wrong, and print them in canonical form
    #[command(after_help = help_of_filter("all FENs are right", "some were refused"))]
    Fen(fen::FenArgs),
    /// Show what the draw law says along a line of play: counts, rights to claim, endings
    #[command(
        after_help = help_of_filter("all moves are legal", "the position or a move was refused")
    )]
    Law(law::LawArgs),
    /// Say whether each side can still mate by any series of legal moves, with a line or a proof
    #[command(
        after_help = help_of_filter("every question was taken up", "some FENs were refused")
    )]
    Mate(mate::MateArgs),
    /// Play a game in the terminal
    #[command(
        after_help = help("the player left", "the start, the file or the terminal failed")
            + " Refusals in a game are shown there."
    )]
    Play(terminal::PlayArgs),
    /// Read PGN files, check every move, say what is wrong where, and rewrite them
    #[command(after_help = help("all games were read", "some were refused or a file failed"))]
    Pgn(pgn::PgnArgs),
    /// Audit PGN databases: claimable draws, play after the end, results that the Laws contradict
    Referee(referee::RefereeArgs),
    /// Speak UCI with a user interface or a match runner
    #[command(after_help = help("the conversation ended", "the engine failed"))]
    Uci(uci::UciArgs),
    /// Play, check and explain duplicate chess, the game on four coupled boards
    Duplicate(duplicate::DuplicateArgs),
    /// Play engines against each other: matches, round robins, gauntlets
    #[command(disable_help_flag = true, override_help = tournament::HELP)]
    Match(tournament::TournamentArgs),
    /// Play two engines against each other until a sequential test has decided
    #[command(disable_help_flag = true, override_help = tournament::HELP)]
    Sprt(tournament::TournamentArgs),
    /// Tune the parameters of the engine's search by self-play (SPSA)
    #[command(after_help = help("all trials were played", "failed"))]
    Tune(tune::TuneArgs),
    /// Make a book of openings with our own engine
    #[command(after_help = help("written", "failed"))]
    Book(book::BookArgs),
    /// Print the completions of a shell
    #[command(after_help = help("printed", "failed"))]
    Completions(generate::CompletionsArgs),
    /// Write the man pages of all commands into a folder
    #[command(after_help = help("written", "failed"))]
    Man(generate::ManArgs),
}

pub fn run(args: Args) -> anyhow::Result<Status> {
    match args.command {
        None => serve::run(&serve::ServeArgs::opening()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Table(args)) => table::run(&args),
        Some(Command::Tour) => tour::run(),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Fen(args)) => fen::run(&args),
        Some(Command::Law(args)) => law::run(&args),
        Some(Command::Mate(args)) => mate::run(&args),
        Some(Command::Play(args)) => terminal::run(&args).map(|()| Status::Fine),
        Some(Command::Match(args)) => tournament::run(tournament::Kind::Match, &args),
        Some(Command::Sprt(args)) => tournament::run(tournament::Kind::Sprt, &args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Completions(args)) => generate::completions(&args),
        Some(Command::Man(args)) => generate::man(&args),
        Some(Command::Pgn(args)) => pgn::run(&args),
        Some(Command::Referee(args)) => referee::run(&args),
        Some(Command::Uci(args)) => uci::run(&args),
        Some(Command::Duplicate(args)) => duplicate::run(&args),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::jsonl::fields_of;

    /// A command and all commands below it, with their full names.
    fn all(command: &clap::Command, name: &str) -> Vec<(String, clap::Command)> {
        let mut found = vec![(name.to_owned(), command.clone())];
        for below in command.get_subcommands() {
            found.extend(all(below, &format!("{name} {}", below.get_name())));
        }
        found
    }

    #[test]
    fn the_help_of_every_command_lists_its_exit_codes() {
        let commands = all(&Args::command(), "fourfold");
        assert!(commands.len() > 25);
        for (name, mut command) in commands {
            // These parse their own flags; their help is tested from outside.
            if name != "fourfold duplicate match" {
                let help = command.render_long_help().to_string();
                assert!(help.contains("Exit codes: 0 "), "{name}: {help}");
            }
        }
    }

    /// The fields of the requests of every command.
    fn requests() -> Vec<(&'static str, &'static [&'static str])> {
        let mut requests = vec![
            ("perft", fields_of::<perft::Request>()),
            ("fen", fields_of::<fen::Request>()),
            ("law", fields_of::<law::Request>()),
            ("mate", fields_of::<mate::Request>()),
        ];
        requests.extend(duplicate::requests());
        requests
    }

    #[test]
    fn the_guide_lists_the_fields_of_every_request() {
        let guide = include_str!("../../../docs/guide.md");
        let section = guide.split("### JSON lines\n").nth(1).unwrap_or_default();
        let section = section.split("\n### ").next().unwrap_or_default();
        // In a row, every word in backticks of the second column is a field.
        let rows = section.lines().filter_map(|line| {
            let mut columns = line.strip_prefix("| `")?.split(" | ");
            let command = columns.next()?.split('`').next()?;
            let fields = columns.next()?.split('`').skip(1).step_by(2);
            Some((command, fields.collect::<Vec<_>>()))
        });
        let rows: Vec<_> = rows.collect();
        let due = requests();
        assert_eq!(rows.len(), due.len(), "{rows:?}");
        for ((command, mut fields), (name, known)) in rows.into_iter().zip(due) {
            let mut known = known.to_vec();
            known.sort_unstable();
            fields.sort_unstable();
            assert_eq!((command, fields), (name, known));
        }
    }

    #[test]
    fn no_help_gives_a_default_twice() {
        for (name, command) in all(&Args::command(), "fourfold") {
            for argument in command.get_arguments() {
                let help = argument
                    .get_help()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                let is_shown = !argument.get_default_values().is_empty()
                    && argument.get_action().takes_values();
                assert!(!(is_shown && help.contains("[default")), "{name}: {help}");
            }
        }
    }
}
