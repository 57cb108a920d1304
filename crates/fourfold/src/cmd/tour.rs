//! `fourfold tour`: the commands with their real output, for someone who sees them first.

use std::io::{self, Write};

use clap::Parser;

use crate::output::Status;

use super::Args;

/// What the tour shows: a sentence, and the arguments of a command that is then run.
const STOPS: [(&str, &[&str]); 5] = [
    (
        "The rules core counts every game of four half-moves, and how many follow each first move:",
        &["perft", "4", "--divide"],
    ),
    (
        "A FEN is checked and printed in canonical form (the en passant square goes, because \
         no capture is legal there):",
        &[
            "fen",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ],
    ),
    (
        "What cannot be played is refused, with every reason at once:",
        &["fen", "P3k3/8/8/8/8/8/4R3/4K2K w K - 0 1"],
    ),
    (
        "Chess960 is the general case; an inner rook that may castle is named by its file:",
        &[
            "fen",
            "--chess960",
            "r3k2r/8/8/8/8/8/8/RR2K1RR w GBha - 0 1",
        ],
    ),
    (
        "In duplicate chess a move is made on two boards at once. A capture has left East a ghost \
         on SE; may it take?",
        &[
            "duplicate",
            "why",
            "d5c4",
            "--moves",
            "e2e4 d2d4 d7d5 d7d5 e4d5 c2c4",
        ],
    ),
];

/// Walks through the stops.
pub fn run() -> anyhow::Result<Status> {
    println!("Fourfold: chess for people who play, judge, test and invent it.\n");
    for (sentence, words) in STOPS {
        let shown: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        println!("{sentence}\n\n$ fourfold {}", shown.join(" "));
        io::stdout().flush()?;
        super::run(Args::try_parse_from(["fourfold"].iter().chain(words))?)?;
        println!();
    }
    println!("Every command that inspects something also answers JSON lines: try");
    println!("  echo '{{\"fen\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}}' | fourfold fen --json");
    println!("and `fourfold --help` for the rest.");
    Ok(Status::Fine)
}

fn quoted(word: &str) -> String {
    if word.contains(' ') {
        format!("\"{word}\"")
    } else {
        word.to_owned()
    }
}
