use std::cell::Cell;

use clock::Unit;
use partner::{Level, Opponent, Pace};

use super::*;

const ZERO: Duration = Duration::ZERO;

fn dialog() -> Dialog {
    Dialog::new(
        Start::standard(),
        Rules::default(),
        TimeControl::Unlimited,
        Companion::default(),
    )
}

fn submit(dialog: &mut Dialog, lines: &[&str]) -> Vec<Reply> {
    let mut replies = Vec::new();
    for line in lines {
        replies = dialog.submit(line, ZERO);
    }
    replies
}

fn codes(replies: &[Reply]) -> Vec<&'static str> {
    replies
        .iter()
        .map(|reply| match reply {
            Reply::Event(event) => event.code(),
            Reply::Refused(refused) => refused.code,
            _ => "other",
        })
        .collect()
}

fn message(replies: &[Reply]) -> &str {
    match replies {
        [Reply::Refused(refused)] => &refused.message,
        other => panic!("expected a refusal, found {other:?}"),
    }
}

const SHUFFLE: [&str; 8] = ["Nf3", "Nf6", "Ng1", "Ng8", "g1f3", "g8f6", "f3g1", "f6g8"];

#[test]
fn after_a_granted_claim_the_finished_game_is_exported_until_another_starts() {
    let mut dialog = dialog();
    let replies = submit(&mut dialog, &SHUFFLE);
    assert_eq!(codes(&replies), ["move_played", "threefold_available"]);
    // The events come in the order of the library: the claim, the end, then a new board, with nothing
    // to undo.
    let replies = submit(&mut dialog, &["draw"]);
    assert_eq!(codes(&replies), ["draw_claimed", "game_ended", "reset"]);
    assert_eq!(dialog.game(), &Game::default());
    for (command, refusal) in [("undo", "cannot take back 1"), ("redo", "cannot redo 1")] {
        assert!(message(&submit(&mut dialog, &[command])).starts_with(refusal));
    }
    let replies = submit(&mut dialog, &["pgn"]);
    let [Reply::Pgn(pgn)] = &replies[..] else {
        panic!("expected PGN, found {replies:?}");
    };
    assert!(
        pgn.ends_with("\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n"),
        "{pgn}"
    );
    let replies = submit(&mut dialog, &["d4", "pgn"]);
    let [Reply::Pgn(pgn)] = &replies[..] else {
        panic!("expected PGN, found {replies:?}");
    };
    assert!(pgn.ends_with("1. d4 *\n"), "{pgn}");
}

#[test]
fn after_a_granted_claim_the_next_game_starts_where_the_last_one_did() {
    let fen = "4k3/8/8/8/8/8/3R4/4K3 b - - 100 90";
    let mut dialog = dialog();
    submit(&mut dialog, &[&format!("new {fen}"), "Ke7"]);
    let replies = submit(&mut dialog, &["draw"]);
    assert_eq!(
        codes(&replies),
        [
            "draw_claimed",
            "game_ended",
            "reset",
            "fifty_move_rule_available"
        ]
    );
    assert_eq!(dialog.game().position().to_string(), fen);
    assert_eq!(dialog.game().ply(), 0);
}

#[test]
fn an_impossible_en_passant_square_is_noted() {
    let mut dialog = dialog();
    let replies = submit(&mut dialog, &["new 4k3/8/8/8/8/8/R7/4K3 b - e3 0 1"]);
    let [Reply::Note(note), Reply::Event(Event::Reset(_))] = &replies[..] else {
        panic!("expected a note and a new game, found {replies:?}");
    };
    assert!(note.contains("e3"), "{note}");
}

#[test]
fn redoing_an_ending_reports_it() {
    let mut dialog = timed("60");
    let replies = submit(&mut dialog, &["e4", "resign", "undo", "redo"]);
    assert_eq!(codes(&replies), ["redone", "game_ended"]);
}

#[test]
fn the_side_that_received_an_offer_answers_it() {
    let mut dialog = dialog();
    let replies = submit(&mut dialog, &["e4", "e5", "offer", "accept"]);
    assert_eq!(codes(&replies), ["game_ended"]);
    let replies = submit(&mut dialog, &["undo", "decline"]);
    assert!(
        matches!(
            replies[..],
            [Reply::Event(Event::DrawDeclined {
                by: Color::Black,
                ..
            })]
        ),
        "{replies:?}"
    );
}

