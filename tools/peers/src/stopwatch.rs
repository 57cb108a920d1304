//! Measures the time of a computation, as precisely as the system reports it.

use std::fs;
use std::time::{Duration, Instant};

/// The length of the kernel's clock ticks, which count the time of child processes.
const TICK: Duration = Duration::from_millis(10);

/// Measures the CPU time of this thread and of the processes it waits for, or wall time if
/// requested or if the system does not report CPU time.
pub struct Stopwatch {
    begun: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
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
    // The fields after the name, which may contain anything but ends with a parenthesis.
    let fields: Vec<&str> = process.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u32>().ok();
    Some(own + TICK * (ticks(13)? + ticks(14)?))
}
