//! The draw vectors: 118 games judged by two other libraries, with every fact at every ply.

use std::collections::BTreeSet;

use chess::fen::CastlingMode;
use fourfold_game::{
    Claim, Command, FIFTY_MOVES, FIVEFOLD, Game, Ground, History, Refusal, Rules,
    SEVENTY_FIVE_MOVES, Start, THREEFOLD,
};
use serde::Deserialize;

use crate::table::start_in;

const DRAWS: &str = include_str!("../data/draws.jsonl");

#[derive(Deserialize)]
struct LineVector {
    id: String,
    chess960: bool,
    start_fen: String,
    moves: Vec<String>,
    ended_ply: Option<usize>,
    plies: Vec<Ply>,
}

#[derive(Deserialize)]
struct Ply {
    fen: String,
    clock: u16,
    reps: u32,
    threefold_now: bool,
    threefold_with: BTreeSet<String>,
    fifty_now: bool,
    fifty_with: BTreeSet<String>,
    fivefold: bool,
    seventyfive: bool,
    check: bool,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
    insufficient_white: bool,
    insufficient_black: bool,
    legal_moves: usize,
    outcome: Option<ExpectedOutcome>,
    #[serde(default)]
    after_end: bool,
}

#[derive(Deserialize, PartialEq, Debug)]
struct ExpectedOutcome {
    result: String,
    reason: String,
}

impl LineVector {
    fn mode(&self) -> CastlingMode {
        if self.chess960 {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        }
    }

    fn start(&self) -> Start {
        start_in(&self.start_fen, self.mode())
    }

    fn moves_of(&self, claims: &[Claim], ground: Ground) -> BTreeSet<String> {
        claims
            .iter()
            .filter(|claim| claim.ground == ground)
            .filter_map(|claim| Some(claim.with?.to_uci(self.mode()).to_string()))
            .collect()
    }
}

fn lines() -> Vec<LineVector> {
    let lines: Vec<LineVector> = DRAWS
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 118);
    lines
}

/// The facts of one position, independent of whether the game had already ended.
fn check_facts(place: &str, history: &History, expected: &Ply) {
    let position = history.position();
    let board = position.board();
    assert_eq!(position.to_string(), expected.fen, "{place}");
    assert_eq!(position.halfmoves(), expected.clock, "{place}");
    assert_eq!(history.occurrences(), expected.reps, "{place}");
    assert_eq!(
        history.occurrences() >= FIVEFOLD,
        expected.fivefold,
        "{place}"
    );
    let seventyfive = position.halfmoves() >= SEVENTY_FIVE_MOVES && !position.is_checkmate();
    assert_eq!(seventyfive, expected.seventyfive, "{place}");
    assert_eq!(position.is_check(), expected.check, "{place}");
    assert_eq!(position.is_checkmate(), expected.checkmate, "{place}");
    assert_eq!(position.is_stalemate(), expected.stalemate, "{place}");
    let lacks = chess::Color::ALL.map(|side| board.lacks_mating_material(side));
    let expected_lacks = [expected.insufficient_white, expected.insufficient_black];
    assert_eq!(lacks, expected_lacks, "{place}");
    let insufficient = board.has_insufficient_material();
    assert_eq!(insufficient, expected.insufficient_material, "{place}");
    assert_eq!(
        position.count_legal_moves(),
        expected.legal_moves,
        "{place}"
    );
    let outcome = history
        .ending(&Rules::default())
        .map(|ending| ExpectedOutcome {
            result: ending.outcome.to_string(),
            reason: ending.reason().code().to_owned(),
        });
    assert_eq!(outcome, expected.outcome, "{place}");
}

#[test]
fn every_position_agrees_with_the_vectors() {
    let mut positions = 0;
    for line in lines() {
        let mut history = History::new(line.start().position);
        for (ply, expected) in line.plies.iter().enumerate() {
            let place = format!("{} ply {ply}", line.id);
            if let Some(text) = ply.checked_sub(1).map(|at| &line.moves[at]) {
                let m = history.position().parse_uci(text).unwrap();
                history.play(m).unwrap();
            }
            check_facts(&place, &history, expected);
            positions += 1;
        }
    }
    assert_eq!(positions, 2401);
}

#[test]
fn claims_and_endings_agree_with_the_vectors() {
    for line in lines() {
        let mut game = Game::new(line.start(), Rules::default());
        for (ply, expected) in line.plies.iter().enumerate() {
            let place = format!("{} ply {ply}", line.id);
            if let Some(text) = ply.checked_sub(1).map(|at| &line.moves[at]) {
                let m = game.history().position().parse_uci(text);
                if expected.after_end {
                    let m = m.unwrap_or(chess::Move::normal(chess::Square::A1, chess::Square::A2));
                    let refusal = game.execute(Command::Play(m)).unwrap_err();
                    assert!(
                        matches!(refusal, Refusal::GameOver(_)),
                        "{place}: {refusal}"
                    );
                    break;
                }
                game.execute(Command::Play(m.unwrap())).unwrap();
            }
            let grounds: Vec<Ground> = game.claims().iter().map(|claim| claim.ground).collect();
            let threefold = grounds.contains(&Ground::Threefold);
            assert_eq!(threefold, expected.threefold_now, "{place}");
            assert_eq!(
                grounds.contains(&Ground::FiftyMoves),
                expected.fifty_now,
                "{place}"
            );
            let with = game.claims_with();
            let threefold_with = line.moves_of(&with, Ground::Threefold);
            assert_eq!(threefold_with, expected.threefold_with, "{place}");
            let fifty_with = line.moves_of(&with, Ground::FiftyMoves);
            assert_eq!(fifty_with, expected.fifty_with, "{place}");
            let ended = game.ending().is_some();
            assert_eq!(ended, line.ended_ply == Some(ply), "{place}");
            assert!(!ended || grounds.is_empty() && with.is_empty(), "{place}");
        }
    }
    assert_eq!((THREEFOLD, FIFTY_MOVES), (3, 100));
}
