//! Findings as rows for programs: JSON objects or CSV lines.
//!
//! The command line and the browser app share this module, so their rows are the same.

use core::fmt::Write;

use chess::Color;
use game::pgn::is_hidden;

use super::{Detail, Finding};

/// The header of the CSV table.
pub const CSV_HEAD: &str = "file,game,line,column,ply,kind,side,article,white,black,result,message,\
                            fen,event,date,round\n";

/// The number of columns of the CSV table.
pub const COLUMNS: usize = 16;

/// A finding as a JSON object in one line, without the line end. Programs count games from 0 in `game`,
/// and people from 1 in `number`.
///
/// ```
/// use fourfold_referee::audit::{Auditor, row};
/// let report = Auditor::default().audit_block(b"1. f3 e5 2. g4 Qh4# 1-0");
/// let json = row::json("games.pgn", &report.findings[0]);
/// assert!(json.contains("\"kind\":\"wrong_result\""));
/// ```
#[must_use]
pub fn json(file: &str, finding: &Finding) -> String {
    let [white, black] = &finding.players;
    let occasion = &finding.occasion;
    let mut object = Object::new();
    object.text("file", Some(file));
    object.number("game", finding.game);
    object.number("number", finding.game + 1);
    object.number("line", finding.place.line);
    object.number("column", finding.place.column);
    object.number("start", finding.start);
    object.number("ply", finding.ply);
    object.text("kind", Some(finding.kind().code()));
    object.text("white", Some(white));
    object.text("black", Some(black));
    object.text("result", Some(finding.result.token()));
    object.text("message", Some(&finding.detail.to_string()));
    for (name, value) in [
        ("side", finding.detail.side().map(side)),
        ("article", finding.detail.article()),
        ("fen", finding.fen.as_deref()),
        ("event", Some(occasion.event.as_str())),
        ("date", Some(occasion.date.as_str())),
        ("round", Some(occasion.round.as_str())),
    ] {
        if value.is_some_and(|value| !value.is_empty()) {
            object.text(name, value);
        }
    }
    details(&finding.detail, &mut object);
    object.finish()
}

/// The fields that only some kinds of findings have.
fn details(detail: &Detail, object: &mut Object) {
    match detail {
        Detail::Claimable {
            with, was_drawn, ..
        } => {
            object.text("with", with.as_deref());
            object.plain("drawn", was_drawn);
        }
        Detail::PlayedOn { reason, plies } => {
            object.text("reason", Some(reason.code()));
            object.number("plies_after", *plies);
        }
        Detail::WrongResult { due, reason } => {
            object.text("reason", Some(reason.code()));
            object.text("due", Some(due.token()));
        }
        Detail::WonWithoutMate { proof, .. } => {
            object.text("due", Some("1/2-1/2"));
            object.text("proof", Some(proof.code()));
        }
        Detail::WrongTermination(said) => object.text("termination", Some(said)),
        Detail::IllegalMove(problem, token)
        | Detail::BrokenHeader(problem, token)
        | Detail::BrokenText(problem, token) => {
            object.text("problem", Some(problem.code()));
            object.text("token", token.as_deref());
        }
        Detail::ResultMismatch | Detail::DrawnOnTime => {}
    }
}

/// A finding as a CSV line. Games are counted from 1, as in every text for people.
///
/// ```
/// use fourfold_referee::audit::{Auditor, row};
/// let report = Auditor::default().audit_block(b"1. f3 e5 2. g4 Qh4# 1-0");
/// let line = row::csv("games.pgn", &report.findings[0]);
/// assert!(line.starts_with("games.pgn,"));
/// ```
#[must_use]
pub fn csv(file: &str, finding: &Finding) -> String {
    let [white, black] = &finding.players;
    let occasion = &finding.occasion;
    csv_line([
        file,
        &(finding.game + 1).to_string(),
        &finding.place.line.to_string(),
        &finding.place.column.to_string(),
        &finding.ply.to_string(),
        finding.kind().code(),
        finding.detail.side().map_or("", side),
        finding.detail.article().unwrap_or_default(),
        white,
        black,
        finding.result.token(),
        &finding.detail.to_string(),
        finding.fen.as_deref().unwrap_or_default(),
        &occasion.event,
        &occasion.date,
        &occasion.round,
    ])
}

