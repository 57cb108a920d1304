use partner::{Level, Pace};

use super::*;

const ZERO: Duration = Duration::ZERO;

fn dialog() -> Dialog {
    Dialog::new(
        Start::standard(),
        Rules::default(),
        None,
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
fn after_a_granted_claim_the_finished_game_is_exported_until_another_begins() {
    let mut dialog = dialog();
    let replies = submit(&mut dialog, &SHUFFLE);
    assert_eq!(codes(&replies), ["move_played", "threefold_available"]);
    // The order of events that the design of the fifty-move rule asks for: the claim, then a new
    // board, and nothing to take back.
    let replies = submit(&mut dialog, &["draw"]);
    assert_eq!(codes(&replies), ["draw_claimed", "reset"]);
    assert_eq!(dialog.game(), &Game::default());
    for taken_back in ["undo", "redo"] {
        assert!(message(&submit(&mut dialog, &[taken_back])).starts_with("cannot take"));
    }
    let replies = submit(&mut dialog, &["pgn"]);
    let [Reply::Pgn(pgn)] = &replies[..] else {
        panic!("expected PGN, found {replies:?}");
    };
    assert!(
        pgn.ends_with("4. Nf3 Nf6 5. Ng1 Ng8 1/2-1/2\n") || pgn.ends_with("Ng8 1/2-1/2\n"),
        "{pgn}"
    );
    let replies = submit(&mut dialog, &["d4", "pgn"]);
    let [Reply::Pgn(pgn)] = &replies[..] else {
        panic!("expected PGN, found {replies:?}");
    };
    assert!(pgn.ends_with("1. d4 *\n"), "{pgn}");
}

#[test]
fn an_offer_is_answered_by_the_side_that_has_it() {
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
fn what_is_not_understood_says_so_and_suggests() {
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
fn a_command_is_suggested_for_a_word_one_letter_or_one_swap_away() {
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
    let time = Some("60".parse().expect("is a time control"));
    let mut dialog = Dialog::new(
        Start::standard(),
        Rules::default(),
        time,
        Companion::default(),
    );
    let at = Duration::from_secs;
    dialog.submit("e4", at(0));
    assert!(dialog.tick(at(59)).is_empty());
    let replies = dialog.submit("e5", at(60));
    assert_eq!(codes(&replies), ["game_ended", "game_over"]);
    assert_eq!(dialog.game().result().token(), "1-0");
    assert!(dialog.tick(at(999)).is_empty());
}

#[test]
fn a_wrong_claim_gives_the_opponent_time_and_undo_takes_it_back() {
    let time = Some("300+3".parse().expect("is a time control"));
    let mut dialog = Dialog::new(
        Start::standard(),
        Rules::default(),
        time,
        Companion::default(),
    );
    let at = Duration::from_secs;
    dialog.submit("e4", at(0));
    dialog.submit("e5", at(10));
    dialog.submit("draw Nf3", at(20));
    let left = |dialog: &Dialog, side, now| dialog.clock().expect("has clocks").left(side, now);
    assert_eq!(left(&dialog, Color::Black, at(20)), at(300 - 10 + 3 + 60));
    dialog.submit("undo", at(30));
    assert_eq!(left(&dialog, Color::Black, at(30)), at(300 - 10 + 3));
    assert_eq!(left(&dialog, Color::White, at(40)), at(303 - 10));
}

#[test]
fn taking_a_move_again_keeps_the_time_that_a_wrong_claim_gave() {
    let at = Duration::from_secs;
    for (claim, plies) in [("draw Nf3", 3), ("draw", 2)] {
        let mut dialog = Dialog::new(
            Start::standard(),
            Rules::default(),
            Some("300+3".parse().expect("is a time control")),
            Companion::default(),
        );
        dialog.submit("e4", at(0));
        dialog.submit("e5", at(10));
        dialog.submit(claim, at(20));
        dialog.submit("undo", at(30));
        dialog.submit("redo", at(30));
        assert_eq!(dialog.game().ply(), plies);
        let clock = dialog.clock().expect("has clocks");
        assert_eq!(
            clock.left(Color::Black, at(30)),
            at(300 - 10 + 3 + 60),
            "{claim}"
        );
    }
}

/// A game against the engine, which has Black and is lost, so that it accepts any offer.
fn lost_for_the_engine() -> Dialog {
    let fen = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 40";
    let position = read_position(Some(fen), CastlingMode::Standard).expect("is a position");
    Dialog::new(
        position.into(),
        Rules::default(),
        None,
        Companion::new(Sides::Black, Pace::Strength(Level::MIN.strength())),
    )
}

/// Everything the engine does until it waits for the player.
fn hear_out(dialog: &mut Dialog) -> Vec<&'static str> {
    let mut heard = Vec::new();
    while let Some(replies) = dialog.wait_for_engine(|| ZERO) {
        heard.extend(codes(&replies));
    }
    heard
}

#[test]
fn a_draw_that_was_agreed_with_the_engine_can_be_taken_back() {
    let mut dialog = lost_for_the_engine();
    submit(&mut dialog, &["Kd2"]);
    assert_eq!(hear_out(&mut dialog), ["move_played"]);
    submit(&mut dialog, &["Kd1"]);
    assert_eq!(hear_out(&mut dialog), ["move_played"]);
    submit(&mut dialog, &["offer"]);
    assert_eq!(hear_out(&mut dialog), ["game_ended"]);
    assert_eq!(codes(&submit(&mut dialog, &["undo"])), ["undone"]);
    assert!(hear_out(&mut dialog).is_empty());
    // The offer still stands for the Laws, but the engine plays on.
    submit(&mut dialog, &["Kd2"]);
    assert_eq!(hear_out(&mut dialog), ["draw_declined", "move_played"]);
    submit(&mut dialog, &["offer"]);
    assert_eq!(hear_out(&mut dialog), ["game_ended"], "it is a new offer");
    // Elsewhere in the game nothing is remembered of it.
    submit(&mut dialog, &["undo", "redo"]);
    assert!(dialog.game().ending().is_some());
}

#[test]
fn the_score_numbers_the_moves_of_a_game_that_black_begins() {
    let mut dialog = dialog();
    submit(
        &mut dialog,
        &["new 4k3/8/8/8/8/8/4P3/4K3 b - - 0 40", "Kd7", "e4"],
    );
    assert_eq!(score(dialog.game()), "40... Kd7 41. e4 *");
}
