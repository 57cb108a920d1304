//! Every kind of ending, under the default rulings and the alternatives.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use fourfold_duplicate::{
    Boards, Cause, Declaration, DuplicateGame, Ending, HalfRoundRule, Lapse, LapseKind,
    LapseOutcome, MoveRefusal, Ruling, Rulings, Score, Seat, StalemateRule, SyncedMove,
    WinnersRule,
};
use serde_json::Value;

/// The moves of a game of the test data.
fn moves(id: &str) -> Vec<SyncedMove> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for name in ["games_short.jsonl", "games_long.jsonl"] {
        for line in fs::read_to_string(folder.join(name)).unwrap().lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            if game["id"] == id {
                let text = game["moves"].as_str().unwrap();
                return text
                    .split_whitespace()
                    .map(|m| m.parse().unwrap())
                    .collect();
            }
        }
    }
    panic!("there is no game {id}");
}

fn game(id: &str, rulings: Rulings) -> DuplicateGame {
    let mut game = DuplicateGame::with_rulings(rulings);
    for m in moves(id) {
        game.play(m).unwrap();
    }
    game
}

fn ending(id: &str, rulings: Rulings) -> Ending {
    game(id, rulings).ending().unwrap()
}

/// The scores in turn order: `+` win, `=` draw, `-` loss.
fn scores(ending: &Ending) -> String {
    let sign = |seat: Seat| match ending.scores[seat] {
        Score::Win => '+',
        Score::Draw => '=',
        Score::Loss => '-',
    };
    Seat::ALL.into_iter().map(sign).collect()
}

fn provisional(ending: &Ending) -> Vec<Ruling> {
    ending.provisional.iter().collect()
}

#[test]
fn an_ordinary_mate_depends_on_no_ruling() {
    let ending = ending("fool_one_board", Rulings::default());
    assert_eq!(
        (scores(&ending).as_str(), provisional(&ending)),
        ("-==+", vec![])
    );
    assert_eq!(ending.to_string(), "North is checkmated on NW, West wins");
}

#[test]
fn both_checking_opponents_win_or_only_the_last() {
    let last = Rulings {
        winners: WinnersRule::Last,
        ..Rulings::default()
    };
    for (id, all_win, last_wins) in [
        ("fool_two_boards", "-=++", "-==+"),
        ("double_mate_outright_1", "++-=", "=+-="),
        ("double_mate_with_escapes_S_1", "=-++", "=-=+"),
        ("double_mate_with_escapes_W_1", "++=-", "=+=-"),
    ] {
        let (all, last) = (ending(id, Rulings::default()), ending(id, last));
        assert_eq!(
            (scores(&all).as_str(), scores(&last).as_str()),
            (all_win, last_wins),
            "{id}"
        );
        assert_eq!(provisional(&all), [Ruling::Winners]);
        assert_eq!(provisional(&last), [Ruling::Winners]);
    }
}

#[test]
fn of_two_players_mated_at_once_the_first_loses_or_both_lose() {
    let together = Rulings {
        half_round: HalfRoundRule::Together,
        ..Rulings::default()
    };
    for (id, first, both) in [
        ("two_mated_at_once_1", "-==+", "--=+"),
        ("mate_with_escape_E_1", "=+-=", "=+--"),
        ("mirror_opera", "++-=", "++--"),
    ] {
        let (alone, judged) = (ending(id, Rulings::default()), ending(id, together));
        assert_eq!(
            (scores(&alone).as_str(), scores(&judged).as_str()),
            (first, both),
            "{id}"
        );
        assert!(alone.provisional.contains(Ruling::HalfRound));
    }
    let both = ending("two_mated_at_once_1", together);
    assert_eq!(
        both.to_string(),
        "North and South are checkmated on NW and SW, West wins"
    );
}

