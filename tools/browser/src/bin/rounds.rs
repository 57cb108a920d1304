//! `cargo xtask bench wasm`: nodes per second of the engine in a browser, compared with the native
//! engine.
//!
//! Both search the same nodes, as the browser tests prove, in alternating rounds; the fastest round
//! of each counts.

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use browser::{Page, play};
use serde_json::json;

/// In the first rounds the browser compiles, first with the baseline and then with the optimizing
/// compiler.
const ROUNDS: usize = 7;

/// The browser's goal, as a share of the native speed with AVX2.
const SHARE_MIN: f64 = 0.5;

/// Passes the program to the page, which keeps it.
const LOAD: &str = "
    const [hex] = arguments;
    const bytes = Uint8Array.from(hex.match(/../g), byte => parseInt(byte, 16));
    return WebAssembly.instantiate(bytes).then(({ instance }) => {
        window.round = () => {
            const started = performance.now();
            const failed = instance.exports.main(0, 0);
            return failed ? 0 : performance.now() - started;
        };
        return true;
    });";

fn main() -> ExitCode {
    match measure() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("the goal was missed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Measures, prints, and returns whether the goal was met.
fn measure() -> Result<bool> {
    let mut fastest = BTreeMap::new();
    let mut nodes = 0;
    play("rounds", |page| {
        let program = variable("FOURFOLD_WASM")?;
        let bytes = fs::read(&program).with_context(|| format!("cannot read {program}"))?;
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        page.script(LOAD, &[json!(hex)])?;
        for _ in 0..ROUNDS {
            for line in native_round()?.lines() {
                let words: Vec<&str> = line.split_whitespace().collect();
                let [kernel, count, nanos] = words[..] else {
                    anyhow::bail!("expected a kernel and two numbers, found {line:?}");
                };
                nodes = count.parse()?;
                note(&mut fastest, kernel, nanos.parse::<f64>()? / 1e9);
            }
            note(&mut fastest, "browser", browser_round(page)?);
        }
        Ok(())
    })?;
    let rate = |name: &str| {
        let seconds = fastest.get(name);
        seconds.map(|seconds| nodes as f64 / seconds)
    };
    let browser = rate("browser").context("the browser was not measured")?;
    for name in fastest.keys() {
        let rate = rate(name).unwrap_or(f64::NAN);
        println!("{name:<10} {rate:>9.0} nodes/s");
    }
    let Some(avx2) = rate("AVX2") else {
        println!("this processor has no AVX2 to compare with");
        return Ok(true);
    };
    let share = browser / avx2;
    println!("the browser has {share:.2} of AVX2 (at least {SHARE_MIN})");
    Ok(share >= SHARE_MIN)
}

fn note(fastest: &mut BTreeMap<String, f64>, name: &str, seconds: f64) {
    let entry = fastest.entry(name.to_owned()).or_insert(f64::INFINITY);
    *entry = entry.min(seconds);
}

fn native_round() -> Result<String> {
    let output = Command::new(variable("FOURFOLD_NATIVE")?).output()?;
    ensure!(output.status.success(), "the program failed outside");
    Ok(String::from_utf8(output.stdout)?)
}

fn browser_round(page: &Page) -> Result<f64> {
    let took = page.script("return window.round()", &[])?;
    let milliseconds = took.as_f64().context("a round takes time")?;
    ensure!(milliseconds > 0.0, "the program failed in the browser");
    Ok(milliseconds / 1e3)
}

fn variable(name: &str) -> Result<String> {
    env::var(name).with_context(|| format!("{name} is not set: run `cargo xtask bench wasm`"))
}
