//! A long game to measure with, made by the program itself.

use std::fmt;
use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use browser::program;
use serde_json::{Value, json};

/// How many seeds are tried for a game that is long enough.
const SEEDS: u64 = 400;

/// A game as its moves, each written as the app writes it.
#[derive(Debug)]
pub struct Game {
    moves: Vec<Token>,
}

/// A move such as `e2e4` or `a7a8q`.
#[derive(Clone, Debug)]
pub struct Token(String);

impl Token {
    /// Where the piece stands.
    pub fn from(&self) -> &str {
        &self.0[..2]
    }

    /// Where it goes.
    pub fn to(&self) -> &str {
        &self.0[2..4]
    }

    /// What a pawn becomes, by the letter that the page has for it.
    pub fn promotion(&self) -> Option<&str> {
        self.0.get(4..).filter(|letter| !letter.is_empty())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Game {
    /// Lets the program play at random until a game has this many moves; always the same one.
    pub fn of_length(moves: usize) -> Result<Game> {
        let mut child = Command::new(program()?)
            .args(["duplicate", "random", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the program")?;
        let requests: Vec<String> = (1..=SEEDS)
            .map(|seed| json!({ "seed": seed, "plies": moves }).to_string())
            .collect();
        let mut input = child.stdin.take().context("the input is piped")?;
        let asked = std::thread::spawn(move || input.write_all(requests.join("\n").as_bytes()));
        let output = child.wait_with_output()?;
        ensure!(
            asked.join().is_ok_and(|asked| asked.is_ok()),
            "the program stopped reading"
        );
        for line in String::from_utf8(output.stdout)?.lines() {
            let game: Value = serde_json::from_str(line)?;
            if game["plies"] == moves {
                let tokens = game["moves"]
                    .as_str()
                    .context("a game has moves")?
                    .split(' ');
                let moves = tokens.map(|token| Token(token.to_owned())).collect();
                return Ok(Game { moves });
            }
        }
        anyhow::bail!("none of {SEEDS} random games lasts {moves} moves")
    }

    /// The moves in order.
    pub fn moves(&self) -> &[Token] {
        &self.moves
    }

    /// The game as one line, which the app loads.
    pub fn line(&self) -> String {
        let tokens: Vec<String> = self.moves.iter().map(Token::to_string).collect();
        tokens.join(" ")
    }
}

/// The selector of a square on one of the mover's boards, one and the other by turns.
pub fn square(ply: usize, name: &str) -> String {
    let boards = [["NW", "NE"], ["SW", "SE"], ["NE", "SE"], ["NW", "SW"]][ply % 4];
    format!("[data-board={}] [data-square={name}]", boards[ply / 4 % 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promotion_is_named_by_the_letter_on_the_page() {
        let token = |text: &str| Token(text.to_owned());
        assert_eq!(token("a7a8q").promotion(), Some("q"));
        assert_eq!(token("c7d8n").promotion(), Some("n"));
        assert_eq!(token("e2e4").promotion(), None);
    }
}