#[test]
fn stalemate_draws_or_loses() {
    let loses = Rulings {
        stalemate: StalemateRule::Loss,
        ..Rulings::default()
    };
    for (id, lost) in [
        ("short_stalemate_N_1", "-=++"),
        ("short_stalemate_S_2", "=-++"),
        ("short_stalemate_E_1", "++-="),
        ("short_stalemate_W_2", "++=-"),
    ] {
        let (draw, loss) = (ending(id, Rulings::default()), ending(id, loses));
        assert_eq!(
            (scores(&draw).as_str(), scores(&loss).as_str()),
            ("====", lost),
            "{id}"
        );
        assert!(matches!(loss.cause, Cause::Stalemate { seats } if seats.len() == 1));
        assert!(draw.provisional.contains(Ruling::Stalemate));
    }
}

#[test]
fn a_stalemated_player_may_pass() {
    let passes = Rulings {
        stalemate: StalemateRule::Pass,
        ..Rulings::default()
    };
    for (id, stalemated) in [
        ("short_stalemate_N_1", Seat::North),
        ("short_stalemate_S_2", Seat::South),
        ("short_stalemate_E_1", Seat::East),
        ("short_stalemate_W_2", Seat::West),
    ] {
        let mut game = game(id, passes);
        assert_eq!(game.ending(), None, "{id}");
        let last = game.played(game.ply() - 1).unwrap();
        assert_eq!(last.passed_over.iter().collect::<Vec<_>>(), [stalemated]);
        assert_eq!(game.turn(), stalemated.next());
        // The game continues, and the boards alternate as before.
        for _ in 0..200 {
            let moves = game.legal_moves();
            let Some(&m) = moves.get(game.ply() % moves.len().max(1)) else {
                break;
            };
            game.play(m).unwrap();
        }
        let again =
            fourfold_duplicate::save::load(&fourfold_duplicate::save::to_json(&game)).unwrap();
        assert_eq!(again.steps(), game.steps());
        assert_eq!(again.ending(), game.ending());
        // Taking back a move takes back the passes that followed it.
        while game.undo() {}
        while game.redo() {}
        assert_eq!(again.boards(), game.boards());
    }
}

#[test]
fn the_third_repetition_and_quiet_turns_draw() {
    let threefold = ending("threefold_start", Rulings::default());
    assert_eq!(
        (scores(&threefold).as_str(), threefold.cause),
        ("====", Cause::Threefold)
    );
    assert_eq!(provisional(&threefold), [Ruling::Repetition]);

    let fifty = game("fifty_plain", Rulings::default());
    assert_eq!(fifty.quiet_turns(), 200);
    assert_eq!(fifty.ending().unwrap().cause, Cause::Fifty);
    let short = Rulings {
        quiet_turns: 100,
        ..Rulings::default()
    };
    let mut game = DuplicateGame::with_rulings(short);
    let refusal = moves("fifty_plain")
        .into_iter()
        .find_map(|m| game.play(m).err());
    assert!(matches!(refusal, Some(MoveRefusal::GameOver(ending)) if ending.cause == Cause::Fifty));
    assert_eq!(game.quiet_turns(), 100);
}

#[test]
fn mate_takes_precedence_over_a_draw_by_count() {
    let mate = game("mate_on_the_200th_quiet_ply", Rulings::default());
    assert_eq!(mate.quiet_turns(), 200);
    assert!(matches!(
        mate.ending().unwrap().cause,
        Cause::Checkmate { .. }
    ));
}

#[test]
fn a_lapse_is_a_resignation_or_a_draw_and_wins_nothing_for_those_who_cannot_mate() {
    let lapse = |kind, outcome| {
        Declaration::Lapse(Lapse {
            seat: Seat::East,
            kind,
            outcome,
        })
    };
    let kings = format!("N{}", "!4k3/8/8/8/8/8/8/4K3".repeat(4));
    let cases = [
        (Boards::start(), LapseOutcome::Resignation, "++-="),
        (Boards::start(), LapseOutcome::Draw, "===="),
        (
            Boards::set_up(&kings).unwrap(),
            LapseOutcome::Resignation,
            "==-=",
        ),
    ];
    for (boards, outcome, expected) in cases {
        for kind in [LapseKind::Flag, LapseKind::Absence] {
            let mut game = DuplicateGame::from_boards(boards, Rulings::default());
            let ending = game.declare(lapse(kind, outcome)).unwrap();
            assert_eq!(scores(&ending), expected);
            assert_eq!(provisional(&ending), [Ruling::Lapse]);
            assert_eq!(ending.cause.name(), kind.name());
        }
    }
    for wrong in ["flag:X", "flag-loss:N", "1..flag-X", "1..lapse-N"] {
        assert!(fourfold_duplicate::save::load(wrong).is_err(), "{wrong}");
    }
    let odd = r#"{"variant":"duplicate-chess","version":1,"moves":[],
        "ending":{"reason":"flag_fall","player":"N","result":"win"}}"#;
    let refused = fourfold_duplicate::save::load(odd);
    assert_eq!(refused.unwrap_err().code(), "bad_ending");
}

