//! The options of a bootstrap.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use xtask::shell;

/// How generations are made.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Time limit: no generation starts that is not expected to finish in this many hours
    #[arg(long = "hours", value_name = "H", default_value = "1", value_parser = hours)]
    pub time: Duration,
    /// Folder for all files [default: net in the target directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Positions added by each generation
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub positions: u64,
    /// Nodes per move in self-play
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub nodes: u64,
    /// Number of generations to train on [default: the newer two thirds]
    #[arg(long, value_name = "N")]
    pub window: Option<usize>,
    /// Training passes
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub passes: u64,
    /// Weight of game results in the training target
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub lambda: f64,
    /// Games in the match against the previous generation
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub games: u64,
    /// Nodes per move in that match
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub gate_nodes: u64,
    /// Threads used by the tools [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<u64>,
}

impl Options {
    /// The folder for all files.
    ///
    /// # Errors
    ///
    /// Returns an error if none was given and cargo cannot name its target directory.
    pub fn data(&self) -> Result<PathBuf> {
        match &self.data {
            Some(folder) => Ok(folder.clone()),
            None => Ok(shell::target_directory()?.join("net")),
        }
    }
}

fn hours(text: &str) -> Result<Duration, String> {
    let hours: Option<f64> = text.parse().ok();
    hours
        .and_then(|hours| Duration::try_from_secs_f64(3600.0 * hours).ok())
        .ok_or_else(|| "expected a number of hours".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Typed {
        #[command(flatten)]
        options: Options,
    }

    fn parse(line: &str) -> Result<Options, clap::Error> {
        let words = std::iter::once("net").chain(line.split_whitespace());
        Typed::try_parse_from(words).map(|typed| typed.options)
    }

    #[test]
    fn options_are_parsed() {
        let options = parse("--hours 0.5 --data nets --positions 7 --lambda 0.1").unwrap();
        assert_eq!(options.time, Duration::from_secs(1800));
        assert_eq!((options.positions, options.lambda), (7, 0.1));
        assert_eq!(options.data().unwrap(), PathBuf::from("nets"));
        assert_eq!(parse("").unwrap().time, Duration::from_secs(3600));
    }

    #[test]
    fn invalid_options_are_refused_with_a_hint() {
        for (line, complaint) in [
            ("--hour 1", "'--hours"),
            ("--hours", "a value is required"),
            ("--hours=-1", "expected a number of hours"),
            ("--games many", "invalid value 'many'"),
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert!(error.contains(complaint), "{line}: {error}");
        }
    }
}
