//! A table under arbitrary commands, legal or not: the generated moves equal the intersection of the
//! lists, a refused move changes nothing, and every earlier state can be shown again.

#![no_main]

use chess::Square;
use duplicate::{Boards, Declaration, DuplicateGame, Rulings, Seat, SyncedMove, save};
use fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let mut game = DuplicateGame::with_rulings(rulings(bytes.byte()));
    while !bytes.is_empty() {
        match bytes.byte() {
            0..=3 => drop(game.undo()),
            4..=7 => drop(game.redo()),
            8..=11 => game.show(usize::from(bytes.byte())),
            12 => drop(game.declare(Declaration::Draw)),
            13 => {
                let seat = Seat::ALL[usize::from(bytes.byte() % 4)];
                drop(game.declare(Declaration::Resignation(seat)));
            }
            14..=60 => play_any(&mut game, bytes.word()),
            _ => play_legal(&mut game, bytes.byte()),
        }
    }
    check_saves(&game);
});

fn rulings(choice: u8) -> Rulings {
    let mut rulings = Rulings::default();
    let readings = [
        ("stalemate", ["draw", "pass", "loss", "pass"]),
        ("winners", ["all", "last", "all", "last"]),
        ("halfRound", ["first", "first", "together", "together"]),
        ("repetition", ["board", "reachable", "raw", "reachable"]),
    ];
    for (index, (name, readings)) in readings.iter().enumerate() {
        let reading = readings[usize::from(choice >> (2 * index) & 3)];
        rulings.set(name, reading).expect("the reading is known");
    }
    rulings
}

fn play_legal(game: &mut DuplicateGame, choice: u8) {
    let boards = *game.boards();
    let moves = boards.legal_moves();
    check_moves(&boards, &moves);
    if let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) {
        let ended = game.ending().is_some();
        assert_eq!(game.play(m).is_err(), ended);
    }
}

fn check_moves(boards: &Boards, moves: &[SyncedMove]) {
    let [first, second] = boards.turn().boards();
    let others = boards.local_moves(second);
    let mut common = boards.local_moves(first);
    common.retain(|m| others.contains(m));
    assert_eq!(moves, common, "{boards:?}");
    assert_eq!(boards.count_legal_moves(), moves.len());
}

/// Tries to play a move between two arbitrary squares.
fn play_any(game: &mut DuplicateGame, word: u16) {
    let square = |index: u16| Square::ALL[usize::from(index % 64)];
    let mut m = SyncedMove::new(square(word), square(word >> 6));
    let role = chess::Role::ALL[usize::from(word >> 12) % 6];
    m = m.with_promotion(Some(role)).unwrap_or(m);
    let before = (*game.boards(), game.steps().to_vec(), game.ending());
    let is_legal = game.legal_moves().contains(&m);
    match game.play(m) {
        Ok(played) => assert!(is_legal && played.m == m),
        Err(refusal) => {
            assert!(!is_legal && !refusal.to_string().is_empty());
            assert_eq!(
                (*game.boards(), game.steps().to_vec(), game.ending()),
                before
            );
        }
    }
}

fn check_saves(game: &DuplicateGame) {
    for text in [
        save::to_json(game),
        save::to_line(game),
        save::to_link(game),
    ] {
        let again = save::load(&text).expect("what was saved can be loaded");
        assert_eq!(again.steps(), game.steps());
        assert_eq!(again.rulings(), game.rulings());
    }
}