#[test]
fn a_declaration_ends_the_game_and_can_be_undone() {
    let mut game = DuplicateGame::new();
    game.play("e2e4".parse().unwrap()).unwrap();
    let ending = game.declare(Declaration::Resignation(Seat::East)).unwrap();
    assert_eq!(
        (scores(&ending).as_str(), provisional(&ending)),
        ("++-=", vec![Ruling::Resignation])
    );
    assert_eq!(ending.to_string(), "East resigns, North and South win");
    assert_eq!((game.ply(), game.shown()), (1, 2));
    assert!(matches!(
        game.play("e2e4".parse().unwrap()),
        Err(MoveRefusal::GameOver(_))
    ));
    assert!(matches!(
        game.declare(Declaration::Draw),
        Err(MoveRefusal::GameOver(_))
    ));
    assert!(game.legal_moves().is_empty());

    assert!(game.undo());
    assert_eq!((game.ply(), game.ending()), (1, None));
    assert!(game.redo());
    assert_eq!(game.ending(), Some(ending));

    game.show(1);
    let draw = game.declare(Declaration::Draw).unwrap();
    assert_eq!(
        (scores(&draw).as_str(), provisional(&draw)),
        ("====", vec![Ruling::Declaration])
    );
    game.show(0);
    game.play("d2d4".parse().unwrap()).unwrap();
    assert_eq!(
        (game.steps().len(), game.can_redo(), game.ending()),
        (1, false, None)
    );
}

#[test]
fn a_dead_table_is_reported_and_the_game_continues() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/positions.jsonl");
    let mut dead = 0;
    for line in fs::read_to_string(folder).unwrap().lines() {
        let position: Value = serde_json::from_str(line).unwrap();
        let mut game = DuplicateGame::new();
        for m in position["moves"].as_str().unwrap().split_whitespace() {
            game.play(m.parse().unwrap()).unwrap();
        }
        let is_labelled = position["id"].as_str().unwrap().starts_with("dead_all");
        assert_eq!(game.is_dead(), is_labelled, "{}", position["id"]);
        assert_eq!(game.ending(), None);
        dead += u32::from(is_labelled);
    }
    assert_eq!(dead, 2);
}

#[test]
fn rulings_are_named_by_what_they_change() {
    let mut rulings = Rulings::default();
    assert!(rulings.changes().is_empty());
    for (name, reading) in [
        ("stalemate", "pass"),
        ("halfRound", "together"),
        ("quietTurns", "80"),
    ] {
        rulings.set(name, reading).unwrap();
    }
    let changes = rulings.changes();
    let mut again = Rulings::default();
    for (name, reading) in &changes {
        again.set(name, reading).unwrap();
    }
    assert_eq!(again, rulings);
    let error = rulings.set("winners", "nobody").unwrap_err();
    assert_eq!(error.to_string(), "expected all or last, found \"nobody\"");
    let error = rulings.set("draws", "all").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("expected stalemate, winners, halfRound")
    );
}

#[test]
fn notes_describe_the_reading_in_force() {
    let last = Rulings {
        winners: WinnersRule::Last,
        ..Rulings::default()
    };
    assert!(last.note(Ruling::Winners).contains("last"));
    assert!(Rulings::default().note(Ruling::Winners).contains("both"));
    let together = Rulings {
        half_round: HalfRoundRule::Together,
        ..Rulings::default()
    };
    assert!(together.note(Ruling::HalfRound).contains("together"));
}
