//! What a bootstrap may be told.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use crate::shell;
use crate::usage::{self, WrongUsage};

/// How generations of networks are made.
#[derive(Clone, Debug)]
pub struct Options {
    /// No generation is begun that is not expected to end in this time.
    pub time: Duration,
    /// Where everything is kept.
    pub data: PathBuf,
    /// Positions that each generation adds.
    pub positions: u64,
    /// Nodes a move when games are made.
    pub nodes: u64,
    /// Generations whose games a network learns from; the newer two thirds unless told.
    pub window: Option<usize>,
    /// Passes over them.
    pub passes: u64,
    /// The share of results in what is learned.
    pub lambda: f64,
    /// Games of the match against the generation before.
    pub games: u64,
    /// Nodes a move in that match.
    pub gate_nodes: u64,
    /// Threads; the tools take all cores unless told.
    pub threads: Option<u64>,
}

const NAMES: [&str; 10] = [
    "--hours",
    "--data",
    "--positions",
    "--nodes",
    "--window",
    "--passes",
    "--lambda",
    "--games",
    "--gate-nodes",
    "--threads",
];

impl Options {
    /// Reads the arguments.
    pub fn parse(arguments: &[String]) -> Result<Options> {
        let mut options = Options {
            time: Duration::from_secs(3600),
            data: PathBuf::new(),
            positions: 1_000_000,
            nodes: 500,
            window: None,
            passes: 20,
            lambda: 0.0,
            games: 300,
            gate_nodes: 2000,
            threads: None,
        };
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            if !NAMES.contains(&name.as_str()) {
                return Err(usage::unknown("option", name, &NAMES).into());
            }
            let value = rest
                .next()
                .ok_or_else(|| WrongUsage::new(format!("{name} needs a value")))?;
            options.set(name, value)?;
        }
        if options.data.as_os_str().is_empty() {
            options.data = shell::target_directory()?.join("net");
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), WrongUsage> {
        match name {
            "--hours" => {
                let hours: f64 = number(name, value)?;
                self.time = Duration::try_from_secs_f64(3600.0 * hours)
                    .map_err(|_| refusal(name, value))?;
            }
            "--data" => self.data = PathBuf::from(value),
            "--positions" => self.positions = number(name, value)?,
            "--nodes" => self.nodes = number(name, value)?,
            "--window" => self.window = Some(number(name, value)?),
            "--passes" => self.passes = number(name, value)?,
            "--lambda" => self.lambda = number(name, value)?,
            "--games" => self.games = number(name, value)?,
            "--gate-nodes" => self.gate_nodes = number(name, value)?,
            _ => self.threads = Some(number(name, value)?),
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T, WrongUsage> {
    value.parse().map_err(|_| refusal(name, value))
}

fn refusal(name: &str, value: &str) -> WrongUsage {
    WrongUsage::new(format!("{name} needs a number, found {value:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&arguments)
    }

    #[test]
    fn options_are_read() {
        let options = parse("--hours 0.5 --data nets --positions 7 --lambda 0.1").unwrap();
        assert_eq!(options.time, Duration::from_secs(1800));
        assert_eq!((options.positions, options.lambda), (7, 0.1));
        assert_eq!(options.data, PathBuf::from("nets"));
    }

    #[test]
    fn nonsense_is_refused_with_a_suggestion() {
        for (line, complaint) in [
            ("--hour 1", "did you mean \"--hours\"?"),
            ("--hours", "--hours needs a value"),
            ("--hours -1", "--hours needs a number, found \"-1\""),
            ("--games many", "--games needs a number, found \"many\""),
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert!(error.contains(complaint), "{line}: {error}");
        }
    }
}
