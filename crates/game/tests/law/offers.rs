//! Draw offers and agreement.

use chess::Color::{Black, White};
use fourfold_game::{Command, Decline, Event, Remark};

use crate::table::{Table, codes, refused};

#[test]
fn article_5_2_3_no_agreement_before_both_have_moved() {
    let mut table = Table::new();
    table.execute(Command::Offer(White)).unwrap();
    assert_eq!(
        refused(table.execute(Command::Accept(Black))),
        "too_early_to_agree"
    );
    table.play("e4");
    assert_eq!(
        refused(table.execute(Command::Accept(Black))),
        "too_early_to_agree"
    );
    table.play("e5");
    table.execute(Command::Offer(Black)).unwrap();
    table.execute(Command::Accept(White)).unwrap();
    assert_eq!(
        (table.result().as_str(), table.reasons()),
        ("1/2-1/2", vec!["agreement"])
    );
}

#[test]
fn article_5_2_3_the_move_number_of_a_set_up_game_counts() {
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 0 60");
    table.execute(Command::Offer(White)).unwrap();
    table.execute(Command::Accept(Black)).unwrap();
    assert_eq!(table.result(), "1/2-1/2");
}

#[test]
fn article_9_1_2_1_an_offer_stands_until_it_is_answered() {
    let mut table = Table::new();
    table.play("e4 e5 Nf3");
    let events = table.execute(Command::Offer(White)).unwrap();
    assert_eq!(codes(&events), ["draw_offered"]);
    assert!(table.game.offers().stands(White));
    // It cannot be repeated, nor can the opponent offer instead of answering.
    assert_eq!(
        refused(table.execute(Command::Offer(White))),
        "offer_stands"
    );
    assert_eq!(
        refused(table.execute(Command::Offer(Black))),
        "offer_to_answer"
    );
    // A move of the opponent answers it.
    let events = table.play("Nc6");
    let how = Decline::ByMove;
    assert_eq!(events[0], Event::DrawDeclined { by: Black, how });
    assert_eq!(events[1].code(), "move_played");
    assert!(table.game.offers().is_empty());
    assert_eq!(refused(table.execute(Command::Accept(Black))), "no_offer");
}

#[test]
fn article_9_1_2_1_an_offer_before_ones_own_move_outlives_the_move() {
    let mut table = Table::new();
    table.play("e4 e5");
    table.execute(Command::Offer(White)).unwrap();
    table.play("Nf3");
    assert!(table.game.offers().stands(White));
    table.execute(Command::Accept(Black)).unwrap();
    assert_eq!(table.reasons(), ["agreement"]);
}

#[test]
fn article_9_1_2_1_an_offer_can_be_declined_by_word() {
    let mut table = Table::new();
    table.play("e4 e5 Nf3");
    table.execute(Command::Offer(White)).unwrap();
    assert_eq!(refused(table.execute(Command::Decline(White))), "no_offer");
    let events = table.execute(Command::Decline(Black)).unwrap();
    let how = Decline::Spoken;
    assert_eq!(events, [Event::DrawDeclined { by: Black, how }]);
    assert_eq!(refused(table.execute(Command::Accept(Black))), "no_offer");
}

#[test]
fn article_9_1_2_1_an_offer_ends_with_the_game() {
    let mut table = Table::new();
    table.play("f3 e5 g4");
    table.execute(Command::Offer(White)).unwrap();
    table.execute(Command::Resign(White)).unwrap();
    assert!(table.game.offers().is_empty());
    assert_eq!(refused(table.execute(Command::Accept(Black))), "game_over");
}

#[test]
fn article_9_1_2_2_every_offer_is_in_the_record() {
    let mut table = Table::new();
    table.play("e4 e5 Nf3");
    table.execute(Command::Offer(White)).unwrap();
    table.execute(Command::Decline(Black)).unwrap();
    table.play("Nc6");
    table.execute(Command::Offer(Black)).unwrap();
    let record = table.game.record();
    assert_eq!(
        record.remarks,
        [
            (3, Remark::Offered(White)),
            (3, Remark::Declined(Black)),
            (4, Remark::Offered(Black)),
        ]
    );
    let offers = record
        .remarks
        .iter()
        .filter(|(_, remark)| remark.is_offer());
    assert_eq!(offers.count(), 2);
}

#[test]
fn article_9_1_2_3_a_wrong_claim_stands_as_an_offer() {
    let mut table = Table::new();
    table.play("e4 e5");
    let events = table.claim().unwrap();
    assert_eq!(
        codes(&events),
        ["claim_refused", "time_bonus_due", "draw_offered"]
    );
    assert!(table.game.offers().stands(White));
    table.execute(Command::Accept(Black)).unwrap();
    assert_eq!(table.reasons(), ["agreement"]);
}

#[test]
fn article_9_1_2_3_a_wrong_claim_with_a_move_stands_as_an_offer_after_the_move() {
    let mut table = Table::new();
    table.play("e4 e5");
    table.claim_with("Nf3").unwrap();
    assert_eq!(table.game.ply(), 3);
    table.execute(Command::Accept(Black)).unwrap();
    assert_eq!(table.reasons(), ["agreement"]);
    let record = table.game.record();
    assert!(matches!(record.remarks[..], [(3, Remark::ClaimRefused(_))]));
}

#[test]
fn article_9_1_2_3_a_second_wrong_claim_offers_nothing_new() {
    let mut table = Table::new();
    table.play("e4 e5");
    table.claim().unwrap();
    let events = table.claim().unwrap();
    assert_eq!(codes(&events), ["claim_refused", "time_bonus_due"]);
}
