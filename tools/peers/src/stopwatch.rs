//! Time that a computation takes, as exactly as the system tells it.

use std::fs;
use std::time::{Duration, Instant};

/// How long the kernel's ticks are, which count the time of child processes.
const TICK: Duration = Duration::from_millis(10);

/// Measures the CPU time of this thread and of the processes it waits for; on systems that do not
/// tell, or if asked to, the time on the wall.
pub struct Stopwatch {
    begun: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    /// Begins to measure.
    #[must_use]
    pub fn start(on_the_wall: bool) -> Stopwatch {
        Stopwatch {
            begun: Instant::now(),
            cpu: cpu_time().filter(|_| !on_the_wall),
        }
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match (self.cpu, cpu_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.begun.elapsed(),
        }
    }
}

/// The CPU time so far of this thread and of all processes that were waited for.
fn cpu_time() -> Option<Duration> {
    let own = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let own = Duration::from_nanos(own.split_whitespace().next()?.parse().ok()?);
    let process = fs::read_to_string("/proc/self/stat").ok()?;
    // The fields behind the name, which may contain anything but ends with a parenthesis.
    let fields: Vec<&str> = process.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u32>().ok();
    Some(own + TICK * (ticks(13)? + ticks(14)?))
}
