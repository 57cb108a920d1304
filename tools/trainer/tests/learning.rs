//! Trains a network on a few games, in seconds.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use datagen::generate::{Goal, Origin, Plan, generate};
use datagen::teacher::Teacher;
use nnue::Network;
use tempfile::TempDir;
use trainer::lessons::Lessons;
use trainer::parameters::Parameters;
use trainer::training::{Progress, Recipe, train};
use trainer::{curve, quantize};

/// A file of games played by the material evaluation.
fn games(folder: &TempDir, games: u64) -> PathBuf {
    let out = folder.path().join("games");
    let plan = Plan {
        teacher: Teacher::new("material").unwrap(),
        nodes: 30,
        seed: 3,
        origin: Origin::Openings { chess960: 0 },
        goal: Goal::Games(games),
        threads: 2,
        out: out.clone(),
    };
    generate(&plan, &AtomicBool::new(false), &mut |_| {}).unwrap();
    out
}

#[test]
fn a_network_learns_and_its_integers_agree() {
    let folder = tempfile::tempdir().unwrap();
    let file = games(&folder, 60);
    let mut complaints = Vec::new();
    let read = |complaints: &mut Vec<String>| {
        Lessons::read(std::slice::from_ref(&file), 1, 0.0, &mut |text| {
            complaints.push(text)
        })
        .unwrap()
    };
    let lessons = read(&mut complaints);
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!(lessons.games, 60);
    assert!(lessons.training.len() > 10 * lessons.validation.len());
    assert_eq!(read(&mut complaints).training, lessons.training);
    let recipe = Recipe {
        passes: 5,
        batch: 64,
        threads: 2,
        ..Recipe::default()
    };
    let mut passes: Vec<Progress> = Vec::new();
    let start = Parameters::random(recipe.seed);
    let parameters = train(&recipe, start, &lessons, &mut |progress| {
        passes.push(*progress);
    });
    let (first, last) = (&passes[0], &passes[passes.len() - 1]);
    // A few games do not generalize, so only the training loss is checked.
    assert!(
        last.training_loss < 0.5 * first.training_loss,
        "{}",
        curve::to_text(&passes)
    );
    let network = quantize::quantize(&parameters);
    quantize::prove(&network, &parameters, &lessons.witnesses).unwrap();
    let mut bytes = Vec::new();
    network.write_to(&mut bytes).unwrap();
    assert!(Network::read(&bytes).unwrap() == network);
    let mut wrong = network.clone();
    for output in &mut wrong.outputs {
        output.bias += 400;
    }
    let error = quantize::prove(&wrong, &parameters, &lessons.witnesses).unwrap_err();
    assert!(error.to_string().contains("apart"), "{error}");
    let svg = curve::to_svg(&passes);
    assert!(svg.contains("<polyline") && !svg.contains("NaN"), "{svg}");
}

#[test]
fn a_torn_file_is_used_up_to_the_damage_and_others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = games(&folder, 60);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let mut complaints = Vec::new();
    let lessons = Lessons::read(std::slice::from_ref(&file), 1, 0.0, &mut |text| {
        complaints.push(text)
    });
    assert_eq!(lessons.unwrap().games, 59);
    assert!(complaints[0].contains("truncated"), "{complaints:?}");
    fs::write(&file, b"nothing").unwrap();
    assert!(Lessons::read(std::slice::from_ref(&file), 1, 0.0, &mut |_| {}).is_err());
}
