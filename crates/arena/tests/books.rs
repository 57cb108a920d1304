//! The files in books/ match their description in BOOKS.md.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashSet;

use arena::book::{Balance, Recipe};
use arena::opening::{playable, read_epd};
use chess::Position;
use chess::fen::CastlingMode;
use engine::{Control, Engine, Limits, NullHost, Root};
use game::{Profile, Rules};

const BALANCED: (&str, Recipe) = (
    include_str!("../../../books/balanced.epd"),
    recipe(Balance::Balanced, 1),
);
const UNBALANCED: (&str, Recipe) = (
    include_str!("../../../books/unbalanced.epd"),
    recipe(Balance::Unbalanced, 2),
);

const CHESS960: &str = include_str!("../../../books/chess960.epd");

const fn recipe(balance: Balance, seed: u64) -> Recipe {
    Recipe {
        balance,
        plies: 8,
        nodes: 10_000,
        seed,
    }
}

/// The value of an operation of an EPD line.
/// The rules under which matches are played.
fn rules() -> Rules {
    Rules::new(Profile::Engine)
}

fn operand<'a>(line: &'a str, name: &str) -> &'a str {
    let (_, after) = line.split_once(&format!(" {name} ")).unwrap();
    after.split_once(';').unwrap().0.trim_matches('"')
}

#[test]
fn every_line_is_reproduced_from_the_seed() {
    for (text, recipe) in [BALANCED, UNBALANCED] {
        let (openings, bad) = playable(read_epd(text, CastlingMode::Standard), &rules());
        assert_eq!((openings.len(), bad.len()), (3000, 0));
        let mut keys = HashSet::new();
        for (line, opening) in text.lines().zip(&openings) {
            let candidate = operand(line, "id").parse().unwrap();
            let position = opening.start.position;
            assert_eq!(recipe.candidate(candidate), Some(position), "{line}");
            let score = operand(line, "ce").parse().unwrap();
            assert!(recipe.balance.keeps(score), "{line}");
            assert!(keys.insert(position.key()), "{line}");
        }
    }
}

#[test]
fn the_chess960_book_has_every_start_by_its_number() {
    let (openings, bad) = playable(read_epd(CHESS960, CastlingMode::Chess960), &rules());
    assert_eq!((openings.len(), bad.len()), (960, 0));
    for (number, (line, opening)) in CHESS960.lines().zip(&openings).enumerate() {
        assert_eq!(operand(line, "id"), number.to_string());
        assert_eq!(
            Some(opening.start.position),
            Position::chess960(number),
            "{line}"
        );
    }
}

#[test]
fn the_current_engine_agrees_with_most_scores() {
    let mut engine = Engine::new(1).unwrap();
    for (text, recipe) in [BALANCED, UNBALANCED] {
        let mut distances: Vec<i32> = text
            .lines()
            .take(21)
            .map(|line| {
                let candidate = operand(line, "id").parse().unwrap();
                let root = Root::new(recipe.candidate(candidate).unwrap());
                engine.forget();
                let limits = Limits::nodes(recipe.nodes);
                let outcome = engine.search(&root, &limits, &Control::new(), &NullHost);
                let recorded: i32 = operand(line, "ce").parse().unwrap();
                (outcome.unwrap().score.centipawns() - recorded).abs()
            })
            .collect();
        distances.sort_unstable();
        assert!(
            distances[10] <= 100,
            "half of the scores are within {}",
            distances[10]
        );
    }
}
