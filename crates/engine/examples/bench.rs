//! Runs the bench to a depth, 8 unless one is given, and prints the number of nodes.
//!
//! `cargo xtask bench draws` counts its instructions.

use std::process::ExitCode;

use engine::{Engine, NullHost, bench};

fn main() -> ExitCode {
    let depth = std::env::args().nth(1).map(|depth| depth.parse());
    let (Ok(depth), Ok(mut engine)) = (depth.unwrap_or(Ok(8)), Engine::new(16)) else {
        eprintln!("expected a depth and 16 MiB of memory");
        return ExitCode::FAILURE;
    };
    println!("{}", bench(&mut engine, depth, &NullHost));
    ExitCode::SUCCESS
}