#[test]
fn unknown_input_is_refused_with_a_suggestion() {
    let mut dialog = dialog();
    assert!(message(&submit(&mut dialog, &["undoo"])).contains("did you mean undo?"));
    assert!(message(&submit(&mut dialog, &["drwa"])).contains("did you mean draw?"));
    assert!(message(&submit(&mut dialog, &["rezign"])).contains("did you mean resign?"));
    assert!(!message(&submit(&mut dialog, &["Nf5"])).contains("did you mean"));
    assert!(message(&submit(&mut dialog, &["new nonsense"])).starts_with("not a FEN"));
    assert!(message(&submit(&mut dialog, &["undo"])).starts_with("cannot take back 1"));
    assert!(message(&submit(&mut dialog, &["draw Nf5"])).contains("Nf5"));
    assert!(submit(&mut dialog, &["  "]).is_empty());
    assert_eq!(dialog.game(), &Game::default());
}

#[test]
fn a_command_is_suggested_for_a_single_typing_mistake() {
    for (typed, suggested) in [
        ("undoo 3", Some("undo")),
        ("udno", Some("undo")),
        ("unda", Some("undo")),
        ("UNDE", Some("undo")),
        ("reign", Some("resign")),
        ("nudos", None),
        ("und", None),
        ("e4", None),
        ("", None),
    ] {
        assert_eq!(nearest_command(typed), suggested, "{typed}");
    }
}

#[test]
fn a_flag_falls_before_the_move_that_came_too_late() {
    let mut dialog = timed("60");
    let at = Duration::from_secs;
    dialog.submit("e4", at(0));
    assert!(dialog.tick(at(59)).is_empty());
    let replies = dialog.submit("e5", at(60));
    assert_eq!(codes(&replies), ["game_ended", "game_over"]);
    assert_eq!(dialog.game().result().token(), "1-0");
    assert!(dialog.tick(at(999)).is_empty());
}

#[test]
fn a_wrong_claim_gives_the_opponent_time_and_undo_removes_it() {
    let mut dialog = timed("300+3");
    let at = Duration::from_secs;
    dialog.submit("e4", at(0));
    dialog.submit("e5", at(10));
    dialog.submit("draw Nf3", at(20));
    let left = |dialog: &Dialog, side, now| dialog.timed().left(side, now).expect("has clocks");
    assert_eq!(left(&dialog, Color::Black, at(20)), at(300 - 10 + 3 + 60));
    dialog.submit("undo", at(30));
    assert_eq!(left(&dialog, Color::Black, at(30)), at(300 - 10 + 3));
    assert_eq!(left(&dialog, Color::White, at(40)), at(303 - 10));
}

#[test]
fn redoing_a_move_keeps_the_time_from_a_wrong_claim() {
    let at = Duration::from_secs;
    for (claim, plies) in [("draw Nf3", 3), ("draw", 2)] {
        let mut dialog = timed("300+3");
        dialog.submit("e4", at(0));
        dialog.submit("e5", at(10));
        dialog.submit(claim, at(20));
        dialog.submit("undo", at(30));
        dialog.submit("redo", at(30));
        assert_eq!(dialog.game().ply(), plies);
        let left = dialog.timed().left(Color::Black, at(30));
        assert_eq!(left, Some(at(300 - 10 + 3 + 60)), "{claim}");
    }
}

/// A game against the engine, which has a lost position as Black and accepts any offer.
fn lost_for_the_engine() -> Dialog {
    let fen = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 40";
    let read = read_position(Some(fen), CastlingMode::Standard).expect("is a position");
    Dialog::new(
        read.position.into(),
        Rules::default(),
        TimeControl::Unlimited,
        Companion::new(
            Sides::Black,
            Opponent::new(Pace::Strength(Level::MIN.strength())),
        ),
    )
}

/// Everything the engine does until it waits for the player.
fn engine_actions(dialog: &mut Dialog) -> Vec<&'static str> {
    let mut heard = Vec::new();
    while let Some(replies) = dialog.wait_for_engine(|| ZERO) {
        heard.extend(codes(&replies));
    }
    heard
}

