//! `fourfold tour`: shows the commands with their real output to new users.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::exit::Status;

/// A command to show.
struct Stop {
    sentence: &'static str,
    words: &'static [&'static str],
    /// Its input, and how the reader would provide it.
    input: Option<Input>,
}

struct Input {
    text: &'static str,
    before: &'static str,
    after: &'static str,
}

const fn stop(sentence: &'static str, words: &'static [&'static str]) -> Stop {
    Stop {
        sentence,
        words,
        input: None,
    }
}

const STOPS: [Stop; 9] = [
    stop(
        "The rules core counts every game of four half-moves, and how many follow each first move:",
        &["perft", "4", "--divide"],
    ),
    stop(
        "A FEN is checked and printed in canonical form (the en passant square goes, because \
         no capture is legal there):",
        &[
            "fen",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ],
    ),
    stop(
        "What cannot be played is refused, with every reason at once:",
        &["fen", "P3k3/8/8/8/8/8/4R3/4K2K w K - 0 1"],
    ),
    stop(
        "Chess960 is the general case; an inner rook that may castle is named by its file:",
        &[
            "fen",
            "--chess960",
            "r3k2r/8/8/8/8/8/8/RR2K1RR w GBha - 0 1",
        ],
    ),
    stop(
        "The draw law along a line of play: what may be claimed, by whom, and by which article:",
        &[
            "law", "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8",
        ],
    ),
    stop(
        "Whether a side can still mate by any series of legal moves is proven, not guessed:",
        &["mate", "8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1"],
    ),
    Stop {
        sentence: "The referee reads databases of games and says where the Laws disagree with them:",
        words: &["referee", "-"],
        input: Some(Input {
            text: include_str!("../../../../docs/examples/games.pgn"),
            before: "",
            after: " < docs/examples/games.pgn",
        }),
    },
    Stop {
        sentence: "A game in the terminal is a board on the full screen, or lines in a pipe:",
        words: &["play", "--board", "none", "--echo"],
        input: Some(Input {
            text: "f3\ne5\ng4\nQh4\n",
            before: "printf 'f3\\ne5\\ng4\\nQh4\\n' | ",
            after: "",
        }),
    },
    stop(
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

/// Shows all commands.
pub fn run() -> anyhow::Result<Status> {
    let mut out = io::stdout();
    writeln!(
        out,
        "Fourfold: chess for people who play, judge, test and invent it.\n"
    )?;
    for stop in &STOPS {
        let words: Vec<String> = stop.words.iter().map(|word| quoted(word)).collect();
        let (before, after) = stop
            .input
            .as_ref()
            .map_or(("", ""), |i| (i.before, i.after));
        let command = format!("{before}fourfold {}{after}", words.join(" "));
        writeln!(out, "{}\n\n$ {command}", stop.sentence)?;
        out.flush()?;
        stop.show()
            .with_context(|| format!("cannot run {command}"))?;
        writeln!(out)?;
    }
    writeln!(
        out,
        "Every command that inspects something also answers JSON lines: try\n  \
         echo '{{\"fen\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}}' | fourfold fen --json\n\
         and `fourfold --help` for the rest."
    )?;
    out.flush()?;
    Ok(Status::Fine)
}

impl Stop {
    /// Runs this program as the reader would.
    fn show(&self) -> anyhow::Result<()> {
        let stdin = match self.input {
            Some(_) => Stdio::piped(),
            None => Stdio::null(),
        };
        let mut child = Command::new(env::current_exe()?)
            .args(self.words)
            .stdin(stdin)
            .spawn()?;
        if let (Some(mut pipe), Some(input)) = (child.stdin.take(), &self.input) {
            pipe.write_all(input.text.as_bytes())?;
        }
        match child.wait()?.code() {
            // Some commands are shown because they refuse something.
            Some(0 | 1) => Ok(()),
            _ => bail!("it failed"),
        }
    }
}

fn quoted(word: &str) -> String {
    if word.contains(' ') {
        format!("\"{word}\"")
    } else {
        word.to_owned()
    }
}
