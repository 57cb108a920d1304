//! CPU time of programs and workers, which a busy machine changes little.
//!
//! Linux reports it in `/proc`. Elsewhere wall time is used.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process;
use std::time::Instant;

use anyhow::Result;

/// The name of a worker's thread, truncated as on Linux.
const WORKER: &str = "DedicatedWorker";

/// The unit of the times in `/proc/PID/stat`, a constant of the C interface (`USER_HZ`).
const TICKS_A_SECOND: f64 = 100.0;

/// Whose CPU time is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuTimeOf {
    /// Child processes that were started and have ended in the meantime.
    Programs,
    /// The workers of our browser. They must live until the time is read.
    Workers,
}

/// The seconds of work, and its result.
pub fn time<T>(of: CpuTimeOf, work: impl FnOnce() -> Result<T>) -> Result<(f64, T)> {
    let began = Instant::now();
    let before = of.seconds();
    let result = work()?;
    let wall = began.elapsed().as_secs_f64();
    let seconds = match (before, of.seconds()) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => wall,
    };
    Ok((seconds, result))
}

impl CpuTimeOf {
    fn seconds(self) -> Option<f64> {
        match self {
            CpuTimeOf::Programs => {
                let stat = fs::read_to_string("/proc/self/stat").ok()?;
                let field = |at: usize| fields(&stat)?.nth(at)?.parse::<f64>().ok();
                // User and system time of children that were waited for.
                Some((field(13)? + field(14)?) / TICKS_A_SECOND)
            }
            CpuTimeOf::Workers => {
                let threads = descendants()?.into_iter().flat_map(worker_seconds);
                Some(threads.sum())
            }
        }
    }
}

/// The fields after the name of a program, which may contain any characters.
fn fields(stat: &str) -> Option<impl Iterator<Item = &str>> {
    Some(stat.rsplit_once(") ")?.1.split(' '))
}

/// All descendants of this process.
fn descendants() -> Option<Vec<u32>> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let id = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        let Some(id) = id else { continue };
        // A program that has just ended has no file any more.
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = fields(&stat).and_then(|mut fields| fields.nth(1)?.parse().ok());
        if let Some(parent) = parent {
            children.entry(parent).or_default().push(id);
        }
    }
    let mut found = vec![process::id()];
    let mut at = 0;
    while let Some(id) = found.get(at) {
        let next = children.remove(id);
        found.extend(next.into_iter().flatten());
        at += 1;
    }
    Some(found)
}

fn worker_seconds(program: u32) -> Vec<f64> {
    let tasks = fs::read_dir(format!("/proc/{program}/task"));
    let tasks = tasks.into_iter().flatten().flatten();
    tasks
        .filter_map(|task| thread_seconds(&task.path()))
        .collect()
}

fn thread_seconds(task: &Path) -> Option<f64> {
    let name = fs::read_to_string(task.join("comm")).ok()?;
    if !name.starts_with(WORKER) {
        return None;
    }
    // Nanoseconds on a processor, and more.
    let text = fs::read_to_string(task.join("schedstat")).ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_blanks_does_not_shift_the_fields() {
        let stat = "7 (a) b) S 1 7 7";
        assert_eq!(fields(stat).unwrap().nth(1), Some("1"));
    }

    #[test]
    fn wall_time_replaces_what_cannot_be_measured() {
        let pause = std::time::Duration::from_millis(20);
        let nap = || {
            std::thread::sleep(pause);
            Ok(7)
        };
        let (seconds, result) = time(CpuTimeOf::Workers, nap).unwrap();
        assert!(seconds >= pause.as_secs_f64());
        assert_eq!(result, 7);
    }
}