#[test]
fn a_draw_agreed_with_the_engine_can_be_undone() {
    let mut dialog = lost_for_the_engine();
    submit(&mut dialog, &["Kd2"]);
    assert_eq!(engine_actions(&mut dialog), ["move_played"]);
    submit(&mut dialog, &["Kd1"]);
    assert_eq!(engine_actions(&mut dialog), ["move_played"]);
    submit(&mut dialog, &["offer"]);
    assert_eq!(engine_actions(&mut dialog), ["game_ended"]);
    assert_eq!(codes(&submit(&mut dialog, &["undo"])), ["undone"]);
    assert!(engine_actions(&mut dialog).is_empty());
    // By the Laws the offer still stands, but the engine plays on.
    submit(&mut dialog, &["Kd2"]);
    assert_eq!(
        engine_actions(&mut dialog),
        ["draw_declined", "move_played"]
    );
    submit(&mut dialog, &["offer"]);
    assert_eq!(
        engine_actions(&mut dialog),
        ["game_ended"],
        "it is a new offer"
    );
    // Elsewhere in the game the engine considers offers again.
    submit(&mut dialog, &["undo", "redo"]);
    assert!(dialog.game().ending().is_some());
}

#[test]
fn the_score_numbers_moves_when_black_starts() {
    let mut dialog = dialog();
    submit(
        &mut dialog,
        &["new 4k3/8/8/8/8/8/4P3/4K3 b - - 0 40", "Kd7", "e4"],
    );
    assert_eq!(score(dialog.game()), "40... Kd7 41. e4 *");
}

fn timed(control: &str) -> Dialog {
    let control = TimeControl::parse(control, Unit::Seconds).expect("is a time control");
    Dialog::new(
        Start::standard(),
        Rules::default(),
        control,
        Companion::default(),
    )
}

fn pgn(dialog: &mut Dialog) -> String {
    match &submit(dialog, &["pgn"])[..] {
        [Reply::Pgn(text)] => text.clone(),
        other => panic!("expected PGN, found {other:?}"),
    }
}

fn file(folder: &tempfile::TempDir, text: &str) -> String {
    let path = folder.path().join("game.pgn");
    std::fs::write(&path, text).expect("can be written");
    path.display().to_string()
}

#[test]
fn tags_from_a_file_survive_and_names_and_date_can_be_set() {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let text = "[White \"Ada\"]\n[ECO \"C20\"]\n[TimeControl \"5400+30\"]\n\n\
                1. e4 $1 {[%clk 1:30:00] good} e5 (1... c5 {Sicilian}) 2. Ke2 $4 *\n";
    let path = file(&folder, text);
    let mut dialog = dialog();
    submit(&mut dialog, &[&format!("load {path}")]);
    assert!(
        dialog.timed().terms().is_none(),
        "no flag falls in a game loaded without clocks"
    );
    let replies = submit(&mut dialog, &["name black Ben Okri"]);
    assert!(matches!(&replies[..], [Reply::Tagged("Black", name)] if name == "Ben Okri"));
    submit(&mut dialog, &["date 2024.01.??", "Ke7"]);
    let copy = folder.path().join("copy.pgn").display().to_string();
    let written = pgn(&mut dialog);
    let replies = submit(
        &mut dialog,
        &[&format!("save {copy}"), "new", "name white Zoe"],
    );
    assert_eq!(replies.len(), 1);
    submit(&mut dialog, &[&format!("load {copy}")]);
    assert_eq!(pgn(&mut dialog), written, "also after saving and loading");
    for expected in [
        "[Date \"2024.01.??\"]",
        "[White \"Ada\"]",
        "[Black \"Ben Okri\"]",
        "[ECO \"C20\"]",
        "[TimeControl \"5400+30\"]",
        "1. e4 $1 {[%clk 1:30:00] good} 1... e5 (1... c5 {Sicilian}) 2. Ke2 $4 Ke7 *",
    ] {
        assert!(written.contains(expected), "{expected}\n{written}");
    }
    submit(&mut dialog, &["undo 2", "Nf3"]);
    let changed = pgn(&mut dialog);
    assert!(changed.ends_with("{Sicilian}) 2. Nf3 *\n"), "{changed}");
}

#[test]
fn a_new_game_has_a_blank_sheet_and_its_own_names() {
    let mut dialog = dialog();
    submit(&mut dialog, &["name white Anna", "e4", "resign", "new"]);
    submit(&mut dialog, &["name white Carl", "name black Dora"]);
    let finished = pgn(&mut dialog);
    assert!(finished.contains("[White \"Anna\"]"), "{finished}");
    assert!(
        finished.contains("[Black \"Dora\"]"),
        "it had none: {finished}"
    );
    submit(&mut dialog, &["d4"]);
    let next = pgn(&mut dialog);
    assert!(
        next.contains("[White \"Carl\"]\n[Black \"Dora\"]"),
        "{next}"
    );
}

