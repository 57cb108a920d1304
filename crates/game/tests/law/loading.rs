//! Loading records: completely, or not at all with a reason.

use chess::Color::{Black, White};
use chess::fen::CastlingMode;
use fourfold_game::{
    BadRecord, Command, Ending, Game, Outcome, Reason, Record, Refusal, Remark, Rules,
};

use crate::table::{Table, codes, start_in};

fn load(record: Record) -> Result<Game, BadRecord> {
    Game::from_record(&record, &Rules::default())
}

fn ended(outcome: Outcome, reason: Reason) -> Option<Ending> {
    Some(Ending::new(outcome, reason))
}

#[test]
fn a_record_restores_the_whole_game() {
    let mut table = Table::new();
    table.play("e4 e5");
    table.claim_with("Nf3").unwrap();
    table.execute(Command::Decline(Black)).unwrap();
    table.play("Nc6");
    table.execute(Command::Offer(Black)).unwrap();
    table.play("Bb5");
    table.execute(Command::Offer(White)).unwrap();
    assert_eq!(load(table.game.record()).unwrap(), table.game);
    table.execute(Command::Accept(Black)).unwrap();
    assert_eq!(load(table.game.record()).unwrap(), table.game);
    table.undo(1);
    table.execute(Command::Flag(White)).unwrap();
    assert_eq!(load(table.game.record()).unwrap(), table.game);
}

#[test]
fn a_claimed_draw_is_loaded_and_can_be_undone() {
    let mut table = Table::new();
    table.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    table.claim().unwrap();
    let claimed = table.game.clone();
    let record = Box::new(claimed.record());
    let events = table.execute(Command::Load(record)).unwrap();
    assert_eq!(codes(&events), ["loaded", "game_ended"]);
    assert_eq!(table.game, claimed);
    let events = table.undo(1);
    assert_eq!(codes(&events), ["undone", "threefold_available"]);
}

#[test]
fn a_chess960_game_stays_one() {
    let start = start_in(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        CastlingMode::Chess960,
    );
    let mut game = Game::new(start, Rules::default());
    let m = game.position().parse_san("Nf3").unwrap();
    game.execute(Command::Play(m)).unwrap();
    assert_eq!(load(game.record()).unwrap(), game);
}

#[test]
fn an_illegal_move_is_named_with_its_ply_and_nothing_is_loaded() {
    let mut table = Table::new();
    table.play("e4 e5 Nf3");
    let mut record = table.game.record();
    record.moves.push(record.moves[0]);
    let before = table.game.clone();
    let refusal = table.execute(Command::Load(Box::new(record))).unwrap_err();
    assert_eq!(refusal.code(), "bad_record");
    assert!(
        matches!(
            &refusal,
            Refusal::BadRecord(BadRecord::IllegalMove { ply: 3, .. })
        ),
        "{refusal}"
    );
    assert_eq!(table.game, before);
}

#[test]
fn a_move_after_the_end_is_refused() {
    let mut table = Table::new();
    table.play("f3 e5 g4 Qh4#");
    let mut record = table.game.record();
    record.ending = None;
    assert_eq!(load(record.clone()).unwrap().result().token(), "0-1");
    record.moves.push(record.moves[0]);
    assert!(matches!(
        load(record),
        Err(BadRecord::MoveAfterEnd { ply: 4, .. })
    ));
}

#[test]
fn a_result_must_agree_with_the_position() {
    let mut table = Table::new();
    table.play("f3 e5 g4 Qh4#");
    let mut record = table.game.record();
    record.ending = ended(Outcome::Win(White), Reason::Unstated);
    assert!(matches!(
        load(record.clone()),
        Err(BadRecord::WrongResult { .. })
    ));
    record.ending = ended(Outcome::Win(Black), Reason::Unstated);
    assert_eq!(load(record.clone()).unwrap(), table.game);
    record.ending = ended(Outcome::Win(Black), Reason::Resignation(White));
    assert!(matches!(load(record), Err(BadRecord::WrongEnding(_))));
}

#[test]
fn a_result_without_a_reason_stands_until_it_is_undone() {
    let mut table = Table::new();
    table.play("e4 e5");
    let mut record = table.game.record();
    record.ending = ended(Outcome::Win(White), Reason::Unstated);
    let mut loaded = Table {
        game: load(record).unwrap(),
    };
    assert_eq!(loaded.result(), "1-0");
    loaded.undo(1);
    assert_eq!(loaded.game.record(), table.game.record());
}

#[test]
fn an_impossible_ending_is_refused() {
    let mut table = Table::new();
    table.play("e4 e5");
    let claim = fourfold_game::Claim {
        ground: fourfold_game::Ground::Threefold,
        with: None,
    };
    for ending in [
        ended(Outcome::Win(White), Reason::Checkmate),
        ended(Outcome::Draw, Reason::Stalemate),
        ended(Outcome::Draw, Reason::Claimed(claim)),
        ended(Outcome::Win(White), Reason::Agreement),
        ended(Outcome::Win(White), Reason::Resignation(White)),
        ended(Outcome::Win(Black), Reason::FlagFall(Black)),
    ] {
        let mut record = table.game.record();
        record.ending = ending;
        assert!(matches!(load(record), Err(BadRecord::WrongEnding(_))));
    }
}

#[test]
fn impossible_remarks_are_refused() {
    let mut table = Table::new();
    table.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let claim = Remark::ClaimRefused(fourfold_game::RefusedClaim {
        by: White,
        ground: None,
        with: None,
    });
    let mut record = table.game.record();
    record.remarks = vec![(8, claim)];
    assert!(matches!(
        load(record.clone()),
        Err(BadRecord::RightClaimRefused { ply: 8 })
    ));
    record.remarks = vec![(9, claim)];
    assert!(matches!(
        load(record.clone()),
        Err(BadRecord::StrayRemark { ply: 9 })
    ));
    record.remarks = vec![(4, Remark::Declined(White))];
    assert!(matches!(
        load(record.clone()),
        Err(BadRecord::Remark { ply: 4, .. })
    ));
    record.remarks = vec![(3, claim)];
    assert!(matches!(
        load(record),
        Err(BadRecord::Remark { ply: 3, .. })
    ));
}
