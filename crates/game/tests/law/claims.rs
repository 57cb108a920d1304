//! Claims: who may claim what, when, and what follows.

use chess::Color::{Black, White};
use fourfold_game::{Command, Event, GameResult, Ground, Shortfall, Step};

use crate::table::{Table, codes, refused};

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

#[test]
fn article_9_2_only_the_player_to_move_can_claim() {
    let mut table = Table::new();
    table.play(&SHUFFLE.repeat(2));
    let before = table.game.clone();
    assert_eq!(refused(table.claim_by(Black, None, None)), "not_your_turn");
    assert_eq!(table.game, before);
    assert_eq!(
        codes(&table.claim_by(White, None, None).unwrap())[0],
        "draw_claimed"
    );
}

#[test]
fn article_9_2_1_a_named_move_that_brings_the_third_occurrence_is_enough() {
    let mut table = Table::new();
    table.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert!(table.articles().is_empty());
    assert_eq!(table.articles_with(), ["9.2.1 Ng8"]);
    let events = table.claim_with("Ng8").unwrap();
    let Event::DrawClaimed { by, claims } = &events[0] else {
        panic!("the claim is right: {events:?}");
    };
    assert_eq!(
        (*by, claims.len(), claims[0].article()),
        (Black, 1, "9.2.1")
    );
    assert_eq!(table.game.ply(), 7, "the named move is not played");
}

#[test]
fn article_9_2_1_the_claim_without_the_move_is_one_ply_too_early() {
    let mut table = Table::new();
    table.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let events = table.claim().unwrap();
    let Event::ClaimRefused { shortfalls, .. } = &events[0] else {
        panic!("the claim is wrong: {events:?}");
    };
    assert_eq!(
        shortfalls[..],
        [Shortfall::Occurrences(2), Shortfall::Halfmoves(7)]
    );
}

#[test]
fn article_9_2_2_the_position_on_the_board_must_be_the_one_that_recurs() {
    let mut table = Table::new();
    table.play(&SHUFFLE.repeat(2));
    assert_eq!(table.articles(), ["9.2.2"]);
    table.play("e4");
    assert!(
        table.articles().is_empty(),
        "an earlier third occurrence gives no right"
    );
    assert_eq!(codes(&table.claim().unwrap())[0], "claim_refused");
}

#[test]
fn article_9_2_2_occurrences_need_not_follow_each_other() {
    let mut table = Table::new();
    table.play("Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8");
    assert_eq!(table.articles(), ["9.2.2"]);
}

#[test]
fn article_9_3_2_fifty_moves_can_be_claimed_as_long_as_the_clock_says_so() {
    let mut table = Table::from("8/8/3k4/8/3K3p/8/7R/7R w - - 99 130");
    assert!(table.articles().is_empty());
    for san in ["Ra1", "Kd7", "Rah1"] {
        let events = table.play(san);
        assert_eq!(
            codes(&events),
            ["move_played", "fifty_move_rule_available"],
            "{san}"
        );
        assert_eq!(table.articles(), ["9.3.2"]);
    }
    table.play("Kd6 Rxh4");
    assert!(
        table.articles().is_empty(),
        "the capture took the right away"
    );
}

#[test]
fn article_9_3_2_a_position_set_up_with_the_clock_full_can_be_claimed_at_once() {
    let mut table = Table::new();
    let start = crate::table::start("8/8/3k4/8/3K4/8/7R/7R w - - 100 130");
    let events = table.execute(Command::New(start.into())).unwrap();
    assert_eq!(codes(&events), ["reset", "fifty_move_rule_available"]);
    assert_eq!(
        codes(&table.claim().unwrap()),
        ["draw_claimed", "game_ended"]
    );
}

#[test]
fn article_9_3_1_a_named_move_that_fills_the_clock_is_enough() {
    let mut table = Table::from("8/8/3k4/8/3K3p/8/P6R/8 w - - 99 130");
    let with = table.articles_with();
    assert!(with.contains(&"9.3.1 Ke3".to_owned()));
    for zeroing in ["9.3.1 Rxh4", "9.3.1 a3", "9.3.1 a4"] {
        assert!(!with.contains(&zeroing.to_owned()), "{zeroing}");
    }
    let events = table.claim_with("Ke3").unwrap();
    assert_eq!(codes(&events), ["draw_claimed", "game_ended"]);
}

#[test]
fn article_9_3_1_a_capture_cannot_be_the_named_move() {
    let mut table = Table::from("8/8/3k4/8/3K3p/8/P6R/8 w - - 99 130");
    let events = table.claim_with("Rxh4").unwrap();
    let Event::ClaimRefused { shortfalls, .. } = &events[0] else {
        panic!("the claim is wrong: {events:?}");
    };
    assert_eq!(
        shortfalls[..],
        [Shortfall::Occurrences(1), Shortfall::ZeroingMove]
    );
    assert_eq!(
        table.game.position().halfmoves(),
        0,
        "the capture was played"
    );
}

#[test]
fn article_9_3_1_one_ply_earlier_no_move_is_enough() {
    let table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 98 130");
    assert!(table.articles_with().is_empty());
}

