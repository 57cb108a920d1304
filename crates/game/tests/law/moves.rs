//! Moves that are refused, and the record that cannot be written ahead.

use chess::Color::{Black, White};
use fourfold_game::{Command, Refusal};

use crate::table::{Table, refused};

#[test]
fn article_7_5_2_a_pawn_on_the_last_rank_must_say_what_it_becomes() {
    let mut table = Table::from("8/P5k1/8/8/8/8/8/6K1 w - - 0 1");
    let before = table.game.clone();
    let Err(Refusal::IllegalMove(error)) = table.try_play("a7a8") else {
        panic!("the promotion is missing");
    };
    assert_eq!(error.reason, chess::IllegalReason::MissingPromotion);
    assert_eq!(table.game, before);
    table.play("a7a8q");
}

#[test]
fn article_8_7_a_finished_game_is_immutable() {
    let mut table = Table::new();
    table.play("f3 e5 g4 Qh4#");
    let record = table.game.record();
    let m = table.read("e1f2");
    for command in [
        Command::Play(m),
        Command::Offer(White),
        Command::Accept(White),
        Command::Decline(Black),
        Command::Resign(White),
        Command::Flag(Black),
        Command::Claim {
            by: White,
            ground: None,
            with: None,
        },
    ] {
        assert_eq!(refused(table.execute(command)), "game_over");
    }
    assert_eq!(table.game.record(), record);
}

#[test]
fn article_8_1_2_a_move_is_recorded_only_when_it_is_made() {
    let mut table = Table::new();
    table.play("e4");
    // The named move of a right claim is the one exception, and it is not among the moves.
    table.play("e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let before = table.game.record().moves;
    table.claim_with("Ng8").unwrap();
    assert_eq!(table.game.record().moves, before);
    let with = table.game.ending().unwrap().reason();
    assert!(matches!(with, fourfold_game::Reason::Claimed(claim) if claim.with.is_some()));
}

#[test]
fn a_refused_move_says_why_and_changes_nothing() {
    let mut table = Table::new();
    table.play("e4 e5");
    table.undo(1);
    let before = table.game.clone();
    let refusal = table.try_play("f8b4").unwrap_err();
    assert!(refusal.to_string().contains("e7"), "{refusal}");
    assert_eq!(
        table.game, before,
        "what was taken back can still be played again"
    );
}
