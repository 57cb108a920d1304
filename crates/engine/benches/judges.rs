//! Compares the speed of the engine with the small evaluation and with a network, kernel by kernel:
//! `judges [NETWORK [DEPTH]]`. `cargo xtask bench net` runs it.
//!
//! The evaluations take turns, so that other programs disturb all of them alike. Where the system
//! reports it, the time is CPU time.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

use engine::{Engine, Evaluator, NullHost, bench};
use nnue::{Kernel, Network};

const ROUNDS: usize = 5;
const DEPTH: u32 = 10;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo passes `--bench` to every bench target.
    let mut arguments = env::args().skip(1).filter(|argument| argument != "--bench");
    let evaluator = match arguments.next() {
        Some(path) => Evaluator::by(Arc::from(Network::read(&fs::read(path)?)?)),
        None => Evaluator::default(),
    };
    if evaluator.network().is_none() {
        return Err("expected the path of a network: this build has none embedded".into());
    }
    let depth = arguments.next().map_or(Ok(DEPTH), |depth| depth.parse())?;
    let mut judges = vec![Judge::new("small", Evaluator::small())?];
    for kernel in Kernel::available() {
        let evaluator = evaluator.clone().with_kernel(kernel);
        judges.push(Judge::new(&kernel.to_string(), evaluator)?);
    }
    for _ in 0..ROUNDS {
        for judge in &mut judges {
            judge.run(depth);
        }
    }
    let small = judges[0].rate();
    println!(
        "{:<10} {:>9} {:>12} {:>7}",
        "judge", "nodes", "nodes/s", "ratio"
    );
    for judge in &judges {
        let rate = judge.rate();
        let (name, nodes) = (&judge.name, judge.nodes);
        println!("{name:<10} {nodes:>9} {rate:>12.0} {:>7.2}", rate / small);
    }
    Ok(())
}

/// An engine with one evaluation, and its measurements.
struct Judge {
    name: String,
    engine: Engine,
    nodes: u64,
    fastest: Duration,
}

impl Judge {
    fn new(name: &str, evaluator: Evaluator) -> Result<Judge, Box<dyn Error>> {
        let mut engine = Engine::new(16)?;
        engine.settings_mut().evaluator = evaluator;
        Ok(Judge {
            name: name.to_owned(),
            engine,
            nodes: 0,
            fastest: Duration::MAX,
        })
    }

    fn run(&mut self, depth: u32) {
        let watch = Stopwatch::start();
        self.nodes = bench(&mut self.engine, depth, &NullHost);
        self.fastest = self.fastest.min(watch.time());
    }

    fn rate(&self) -> f64 {
        self.nodes as f64 / self.fastest.as_secs_f64()
    }
}

/// Measures the CPU time of this thread, or wall time where CPU time is not available.
struct Stopwatch {
    wall: Instant,
    worked: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch {
            wall: Instant::now(),
            worked: worked(),
        }
    }

    fn time(&self) -> Duration {
        match (self.worked, worked()) {
            (Some(before), Some(now)) => now - before,
            _ => self.wall.elapsed(),
        }
    }
}

/// The CPU time of this thread as Linux reports it.
fn worked() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
