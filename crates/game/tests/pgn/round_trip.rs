//! A written game is read back as the same game, whatever it contains.

use chess::Position;
use chess::fen::CastlingMode;
use fourfold_game::pgn::{Comment, NodeId, Options, Tree};
use fourfold_game::{GameResult, Start};
use proptest::prelude::*;
use repeatable::Random;
use testkit::{scattered_position, scharnagl};

use super::games_with;

/// Texts that are hard for PGN writers.
const WORDS: [&str; 14] = [
    "}",
    "{",
    ";",
    "%",
    "(",
    ")",
    "[Event \"x\"]",
    "\n\n[Site \"y\"]",
    "\r",
    "\0",
    "\\",
    "\"",
    "1-0",
    "  ",
];

fn text() -> impl Strategy<Value = String> {
    let words = prop_oneof![
        3 => "[a-zéü♞]{1,12}",
        1 => proptest::sample::select(&WORDS[..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(|c| c.to_string()),
    ];
    let separator = prop_oneof![Just(" "), Just(""), Just("\n")];
    proptest::collection::vec((words, separator), 0..30).prop_map(|parts| {
        let parts = parts.into_iter().map(|(word, blank)| word + blank);
        parts.collect()
    })
}

fn start(random: &mut Random) -> Start {
    let mut start = Start::from(match random.below(3) {
        0 => Position::start(),
        1 => scharnagl(random.below(960)),
        _ => scattered_position(random),
    });
    // A position that only Chess960 can describe makes it a Chess960 game.
    if random.one_in(2) || Position::from_fen(&start.position.to_string()).is_err() {
        start.mode = CastlingMode::Chess960;
    }
    start
}

/// A random game with variations and comments from these texts.
fn tree(seed: u64, texts: &[String]) -> Tree {
    let mut random = Random::new(seed);
    let mut tree = Tree::new(start(&mut random));
    let mut nodes = vec![tree.root()];
    for _ in 0..random.below(60) {
        let parent = match random.one_in(5) {
            true => *random.pick(&nodes).unwrap(),
            false => *nodes.last().unwrap(),
        };
        let moves = tree.position(parent).legal_moves();
        let added = match random.pick(&moves) {
            Some(_) if random.one_in(30) => tree.add_null(parent),
            Some(&m) => tree.add(parent, m).ok(),
            None => None,
        };
        nodes.extend(added);
    }
    for &id in &nodes {
        remark(&mut tree, id, texts, &mut random);
    }
    for (index, text) in texts.iter().enumerate() {
        if random.one_in(2) {
            tree.tags.set(&format!("Tag_{index}"), text).unwrap();
        }
    }
    if random.one_in(2) {
        tree.tags.set("White", &texts.concat()).unwrap();
    }
    tree.result = *random.pick(&GameResult::ALL).unwrap();
    tree
}

fn remark(tree: &mut Tree, id: NodeId, texts: &[String], random: &mut Random) {
    if random.one_in(4) {
        tree.node_mut(id).nags.push(random.below(256) as u8);
    }
    for _ in 0..2 {
        let Some(text) = random.pick(texts).filter(|_| random.one_in(4)) else {
            continue;
        };
        let Some(comment) = Comment::new(text) else {
            continue;
        };
        if random.one_in(2) {
            tree.comment_before(id, comment);
        } else {
            tree.node_mut(id).comments.push(comment);
        }
    }
}

fn check(tree: &Tree) -> Result<(), TestCaseError> {
    let text = tree.to_string();
    let read = games_with(text.as_bytes(), Options::default());
    prop_assert_eq!(read.len(), 1, "{}", &text);
    prop_assert_eq!(&read[0].report.error, &None, "{}", &text);
    prop_assert!(
        read[0].tree == *tree,
        "{}\n{}",
        &text,
        read[0].tree.to_string()
    );
    prop_assert_eq!(read[0].tree.to_string(), text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn reading_undoes_writing(
        seed in any::<u64>(),
        texts in proptest::collection::vec(text(), 1..8),
    ) {
        check(&tree(seed, &texts))?;
    }
}

#[test]
fn games_without_moves_survive() {
    check(&Tree::default()).unwrap();
    for seed in 0..50 {
        check(&Tree::new(start(&mut Random::new(seed)))).unwrap();
    }
}

#[test]
fn the_vectors_survive_a_round_trip() {
    for entry in std::fs::read_dir(super::VECTORS).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pgn") {
            for read in games_with(&std::fs::read(&path).unwrap(), Options::default()) {
                // A game of another variant stays one.
                let error = read.report.error.as_ref();
                if error.is_none_or(|error| error.code() != "unsupported_variant") {
                    check(&read.tree).unwrap();
                }
            }
        }
    }
}
