//! Metrics of the server, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the histogram buckets, in milliseconds.
const BOUNDS_MS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 500, 2_000];

/// Counters, which only grow.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub tables_created: Counter,
    /// Messages from clients.
    pub messages: Counter,
    /// Messages from clients that could not be parsed.
    pub bad_messages: Counter,
    /// Connections closed because of a flood.
    pub floods: Counter,
    /// Connections closed because the reader was too slow.
    pub slow_readers: Counter,
    /// Requests from other origins.
    pub foreign: Counter,
    pub store_failures: Counter,
    /// Moves of programs.
    pub thoughts: Counter,
    /// How long the store took to acknowledge.
    pub stored: Times,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Counts one more and returns the number.
    pub fn add(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A histogram of durations.
#[derive(Debug, Default)]
pub(crate) struct Times {
    within: [AtomicU64; BOUNDS_MS.len()],
    count: AtomicU64,
    sum_us: AtomicU64,
}

impl Times {
    pub fn add(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.sum_us.fetch_add(micros, Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Relaxed);
        for (bound, within) in BOUNDS_MS.iter().zip(&self.within) {
            if micros <= bound * 1_000 {
                within.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// Values that can go up and down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauges {
    pub sockets: usize,
    pub tables_open: usize,
    pub tables_kept: usize,
}

impl Metrics {
    /// All metrics in Prometheus format.
    pub fn write(&self, gauges: Gauges) -> String {
        let mut text = String::new();
        for (name, help, value) in [
            ("sockets", "Open sockets.", gauges.sockets),
            ("tables_open", "Tables in memory.", gauges.tables_open),
            ("tables_kept", "Tables in the store.", gauges.tables_kept),
        ] {
            write_one(&mut text, name, "gauge", help, value as u64);
        }
        for (name, help, counter) in [
            (
                "tables_created_total",
                "Tables created.",
                &self.tables_created,
            ),
            ("messages_total", "Messages of clients.", &self.messages),
            (
                "bad_messages_total",
                "Messages that could not be read.",
                &self.bad_messages,
            ),
            (
                "floods_total",
                "Connections ended because of a flood.",
                &self.floods,
            ),
            (
                "slow_readers_total",
                "Connections ended because the reader was too slow.",
                &self.slow_readers,
            ),
            (
                "foreign_requests_total",
                "Requests from pages of others.",
                &self.foreign,
            ),
            (
                "store_failures_total",
                "Events that could not be stored.",
                &self.store_failures,
            ),
            (
                "program_thoughts_total",
                "Thoughts of programs at seats.",
                &self.thoughts,
            ),
        ] {
            write_one(&mut text, name, "counter", help, counter.get());
        }
        self.write_stored(&mut text);
        text
    }

    fn write_stored(&self, text: &mut String) {
        let name = "fourfold_store_seconds";
        let count = self.stored.count.load(Ordering::Relaxed);
        let _ = writeln!(
            text,
            "# HELP {name} How long the store took to store an event."
        );
        let _ = writeln!(text, "# TYPE {name} histogram");
        for (bound, within) in BOUNDS_MS.iter().zip(&self.stored.within) {
            let (seconds, within) = (*bound as f64 / 1_000.0, within.load(Ordering::Relaxed));
            let _ = writeln!(text, "{name}_bucket{{le=\"{seconds}\"}} {within}");
        }
        let sum = self.stored.sum_us.load(Ordering::Relaxed) as f64 / 1_000_000.0;
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {sum}\n{name}_count {count}");
    }
}

fn write_one(text: &mut String, name: &str, kind: &str, help: &str, value: u64) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# HELP fourfold_{name} {help}");
    let _ = writeln!(
        text,
        "# TYPE fourfold_{name} {kind}\nfourfold_{name} {value}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metrics_are_in_prometheus_format() {
        let metrics = Metrics::default();
        metrics.floods.add();
        metrics.stored.add(Duration::from_micros(1_500));
        metrics.stored.add(Duration::from_secs(9));
        let text = metrics.write(Gauges {
            sockets: 3,
            tables_open: 1,
            tables_kept: 2,
        });
        for line in [
            "fourfold_sockets 3",
            "fourfold_floods_total 1",
            "fourfold_store_seconds_bucket{le=\"0.001\"} 0",
            "fourfold_store_seconds_bucket{le=\"0.002\"} 1",
            "fourfold_store_seconds_bucket{le=\"+Inf\"} 2",
            "fourfold_store_seconds_count 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
        for line in text.lines() {
            let is_sample = line.split(' ').count() == 2 && line.starts_with("fourfold_");
            assert!(is_sample || line.starts_with("# "), "{line}");
        }
    }
}
