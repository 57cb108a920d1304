//! `cargo xtask fuzz`: runs the fuzz targets for a while and reports how much they tried.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::shell;
use crate::usage::{self, WrongUsage};

/// The parsed arguments.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    target: Option<String>,
    seconds: u32,
}

/// Fuzzes one target or all of them, and reports the executed units of each.
pub fn run(arguments: &[String]) -> Result<()> {
    let request = parse(arguments)?;
    let targets = select(request.target, targets()?)?;
    check_tools()?;

    let mut report = Vec::new();
    let mut failed = Vec::new();
    for target in &targets {
        let title = format!("fuzz {target} for {} s", request.seconds);
        let mut units = None;
        // A crash in one target says nothing about the others, so the run continues.
        if let Err(error) = shell::step(&title, || fuzz(target, request.seconds, &mut units)) {
            eprintln!("error: {error:#}");
            failed.push(target.as_str());
        }
        let units = units.map_or_else(|| "unknown".to_owned(), |units| units.to_string());
        report.push(format!("{target:<24} {units:>14} executed units"));
    }
    for line in report {
        println!("{line}");
    }
    ensure!(
        failed.is_empty(),
        "fuzzing failed for {}",
        failed.join(", ")
    );
    Ok(())
}

fn parse(arguments: &[String]) -> Result<Request, WrongUsage> {
    let mut request = Request {
        target: None,
        seconds: 60,
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--seconds" {
            let value = arguments.next().map_or("", String::as_str);
            request.seconds = value.parse().map_err(|_| {
                WrongUsage::new(format!("--seconds expects a number, found {value:?}"))
            })?;
        } else if argument.starts_with('-') || request.target.is_some() {
            return Err(usage::unexpected(argument));
        } else {
            request.target = Some(argument.clone());
        }
    }
    Ok(request)
}

/// Returns the names of the targets, sorted.
fn targets() -> Result<Vec<String>> {
    let directory = shell::root().join("fuzz/fuzz_targets");
    let entries = fs::read_dir(&directory).context("there are no targets in fuzz/fuzz_targets")?;
    let mut targets = Vec::new();
    for entry in entries {
        let path = entry.context("cannot list fuzz/fuzz_targets")?.path();
        if path.extension().is_some_and(|extension| extension == "rs")
            && let Some(name) = path.file_stem()
        {
            targets.push(name.to_string_lossy().into_owned());
        }
    }
    targets.sort();
    Ok(targets)
}

fn select(wanted: Option<String>, targets: Vec<String>) -> Result<Vec<String>, WrongUsage> {
    match wanted {
        None => Ok(targets),
        Some(wanted) if targets.contains(&wanted) => Ok(vec![wanted]),
        Some(wanted) => {
            let names: Vec<&str> = targets.iter().map(String::as_str).collect();
            Err(usage::unknown("fuzz target", &wanted, &names))
        }
    }
}

fn check_tools() -> Result<()> {
    if !shell::succeeds(&mut shell::cargo(["fuzz", "--version"])) {
        bail!("cargo-fuzz is not installed: run `cargo install cargo-fuzz`");
    }
    // The rustup proxy understands `+nightly`; the cargo that runs this program does not.
    if !shell::succeeds(Command::new("cargo").args(["+nightly", "--version"])) {
        bail!("fuzzing needs a nightly toolchain: run `rustup toolchain install nightly`");
    }
    Ok(())
}

/// Runs one target, passes its output on, and returns the number of executed units.
fn fuzz(target: &str, seconds: u32, units: &mut Option<u64>) -> Result<()> {
    let mut command = Command::new("cargo");
    command
        .args(["+nightly", "fuzz", "run", target, "--"])
        .arg(format!("-max_total_time={seconds}"))
        .arg("-print_final_stats=1")
        .current_dir(shell::root().join("fuzz"))
        .stderr(Stdio::piped());
    let line = shell::describe(&command);
    eprintln!("    $ {line}");
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start `{line}`"))?;
    let output = child
        .stderr
        .take()
        .context("the output of the fuzzer is piped")?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("cannot read the output of the fuzzer")?;
        let line = String::from_utf8_lossy(&line);
        eprintln!("{line}");
        *units = executed_units(&line).or(*units);
    }
    let status = child
        .wait()
        .with_context(|| format!("cannot wait for `{line}`"))?;
    ensure!(status.success(), "`{line}` failed ({status})");
    Ok(())
}

/// Reads the count from the line in which libFuzzer states it.
fn executed_units(line: &str) -> Option<u64> {
    line.trim()
        .strip_prefix("stat::number_of_executed_units:")?
        .trim()
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_words(words: &str) -> Result<Request, WrongUsage> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        parse(&words)
    }

    #[test]
    fn the_request_is_read_in_any_order() {
        let expected = Request {
            target: Some("fen".to_owned()),
            seconds: 5,
        };
        assert_eq!(parse_words("fen --seconds 5").unwrap(), expected);
        assert_eq!(parse_words("--seconds 5 fen").unwrap(), expected);
        assert_eq!(
            parse_words("").unwrap(),
            Request {
                target: None,
                seconds: 60
            }
        );
    }

    #[test]
    fn invalid_arguments_are_refused() {
        for words in ["--seconds", "--seconds soon", "fen san", "--minutes 1"] {
            assert!(parse_words(words).is_err(), "{words}");
        }
    }

    #[test]
    fn an_unknown_target_gets_a_suggestion() {
        let targets = vec!["fen".to_owned(), "legal_moves".to_owned()];
        let error = select(Some("legal_move".to_owned()), targets).expect_err("no such target");
        assert!(
            error.to_string().contains("did you mean \"legal_moves\"?"),
            "{error}"
        );
    }

    #[test]
    fn the_unit_count_is_found() {
        assert_eq!(
            executed_units("stat::number_of_executed_units: 81920"),
            Some(81_920)
        );
        assert_eq!(executed_units("stat::new_units_added: 12"), None);
    }
}
