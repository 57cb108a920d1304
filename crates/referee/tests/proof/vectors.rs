//! Positions whose verdicts were proven elsewhere, by enumeration and by CHA.

use chess::fen::{self, CastlingMode};
use chess::{Color, Position, Tolerance};
use fourfold_referee::{Budget, Prover, Verdict};
use serde_json::Value;

use crate::replay;

/// Enough for every case; the largest needs about two hundred thousand positions.
const AMPLE: Budget = Budget::positions(1_000_000);

fn cases() -> Vec<Value> {
    include_str!("../data/unwinnable.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect()
}

fn position(case: &Value) -> Position {
    let text = case["fen"].as_str().expect("each case has a FEN");
    // Some cases are set up by hand, with checks that no move can have given.
    fen::read(text, CastlingMode::Standard, Tolerance::Lenient)
        .expect("the position can be played")
        .position
}

fn name(color: Color) -> &'static str {
    if color.is_white() { "white" } else { "black" }
}

#[test]
fn every_verdict_agrees_with_the_proven_one() {
    let cases = cases();
    assert_eq!(cases.len(), 72);
    let mut prover = Prover::new();
    for case in &cases {
        let position = position(case);
        for side in Color::ALL {
            let expected = case[name(side)]["can_mate"].as_bool().expect("a verdict");
            let verdict = prover.can_mate(&position, side, AMPLE);
            let said = match verdict {
                Verdict::Yes(_) => Some(true),
                Verdict::No(_) => Some(false),
                Verdict::Unknown => None,
            };
            assert_eq!(said, Some(expected), "{} {side}: {verdict:?}", case["id"]);
            replay(&position, side, &verdict);
            let quick = prover.can_mate(&position, side, Budget::QUICK);
            assert!(
                !quick.is_no() || !expected,
                "{} {side}: {quick:?}",
                case["id"]
            );
        }
        let dead = prover.is_dead(&position, AMPLE);
        assert_eq!(dead, case["dead"].as_bool(), "{}", case["id"]);
    }
}

#[test]
fn the_result_at_flag_fall_agrees() {
    let mut prover = Prover::new();
    let mut draws = 0;
    for case in cases() {
        for flagged in Color::ALL {
            let expected = &case[format!("if_{}_flags", name(flagged))];
            let Some(expected) = expected.as_str() else {
                continue;
            };
            draws += usize::from(expected == "1/2-1/2");
            let loses = !prover.can_mate(&position(&case), !flagged, AMPLE).is_no();
            let result = match (loses, flagged) {
                (false, _) => "1/2-1/2",
                (true, Color::White) => "0-1",
                (true, Color::Black) => "1-0",
            };
            assert_eq!(result, expected, "{}: {flagged} flags", case["id"]);
        }
    }
    assert!(draws > 10, "{draws} of the results are draws");
}

#[test]
fn the_quick_budget_proves_most_cases() {
    let mut prover = Prover::new();
    let (mut proven, mut quick) = (0, 0);
    for case in cases() {
        for side in Color::ALL {
            if case[name(side)]["can_mate"] == false {
                proven += 1;
                let verdict = prover.can_mate(&position(&case), side, Budget::QUICK);
                quick += u32::from(verdict.is_no());
            }
        }
    }
    assert!(quick * 10 >= proven * 8, "{quick} of {proven}");
}

#[test]
fn a_verdict_does_not_depend_on_earlier_ones() {
    let mut experienced = Prover::new();
    for case in cases() {
        let position = position(&case);
        for side in Color::ALL {
            let again = experienced.can_mate(&position, side, Budget::FULL);
            let fresh = Prover::new().can_mate(&position, side, Budget::FULL);
            assert_eq!(again, fresh, "{} {side}", case["id"]);
        }
    }
}

#[test]
fn bishops_behind_walls_are_decided_within_the_full_budget() {
    let cases = include_str!("../data/walled.jsonl").lines();
    let mut prover = Prover::new();
    for case in cases.map(|line| serde_json::from_str::<Value>(line).expect("an object")) {
        let position = position(&case);
        for side in Color::ALL {
            let expected = case[format!("{}_can_mate", name(side))]
                .as_bool()
                .expect("a verdict");
            let verdict = prover.can_mate(&position, side, Budget::FULL);
            let said = (verdict != Verdict::Unknown).then_some(verdict.is_yes());
            assert_eq!(said, Some(expected), "{} {side}: {verdict:?}", case["id"]);
            replay(&position, side, &verdict);
        }
        assert_eq!(
            prover.is_dead(&position, Budget::FULL),
            case["dead"].as_bool()
        );
    }
}
