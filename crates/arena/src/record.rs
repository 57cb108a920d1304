//! Journal games as PGN.

use chess::fen::{self, CastlingMode};
use chess::{ByColor, Tolerance};
use game::pgn::{Comment, Tree};
use game::{GameResult, Start};

use crate::journal::{GameLine, Note};
use crate::move_limit::Control;

/// PGN tags that the journal does not contain.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    pub event: &'a str,
    pub site: &'a str,
    /// The limits of each side, if known.
    pub controls: ByColor<Option<Control>>,
}

/// A journal line as PGN with score, depth and time of each move; `None` if the line is not a legal
/// game.
#[must_use]
pub fn to_pgn(line: &GameLine, heading: &Heading<'_>) -> Option<String> {
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
            Some(index) => line.notes.get(index).map(comment).unwrap_or_default(),
        };
        tree.node_mut(at).comments.extend(Comment::new(&comment));
    }
    // The tag takes a standard word; the sentence is a comment at the end of the game.
    tree.node_mut(at)
        .comments
        .extend(Comment::new(&line.reason));
    let round = format!("{}.{}", line.pair + 1, line.game + 1);
    let plies = line.moves.split_ascii_whitespace().count().to_string();
    let mut tags = vec![
        ("Event", heading.event),
        ("Site", heading.site),
        ("Date", line.date.as_deref().unwrap_or("????.??.??")),
        ("Round", &round),
        ("White", &line.white),
        ("Black", &line.black),
    ];
    let [white, black] = [heading.controls.white, heading.controls.black]
        .map(|control| control.map_or("?".to_owned(), |control| control.to_pgn()));
    if white == black {
        tags.push(("TimeControl", &white));
    } else {
        tags.extend([("WhiteTimeControl", &*white), ("BlackTimeControl", &black)]);
    }
    tags.push(("Termination", line.cause.termination()));
    tags.push(("PlyCount", &plies));
    for (name, value) in tags {
        tree.tags.set(name, value).ok()?;
    }
    tree.result = line.result.parse::<GameResult>().ok()?;
    Some(tree.to_string())
}

/// The report on a move, as `+0.25/17 1.234s, n=20000`.
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
    use std::time::Duration;

    use super::*;
    use crate::cause_code::CauseCode;

    fn line() -> GameLine {
        GameLine {
            pair: 3,
            game: 1,
            white: "new \"engine\"".to_owned(),
            black: "old".to_owned(),
            date: Some("2024.01.31".to_owned()),
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
            cause: CauseCode::Checkmate,
            reason: "Black mates".to_owned(),
            fault: None,
            reproduction: None,
        }
    }

    fn heading(white: Control, black: Control) -> Heading<'static> {
        Heading {
            event: "test",
            site: "here",
            controls: ByColor {
                white: Some(white),
                black: Some(black),
            },
        }
    }

    #[test]
    fn the_time_control_tag_follows_the_standard() {
        let clock = |text: &str| Control::Clock(text.parse().unwrap());
        let control = |white, black| {
            let pgn = to_pgn(&line(), &heading(white, black)).unwrap();
            let tags = pgn.lines().filter(|line| line.contains("TimeControl"));
            tags.collect::<Vec<_>>().join(" ")
        };
        let both = |control_of| control(control_of, control_of);
        assert_eq!(both(clock("40/60+0.6")), "[TimeControl \"40/60+0.6\"]");
        assert_eq!(both(Control::Nodes(100)), "[TimeControl \"-\"]");
        let a_move = Control::MoveTime(Duration::from_millis(100));
        assert_eq!(both(a_move), "[TimeControl \"1/0.1\"]");
        assert_eq!(
            control(clock("10+0.1"), Control::Depth(5)),
            "[WhiteTimeControl \"10+0.1\"] [BlackTimeControl \"-\"]"
        );
    }

    #[test]
    fn a_line_becomes_a_game_with_comments() {
        let nodes = Control::Nodes(100);
        let pgn = to_pgn(&line(), &heading(nodes, nodes)).unwrap();
        for part in [
            "[White \"new \\\"engine\\\"\"]",
            "[Round \"4.2\"]",
            "[Result \"0-1\"]",
            "[Event \"test\"]\n[Site \"here\"]\n[Date \"2024.01.31\"]\n",
            "[Termination \"normal\"]\n[PlyCount \"4\"]\n",
            "1. f3 {book} 1... e5 {book} 2. g4 {-0.25/7 0.012s, n=90} 2... Qh4# {+M1/9}\n\
             {Black mates} 0-1",
        ] {
            assert!(pgn.contains(part), "{part} in\n{pgn}");
        }
    }
}
