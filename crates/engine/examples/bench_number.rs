//! The node count of a short bench, for comparison between targets.
//!
//! A native build prints the number. A WebAssembly module without bindings can return nothing but
//! its exit code, so there each call of `main` returns the next byte of the number, lowest first.
//! `cargo xtask test --only browser` compares the two.

#[path = "../tests/support/made_up.rs"]
mod made_up;

use std::process::ExitCode;
use std::sync::Mutex;

use engine::{Engine, Evaluator, NullHost, bench};
use made_up::network;
use nnue::Kernel;

const DEPTH: u32 = 6;

/// The bytes of the number that have not been returned yet.
static LEFT: Mutex<Option<u64>> = Mutex::new(None);

fn main() -> ExitCode {
    let Ok(mut left) = LEFT.lock() else {
        return ExitCode::FAILURE;
    };
    let nodes = left.get_or_insert_with(count);
    if !cfg!(target_family = "wasm") {
        println!("{nodes}");
        return ExitCode::SUCCESS;
    }
    let byte = *nodes as u8;
    *nodes >>= 8;
    ExitCode::from(byte)
}

/// Nodes with the default evaluation, the small one, and the portable and the best kernel.
fn count() -> u64 {
    let made_up = |kernel| Evaluator::by(network()).with_kernel(kernel);
    let evaluators = [
        Evaluator::default(),
        Evaluator::small(),
        made_up(Kernel::PORTABLE),
        made_up(Kernel::best()),
    ];
    let nodes = evaluators.map(|evaluator| {
        let mut engine = Engine::new(4).expect("there is memory for a small table");
        engine.settings_mut().evaluator = evaluator;
        bench(&mut engine, DEPTH, &NullHost)
    });
    nodes.iter().sum()
}
