//! Saved games: what loads, what is refused and why, and that a round trip loses nothing.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use fourfold_duplicate::save::{self, LoadError};
use fourfold_duplicate::{
    BoardName, Declaration, DuplicateGame, HalfRoundRule, Lapse, LapseKind, LapseOutcome,
    RepetitionRule, Rulings, Seat, StalemateRule, WinnersRule,
};
use serde_json::{Value, json};

fn lines_of(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn assert_round_trip(game: &DuplicateGame) {
    let forms = [
        save::to_json(game),
        save::to_line(game),
        save::to_link(game),
    ];
    for form in &forms {
        let again = save::load(form).unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(again.steps(), game.steps(), "{form}");
        assert_eq!(again.rulings(), game.rulings(), "{form}");
        assert_eq!(
            [
                save::to_json(&again),
                save::to_line(&again),
                save::to_link(&again)
            ],
            forms
        );
    }
    assert!(serde_json::from_str::<Value>(&forms[0]).is_ok());
    assert!(!forms[1].contains('\n'));
    let is_unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    assert!(forms[2].chars().all(is_unreserved), "{}", forms[2]);
}

#[test]
fn valid_saves_load() {
    for line in lines_of("accepted.jsonl") {
        let id = &line["id"];
        let game = save::load(line["text"].as_str().unwrap()).unwrap();
        assert_eq!(json!(game.ply()), line["plies"], "{id}");
        assert_eq!(
            json!(game.turn().letter().to_string()),
            line["player"],
            "{id}"
        );
        for board in BoardName::ALL {
            let fen = game.boards().position(board).to_string();
            assert_eq!(json!(fen), line["fen"][board.name()], "{id} {board}");
        }
        let reason = game.ending().map(|ending| ending.cause.name());
        assert_eq!(json!(reason), line["outcome"]["reason"], "{id}");
        assert_round_trip(&game);
    }
}

#[test]
fn invalid_saves_are_refused_with_place_and_reason() {
    for line in lines_of("refused.jsonl") {
        let id = &line["id"];
        let error = save::from_json(line["text"].as_str().unwrap()).unwrap_err();
        // The vectors write the codes with hyphens.
        let due = line["error"].as_str().unwrap().replace('-', "_");
        assert_eq!(error.code(), due, "{id}: {error}");
        assert_eq!(json!(error.ply()), line["ply"], "{id}: {error}");
    }
}

#[test]
fn games_survive_a_round_trip_in_all_three_forms() {
    for name in ["games_short.jsonl", "games_long.jsonl"] {
        for game in lines_of(name) {
            let game = save::load(game["moves"].as_str().unwrap()).unwrap();
            assert_round_trip(&game);
        }
    }
}

#[test]
fn declarations_and_rulings_are_kept() {
    let rulings = Rulings {
        stalemate: StalemateRule::Pass,
        winners: WinnersRule::Last,
        half_round: HalfRoundRule::Together,
        repetition: RepetitionRule::Reachable,
        quiet_turns: 100,
    };
    let lapses = [LapseKind::Flag, LapseKind::Absence]
        .into_iter()
        .flat_map(|kind| {
            let seat = Seat::South;
            [LapseOutcome::Resignation, LapseOutcome::Draw].map(|outcome| {
                Declaration::Lapse(Lapse {
                    seat,
                    kind,
                    outcome,
                })
            })
        });
    let declarations = [Declaration::Draw, Declaration::Resignation(Seat::West)];
    for declaration in declarations.into_iter().chain(lapses) {
        for rulings in [rulings, Rulings::default()] {
            for moves in [&[] as &[&str], &["e2e4", "d2d4"]] {
                let mut game = DuplicateGame::with_rulings(rulings);
                for m in moves {
                    game.play(m.parse().unwrap()).unwrap();
                }
                assert_round_trip(&game);
                game.declare(declaration).unwrap();
                assert_round_trip(&game);
            }
        }
    }
}

#[test]
fn a_save_holds_the_whole_game_whatever_state_is_shown() {
    let mut game = save::load("e2e4 d2d4 e7e5 d7d5").unwrap();
    game.show(1);
    assert_eq!(
        save::to_line(&game),
        "duplicate-chess 1 e2e4 d2d4 e7e5 d7d5"
    );
    game.undo();
    assert_eq!(save::to_line(&game), "duplicate-chess 1 e2e4 d2d4 e7e5");
}

#[test]
fn errors_of_every_form_are_named() {
    let mate = "f2f3 a2a3 a7a6 e7e5 g2g4 b2b3 b7b6 d8h4";
    let json = |rest: &str| format!("{{\"variant\":\"duplicate-chess\",\"version\":1,{rest}}}");
    let cases = [
        ("duplicate-chess 2 e2e4".to_owned(), "bad_version", None),
        ("duplicate-chess".to_owned(), "bad_version", None),
        ("e2e4 e2".to_owned(), "bad_entry", Some(1)),
        ("e2e4 d2d4 é2é4".to_owned(), "bad_entry", Some(2)),
        ("stalemate=never e2e4".to_owned(), "bad_rulings", None),
        ("stalemat=pass e2e4".to_owned(), "bad_rulings", None),
        ("quietTurns=0 e2e4".to_owned(), "bad_rulings", None),
        ("quietTurns=1001".to_owned(), "bad_rulings", None),
        ("e2e4 resign:Q".to_owned(), "bad_ending", None),
        ("e2e4 draw e2e4".to_owned(), "bad_ending", None),
        (format!("{mate} draw"), "bad_ending", None),
        (format!("{mate} a2a3"), "game_over", Some(8)),
        ("2.McLb".to_owned(), "bad_version", None),
        ("1".to_owned(), "bad_moves", None),
        ("1.McL".to_owned(), "bad_entry", Some(1)),
        ("1.Mc!!".to_owned(), "bad_entry", Some(1)),
        ("1.Mc~".to_owned(), "bad_entry", Some(0)),
        ("1.Mc~k".to_owned(), "bad_entry", Some(0)),
        ("1.Mc~q".to_owned(), "needless_promotion", Some(0)),
        ("1.Mc.lost".to_owned(), "bad_ending", None),
        ("1.Mc.draw..more".to_owned(), "bad_ending", None),
        ("1.Mc..quietTurns-x".to_owned(), "bad_rulings", None),
        (json("\"moves\":[],\"rulings\":[]"), "bad_rulings", None),
        (
            json("\"moves\":[],\"rulings\":{\"x\":1}"),
            "bad_rulings",
            None,
        ),
        (json("\"moves\":[],\"ending\":1"), "bad_ending", None),
        (
            json("\"moves\":[],\"ending\":{\"reason\":\"resignation\"}"),
            "bad_ending",
            None,
        ),
    ];
    for (text, code, ply) in cases {
        let error = save::load(&text)
            .err()
            .unwrap_or_else(|| panic!("{text} was loaded"));
        assert_eq!((error.code(), error.ply()), (code, ply), "{text}: {error}");
    }
}

#[test]
fn messages_name_the_place_and_stay_short() {
    let error = save::load("e2e4 d2d4 e7e6 e7e6 d2d4 g7g5").unwrap_err();
    assert_eq!(
        error.to_string(),
        "move 6: the piece on g7 is East's, and it is South's turn"
    );
    let long = "x".repeat(1_000_000);
    let text = format!("{{\"variant\":\"{long}\"}}");
    assert!(save::load(&text).unwrap_err().to_string().len() < 200);
    assert!(
        save::load(&format!("e2e4 {long}"))
            .unwrap_err()
            .to_string()
            .len()
            < 200
    );
    let too_long = " ".repeat(save::LENGTH_MAX + 1);
    assert!(matches!(
        save::from_json(&too_long),
        Err(LoadError::TooLong { .. })
    ));
}

#[test]
fn boards_that_were_set_up_are_saved_in_every_form() {
    let mut game = DuplicateGame::new();
    for m in "e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6 h5g6".split(' ') {
        game.play(m.parse().unwrap()).unwrap();
    }
    let mut rulings = Rulings::default();
    rulings.set("stalemate", "pass").unwrap();
    let mut game = DuplicateGame::from_boards(*game.boards(), rulings);
    game.play("g1f3".parse().unwrap()).unwrap();
    for text in [
        save::to_json(&game),
        save::to_line(&game),
        save::to_link(&game),
    ] {
        let loaded = save::load(&text).unwrap();
        let word = |game: &DuplicateGame| game.start().setup_word();
        assert_eq!(word(&loaded), word(&game), "{text}");
        assert_eq!(loaded.steps(), game.steps());
        assert_eq!(loaded.rulings(), game.rulings());
    }
    let broken = save::to_link(&game).replace("RNB", "RNQ");
    assert_eq!(save::load(&broken).unwrap_err().code(), "bad_setup");
}
