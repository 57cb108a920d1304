//! The worker: its speed, and the page beside it.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use browser::Page;
use serde_json::json;

use crate::meter::Meter;
use crate::processor::{self, CpuTimeOf};
use crate::report::{self, Figures, Goal};

/// The number of keys pressed while the engine thinks.
const KEYS: usize = 60;

/// The depth of the bench, and the number of runs on each side.
const BENCH_DEPTH: u32 = 13;
const ROUNDS: usize = 3;

/// Steps through a game while the engine thinks about it.
pub fn walk(page: &Page) -> Result<Goal> {
    open(page)?;
    page.paste(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O",
    )?;
    page.wait("[data-order='16']")?;
    page.click("[data-action=engine]")?;
    page.wait("[data-testid=worth]")?;
    let meter = Meter::new(page)?;
    let mut figures = Figures::default();
    for index in 0..KEYS {
        let key = match index / 15 % 2 {
            0 => "ArrowRight",
            _ => "ArrowLeft",
        };
        figures.push(meter.key(key)?);
    }
    page.click("[data-action=engine]")?;
    Ok(report::frame(
        "key to board while the engine thinks",
        &figures,
    ))
}

/// Starts a worker and runs it until the browser has optimized all of it.
const WARM_UP: &str = "
    const [depth] = arguments;
    globalThis.measured = globalThis.fourfoldWorker();
    globalThis.ask = (text) => new Promise((done) => {
        measured.onmessage = ({ data }) => done(data);
        measured.postMessage(text);
    });
    return ask(`bench|1|${depth}`)";

/// Runs the bench alternately in the worker and natively.
pub fn bench(page: &Page, native: &str) -> Result<Vec<Goal>> {
    let mut fastest = [f64::INFINITY; 2];
    let mut counts = [0; 2];
    page.script(WARM_UP, &[json!(BENCH_DEPTH)])?;
    for _ in 0..ROUNDS {
        let (seconds, nodes) = processor::time(CpuTimeOf::Programs, || bench_outside(native))?;
        fastest[0] = fastest[0].min(seconds);
        counts[0] = nodes;
        let (seconds, nodes) = processor::time(CpuTimeOf::Workers, || bench_in_worker(page))?;
        fastest[1] = fastest[1].min(seconds);
        counts[1] = nodes;
    }
    page.script("measured.terminate()", &[])?;
    ensure!(counts[0] > 0, "the bench counts nothing");
    let rates = [0, 1].map(|side| counts[side] as f64 / fastest[side]);
    let name = format!(
        "worker nodes per second ÷ native, in CPU time ({:.0} and {:.0})",
        rates[1], rates[0]
    );
    Ok(vec![
        report::equal("bench in the worker", counts[1], counts[0]),
        report::ratio(&name, rates[1] / rates[0], 0.65),
    ])
}

/// The node count of the native program.
fn bench_outside(native: &str) -> Result<u64> {
    let depth = BENCH_DEPTH.to_string();
    let output = Command::new(native).args(["bench", &depth]).output()?;
    let text = String::from_utf8(output.stdout)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "nodes");
    let nodes = at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok());
    nodes.with_context(|| format!("expected nodes, found {text:?}"))
}

fn bench_in_worker(page: &Page) -> Result<u64> {
    let answer = page.script(&format!("return ask('bench|2|{BENCH_DEPTH}')"), &[])?;
    let text = answer.as_str().unwrap_or_default();
    let nodes = text.strip_prefix("counted|2|").and_then(|n| n.parse().ok());
    nodes.with_context(|| format!("expected a count, found {text:?}"))
}

fn open(page: &Page) -> Result<()> {
    page.open("/#analyse")?;
    page.wait("[data-testid=analyse]").map(drop)
}