#[test]
fn a_timed_game_continues_with_its_clocks() {
    let at = Duration::from_secs;
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let path = folder.path().join("game.pgn").display().to_string();
    let mut played = timed("300+3");
    played.submit("e4", at(0));
    played.submit("e5", at(10));
    // A wrong claim gives Black a minute.
    played.submit("draw Nf3", at(30));
    played.submit(&format!("save {path}"), at(35));
    let text = pgn(&mut played);
    assert!(text.contains("[TimeControl \"300+3\"]"), "{text}");
    let moves = "1. e4 {[%clk 0:05:03]} 1... e5 {[%clk 0:04:53]} 2. Nf3 {[%clk 0:04:46]}";
    assert!(text.replace('\n', " ").contains(moves), "{text}");
    assert!(!text.contains("Fourfold"), "{text}");

    let mut loaded = dialog();
    loaded.submit(&format!("load {path}"), at(1000));
    let left = |dialog: &Dialog, side, now| dialog.timed().left(side, at(now)).expect("has clocks");
    assert_eq!(left(&loaded, Color::Black, 1000), at(293 + 60 - 5));
    assert_eq!(left(&loaded, Color::Black, 1010), at(293 + 60 - 15));
    assert_eq!(left(&loaded, Color::White, 1010), at(286));
    assert_eq!(loaded.time_until_flag(at(1000)), Some(at(348)));
    assert_eq!(pgn(&mut loaded), text);
    loaded.submit("undo", at(1010));
    assert_eq!(left(&loaded, Color::Black, 1010), at(293));
    loaded.submit("redo", at(1010));
    assert_eq!(left(&loaded, Color::Black, 1010), at(293 + 60));
    // The next game uses the settings of the session, which has no clocks.
    loaded.submit("new", at(1010));
    assert!(loaded.timed().terms().is_none());
}

#[test]
fn a_replayed_move_has_its_own_clock() {
    let at = Duration::from_secs;
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let path = folder.path().join("game.pgn").display().to_string();
    let mut played = timed("300");
    played.submit("e4", at(0));
    played.submit("e5", at(10));
    played.submit(&format!("save {path}"), at(10));
    let mut loaded = dialog();
    loaded.submit(&format!("load {path}"), at(0));
    loaded.submit("undo", at(0));
    loaded.submit("e5", at(100));
    let text = pgn(&mut loaded);
    assert!(text.contains("e5 {[%clk 0:03:20]} *"), "{text}");
}

#[test]
fn unreadable_clocks_are_reported_and_left_out() {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    for clocks in ["soon", "white 1:00", "white 1:00 black 1:00 red 1:00"] {
        let text = format!(
            "[FourfoldSave \"1\"]\n[TimeControl \"60\"]\n[FourfoldClocks \"{clocks}\"]\n\n1. e4 *\n"
        );
        let path = file(&folder, &text);
        let mut dialog = dialog();
        let replies = submit(&mut dialog, &[&format!("load {path}")]);
        let is_told = |reply: &Reply| matches!(reply, Reply::Note(note) if note.contains("clocks"));
        assert!(replies.iter().any(is_told), "{replies:?}");
        assert!(dialog.timed().terms().is_none());
        assert_eq!(dialog.game().ply(), 1);
    }
}

#[test]
fn clocks_that_start_late_are_not_written_for_earlier_moves() {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let path = file(&folder, "1. e4 e5 *\n");
    let mut dialog = timed("60");
    submit(&mut dialog, &[&format!("load {path}"), "Nf3"]);
    let text = pgn(&mut dialog);
    assert!(
        text.ends_with("1. e4 e5 2. Nf3 {[%clk 0:01:00]} *\n"),
        "{text}"
    );
}

#[test]
fn no_clock_runs_after_an_ending_was_redone() {
    let mut dialog = timed("60");
    submit(&mut dialog, &["e4", "resign", "undo", "redo"]);
    assert!(dialog.game().ending().is_some());
    assert_eq!(dialog.time_until_flag(ZERO), None);
}

#[test]
fn a_flag_falls_while_the_engine_thinks_about_a_hint() {
    let mut dialog = timed("0.05");
    submit(&mut dialog, &["e4", "hint"]);
    // The clock has run out when it is read for the second time.
    let readings = Cell::new(0);
    let replies = dialog.wait_for_engine(|| {
        readings.set(readings.get() + 1);
        Duration::from_millis(60 * (readings.get() - 1))
    });
    // Not the hint, which is given up.
    assert_eq!(codes(&replies.expect("a flag falls")), ["game_ended"]);
    assert!(!dialog.is_engine_thinking());
}
