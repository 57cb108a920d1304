//! Incrementally updated accumulators equal those computed from scratch, for every kernel.

use std::sync::Arc;

use chess::Position;
use fourfold_nnue::{Accumulators, Kernel, Network};
use repeatable::Random;
use testkit::{KNOWN, mixed_walks};

/// A network in which every input matters.
fn network(seed: u64) -> Arc<Network> {
    let mut random = Random::new(seed);
    let mut draw = |limit: usize| random.below(2 * limit + 1) as i16 - limit as i16;
    let mut network = Network::zeroed();
    for weight in network.feature_weights.as_flattened_mut() {
        *weight = draw(60);
    }
    for bias in &mut network.feature_bias {
        *bias = draw(200);
    }
    for output in &mut network.outputs {
        for weight in output.weights.as_flattened_mut() {
            *weight = draw(127);
        }
        output.bias = i32::from(draw(700));
    }
    network.check().expect("the weights are within the bounds");
    Arc::from(network)
}

/// One set of accumulators per kernel.
fn lines(network: &Arc<Network>, plies: usize) -> Vec<Accumulators> {
    let line = |kernel| Accumulators::with_kernel(Arc::clone(network), plies, kernel);
    Kernel::available().into_iter().map(line).collect()
}

fn check(lines: &mut [Accumulators], position: &Position, ply: usize) {
    for line in lines {
        let expected = line.network().eval_from_scratch(position);
        let found = line.evaluate(position, ply);
        assert_eq!(found, expected, "{} by {}", position, line.kernel());
    }
}

#[test]
fn accumulators_follow_whole_games() {
    let network = network(1);
    for walk in mixed_walks(7).take(60) {
        let mut lines = lines(&network, 120);
        for (ply, step) in walk.take(120).enumerate() {
            check(&mut lines, &step.before, ply);
            check(&mut lines, &step.after, ply + 1);
        }
    }
}

#[test]
fn plies_may_be_skipped() {
    let network = network(2);
    let mut random = Random::new(3);
    let mut lines = lines(&network, 80);
    for walk in mixed_walks(8).take(60) {
        for (ply, step) in walk.take(80).enumerate() {
            if random.one_in(5) {
                check(&mut lines, &step.before, ply);
            }
        }
    }
}

#[test]
fn siblings_update_each_other() {
    let network = network(4);
    let mut lines = lines(&network, 30);
    for walk in mixed_walks(9).take(12) {
        for (ply, step) in walk.take(20).enumerate() {
            for m in &step.before.legal_moves() {
                let child = step.before.play_unchecked(*m);
                check(&mut lines, &child, ply + 1);
            }
            if let Some(passed) = step.before.play_null() {
                check(&mut lines, &passed, ply + 1);
            }
        }
    }
}

#[test]
fn any_position_may_follow_any_other() {
    let network = network(5);
    let mut random = Random::new(6);
    let mut lines = lines(&network, 3);
    for known in KNOWN {
        let position = known.position();
        check(&mut lines, &position, random.below(4));
    }
}

#[test]
fn the_evaluation_is_symmetric() {
    let network = network(7);
    for (fen, same) in [
        (
            "r1b1k2r/pp1n1ppp/8/3q4/8/5N2/PPP2PPP/R1B1K2R w - - 0 1",
            "r1b1k2r/ppp2ppp/5n2/8/3Q4/8/PP1N1PPP/R1B1K2R b - - 0 1",
        ),
        (
            "r1b1k2r/pp1n1ppp/8/3q4/8/5N2/PPP2PPP/R1B1K2R w - - 0 1",
            "r2k1b1r/ppp1n1pp/8/4q3/8/2N5/PPP2PPP/R2K1B1R w - - 0 1",
        ),
    ] {
        let eval = |fen| network.eval_from_scratch(&Position::from_fen(fen).unwrap());
        assert_eq!(eval(fen), eval(same), "{fen}");
    }
}
