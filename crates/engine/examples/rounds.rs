//! A short bench that is timed from outside. `cargo xtask bench wasm` runs it natively and in a
//! browser, in turns.
//!
//! A native build prints one line per kernel: its name, the nodes and the nanoseconds. In a browser
//! each call of `main` is one round.

use std::process::ExitCode;
use std::sync::Mutex;

use engine::{Engine, Evaluator, NullHost, bench};
use nnue::Kernel;

const DEPTH: u32 = 9;

/// Kept between rounds, as a web page keeps its engine.
static ENGINE: Mutex<Option<Engine>> = Mutex::new(None);

fn main() -> ExitCode {
    if cfg!(target_family = "wasm") {
        return match round(Kernel::best()) {
            Some(_) => ExitCode::SUCCESS,
            None => ExitCode::FAILURE,
        };
    }
    for kernel in Kernel::available() {
        let started = std::time::Instant::now();
        let Some(nodes) = round(kernel) else {
            return ExitCode::FAILURE;
        };
        println!("{kernel} {nodes} {}", started.elapsed().as_nanos());
    }
    ExitCode::SUCCESS
}

fn round(kernel: Kernel) -> Option<u64> {
    let mut kept = ENGINE.lock().ok()?;
    if kept.is_none() {
        *kept = Engine::new(16).ok();
    }
    let engine = kept.as_mut()?;
    engine.settings_mut().evaluator = Evaluator::default().with_kernel(kernel);
    Some(bench(engine, DEPTH, &NullHost))
}
