//! A game on one board in a URL fragment.
//!
//! `#analyse?moves=e2e4,e7e5~c7c5,g1f3.,g1f3&at=1`: the name of a page, then `fen` with underscores
//! for spaces if the game has another start position, `variant=chess960`, the moves in UCI notation,
//! the number of the shown move in the order of the text if it is not the last of the main line, and
//! the result. A variation stands after the move that it replaces, between `~` and `.`.

use chess::fen::{self, CastlingMode};
use chess::{Move, Position, Tolerance};
use game::pgn::{NodeId, Step, Tree};
use game::{GameResult, Start};

/// The maximum length of a link: far more than any game.
const LENGTH_MAX: usize = 100_000;

/// A game at one of its moves. A link carries it without its annotations.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedGame {
    pub tree: Tree,
    pub shown: NodeId,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It is longer than any game.
    #[error("the link is longer than any game")]
    TooLong,
    /// It has an unknown part.
    #[error("the link has a part that does not belong there: {0:?}")]
    Part(String),
    #[error("the position of the link cannot be played: {0}")]
    Position(String),
    #[error("move {ply} of the link, {text:?}, cannot be played")]
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
    /// A game without variations, shown after this many plies.
    #[must_use]
    pub fn of_line(start: Start, moves: &[Move], shown: usize, result: GameResult) -> LinkedGame {
        let mut tree = Tree::new(start);
        tree.result = result;
        let mut last = tree.root();
        let mut at = last;
        for (index, &m) in moves.iter().enumerate() {
            last = tree.add(last, m).unwrap_or(last);
            if index < shown {
                at = last;
            }
        }
        LinkedGame { tree, shown: at }
    }

    /// The number of shown plies of the main line.
    #[must_use]
    pub fn plies(&self) -> usize {
        let line = self.tree.main_line().position(|id| id == self.shown);
        line.map_or(0, |index| index + 1)
    }

    /// The part of the fragment after the question mark.
    #[must_use]
    pub fn write(&self) -> String {
        let start = self.tree.start();
        let mut parts = Vec::new();
        if *start != Start::standard() {
            let fen = start.position.to_string().replace(' ', "_");
            parts.push(format!("fen={fen}"));
        }
        if start.mode == CastlingMode::Chess960 {
            parts.push("variant=chess960".to_owned());
        }
        let written = written(&self.tree);
        parts.push(format!("moves={}", written.text));
        // Programs that find links in a text leave out a full stop at their end.
        let is_last = self.shown == self.tree.main_end();
        if !is_last || written.text.ends_with('.') {
            let at = written.ids.iter().position(|id| *id == self.shown);
            parts.push(format!("at={}", at.map_or(0, |index| index + 1)));
        }
        if self.tree.result != GameResult::Unknown {
            // A slash is allowed in a fragment, but people share links within text.
            let result = self.tree.result.token().replace('/', "_");
            parts.push(format!("result={result}"));
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
        let text = text.replace("%7E", "~").replace("%7e", "~");
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

/// The moves of a game as text, and their nodes in this order.
#[derive(Default)]
struct Written {
    text: String,
    ids: Vec<NodeId>,
}

/// Writes a game. A variation ends before a null move.
fn written(tree: &Tree) -> Written {
    let mut written = Written::default();
    // How many variations are open within one that has ended.
    let mut skipped = 0;
    let mut has_ended = false;
    for step in tree.walk() {
        match step {
            Step::VariationStart if has_ended => skipped += 1,
            Step::VariationStart => written.text.push('~'),
            Step::VariationEnd if skipped > 0 => skipped -= 1,
            Step::VariationEnd => {
                has_ended = false;
                written.text.push('.');
            }
            Step::Move(_) if has_ended => {}
            Step::Move(id) => match tree.node(id).played() {
                None => has_ended = true,
                Some(m) => {
                    if !written.text.is_empty() && !written.text.ends_with('~') {
                        written.text.push(',');
                    }
                    let m = m.to_uci(tree.start().mode);
                    written.text.push_str(&m.to_string());
                    written.ids.push(id);
                }
            },
        }
    }
    // A variation of a null move alone.
    while written.text.contains("~.") {
        written.text = written.text.replace("~.", "");
    }
    written
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
        let mode = self.mode;
        let mut tree = Tree::new(Start { position, mode });
        tree.result = self.result;
        let ids = play(&mut tree, &self.moves)?;
        let shown = match self.shown {
            None => tree.main_end(),
            Some(0) => tree.root(),
            Some(at) => ids.get(at - 1).copied().unwrap_or(tree.main_end()),
        };
        Ok(LinkedGame { tree, shown })
    }
}

/// Plays the moves of a link, and returns their nodes in order.
fn play(tree: &mut Tree, text: &str) -> Result<Vec<NodeId>, LinkError> {
    let mut ids = Vec::new();
    let mut now = tree.root();
    // Where the lines go on after the variations that are open.
    let mut later = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find([',', '~', '.']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let refused = |ids: &[NodeId]| LinkError::Move {
            ply: ids.len() + 1,
            text: word.chars().take(8).collect(),
        };
        if !word.is_empty() {
            let m = tree.position(now).parse_uci(word);
            let m = m.map_err(|_| refused(&ids))?;
            now = tree.add(now, m).map_err(|_| refused(&ids))?;
            ids.push(now);
        }
        let mut marks = after.chars();
        match marks.next() {
            Some('~') => {
                let before = tree.node(now).parent().ok_or_else(|| refused(&ids))?;
                later.push(core::mem::replace(&mut now, before));
            }
            Some('.') => now = later.pop().ok_or_else(|| refused(&ids))?,
            Some(_) | None => {}
        }
        rest = marks.as_str();
    }
    Ok(ids)
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
            "moves=e2e4,e7e5~c7c5,g1f3.,g1f3",
            "moves=e2e4,e7e5~c7c5,g1f3~b1c3,b8c6..,g1f3&at=5",
            "moves=e2e4~d2d4.~c2c4.&at=2",
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
    fn null_moves_and_what_follows_them_are_left_out() {
        let text = "1. e4 e5 (1... Z0 2. d4) (1... c5 2. Z0 d5 (2... Nc6) 3. d4) 2. Nf3 *";
        let mut checker = game::pgn::Checker::new(game::pgn::Reader::from_slice(text.as_bytes()));
        let tree = checker.read_tree().unwrap().unwrap().tree;
        let shown = tree.main_end();
        let game = LinkedGame { tree, shown };
        assert_eq!(game.write(), "moves=e2e4,e7e5~c7c5.,g1f3");
    }

    #[test]
    fn links_altered_by_other_programs_are_accepted() {
        let game = LinkedGame::read("fen=8/8/3k4/8/3K4/8/7R/8%20w%20-%20-%200%201&moves=").unwrap();
        assert_eq!(
            game.tree.start().position.to_string(),
            "8/8/3k4/8/3K4/8/7R/8 w - - 0 1"
        );
        let game = LinkedGame::read("moves=e2e4%2Ce7e5&at=99").unwrap();
        assert_eq!(game.plies(), 2);
        let game = LinkedGame::read("moves=e2e4%7Ec2c4.,e7e5").unwrap();
        assert_eq!((game.tree.len(), game.plies()), (3, 2));
    }

    #[test]
    fn hostile_links_are_refused_with_their_part() {
        let says = |text: &str| LinkedGame::read(text).unwrap_err().to_string();
        assert!(says("moves=e2e4,e2e4").contains("move 2 of the link, \"e2e4\""));
        assert!(says("fen=nonsense&moves=").contains("cannot be played"));
        assert!(says("script=<b>").contains("script=<b>"));
        assert!(says(&"x".repeat(LENGTH_MAX + 1)).contains("longer"));
        assert!(says("moves=e2e4.").contains("cannot be played"));
        assert!(says("moves=~e2e4").contains("cannot be played"));
        assert!(says("moves=\u{e9}\u{e9}\u{e9}").contains("move 1"));
    }
}
