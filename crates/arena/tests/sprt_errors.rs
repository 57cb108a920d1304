//! The sequential test keeps its error rates in hundreds of simulated runs.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use arena::stats::{Decision, EloModel, PairCounts, Sprt};
use repeatable::Random;

const RUNS: u64 = 500;
const RISK: f64 = 0.05;

/// The probabilities of the five outcomes of a pair between equal engines.
const EVEN: [f64; 5] = [0.04, 0.22, 0.48, 0.22, 0.04];

/// Moves probability from losses to wins until the difference is `elo` in normalized Elo.
fn stronger_by(elo: f64) -> [f64; 5] {
    let at = |shift: f64| {
        let [a, b, c, d, e] = EVEN;
        [
            a - shift * a,
            b - shift * b,
            c,
            d + shift * d,
            e + shift * e,
        ]
    };
    let difference = |chances: &[f64; 5]| {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean: f64 = chances.iter().zip(scores).map(|(p, s)| p * s).sum();
        let spread = |(p, s): (&f64, f64)| p * (s - mean).powi(2);
        let variance: f64 = chances.iter().zip(scores).map(spread).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if difference(&at(middle)) < elo {
            low = middle;
        } else {
            high = middle;
        }
    }
    at(low)
}

/// Simulates pairs until the test decides.
fn decide(test: &Sprt, chances: &[f64; 5], random: &mut Random) -> Decision {
    let mut pairs = PairCounts::default();
    for _ in 0..1_000_000 {
        let mut throw = random.bits() as f64 / u64::MAX as f64;
        let outcome = chances.iter().position(|chance| {
            throw -= chance;
            throw < 0.0
        });
        pairs.add(outcome.unwrap_or(4));
        let verdict = test.judge_pairs(&pairs).verdict;
        if verdict != Decision::Continue {
            return verdict;
        }
    }
    panic!("the test does not end: {pairs:?}")
}

/// The share of runs that end with this decision.
fn share(wanted: Decision, true_elo: f64) -> f64 {
    let test = Sprt::new(0.0, 60.0, RISK, RISK, EloModel::Normalized).unwrap();
    let chances = stronger_by(true_elo);
    let ended = (0..RUNS)
        .filter(|&run| decide(&test, &chances, &mut Random::at(7, run)) == wanted)
        .count();
    ended as f64 / RUNS as f64
}

/// The error rate plus three standard errors.
fn most() -> f64 {
    RISK + 3.0 * (RISK * (1.0 - RISK) / RUNS as f64).sqrt()
}

#[test]
fn equal_engines_pass_no_more_often_than_alpha() {
    let passed = share(Decision::AcceptH1, 0.0);
    assert!(passed <= most(), "{passed}");
    assert!(passed > RISK / 5.0, "the test sometimes passes: {passed}");
}

#[test]
fn better_engines_fail_no_more_often_than_beta() {
    let failed = share(Decision::AcceptH0, 60.0);
    assert!(failed <= most(), "{failed}");
}

#[test]
fn halfway_both_decisions_are_equally_likely() {
    let passed = share(Decision::AcceptH1, 30.0);
    assert!((0.42..0.58).contains(&passed), "{passed}");
}
