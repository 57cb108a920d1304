//! The referee page: how fast a worker audits a large file compared with the native program, and
//! whether the page stays responsive meanwhile.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use browser::Page;

use crate::meter::{LongTasks, Meter};
use crate::processor::{self, CpuTimeOf};
use crate::report::{self, Goal};

const ROUNDS: usize = 3;

/// The timeout of an audit.
const TIMEOUT: Duration = Duration::from_secs(300);

/// The polling interval for the end of an audit.
const PAUSE: Duration = Duration::from_millis(20);

/// How often the counters are read before polling for the end of an audit.
const LOOKS: usize = 10;

/// A file input for the file that a separate worker audits. A script cannot create a file without
/// holding all of it in memory.
const FIELD: &str = "
    const field = document.createElement('input');
    field.type = 'file';
    field.id = 'measured';
    document.body.append(field)";

/// Starts a worker.
const WARM_UP: &str = "
    globalThis.measured = globalThis.fourfoldWorker();
    return new Promise((done) => {
        measured.onmessage = ({ data }) => done(data);
        measured.postMessage('bench|1|3');
    })";

/// Lets that worker audit the file, and stores its last message in `window.audited`.
const AUDIT: &str = "
    window.audited = null;
    const file = document.querySelector('#measured').files[0];
    measured.onmessage = ({ data }) => {
        if (!data.startsWith('audit|2|0|')) window.audited = data.split('\\n')[0];
    };
    measured.postMessage({ line: `audit|2|0|${file.name}`, file, id: 2 })";

/// The totals of an audit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    games: u64,
    findings: u64,
}

/// Audits a file alternately in the worker and natively, and then on the page.
pub fn measure(page: &Page, file: &Path, native: &str) -> Result<Vec<Goal>> {
    page.open("/#referee")?;
    page.wait("[data-testid=referee]")?;
    page.script(FIELD, &[])?;
    page.upload("#measured", file)?;
    page.script(WARM_UP, &[])?;
    let mut times = [f64::INFINITY; 2];
    let (mut alike, mut audits) = (0, 0);
    for _ in 0..ROUNDS {
        let (seconds, outside) =
            processor::time(CpuTimeOf::Programs, || audit_outside(native, file))?;
        times[0] = times[0].min(seconds);
        let (seconds, inside) = processor::time(CpuTimeOf::Workers, || audit_in_worker(page))?;
        times[1] = times[1].min(seconds);
        audits += 1;
        alike += u64::from(inside == outside);
    }
    page.script("measured.terminate()", &[])?;
    let megabytes = file.metadata()?.len() / 1_000_000;
    let name = format!(
        "audit of {megabytes} MB in a worker by `fourfold referee --threads 1`, in processor time \
         ({:.2} and {:.2} s)",
        times[1], times[0]
    );
    Ok(vec![
        report::ratio(&name, times[0] / times[1], 0.4),
        report::same("audits in the worker equal to native ones", alike, audits),
        on_the_page(page, file, megabytes)?,
    ])
}

/// Drops the file on the page and watches the page until it has been read.
fn on_the_page(page: &Page, file: &Path, megabytes: u64) -> Result<Goal> {
    page.reload()?;
    page.wait("[data-testid=referee]")?;
    let (meter, long_tasks) = (Meter::new(page)?, LongTasks::watch(page)?);
    page.upload("[data-action=files]", file)?;
    page.wait("progress")?;
    // Reading the counters is a task of the page, so all other tasks lie between two readings.
    let mut most_ms = 0.0_f64;
    let mut before = meter.tasks_ms()?;
    wait_until("the file has been read", || {
        for _ in 0..LOOKS {
            let now = meter.tasks_ms()?;
            most_ms = most_ms.max(now - before);
            before = now;
        }
        Ok((page.count("progress")? == 0).then_some(()))
    })?;
    let headline = page.text("[data-testid=headline]")?;
    ensure!(headline.contains(" games"), "the audit says {headline:?}");
    let name = format!("the page while {megabytes} MB are audited");
    Ok(report::no_long_task(&name, &long_tasks.take()?, most_ms))
}

fn audit_in_worker(page: &Page) -> Result<Counts> {
    page.script(AUDIT, &[])?;
    let audited = wait_until("the worker has read the file", || {
        let audited = page.script("return window.audited", &[])?;
        Ok((!audited.is_null()).then_some(audited))
    })?;
    let line = audited.as_str().unwrap_or_default();
    counts_of(line).with_context(|| format!("expected an audit, found {line:?}"))
}

/// Parses `audit|2|1|games|plies|bytes|kind count|...`.
fn counts_of(line: &str) -> Option<Counts> {
    let mut parts = line.strip_prefix("audit|2|1|")?.split('|');
    let games = parts.next()?.parse().ok()?;
    let counts = parts
        .skip(2)
        .map(|part| part.split_once(' ')?.1.parse::<u64>().ok());
    let findings = counts.sum::<Option<u64>>()?;
    Some(Counts { games, findings })
}

/// Audits natively with one thread.
fn audit_outside(native: &str, file: &Path) -> Result<Counts> {
    let output = Command::new(native)
        .args(["referee", "--threads", "1", "--summary"])
        .arg(file)
        .output()?;
    ensure!(output.status.success(), "the program refused the file");
    let text = String::from_utf8(output.stdout)?;
    let summary = printed(&text);
    summary.with_context(|| format!("expected a summary, found {text:?}"))
}

/// Parses the lines `games 96,017` and `findings 4,509` of a summary.
fn printed(text: &str) -> Option<Counts> {
    let number = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().replace(',', "").parse().ok()
    };
    Some(Counts {
        games: number("games ")?,
        findings: number("findings ")?,
    })
}

fn wait_until<T>(what: &str, mut look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    let began = Instant::now();
    while began.elapsed() < TIMEOUT {
        if let Some(found) = look()? {
            return Ok(found);
        }
        thread::sleep(PAUSE);
    }
    bail!("waited {TIMEOUT:?} until {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_and_the_program_are_understood() {
        let counts = Counts {
            games: 1_200,
            findings: 35,
        };
        let line = "audit|2|1|1200|9000|70000|wrong_result 30|illegal_move 5";
        assert_eq!(counts_of(line), Some(counts));
        assert_eq!(counts_of("audit|2|0|1200|9000|70000"), None);
        assert_eq!(counts_of("failed|2|why"), None);
        let text = "games          1,200\nplies 9,000\nfindings   35\n  wrong_result 30\n";
        assert_eq!(printed(text), Some(counts));
    }
}
