//! Endings that the board brings, and those that a player or the clock brings.

use chess::Color;
use fourfold_game::{Command, Event, Judgment, Outcome, Reason};

use crate::table::{Table, codes, judged, refused};

#[test]
fn article_5_1_1_mate_ends_the_game_at_once() {
    let mut table = Table::new();
    let events = table.play("f3 e5 g4 Qh4#");
    assert_eq!(codes(&events), ["move_played", "game_ended"]);
    assert_eq!(
        (table.result().as_str(), table.reasons()),
        ("0-1", vec!["checkmate"])
    );
    assert_eq!(refused(table.try_play("a2a3")), "game_over");
}

#[test]
fn article_5_1_1_mate_outranks_fifty_and_seventy_five_moves() {
    for clock in [99, 149] {
        let mut table = Table::from(&format!("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - {clock} 113"));
        let events = table.play("Rh3#");
        assert_eq!(codes(&events), ["move_played", "game_ended"]);
        assert_eq!(table.reasons(), ["checkmate"], "clock {clock}");
        assert_eq!(table.result(), "1-0");
        assert!(table.articles().is_empty(), "no claim after mate");
    }
}

#[test]
fn article_5_1_1_mate_on_the_board_from_the_start_bars_every_claim() {
    let mut table = Table::from("5R1k/8/6K1/8/8/8/8/8 b - - 100 130");
    assert_eq!(table.result(), "1-0");
    assert_eq!(refused(table.claim()), "game_over");
}

#[test]
fn article_5_1_2_resignation_loses() {
    for by in Color::ALL {
        let mut table = Table::new();
        let events = table.execute(Command::Resign(by)).unwrap();
        assert_eq!(codes(&events), ["game_ended"]);
        let ending = table.game.ending().unwrap();
        assert_eq!(ending.outcome, Outcome::Win(!by));
        assert_eq!(ending.reasons, [Reason::Resignation(by)]);
    }
}

#[test]
fn article_5_1_2_resignation_against_a_side_that_cannot_mate_is_a_draw() {
    let mut table = Table::from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    table.execute(Command::Resign(Color::White)).unwrap();
    assert_eq!(table.result(), "1/2-1/2");
    assert_eq!(table.reasons(), ["resignation", "cannot_mate"]);

    let mut table = Table::from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    table.execute(Command::Resign(Color::Black)).unwrap();
    assert_eq!(table.result(), "1-0");
}

#[test]
fn articles_5_1_2_and_6_9_the_injected_judge_decides_and_doubt_changes_nothing() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (black_can_mate, result) in [
        (Judgment::No, "1/2-1/2"),
        (Judgment::Yes, "0-1"),
        (Judgment::Unknown, "0-1"),
    ] {
        for command in [Command::Resign(Color::White), Command::Flag(Color::White)] {
            let mut table = Table::by(start, judged(Judgment::Yes, black_can_mate));
            table.execute(command).unwrap();
            assert_eq!(table.result(), result);
        }
    }
}

