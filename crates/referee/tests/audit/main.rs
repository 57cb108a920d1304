//! What an audit finds: every kind of finding, in blocks of any size on any number of threads, and
//! in files that are damaged.

mod blocks;
mod claims;
mod damage;
mod kinds;

use fourfold_referee::audit::{Auditor, Finding};

/// A game with these tags and this text after them.
fn game(tags: &[(&str, &str)], moves: &str) -> String {
    let mut text = "[Event \"?\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n".to_owned();
    for (name, value) in tags {
        text += &format!("[{name} \"{value}\"]\n");
    }
    format!("{text}\n{moves}\n\n")
}

/// A game from a position.
fn from_fen(fen: &str, tags: &[(&str, &str)], moves: &str) -> String {
    let start = [("SetUp", "1"), ("FEN", fen)];
    game(&[&start[..], tags].concat(), moves)
}

fn findings(text: &str) -> Vec<Finding> {
    Auditor::default().audit_block(text.as_bytes()).findings
}

/// The kinds that are found, with their plies.
fn found(text: &str) -> Vec<(&'static str, u64)> {
    let found = findings(text).into_iter();
    found
        .map(|finding| (finding.kind().code(), finding.ply))
        .collect()
}
