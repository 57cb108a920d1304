//! The rulings of the data file.

use fourfold_chess::Tolerance::{Lenient, Strict};
use fourfold_chess::fen::{self, CastlingMode, ReadFen};
use serde::Deserialize;

use super::reasons;

#[derive(Deserialize)]
struct Row {
    id: String,
    fen: String,
    chess960: bool,
    accept_strict: bool,
    accept_lenient: bool,
    code: Option<String>,
    canonical: Option<String>,
}

fn rows() -> Vec<Row> {
    let rows: Vec<Row> = include_str!("../data/fens.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 95, "the file is whole");
    rows
}

fn codes(read: &ReadFen) -> Vec<&'static str> {
    read.warnings.iter().map(|warning| warning.code()).collect()
}

#[test]
fn every_ruling_is_followed() {
    for row in rows() {
        let mode = if row.chess960 {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        };
        for (tolerance, accepts) in [(Strict, row.accept_strict), (Lenient, row.accept_lenient)] {
            match fen::read(&row.fen, mode, tolerance) {
                Ok(read) => {
                    assert!(accepts, "{} is accepted by {tolerance:?}", row.id);
                    let written = read.position.to_string();
                    assert_eq!(Some(written), row.canonical, "{}", row.id);
                    let expected: Vec<&str> = row.code.as_deref().into_iter().collect();
                    let mut found = codes(&read);
                    found.dedup();
                    found.truncate(1);
                    assert_eq!(found, expected, "{} {tolerance:?}", row.id);
                }
                Err(error) => {
                    assert!(!accepts, "{} is refused by {tolerance:?}: {error}", row.id);
                    let first = reasons(&error)[0];
                    assert_eq!(Some(first), row.code.as_deref(), "{} {tolerance:?}", row.id);
                }
            }
        }
    }
}