/// Fields as a CSV line in the order of the header, with the line end.
///
/// ```
/// use fourfold_referee::audit::row::{COLUMNS, csv_line};
/// assert!(csv_line(["a, b"; COLUMNS]).starts_with("\"a, b\","));
/// ```
#[must_use]
pub fn csv_line(fields: [&str; COLUMNS]) -> String {
    fields.map(quoted).join(",") + "\n"
}

fn side(side: Color) -> &'static str {
    if side.is_white() { "white" } else { "black" }
}

/// A field, quoted if necessary as in RFC 4180. Names in a file come from anybody, so characters
/// that a terminal would obey are escaped, and a field that a spreadsheet would take for a formula
/// begins with an apostrophe.
fn quoted(field: &str) -> String {
    let mut text = String::with_capacity(field.len());
    if field.starts_with(['=', '+', '-', '@']) {
        text.push('\'');
    }
    for c in field.chars() {
        match is_hidden(c) {
            true => text.extend(c.escape_default()),
            false => text.push(c),
        }
    }
    if text.contains([',', '"']) {
        text = format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

/// A writer of a JSON object.
struct Object(String);

impl Object {
    fn new() -> Object {
        Object("{".to_owned())
    }

    fn name(&mut self, name: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.string(name);
        self.0.push(':');
    }

    /// A text; `null` if there is none.
    fn text(&mut self, name: &str, value: Option<&str>) {
        self.name(name);
        match value {
            Some(value) => self.string(value),
            None => self.0.push_str("null"),
        }
    }

    fn number(&mut self, name: &str, value: u64) {
        self.plain(name, &value);
    }

    /// A value that looks the same in Rust and JSON.
    fn plain(&mut self, name: &str, value: &impl core::fmt::Display) {
        self.name(name);
        // A string can always be written to.
        let _ = write!(self.0, "{value}");
    }

    fn string(&mut self, text: &str) {
        self.0.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.0.extend(['\\', c]),
                // All of these are below U+10000.
                c if is_hidden(c) => {
                    let _ = write!(self.0, "\\u{:04x}", u32::from(c));
                }
                c => self.0.push(c),
            }
        }
        self.0.push('"');
    }

    fn finish(mut self) -> String {
        self.0.push('}');
        self.0
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
        assert_eq!(CSV_HEAD.split(',').count(), COLUMNS);
    }

    #[test]
    fn no_field_is_a_formula_or_commands_a_terminal() {
        for formula in ["=1+1", "+1", "-1", "@x"] {
            assert_eq!(quoted(formula), format!("'{formula}"));
        }
        assert_eq!(quoted("=a,\"b\""), "\"'=a,\"\"b\"\"\"");
        assert_eq!(quoted("a=b-c"), "a=b-c");
        assert_eq!(quoted("\t=1\r\n"), "\\t=1\\r\\n");
        assert_eq!(
            quoted("\u{1b}[2J\u{202e}x\u{9b}"),
            "\\u{1b}[2J\\u{202e}x\\u{9b}"
        );
    }

    #[test]
    fn whatever_a_text_holds_the_object_can_be_read() {
        let nasty = "a \"b\" \\ \n \u{1} \u{7f} \u{9b} \u{2028} \u{202e} é 象";
        let mut object = Object::new();
        object.text(nasty, Some(nasty));
        object.text("nothing", None);
        object.number("large", u64::MAX);
        let text = object.finish();
        assert!(!text.contains(is_hidden));
        let read: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(read[nasty], nasty);
        assert_eq!(read["nothing"], serde_json::Value::Null);
        assert_eq!(read["large"], u64::MAX);
    }
}
