//! Real tables: the right answers, and no harm from damaged copies.

#[path = "support/tables.rs"]
mod support;

use std::fs;
use std::path::Path;

use chess::Position;
use fourfold_syzygy::Tables;
use repeatable::Random;

/// Positions with the outcome and the distance that python-chess finds. Made by
/// `crates/syzygy/tests/compare.py`, which also compares thousands more.
const ANSWERS: &str = include_str!("answers.txt");

fn answers() -> impl Iterator<Item = (Position, i32, i32)> {
    ANSWERS.lines().map(|line| {
        let fields: Vec<&str> = line.split("; ").collect();
        let number = |text: &str| text.parse().expect("a number");
        let position = Position::from_fen(fields[0]).expect("a legal position");
        (position, number(fields[1]), number(fields[2]))
    })
}

fn open(folder: &Path) -> Tables {
    Tables::open(folder.to_str().expect("a path in Unicode"))
}

#[test]
fn outcomes_and_distances_are_those_of_python_chess() {
    let Some(folder) = support::tables() else {
        return;
    };
    let tables = open(folder);
    assert!(tables.wdl_files() >= 35 && tables.dtz_files() >= 35);
    assert!(tables.pieces_max() >= 4);
    for (position, outcome, distance) in answers() {
        let found = tables.wdl(&position).map(|wdl| wdl as i32);
        assert_eq!(found, Some(outcome), "{position}");
        assert_eq!(tables.dtz(&position), Some(distance), "{position}");
    }
    assert!(tables.take_faults().is_empty());
}

#[test]
fn positions_outside_the_tables_are_unknown() {
    let Some(folder) = support::tables() else {
        return;
    };
    let tables = open(folder);
    let unknown = [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    ];
    for fen in unknown {
        let position = Position::from_fen(fen).expect("a legal position");
        assert_eq!((tables.wdl(&position), tables.dtz(&position)), (None, None));
    }
    assert!(tables.take_faults().is_empty());
}

/// Damages copies of tables in many ways and asks for many positions. There must be no panic, no
/// endless loop and no allocation that fails; a wrong answer cannot be ruled out.
#[test]
fn damaged_tables_do_no_harm() {
    let Some(folder) = support::tables() else {
        return;
    };
    let copies = tempfile::tempdir().expect("a temporary folder");
    let positions: Vec<Position> = answers().map(|(position, ..)| position).collect();
    let mut random = Random::new(7);
    let mut faults = 0;
    for round in 0..40 {
        for name in ["KPvKP", "KRvKP", "KBNvK", "KNNvK", "KQvK", "KPPvK"] {
            for extension in ["rtbw", "rtbz"] {
                let file = format!("{name}.{extension}");
                let mut bytes = fs::read(folder.join(&file)).expect("the table can be read");
                damage(&mut bytes, round, &mut random);
                fs::write(copies.path().join(&file), bytes).expect("the copy can be written");
            }
        }
        let tables = open(copies.path());
        for position in &positions {
            let _ = (tables.wdl(position), tables.dtz(position));
        }
        faults += tables.take_faults().len();
    }
    assert!(faults > 50, "only {faults} faults were noticed");
}

/// Cuts the file off, or overwrites bytes: in the head more often than elsewhere.
fn damage(bytes: &mut Vec<u8>, round: usize, random: &mut Random) {
    match round % 4 {
        0 => bytes.truncate(random.below(bytes.len())),
        1 => bytes.truncate(random.below(bytes.len().min(300))),
        kind => {
            let part = if kind == 2 { 400 } else { bytes.len() };
            for _ in 0..1 + random.below(8) {
                let at = random.below(part.min(bytes.len()));
                bytes[at] = random.below(256) as u8;
            }
        }
    }
}
