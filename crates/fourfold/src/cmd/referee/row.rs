//! One finding as a line for people. The referee itself writes rows for programs.

use std::io::{self, Write};

use referee::audit::{Finding, Matter};

/// Writes a finding for a person: where, which game, what.
pub fn line(file: &str, finding: &Finding, out: &mut impl Write) -> io::Result<()> {
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
    write!(out, "{}: {}", finding.kind(), finding.matter)?;
    // A claim names its article itself.
    match finding.matter.article() {
        Some(article) if !matches!(finding.matter, Matter::Claimable { .. }) => {
            writeln!(out, " (article {article})")
        }
        _ => writeln!(out),
    }
}
