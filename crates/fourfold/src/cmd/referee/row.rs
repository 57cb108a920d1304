//! One finding: a line for a person, a JSON object, a row of a table with commas.

use std::io::{self, Write};

use chess::Color;
use referee::audit::{Finding, Matter};
use serde_json::json;

/// The names of the columns.
pub const CSV_HEAD: &str =
    "file,game,line,column,ply,kind,side,article,white,black,result,message,fen\n";

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

/// Writes a finding as a JSON object.
pub fn json(file: &str, finding: &Finding, out: &mut impl Write) -> io::Result<()> {
    let [white, black] = &finding.players;
    let mut value = json!({
        "file": file,
        "game": finding.game,
        "line": finding.place.line,
        "column": finding.place.column,
        "ply": finding.ply,
        "kind": finding.kind().code(),
        "white": white,
        "black": black,
        "result": finding.result.token(),
        "message": finding.matter.to_string(),
    });
    let mut add = |name: &str, text: Option<&str>| {
        if let Some(text) = text {
            value[name] = text.into();
        }
    };
    add("side", finding.matter.side().map(name));
    add("article", finding.matter.article());
    add("fen", finding.fen.as_deref());
    match &finding.matter {
        Matter::Claimable {
            with, was_drawn, ..
        } => {
            value["with"] = with.clone().into();
            value["drawn"] = (*was_drawn).into();
        }
        Matter::PlayedOn { reason, plies } => {
            value["reason"] = reason.code().into();
            value["plies_after"] = (*plies).into();
        }
        Matter::WrongResult { due, reason } => {
            value["reason"] = reason.code().into();
            value["due"] = due.token().into();
        }
        Matter::WonWithoutMate { proof, .. } => {
            value["due"] = "1/2-1/2".into();
            value["proof"] = proof.code().into();
        }
        Matter::WrongTermination(said) => value["termination"] = said.clone().into(),
        Matter::IllegalMove(problem, token)
        | Matter::BrokenHeader(problem, token)
        | Matter::BrokenText(problem, token) => {
            value["problem"] = problem.code().into();
            value["token"] = token.clone().into();
        }
        Matter::ResultMismatch | Matter::DrawnOnTime => {}
    }
    serde_json::to_writer(&mut *out, &value)?;
    out.write_all(b"\n")
}

/// Writes a finding as a row.
pub fn csv(file: &str, finding: &Finding, out: &mut impl Write) -> io::Result<()> {
    let [white, black] = &finding.players;
    let fields = [
        file.to_owned(),
        finding.game.to_string(),
        finding.place.line.to_string(),
        finding.place.column.to_string(),
        finding.ply.to_string(),
        finding.kind().to_string(),
        finding.matter.side().map_or("", name).to_owned(),
        finding.matter.article().unwrap_or_default().to_owned(),
        white.clone(),
        black.clone(),
        finding.result.to_string(),
        finding.matter.to_string(),
        finding.fen.clone().unwrap_or_default(),
    ];
    let fields = fields.map(|field| quoted(&field));
    writeln!(out, "{}", fields.join(","))
}

fn name(side: Color) -> &'static str {
    if side.is_white() { "white" } else { "black" }
}

/// A field as RFC 4180 has it, with quotation marks where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_quoted_where_it_must_be() {
        assert_eq!(quoted("Anderssen"), "Anderssen");
        assert_eq!(quoted("Tal, Mikhail"), "\"Tal, Mikhail\"");
        assert_eq!(quoted("the \"cat\""), "\"the \"\"cat\"\"\"");
    }
}
