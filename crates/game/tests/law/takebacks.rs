//! Undo and redo restore everything.

use chess::Color::{Black, White};
use fourfold_game::{Command, Event, Step};

use crate::table::{Table, codes, refused};

/// Positions with a move of every kind.
const KINDS: [(&str, &str); 9] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e2e4",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9",
        "g1f3",
    ),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 10", "e1g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 10", "e8c8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 10", "a1a8"),
    ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 60", "e4d3"),
    ("1n6/P5k1/8/8/8/8/7P/6K1 w - - 12 130", "a7a8n"),
    ("1n6/P5k1/8/8/8/8/7P/6K1 w - - 12 130", "a7b8q"),
    ("7k/5R2/6K1/8/8/8/8/8 w - - 99 130", "f7f8"),
];

#[test]
fn every_kind_of_move_is_undone_and_redone() {
    for (fen, text) in KINDS {
        let mut table = Table::from(fen);
        let before = table.game.clone();
        table.play(text);
        let after = table.game.clone();
        let m = after.history().moves()[0];
        assert_eq!(table.undo(1)[0], Event::Undone(vec![Step::Played(m)]));
        assert_eq!(table.game.record(), before.record(), "{fen} {text}");
        assert_eq!(table.game.offers(), before.offers());
        assert_eq!(table.redo(1)[0], Event::Redone(vec![Step::Played(m)]));
        assert_eq!(table.game, after, "{fen} {text}");
    }
}

#[test]
fn undoing_the_first_move_restores_the_turn() {
    let mut table = Table::new();
    table.play("e4");
    table.undo(1);
    assert_eq!(table.game.position().turn(), White);
    assert_eq!(
        (
            table.game.ply(),
            table.game.undoable(),
            table.game.redoable()
        ),
        (0, 0, 1)
    );
    let undo = Command::Undo(1.try_into().unwrap());
    assert_eq!(refused(table.execute(undo)), "not_enough_to_undo");
}

#[test]
fn undoing_too_many_steps_is_refused_and_undoes_nothing() {
    let mut table = Table::new();
    table.play("e4 e5");
    let before = table.game.clone();
    let refusal = table
        .execute(Command::Undo(3.try_into().unwrap()))
        .unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "cannot take back 3: there are only 2 steps to take back"
    );
    assert_eq!(table.game, before);
    let refusal = table
        .execute(Command::Redo(1.try_into().unwrap()))
        .unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "cannot redo 1: there is nothing to redo"
    );
}

#[test]
fn undo_restores_the_offer_that_the_move_answered() {
    let mut table = Table::new();
    table.play("e4 e5 Nf3");
    table.execute(Command::Offer(White)).unwrap();
    let offered = table.game.clone();
    table.play("Nc6");
    assert!(table.game.offers().is_empty());
    table.undo(1);
    assert!(table.game.offers().stands(White));
    assert_eq!(table.game.record(), offered.record());
}

#[test]
fn undo_does_not_withdraw_an_offer_but_removes_it_with_its_move() {
    let mut table = Table::new();
    table.play("e4 e5 Nf3");
    table.execute(Command::Offer(White)).unwrap();
    let offered = table.game.clone();
    let events = table.undo(1);
    assert!(matches!(&events[0], Event::Undone(steps) if steps.len() == 1));
    assert_eq!(table.game.ply(), 2);
    assert!(table.game.offers().is_empty());
    table.redo(1);
    assert_eq!(table.game, offered);
}

#[test]
fn a_wrong_claim_with_a_move_is_one_step() {
    let mut table = Table::new();
    table.play("e4 e5");
    let before = table.game.clone();
    table.claim_with("Nf3").unwrap();
    let after = table.game.clone();
    table.undo(1);
    assert_eq!(table.game.record(), before.record());
    assert!(table.game.offers().is_empty());
    table.redo(1);
    assert_eq!(table.game, after);
}

#[test]
fn undo_removes_every_ending() {
    for command in [
        Command::Resign(Black),
        Command::Flag(White),
        Command::Accept(Black),
    ] {
        let mut table = Table::new();
        table.play("e4 e5 Nf3");
        table.execute(Command::Offer(White)).unwrap();
        let before = table.game.clone();
        table.execute(command).unwrap();
        assert_ne!(table.result(), "*");
        let ended = table.game.clone();
        table.undo(1);
        assert_eq!(table.result(), "*");
        assert_eq!(table.game.record(), before.record());
        assert_eq!(table.game.offers(), before.offers());
        let events = table.redo(1);
        assert_eq!(codes(&events), ["redone", "game_ended"]);
        assert_eq!(table.game, ended);
    }
}

#[test]
fn undo_removes_mate() {
    let mut table = Table::new();
    table.play("f3 e5 g4 Qh4#");
    table.undo(1);
    assert_eq!(table.result(), "*");
    let events = table.redo(1);
    assert_eq!(codes(&events), ["redone", "game_ended"]);
}

#[test]
fn a_new_action_discards_undone_steps() {
    for act in [Command::Offer(White), Command::Resign(White)] {
        let mut table = Table::new();
        table.play("e4 e5 Nf3 Nc6");
        table.undo(2);
        assert_eq!(table.game.redoable(), 2);
        table.execute(act).unwrap();
        assert_eq!(table.game.redoable(), 0);
        let redo = Command::Redo(1.try_into().unwrap());
        assert_eq!(refused(table.execute(redo)), "not_enough_to_redo");
    }
}

#[test]
fn counts_are_restored_across_captures() {
    let mut table = Table::from("8/8/3k4/8/3K3p/8/7R/7R w - - 10 60");
    table.play("Rg1 Kd7 Rgh1 Kd6 Rg1 Kd7 Rgh1 Kd6");
    assert_eq!(table.articles(), ["9.2.2"]);
    table.play("Rxh4 Ke6");
    table.undo(2);
    assert_eq!(table.articles(), ["9.2.2"]);
    assert_eq!(table.game.position().halfmoves(), 18);
}
