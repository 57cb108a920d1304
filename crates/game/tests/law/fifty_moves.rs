//! The half-move clock and the fifty-move claim in detail: special moves, notation and edge cases.

use chess::Color::White;
use fourfold_game::{Command, Event, GameResult, Start};

use crate::table::{Table, codes, refused, start};

fn clock(table: &Table) -> u16 {
    table.game.position().halfmoves()
}

#[test]
fn the_clock_starts_at_zero_and_counts_quiet_moves() {
    let mut table = Table::new();
    assert_eq!(clock(&table), 0);
    table.play("Nf3");
    assert_eq!(clock(&table), 1);
    table.play("Nf6 Nc3 Nc6");
    assert_eq!(clock(&table), 4);
}

#[test]
fn pawn_moves_and_captures_reset_the_clock() {
    let mut table = Table::new();
    table.play("Nf3 Nf6 e4");
    assert_eq!(clock(&table), 0);
    table.play("Nc6 Nc3");
    assert_eq!(clock(&table), 2);
    table.play("Nxe4");
    assert_eq!(clock(&table), 0);
}

#[test]
fn en_passant_resets_the_clock() {
    let mut table = Table::from("4k3/8/8/8/4p3/8/3P4/4K3 w - - 57 60");
    table.play("d4");
    assert_eq!(clock(&table), 0);
    table.play("exd3");
    assert_eq!(clock(&table), 0);
    assert_eq!(table.fen(), "4k3/8/8/8/8/3p4/8/4K3 w - - 0 61");
    // Also from a position set up with a clock above zero.
    let mut table = Table::from("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 60");
    table.play("exd3");
    assert_eq!(clock(&table), 0);
}

#[test]
fn every_promotion_resets_the_clock() {
    for promotion in ["a8=Q", "a8=R", "a8=B", "a8=N"] {
        let mut table = Table::from("8/P5k1/8/8/8/8/7P/6K1 w - - 99 130");
        table.play(promotion);
        assert_eq!(clock(&table), 0, "{promotion}");
    }
}

#[test]
fn castling_and_rook_moves_change_castling_rights_but_not_the_clock() {
    let mut table = Table::from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 41 60");
    table.play("O-O");
    assert_eq!(clock(&table), 42);
    assert_eq!(table.fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 42 60");
    table.play("Rh7");
    assert_eq!(table.fen(), "r3k3/7r/8/8/8/8/8/R4RK1 w q - 43 61");
}

#[test]
fn the_move_that_completes_the_count_announces_the_right() {
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 98 130");
    assert_eq!(codes(&table.play("Ra1")), ["move_played"]);
    assert_eq!(
        codes(&table.play("Ke6")),
        ["move_played", "fifty_move_rule_available"]
    );
}

#[test]
fn check_is_reported_before_the_right() {
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 99 130");
    let events = table.play("Rh6+");
    assert_eq!(
        codes(&events),
        ["move_played", "check", "fifty_move_rule_available"]
    );
}

#[test]
fn a_claim_below_a_hundred_is_refused_with_what_is_missing() {
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 42 130");
    let events = table.claim().unwrap();
    let Event::ClaimRefused { shortfalls, .. } = &events[0] else {
        panic!("the clock stands at 42");
    };
    assert_eq!(
        shortfalls[1].to_string(),
        "fifty moves: 42 of 100 half-moves without a capture or pawn move"
    );
}

#[test]
fn a_claim_at_a_hundred_draws_and_keeps_the_game() {
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 99 130");
    table.play("Ra1");
    let last = table.fen();
    let events = table.claim().unwrap();
    assert_eq!(codes(&events), ["draw_claimed", "game_ended"]);
    // The finished game stays, so that it can be exported. A new game needs a command.
    assert_eq!(table.fen(), last);
    let record = table.game.record();
    assert_eq!(record.moves.len(), 1);
    assert_eq!(record.result(), GameResult::Draw);
    let events = table.execute(Command::New(Start::standard())).unwrap();
    assert_eq!(codes(&events), ["reset"]);
    for command in [
        Command::Undo(1.try_into().unwrap()),
        Command::Redo(1.try_into().unwrap()),
    ] {
        refused(table.execute(command));
    }
}

#[test]
fn the_clock_survives_a_round_trip_through_fen() {
    for halfmoves in [0, 42, 99, 100, 149] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w Kq - {halfmoves} 130");
        let table = Table::from(&fen);
        assert_eq!(table.fen(), fen);
        let again = Table::from(&table.fen());
        assert_eq!(again.game, table.game);
    }
}

#[test]
fn a_capture_at_ninety_nine_gives_no_right() {
    let mut table = Table::from("8/8/3k4/8/3K3p/8/7R/7R w - - 99 130");
    let events = table.play("Rxh4");
    assert_eq!(codes(&events), ["move_played"]);
    assert!(table.articles().is_empty());
}

#[test]
fn castling_at_ninety_nine_gives_the_right() {
    let mut table = Table::from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 130");
    let events = table.play("O-O");
    assert_eq!(codes(&events), ["move_played", "fifty_move_rule_available"]);
}

#[test]
fn stalemate_at_a_hundred_is_stalemate() {
    let mut table = Table::from("7k/8/5KQ1/8/8/8/8/8 w - - 99 130");
    table.play("Kf7");
    assert_eq!(table.reasons(), ["stalemate"]);
    assert_eq!(refused(table.claim()), "game_over");
}

#[test]
fn a_new_game_keeps_the_clock_of_its_position() {
    let mut table = Table::new();
    let position = start("8/8/3k4/8/3K4/8/7R/7R w - - 42 130");
    table.execute(Command::New(position.into())).unwrap();
    assert_eq!(clock(&table), 42);
    assert_eq!(table.game.position().turn(), White);
}
