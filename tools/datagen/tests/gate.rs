//! Matches between evaluations.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use arena::stats::PairCounts;
use datagen::gate::{Contestant, Match, play};
use datagen::teacher::Teacher;
use engine::Params;

fn contestant(evaluation: &str) -> Contestant {
    Contestant {
        teacher: Teacher::new(evaluation).unwrap(),
        params: Params::default(),
    }
}

fn small_match(threads: usize) -> Match {
    Match {
        first: contestant("small"),
        second: contestant("material"),
        pairs: 8,
        nodes: 200,
        seed: 1,
        chess960: 0,
        threads,
    }
}

#[test]
fn the_small_evaluation_beats_material_with_any_number_of_threads() {
    let one = play(&small_match(1), &|_: &PairCounts| {}).unwrap();
    assert_eq!(one.pairs(), 8);
    assert!(one.score() > 0.5, "{one:?}");
    assert_eq!(play(&small_match(3), &|_: &PairCounts| {}).unwrap(), one);
}

#[test]
fn contestants_search_with_their_own_parameters() {
    let mut plan = small_match(2);
    plan.second = contestant("small");
    let equal = play(&plan, &|_: &PairCounts| {}).unwrap();
    assert_eq!(equal.score(), 0.5, "the same player twice");
    plan.first.params.set("lmr_slope", 900).unwrap();
    assert_ne!(play(&plan, &|_: &PairCounts| {}).unwrap(), equal);
}

#[test]
fn a_file_that_is_not_a_network_is_refused() {
    let error = Teacher::new("no/such/file.nnue").unwrap_err();
    assert!(
        format!("{error:#}").contains("no/such/file.nnue"),
        "{error:#}"
    );
}
