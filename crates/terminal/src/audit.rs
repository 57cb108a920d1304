//! The findings of an audit, for people. The referee itself writes rows for programs.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use referee::audit::{Detail, Finding, Summary};

use crate::grouped;

/// Writes a finding for a person: its place, its game, and the finding.
///
/// # Errors
///
/// Returns an error if the output cannot be written to.
pub fn write_finding(file: &str, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let [white, black] = &finding.players;
    write!(out, "{file}:{}: ", finding.place)?;
    if !white.is_empty() || !black.is_empty() {
        let number = finding.game + 1;
        write!(
            out,
            "game {number}, {white} – {black}, {}, ",
            finding.result
        )?;
        match finding.ply {
            0 => write!(out, "at the start: ")?,
            1 => write!(out, "after 1 ply: ")?,
            plies => write!(out, "after {plies} plies: ")?,
        }
    }
    write!(out, "{}: {}", finding.kind(), finding.detail)?;
    // The text of a claim names its article itself.
    match finding.detail.article() {
        Some(article) if !matches!(finding.detail, Detail::Claimable { .. }) => {
            writeln!(out, " (article {article})")
        }
        _ => writeln!(out),
    }
}

/// Games, plies, findings by kind, and the speed.
#[must_use]
pub fn summary(summary: &Summary, took: Duration) -> String {
    let mut table = String::new();
    let mut row = |name: &str, number: String| {
        writeln!(table, "{name:<26}{number:>16}").expect("a string can be written to");
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