#[test]
fn article_5_2_1_stalemate_ends_the_game_at_once() {
    let mut table = Table::from("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    let events = table.play("Kf7");
    assert_eq!(codes(&events), ["move_played", "game_ended"]);
    assert_eq!(table.reasons(), ["stalemate"]);
    assert_eq!(table.result(), "1/2-1/2");
}

#[test]
fn article_5_2_2_dead_position_by_material_ends_the_game_at_once() {
    let mut table = Table::from("4k3/8/8/8/8/8/3p4/4KB2 w - - 0 1");
    let events = table.play("Kxd2");
    assert_eq!(codes(&events), ["move_played", "game_ended"]);
    assert_eq!(table.reasons(), ["insufficient_material"]);
}

#[test]
fn article_5_2_2_a_judge_who_proves_more_ends_more() {
    let wall = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1";
    assert_eq!(Table::from(wall).reasons(), [""; 0]);
    let table = Table::by(wall, judged(Judgment::No, Judgment::No));
    assert_eq!(table.reasons(), ["dead_position"]);
    for verdicts in [
        [Judgment::No, Judgment::Unknown],
        [Judgment::Unknown, Judgment::Yes],
    ] {
        let table = Table::by(wall, judged(verdicts[0], verdicts[1]));
        assert_eq!(table.result(), "*", "doubt ends nothing");
    }
}

#[test]
fn article_5_2_2_not_dead_while_a_helpmate_exists() {
    for fen in [
        "4k1b1/8/8/8/8/8/8/4K1B1 w - - 0 1",
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/4p3/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
    ] {
        let mut table = Table::from(fen);
        assert_eq!(table.result(), "*", "{fen}");
        table.execute(Command::Flag(Color::Black)).unwrap();
        assert_eq!(table.result(), "1-0", "{fen}");
    }
}

#[test]
fn article_9_6_1_the_fifth_occurrence_draws_without_a_claim() {
    let mut table = Table::new();
    table.play(&"Nf3 Nf6 Ng1 Ng8 ".repeat(3));
    table.play("Nf3 Nf6 Ng1");
    assert_eq!(table.result(), "*");
    let events = table.play("Ng8");
    assert_eq!(codes(&events), ["move_played", "game_ended"]);
    assert_eq!(table.reasons(), ["fivefold_repetition"]);
    assert_eq!(refused(table.try_play("e2e4")), "game_over");
}

#[test]
fn article_9_6_2_seventy_five_moves_draw_without_a_claim() {
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 148 130");
    let events = table.play("Ra1");
    assert_eq!(codes(&events), ["move_played", "fifty_move_rule_available"]);
    let events = table.play("Ke7");
    assert_eq!(codes(&events), ["move_played", "game_ended"]);
    assert_eq!(table.reasons(), ["seventyfive_moves"]);
}

#[test]
fn article_9_6_2_a_capture_on_the_last_ply_goes_on() {
    let mut table = Table::from("8/8/3k4/8/3K3p/8/7R/7R w - - 149 130");
    let events = table.play("Rxh4");
    assert_eq!(codes(&events), ["move_played"]);
}

#[test]
fn every_reason_that_holds_is_kept_in_the_official_order() {
    // Stalemate on the hundred and fiftieth half-move.
    let mut table = Table::from("7k/8/5KQ1/8/8/8/8/8 w - - 149 200");
    table.play("Kf7");
    assert_eq!(table.reasons(), ["stalemate", "seventyfive_moves"]);
    // Insufficient material when the clock is already full.
    let table = Table::from("4k3/8/8/8/8/8/8/4K1N1 w - - 150 200");
    assert_eq!(
        table.reasons(),
        ["insufficient_material", "seventyfive_moves"]
    );
    // The fifth occurrence on the hundred and fiftieth half-move.
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 134 130");
    table.play(&"Rg1 Kd7 Rgh1 Kd6 ".repeat(4));
    assert_eq!(
        table.reasons(),
        ["fivefold_repetition", "seventyfive_moves"]
    );
}

#[test]
fn in_an_engine_match_threefold_and_fifty_moves_end_the_game() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut table = Table::in_match(start);
    let events = table.play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(codes(&events), ["move_played", "game_ended"]);
    assert_eq!(table.reasons(), ["threefold_repetition"]);

    let mut table = Table::in_match("8/8/3k4/8/3K4/8/7R/7R w - - 99 130");
    assert!(table.articles_with().is_empty());
    assert_eq!(refused(table.claim_with("Ra1")), "nothing_to_claim");
    table.play("Ra1");
    assert_eq!(table.reasons(), ["fifty_moves"]);
    let table = Table::in_match("8/8/3k4/8/3K4/8/7R/7R w - - 150 130");
    assert_eq!(table.reasons(), ["seventyfive_moves", "fifty_moves"]);
}

#[test]
fn article_6_9_flag_fall_loses_unless_the_opponent_cannot_mate() {
    let mut table = Table::new();
    table.play("e4 e5");
    let events = table.execute(Command::Flag(Color::White)).unwrap();
    assert_eq!(codes(&events), ["game_ended"]);
    assert_eq!(
        (table.result().as_str(), table.reasons()),
        ("0-1", vec!["flag_fall"])
    );

    let mut table = Table::from("4k2q/8/8/8/8/8/8/4K1N1 w - - 0 1");
    table.execute(Command::Flag(Color::Black)).unwrap();
    assert_eq!(table.result(), "1/2-1/2");
    assert_eq!(table.reasons(), ["flag_fall", "cannot_mate"]);
}

#[test]
fn article_6_9_an_ending_already_reached_stands() {
    let mut table = Table::new();
    table.play("f3 e5 g4 Qh4#");
    assert_eq!(
        refused(table.execute(Command::Flag(Color::Black))),
        "game_over"
    );
    assert_eq!(table.result(), "0-1");
}

#[test]
fn an_ending_says_why_in_words() {
    let mut table = Table::from("7k/8/5KQ1/8/8/8/8/8 w - - 149 200");
    let events = table.play("Kf7");
    let Some(Event::GameEnded(ending)) = events.last() else {
        panic!("the game is over");
    };
    assert_eq!(
        ending.to_string(),
        "1/2-1/2: stalemate (article 5.2.1); seventy-five moves without a capture or pawn move \
         (article 9.6.2)"
    );
}
