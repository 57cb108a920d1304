//! Games of the journal as PGN.

use chess::Tolerance;
use chess::fen::{self, CastlingMode};
use game::pgn::{Comment, Tree};
use game::{GameResult, Start};

use crate::journal::{GameLine, Note};

/// The game of a journal line as PGN with eval, depth and time of each move; `None` if the line
/// does not hold a legal game, which no journal of ours does.
#[must_use]
pub fn to_pgn(line: &GameLine, event: &str) -> Option<String> {
    let mode = if line.chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    };
    let position = fen::read(&line.fen, mode, Tolerance::Lenient)
        .ok()?
        .position;
    let mut tree = Tree::new(Start { position, mode });
    let mut at = tree.root();
    for (ply, text) in line.moves.split_ascii_whitespace().enumerate() {
        let m = tree.position(at).parse_uci(text).ok()?;
        at = tree.add(at, m).ok()?;
        let comment = match ply.checked_sub(line.book) {
            None => "book".to_owned(),
            Some(behind) => line.notes.get(behind).map(comment).unwrap_or_default(),
        };
        tree.node_mut(at).comments.extend(Comment::new(&comment));
    }
    let round = format!("{}.{}", line.pair + 1, line.game + 1);
    for (name, value) in [
        ("Event", event),
        ("Site", "?"),
        ("Round", &round),
        ("White", &line.white),
        ("Black", &line.black),
        ("Termination", &line.reason),
    ] {
        tree.tags.set(name, value).ok()?;
    }
    tree.result = line.result.parse::<GameResult>().ok()?;
    Some(tree.to_string())
}

/// What a player said about a move, as `+0.25/17 1.234s, n=20000`.
fn comment(note: &Note) -> String {
    let score = note
        .score
        .as_deref()
        .map(|score| match score.parse::<f64>() {
            Ok(centipawns) => format!("{:+.2}", centipawns / 100.0),
            Err(_) => {
                let sign = if score.starts_with('-') { "" } else { "+" };
                format!("{sign}{score}")
            }
        });
    let mut words = Vec::new();
    match (score, note.depth) {
        (Some(score), Some(depth)) => words.push(format!("{score}/{depth}")),
        (Some(score), None) => words.push(score),
        _ => {}
    }
    if let Some(ms) = note.ms {
        words.push(format!("{:.3}s", ms as f64 / 1000.0));
    }
    let mut text = words.join(" ");
    if let Some(nodes) = note.nodes {
        text.push_str(if text.is_empty() { "" } else { ", " });
        text.push_str(&format!("n={nodes}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_game_with_comments() {
        let line = GameLine {
            pair: 3,
            game: 1,
            white: "new \"engine\"".to_owned(),
            black: "old".to_owned(),
            fen: chess::Position::start().to_string(),
            chess960: false,
            book: 2,
            moves: "f2f3 e7e5 g2g4 d8h4".to_owned(),
            notes: vec![
                Note {
                    score: Some("-25".into()),
                    depth: Some(7),
                    nodes: Some(90),
                    ms: Some(12),
                },
                Note {
                    score: Some("M1".into()),
                    depth: Some(9),
                    nodes: None,
                    ms: None,
                },
            ],
            result: "0-1".to_owned(),
            cause: "checkmate".to_owned(),
            reason: "Black mates".to_owned(),
            fault: None,
            reproduction: None,
        };
        let pgn = to_pgn(&line, "test").unwrap();
        for part in [
            "[White \"new \\\"engine\\\"\"]",
            "[Round \"4.2\"]",
            "[Result \"0-1\"]",
            "1. f3 {book} 1... e5 {book} 2. g4 {-0.25/7 0.012s, n=90} 2... Qh4# {+M1/9} 0-1",
        ] {
            assert!(pgn.contains(part), "{part} in\n{pgn}");
        }
    }
}
