//! The totals of an audit, as a small table.

use std::fmt::Write;
use std::time::Duration;

use referee::audit::Summary;

use crate::output::grouped;

/// Games, plies, findings by kind, and the speed.
pub fn summary(summary: &Summary, took: Duration) -> String {
    let mut table = String::new();
    let mut row = |name: &str, number: String| {
        writeln!(table, "{name:<26}{number:>16}").expect("writing to a string cannot fail");
    };
    row("games", grouped(summary.games));
    row("plies", grouped(summary.plies));
    let findings: u64 = summary.findings.values().sum();
    row("findings", grouped(findings));
    for (kind, &count) in &summary.findings {
        row(&format!("  {kind}"), grouped(count));
    }
    let seconds = took.as_secs_f64().max(1e-9);
    row("games/s", grouped((summary.games as f64 / seconds) as u64));
    let rate = summary.bytes as f64 / 1e6 / seconds;
    row("MB/s", format!("{rate:.1}"));
    table
}