#[test]
fn article_9_5_2_a_right_claim_draws_at_once_and_nothing_later_changes_that() {
    let mut table = Table::new();
    table.play(&SHUFFLE.repeat(2));
    let last = *table.game.position();
    let events = table.claim().unwrap();
    assert_eq!(codes(&events), ["draw_claimed", "game_ended"]);
    let record = table.game.record();
    assert_eq!(record.result(), GameResult::Draw);
    assert_eq!(record.moves.len(), 8);
    assert_eq!(record.last, last);
    let reason = table.game.ending().unwrap().reason();
    assert_eq!(reason.code(), "threefold_repetition");
    assert_eq!(reason.article(), Some("9.2.2"));
    for command in [
        Command::Resign(White),
        Command::Flag(White),
        Command::Offer(White),
    ] {
        assert_eq!(refused(table.execute(command)), "game_over");
    }
    assert_eq!(refused(table.claim()), "game_over");
    assert_eq!(table.game.record(), record);
}

#[test]
fn a_granted_claim_is_undone_and_redone_like_any_ending() {
    let mut table = Table::new();
    table.play(&SHUFFLE.repeat(2));
    let before = table.game.clone();
    table.claim().unwrap();
    let ended = table.game.clone();
    let ending = ended.ending().unwrap().clone();
    let events = table.undo(1);
    assert_eq!(codes(&events), ["undone", "threefold_available"]);
    assert_eq!(events[0], Event::Undone(vec![Step::Ended(ending)]));
    assert_eq!(table.game.record(), before.record());
    assert_eq!(codes(&table.redo(1)), ["redone", "game_ended"]);
    assert_eq!(table.game, ended);
    // Undoing two steps takes back the claim and the last move.
    table.undo(2);
    assert_eq!(table.game.ply(), 7);
}

#[test]
fn article_9_5_2_both_rights_are_named_when_both_hold() {
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 92 130");
    let events = table.play(&"Rg1 Kd7 Rgh1 Kd6 ".repeat(2));
    assert_eq!(
        codes(&events),
        [
            "move_played",
            "fifty_move_rule_available",
            "threefold_available"
        ]
    );
    assert_eq!(table.articles(), ["9.2.2", "9.3.2"]);
    let events = table.claim().unwrap();
    let Event::DrawClaimed { claims, .. } = &events[0] else {
        panic!("the claim is right");
    };
    assert_eq!(claims.len(), 2);
}

#[test]
fn article_9_5_3_a_wrong_claim_plays_the_named_move_and_costs_time() {
    let mut table = Table::new();
    table.play("e4 e5");
    let events = table.claim_with("Nf3").unwrap();
    assert_eq!(
        codes(&events),
        [
            "claim_refused",
            "move_played",
            "time_bonus_due",
            "draw_offered"
        ]
    );
    assert_eq!(events[2], Event::TimeBonusDue(Black));
    assert_eq!(table.game.ply(), 3);
}

#[test]
fn article_9_5_3_a_named_move_must_be_legal_and_an_illegal_one_costs_nothing() {
    let mut table = Table::new();
    table.play("e4 e5");
    let before = table.game.clone();
    assert_eq!(refused(table.claim_with("e4e5")), "illegal_move");
    assert_eq!(table.game, before);
}

#[test]
fn article_9_5_3_a_wrong_claim_whose_move_mates_wins() {
    let mut table = Table::from("7k/5R2/6K1/8/8/8/8/8 w - - 2 2");
    let events = table.claim_with("Rf8#").unwrap();
    assert_eq!(
        codes(&events),
        ["claim_refused", "move_played", "game_ended"]
    );
    assert_eq!(table.result(), "1-0");
    assert!(table.game.offers().is_empty());
}

#[test]
fn a_claim_on_one_ground_is_judged_on_that_ground() {
    let mut table = Table::new();
    table.play(&SHUFFLE.repeat(2));
    let events = table
        .claim_by(White, Some(Ground::FiftyMoves), None)
        .unwrap();
    let Event::ClaimRefused { shortfalls, .. } = &events[0] else {
        panic!("the clock stands at eight");
    };
    assert_eq!(shortfalls[..], [Shortfall::Halfmoves(8)]);
    assert_eq!(
        shortfalls[0].to_string(),
        "fifty moves: 8 of 100 half-moves without a capture or pawn move"
    );
    assert_eq!(
        Shortfall::Halfmoves(99).to_string(),
        "fifty moves: 99 of 100 half-moves without a capture or pawn move"
    );
}

#[test]
fn rights_are_announced_after_moves_loads_undos_and_redos_and_never_otherwise() {
    let mut table = Table::new();
    let events = table.play(&SHUFFLE.repeat(2));
    assert_eq!(codes(&events), ["move_played", "threefold_available"]);
    let record = table.game.record();
    assert_eq!(codes(&table.undo(1)), ["undone"]);
    assert_eq!(codes(&table.redo(1)), ["redone", "threefold_available"]);
    table.play("e4");
    assert_eq!(codes(&table.undo(1)), ["undone", "threefold_available"]);
    // Offers and wrong claims do not change the rights.
    let events = table.execute(Command::Offer(Black)).unwrap();
    assert_eq!(codes(&events), ["draw_offered"]);
    let events = table
        .claim_by(White, Some(Ground::FiftyMoves), None)
        .unwrap();
    assert_eq!(
        codes(&events),
        ["claim_refused", "time_bonus_due", "draw_offered"]
    );
    let events = table.execute(Command::Load(Box::new(record))).unwrap();
    assert_eq!(codes(&events), ["loaded", "threefold_available"]);
}
