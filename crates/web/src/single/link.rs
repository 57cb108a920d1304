//! A game on one board in a URL fragment.
//!
//! `#analyze?moves=e2e4,e7e5&at=1`: the name of a page, then `fen` with underscores for spaces if
//! the game has another start position, `variant=chess960`, the moves in UCI notation, the number
//! of shown plies if not all, and the result.

use chess::fen::{self, CastlingMode};
use chess::{Move, Position, Tolerance};
use game::{GameResult, Start};

/// The maximum length of a link: far more than any game.
const LENGTH_MAX: usize = 100_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedGame {
    /// Its start position.
    pub start: Start,
    pub moves: Vec<Move>,
    /// The number of shown plies.
    pub shown: usize,
    pub result: GameResult,
}

/// Why a link cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It is longer than any game.
    #[error("the link is longer than any game")]
    TooLong,
    /// It has an unknown part.
    #[error("expected fen, variant, moves, at or result in the link, found {0:?}")]
    Part(String),
    /// Its position is illegal.
    #[error("the position of the link cannot be played: {0}")]
    Position(String),
    /// One of its moves is illegal.
    #[error("move {ply} of the link, {text:?}, cannot be played there")]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        /// The move as written.
        text: String,
    },
}

/// Splits a fragment into the name of a page and the game.
#[must_use]
pub fn split(fragment: &str) -> (&str, Option<&str>) {
    match fragment.split_once('?') {
        Some((page, game)) => (page, Some(game)),
        None => (fragment, None),
    }
}

impl LinkedGame {
    /// The part of the fragment after the question mark.
    #[must_use]
    pub fn write(&self) -> String {
        let mut parts = Vec::new();
        if self.start != Start::standard() {
            let fen = self.start.position.to_string().replace(' ', "_");
            parts.push(format!("fen={fen}"));
        }
        if self.start.mode == CastlingMode::Chess960 {
            parts.push("variant=chess960".to_owned());
        }
        let moves = self.moves.iter().map(|m| m.to_uci(self.start.mode));
        let moves: Vec<String> = moves.map(|m| m.to_string()).collect();
        parts.push(format!("moves={}", moves.join(",")));
        if self.shown < self.moves.len() {
            parts.push(format!("at={}", self.shown));
        }
        if self.result != GameResult::Unknown {
            // A slash is allowed in a fragment, but people share links within text.
            parts.push(format!("result={}", self.result.token().replace('/', "_")));
        }
        parts.join("&")
    }

    /// Parses the part of a fragment after the question mark.
    ///
    /// # Errors
    ///
    /// Returns the part that is invalid.
    pub fn read(text: &str) -> Result<LinkedGame, LinkError> {
        if text.len() > LENGTH_MAX {
            return Err(LinkError::TooLong);
        }
        let text = text.replace("%20", "_").replace("%2C", ",");
        let mut found = Parts::default();
        for part in text.split('&').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some(("fen", value)) => found.fen = Some(value.replace(['_', '+'], " ")),
                Some(("variant", "chess960")) => found.mode = CastlingMode::Chess960,
                Some(("moves", value)) => found.moves = value.to_owned(),
                Some(("at", value)) => found.shown = value.parse().ok(),
                Some(("result", value)) => {
                    let result = value.replace('_', "/").parse();
                    found.result = result.unwrap_or(GameResult::Unknown);
                }
                _ => return Err(LinkError::Part(part.chars().take(20).collect())),
            }
        }
        found.play()
    }
}

#[derive(Default)]
struct Parts {
    fen: Option<String>,
    mode: CastlingMode,
    moves: String,
    shown: Option<usize>,
    result: GameResult,
}

impl Parts {
    fn play(self) -> Result<LinkedGame, LinkError> {
        let position = match &self.fen {
            None => Position::start(),
            Some(text) => {
                let read = fen::read(text, self.mode, Tolerance::Lenient);
                let read = read.map_err(|error| LinkError::Position(error.to_string()))?;
                read.position
            }
        };
        let mut now = position;
        let mut moves = Vec::new();
        for text in self.moves.split(',').filter(|text| !text.is_empty()) {
            let m = now.parse_uci(text).map_err(|_| LinkError::Move {
                ply: moves.len() + 1,
                text: text.chars().take(8).collect(),
            })?;
            now = now.play_unchecked(m);
            moves.push(m);
        }
        let mode = self.mode;
        Ok(LinkedGame {
            start: Start { position, mode },
            shown: self.shown.unwrap_or(moves.len()).min(moves.len()),
            moves,
            result: self.result,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_round_trip() {
        for text in [
            "moves=",
            "moves=e2e4,e7e5,g1f3",
            "moves=e2e4,e7e5&at=1",
            "moves=f2f3,e7e5,g2g4,d8h4&result=0-1",
            "moves=e2e4&at=0&result=1_2-1_2",
            "fen=8/8/3k4/8/3K4/8/7R/8_w_-_-_0_1&moves=h2h1",
            "fen=bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR_w_KQkq_-_2_9\
             &variant=chess960&moves=a2c3",
        ] {
            let game = LinkedGame::read(text).unwrap();
            assert_eq!(game.write(), text);
        }
        assert_eq!(split("analyze"), ("analyze", None));
        assert_eq!(split("play?moves=e2e4"), ("play", Some("moves=e2e4")));
    }

    #[test]
    fn links_altered_by_other_programs_are_accepted() {
        let game = LinkedGame::read("fen=8/8/3k4/8/3K4/8/7R/8%20w%20-%20-%200%201&moves=").unwrap();
        assert_eq!(
            game.start.position.to_string(),
            "8/8/3k4/8/3K4/8/7R/8 w - - 0 1"
        );
        let game = LinkedGame::read("moves=e2e4%2Ce7e5&at=99").unwrap();
        assert_eq!(game.shown, 2);
    }

    #[test]
    fn hostile_links_are_refused_with_their_part() {
        let says = |text: &str| LinkedGame::read(text).unwrap_err().to_string();
        assert!(says("moves=e2e4,e2e4").contains("move 2 of the link, \"e2e4\""));
        assert!(says("fen=nonsense&moves=").contains("cannot be played"));
        assert!(says("script=<b>").contains("script=<b>"));
        assert!(says(&"x".repeat(LENGTH_MAX + 1)).contains("longer"));
        assert!(says("moves=\u{e9}\u{e9}\u{e9}").contains("move 1"));
    }
}
