//! PGN: reading, diagnostics and writing.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod damage;
mod draws;
mod export;
mod limits;
mod longest;
mod offers;
mod round_trip;
mod spelling;
mod streams;
mod writing;

use fourfold_game::pgn::{Checker, Options, ReadGame, Reader};

/// The files of the vectors. The tests of the command line compare them in full.
const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pgn");

fn games_with(bytes: &[u8], options: Options) -> Vec<ReadGame> {
    let mut checker = Checker::new(Reader::from_slice_with(bytes, options));
    let mut games = Vec::new();
    while let Some(read) = checker.read_tree().unwrap() {
        games.push(read);
    }
    games
}

fn games(text: impl AsRef<[u8]>) -> Vec<ReadGame> {
    games_with(text.as_ref(), Options::default())
}

/// The only game of a text.
fn game(text: impl AsRef<[u8]>) -> ReadGame {
    let mut games = games(text);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// The moves of the main line in canonical SAN.
fn sans(read: &ReadGame) -> String {
    let tree = &read.tree;
    let san = |id| {
        let node = tree.node(id);
        let before = tree.position(node.parent().unwrap());
        match node.played() {
            Some(m) => before.san(m).to_string(),
            None => "--".to_owned(),
        }
    };
    tree.main_line().map(san).collect::<Vec<_>>().join(" ")
}

/// The codes of all warnings except those about missing tags and results.
fn warnings(read: &ReadGame) -> Vec<&'static str> {
    let codes = read.diagnostics.iter().filter(|found| !found.is_error());
    codes
        .map(|found| found.code())
        .filter(|code| !["missing_tags", "missing_termination"].contains(code))
        .collect()
}

/// The class, ply, token and position of the error.
fn error(read: &ReadGame) -> (&'static str, u64, Option<&str>, String) {
    let error = read.report.error.as_ref().unwrap();
    let place = error.place.to_string();
    (error.code(), error.ply, error.token.as_deref(), place)
}
