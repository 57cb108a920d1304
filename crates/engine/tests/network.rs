//! Searching with a network: all kernels search the same tree, and the accumulators stay correct.
//! Debug assertions compare each incremental evaluation with one from scratch.

#[path = "support/made_up.rs"]
mod made_up;

use std::sync::Arc;

use chess::Tolerance;
use chess::fen::{self, CastlingMode};
use engine::{Control, Engine, Evaluator, Limits, NullHost, Root, bench};
use made_up::network;
use nnue::Kernel;

fn engine(evaluator: Evaluator) -> Engine {
    let mut engine = Engine::new(4).expect("there is memory for a small table");
    engine.settings_mut().evaluator = evaluator;
    engine
}

#[test]
fn every_kernel_has_the_same_bench() {
    let network = network();
    let counts: Vec<(String, u64)> = Kernel::available()
        .into_iter()
        .map(|kernel| {
            let evaluator = Evaluator::by(Arc::clone(&network)).with_kernel(kernel);
            let nodes = bench(&mut engine(evaluator), 5, &NullHost);
            (kernel.to_string(), nodes)
        })
        .collect();
    assert!(
        counts.iter().all(|(_, nodes)| *nodes == counts[0].1),
        "{counts:?}"
    );
    assert!(counts[0].1 > 1000);
}

#[test]
fn accumulators_follow_castling_promotions_and_king_moves() {
    for (fen, mode) in [
        (
            "bqrkrbnn/pppppppp/8/8/8/8/PPPPPPPP/BQRKRBNN w ECec - 0 1",
            CastlingMode::Chess960,
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            CastlingMode::Standard,
        ),
        (
            "8/2P1k1P1/8/3pP3/8/8/1p1K1p2/8 w - d6 0 1",
            CastlingMode::Standard,
        ),
    ] {
        let read = fen::read(fen, mode, Tolerance::Strict).expect("a legal position");
        let outcome = engine(Evaluator::by(network())).search(
            &Root::new(read.position),
            &Limits::depth(7),
            &Control::new(),
            &NullHost,
        );
        assert!(outcome.is_some(), "{fen}");
    }
}

#[test]
fn an_engine_can_change_its_network() {
    let root = Root::new(chess::Position::start());
    let search = |engine: &mut Engine| {
        engine.forget();
        let outcome = engine.search(&root, &Limits::depth(6), &Control::new(), &NullHost);
        outcome.map(|outcome| (outcome.score, outcome.effort.nodes))
    };
    let mut small = engine(Evaluator::small());
    let by_small = search(&mut small);
    small.settings_mut().evaluator = Evaluator::by(network());
    let by_network = search(&mut small);
    assert_eq!(by_network, search(&mut engine(Evaluator::by(network()))));
    assert_ne!(by_small, by_network);
    small.settings_mut().evaluator = Evaluator::small();
    assert_eq!(search(&mut small), by_small);
}

#[test]
fn threads_have_separate_accumulators() {
    let mut engine = engine(Evaluator::by(network()));
    engine.set_threads(3);
    let root = Root::new(chess::Position::start());
    let outcome = engine.search(&root, &Limits::depth(7), &Control::new(), &NullHost);
    assert!(outcome.is_some());
}
