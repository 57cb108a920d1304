use repeatable::Random;

use super::*;
use crate::arch::QB;

/// A reproducible network with all kinds of weights.
fn network() -> Box<Network> {
    let mut network = Network::zeroed();
    let mut random = Random::new(1);
    let mut draw = |limit: i16| {
        let span = 2 * usize::from(limit.unsigned_abs()) + 1;
        random.below(span) as i16 - limit
    };
    for weight in network.feature_weights.as_flattened_mut() {
        *weight = draw(COUNT_LIMIT);
    }
    network.feature_bias = [(); HIDDEN].map(|()| draw(200));
    for (index, output) in network.outputs.iter_mut().enumerate() {
        output.weights = [[(); HIDDEN]; 2].map(|side| side.map(|()| draw(127)));
        output.bias = -1234 - index as i32;
    }
    network
}

fn file(network: &Network) -> Vec<u8> {
    let mut file = Vec::new();
    network.write_to(&mut file).unwrap();
    file
}

/// The error for a file with changed weights and a corrected checksum.
fn refusal(change: impl FnOnce(&mut Vec<u8>)) -> NetworkError {
    let mut file = file(&network());
    change(&mut file);
    let checksum = checksum::add(checksum::START, &file[HEADER..]);
    file[24..HEADER].copy_from_slice(&checksum.to_le_bytes());
    Network::read(&file).unwrap_err()
}

#[test]
fn a_written_network_can_be_read() {
    let network = network();
    let file = file(&network);
    assert_eq!(file.len(), FILE);
    assert!(Network::read(&file).unwrap() == network);
}

#[test]
fn weights_are_aligned_for_the_kernels() {
    let network = Network::zeroed();
    assert!(network.feature_weights.as_ptr().addr().is_multiple_of(64));
    for output in &network.outputs {
        assert!(output.weights.as_ptr().addr().is_multiple_of(64));
    }
    assert_eq!(network.eval_from_scratch(&Position::start()), 0);
}

#[test]
fn every_fault_is_named() {
    let good = file(&network());
    for end in [0, 1, 7] {
        let error = Network::read(&good[..end]).unwrap_err();
        assert!(
            matches!(error, NetworkError::Magic { .. }),
            "{end}: {error}"
        );
    }
    for end in [8, 31, 32, 1000, FILE - 1] {
        let error = Network::read(&good[..end]).unwrap_err();
        let expected = NetworkError::Length {
            expected: FILE,
            found: end,
        };
        assert_eq!(error, expected);
    }
    let longer = [&good[..], &[0]].concat();
    assert!(matches!(
        Network::read(&longer),
        Err(NetworkError::Length { .. })
    ));
    assert_eq!(
        Network::read(b"#!/bin/sh\n").unwrap_err().to_string(),
        "not a Fourfold network: expected it to begin with \"4foldnet\", found \"#!/bin/s\""
    );
}

#[test]
fn another_architecture_is_refused_before_the_length_is_checked() {
    let mut other = file(&network());
    other[12..16].copy_from_slice(&128u32.to_le_bytes());
    other[16] ^= 1;
    other.truncate(5000);
    let message = Network::read(&other).unwrap_err().to_string();
    let found = message.split("found ").nth(1).unwrap();
    assert!(
        found.starts_with("1008 inputs and 128 neurons ("),
        "{message}"
    );
}

#[test]
fn every_damaged_byte_is_detected() {
    let good = file(&network());
    for at in (0..FILE).step_by(997).chain(0..HEADER).chain([FILE - 1]) {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        assert!(Network::read(&bad).is_err(), "byte {at}");
    }
}

#[test]
fn weights_out_of_bounds_are_refused() {
    let weight = |at: usize, value: i16| {
        refusal(|file| file[HEADER + 2 * at..][..2].copy_from_slice(&value.to_le_bytes()))
    };
    assert_eq!(
        weight(300, -401),
        NetworkError::Weight {
            part: Part::FeatureWeights,
            index: 300,
            value: -401,
            limit: 400,
        }
    );
    let beyond = COUNT_LIMIT + 1;
    assert!(matches!(
        weight(PLACES * HIDDEN + 9, beyond),
        NetworkError::Weight { part: Part::FeatureWeights, value, limit, .. }
            if value == i32::from(beyond) && limit == i32::from(COUNT_LIMIT)
    ));
    assert!(matches!(
        weight(INPUTS * HIDDEN + 2, i16::MIN),
        NetworkError::Weight {
            part: Part::FeatureBias,
            index: 2,
            value: -32768,
            ..
        }
    ));
    assert!(matches!(
        weight(WEIGHTS - 1, 128),
        NetworkError::Weight {
            part: Part::OutputWeights,
            index: 4095,
            ..
        }
    ));
    let bias = refusal(|file| file[FILE - 4..].copy_from_slice(&i32::MIN.to_le_bytes()));
    assert!(matches!(
        bias,
        NetworkError::Weight {
            part: Part::OutputBias,
            index: 7,
            ..
        }
    ));
}

#[test]
fn output_weights_that_could_overflow_together_are_refused() {
    let mut network = Network::zeroed();
    network.outputs[5].weights = [[OUTPUT_LIMIT; HIDDEN]; 2];
    let error = network.check().unwrap_err();
    assert!(matches!(
        error,
        NetworkError::WeightSum { found: 65_024, .. }
    ));
    assert!(network.write_to(Vec::new()).is_err());
    network.outputs[5].weights[1] = [-OUTPUT_LIMIT; HIDDEN];
    assert_eq!(network.check(), Ok(()));
}

#[test]
fn the_largest_sums_are_correct() {
    let mut network = Network::zeroed();
    network.feature_bias = [PLACE_LIMIT; HIDDEN];
    network.outputs[7].weights = [[OUTPUT_LIMIT; HIDDEN], [-1; HIDDEN]];
    network.check().unwrap();
    let sum = (i64::from(OUTPUT_LIMIT) - 1) * i64::from(QA * QA) * HIDDEN as i64;
    let expected = sum / i64::from(QA) * i64::from(arch::SCALE) / i64::from(QA * QB);
    let found = network.eval_from_scratch(&Position::start());
    assert_eq!(i64::from(found), expected);
}

#[test]
fn a_single_piece_can_be_traced_through_the_network() {
    let position = Position::from_fen("4k3/8/8/8/8/8/P7/2K5 b - - 0 1").unwrap();
    let mut network = Network::zeroed();
    // The white pawn on a2 as seen by White and by Black; Black's view is mirrored.
    network.feature_weights[8][0] = 100;
    network.feature_weights[384 + 7 * 8 - 8 + 7][0] = 300;
    // Black is to move, so White's view comes second. Three pieces select the first output.
    network.outputs[0].weights[0][0] = 3;
    network.outputs[0].weights[1][0] = 5;
    network.outputs[1].bias = 1000;
    let sum = 255 * 255 * 3 + 100 * 100 * 5;
    assert_eq!(network.eval_from_scratch(&position), evaluation(sum, 0));
}

#[test]
fn a_network_has_a_short_name() {
    let name = format!("{:?}", network());
    assert_eq!(name.len(), "Network(0123456789abcdef)".len());
    assert_ne!(name, format!("{:?}", Network::zeroed()));
}
