//! Runs checks in two lanes side by side.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::shell;

/// Checks of one lane take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// What is compiled for this machine with the usual profile.
    Native,
    /// What is compiled for the browser or with other profiles, and the browser itself.
    Browser,
}

/// A check: its name on the command line, what it establishes, and how.
#[derive(Debug)]
pub struct Check {
    pub name: &'static str,
    pub title: &'static str,
    pub lane: Lane,
    /// A check of the other lane that has to pass first.
    pub after: Option<&'static str>,
    pub work: fn() -> Result<()>,
}

/// How many lines of a failed check's output are repeated.
const LAST_LINES: usize = 200;

/// The checks that have passed, with their times, and the first failure.
#[derive(Default)]
struct Progress {
    passed: Vec<(&'static str, Duration)>,
    failed: Option<anyhow::Error>,
}

/// Runs all checks. After a failure no further check begins.
pub fn run(checks: &[Check]) -> Result<()> {
    let logs = shell::target_directory()?.join("checks");
    fs::create_dir_all(&logs).with_context(|| format!("cannot create {}", logs.display()))?;
    let begin = Instant::now();
    let progress = run_in(checks, &logs);
    summarize(&progress.passed, begin.elapsed());
    if let Some(error) = progress.failed {
        return Err(error);
    }
    let (passed, failed) = tests_in(&logs, checks);
    eprintln!("{passed} passed, {failed} failed");
    Ok(())
}

fn run_in(checks: &[Check], logs: &Path) -> Progress {
    let progress = Mutex::new(Progress::default());
    let changed = Condvar::new();
    thread::scope(|scope| {
        for lane in [Lane::Native, Lane::Browser] {
            let (progress, changed) = (&progress, &changed);
            scope.spawn(move || {
                for check in checks.iter().filter(|check| check.lane == lane) {
                    let may_begin = |progress: &mut Progress| {
                        let has_passed =
                            |name| progress.passed.iter().any(|(passed, _)| *passed == name);
                        progress.failed.is_none() && !check.after.is_none_or(has_passed)
                    };
                    let waiting = progress.lock().unwrap_or_else(PoisonError::into_inner);
                    let ready = changed
                        .wait_while(waiting, may_begin)
                        .unwrap_or_else(PoisonError::into_inner);
                    if ready.failed.is_some() {
                        return;
                    }
                    drop(ready);
                    let outcome = run_check(check, &logs.join(format!("{}.log", check.name)));
                    let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
                    match outcome {
                        Ok(elapsed) => progress.passed.push((check.name, elapsed)),
                        Err(error) => {
                            let context = format!("the step {:?} failed", check.name);
                            progress.failed.get_or_insert(error.context(context));
                        }
                    }
                    changed.notify_all();
                }
            });
        }
    });
    progress
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Runs a check with its output in a file.
fn run_check(check: &Check, log: &Path) -> Result<Duration> {
    let title = format!("{}: {}", check.name, check.title);
    eprintln!("==> {title}");
    let file = File::create(log).with_context(|| format!("cannot create {}", log.display()))?;
    let begin = Instant::now();
    let outcome = shell::with_output_to(file, check.work);
    let elapsed = begin.elapsed();
    match outcome {
        Ok(()) => {
            eprintln!("<== {title}: done in {}", shell::seconds(elapsed));
            Ok(elapsed)
        }
        Err(error) => {
            let output = fs::read(log).unwrap_or_default();
            let output = String::from_utf8_lossy(&output);
            let lines: Vec<&str> = output.lines().collect();
            for line in &lines[lines.len().saturating_sub(LAST_LINES)..] {
                eprintln!("{line}");
            }
            let log = log.display();
            eprintln!(
                "<== {title}: FAILED in {}; all of its output is in {log}",
                shell::seconds(elapsed)
            );
            Err(error)
        }
    }
}

fn summarize(passed: &[(&str, Duration)], total: Duration) {
    for (name, elapsed) in passed {
        eprintln!("{name:<8} {:>8}", shell::seconds(*elapsed));
    }
    eprintln!("{:<8} {:>8}", "total", shell::seconds(total));
}

/// The tests that cargo's test programs report in the logs of these checks: passed and failed.
fn tests_in(logs: &Path, checks: &[Check]) -> (u64, u64) {
    let mut sums = (0, 0);
    for check in checks {
        let log: PathBuf = logs.join(format!("{}.log", check.name));
        let text = fs::read(log).unwrap_or_default();
        for line in String::from_utf8_lossy(&text).lines() {
            if let Some((passed, failed)) = tests_of(line) {
                sums = (sums.0 + passed, sums.1 + failed);
            }
        }
    }
    sums
}

/// Reads `test result: ok. 3 passed; 0 failed; …`.
fn tests_of(line: &str) -> Option<(u64, u64)> {
    let (_, counts) = line
        .trim()
        .strip_prefix("test result: ")?
        .split_once(". ")?;
    let count = |name: &str| {
        let part = counts.split("; ").find_map(|part| part.strip_suffix(name));
        part.and_then(|number| number.trim().parse().ok())
    };
    Some((count("passed")?, count("failed")?))
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    fn check(
        name: &'static str,
        lane: Lane,
        after: Option<&'static str>,
        work: fn() -> Result<()>,
    ) -> Check {
        Check {
            name,
            title: "is a test",
            lane,
            after,
            work,
        }
    }

    fn names(progress: &Progress) -> Vec<&'static str> {
        progress.passed.iter().map(|(name, _)| *name).collect()
    }

    #[test]
    fn a_check_waits_for_the_one_it_needs() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let checks = [
            check("program", Lane::Native, Some("app"), || Ok(())),
            check("app", Lane::Browser, None, || Ok(())),
            check("scenarios", Lane::Browser, Some("program"), || Ok(())),
        ];
        let progress = run_in(&checks, folder.path());
        assert_eq!(names(&progress), ["app", "program", "scenarios"]);
        assert!(progress.failed.is_none());
    }

    #[test]
    fn a_failure_is_named_and_nothing_begins_after_it() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let unreached: fn() -> Result<()> = || panic!("was reached");
        let checks = [
            check("first", Lane::Native, None, || bail!("on purpose")),
            check("second", Lane::Native, None, unreached),
            check("third", Lane::Browser, Some("second"), unreached),
        ];
        let progress = run_in(&checks, folder.path());
        assert!(names(&progress).is_empty());
        let error = progress.failed.expect("the first check fails");
        assert_eq!(
            format!("{error:#}"),
            "the step \"first\" failed: on purpose"
        );
    }

    #[test]
    fn results_of_test_programs_are_added_up() {
        let line = "test result: ok. 12 passed; 1 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.05s";
        assert_eq!(tests_of(line), Some((12, 1)));
        assert_eq!(tests_of("running 3 tests"), None);
    }
}
