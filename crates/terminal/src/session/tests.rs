use super::*;

const ZERO: Duration = Duration::ZERO;

fn session() -> Session {
    Session::new(
        Start::standard(),
        Rules::default(),
        None,
        Companion::default(),
    )
}

fn submit(session: &mut Session, lines: &[&str]) -> Vec<Reply> {
    let mut replies = Vec::new();
    for line in lines {
        replies = session.submit(line, ZERO);
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
    let mut session = session();
    let replies = submit(&mut session, &SHUFFLE);
    assert_eq!(codes(&replies), ["move_played", "threefold_available"]);
    // The order of events that the design of the fifty-move rule asks for: the claim, then a new
    // board, and nothing to take back.
    let replies = submit(&mut session, &["draw"]);
    assert_eq!(codes(&replies), ["draw_claimed", "reset"]);
    assert_eq!(session.game(), &Game::default());
    for taken_back in ["undo", "redo"] {
        assert!(message(&submit(&mut session, &[taken_back])).starts_with("cannot take"));
    }
    let replies = submit(&mut session, &["pgn"]);
    let [Reply::Pgn(pgn)] = &replies[..] else {
        panic!("expected PGN, found {replies:?}");
    };
    assert!(
        pgn.ends_with("4. Nf3 Nf6 5. Ng1 Ng8 1/2-1/2\n") || pgn.ends_with("Ng8 1/2-1/2\n"),
        "{pgn}"
    );
    let replies = submit(&mut session, &["d4", "pgn"]);
    let [Reply::Pgn(pgn)] = &replies[..] else {
        panic!("expected PGN, found {replies:?}");
    };
    assert!(pgn.ends_with("1. d4 *\n"), "{pgn}");
}

#[test]
fn an_offer_is_answered_by_the_side_that_has_it() {
    let mut session = session();
    let replies = submit(&mut session, &["e4", "e5", "offer", "accept"]);
    assert_eq!(codes(&replies), ["game_ended"]);
    let replies = submit(&mut session, &["undo", "decline"]);
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
    let mut session = session();
    assert!(message(&submit(&mut session, &["undoo"])).contains("did you mean undo?"));
    assert!(message(&submit(&mut session, &["drwa"])).contains("did you mean draw?"));
    assert!(message(&submit(&mut session, &["rezign"])).contains("did you mean resign?"));
    assert!(!message(&submit(&mut session, &["Nf5"])).contains("did you mean"));
    assert!(message(&submit(&mut session, &["new nonsense"])).starts_with("not a FEN"));
    assert!(message(&submit(&mut session, &["undo"])).starts_with("cannot take back 1"));
    assert!(message(&submit(&mut session, &["draw Nf5"])).contains("Nf5"));
    assert!(submit(&mut session, &["  "]).is_empty());
    assert_eq!(session.game(), &Game::default());
}

#[test]
fn near_words_are_one_letter_or_one_swap_away() {
    for (a, b, near) in [
        ("undo", "undo", true),
        ("undoo", "undo", true),
        ("udno", "undo", true),
        ("und", "undo", true),
        ("unda", "undo", true),
        ("nudos", "undo", false),
        ("e4", "redo", false),
        ("", "undo", false),
    ] {
        assert_eq!(is_near(a, b), near, "{a} {b}");
        assert_eq!(is_near(b, a), near, "{b} {a}");
    }
}

#[test]
fn a_flag_falls_before_the_move_that_came_too_late() {
    let time = Some("60".parse().expect("is a time control"));
    let mut session = Session::new(
        Start::standard(),
        Rules::default(),
        time,
        Companion::default(),
    );
    let at = Duration::from_secs;
    session.submit("e4", at(0));
    assert!(session.tick(at(59)).is_empty());
    let replies = session.submit("e5", at(60));
    assert_eq!(codes(&replies), ["game_ended", "game_over"]);
    assert_eq!(session.game().result().token(), "1-0");
    assert!(session.tick(at(999)).is_empty());
}

#[test]
fn a_wrong_claim_gives_the_opponent_time_and_undo_takes_it_back() {
    let time = Some("300+3".parse().expect("is a time control"));
    let mut session = Session::new(
        Start::standard(),
        Rules::default(),
        time,
        Companion::default(),
    );
    let at = Duration::from_secs;
    session.submit("e4", at(0));
    session.submit("e5", at(10));
    session.submit("draw Nf3", at(20));
    let left = |session: &Session, side, now| session.clock().expect("has clocks").left(side, now);
    assert_eq!(left(&session, Color::Black, at(20)), at(300 - 10 + 3 + 60));
    session.submit("undo", at(30));
    assert_eq!(left(&session, Color::Black, at(30)), at(300 - 10 + 3));
    assert_eq!(left(&session, Color::White, at(40)), at(303 - 10));
}

#[test]
fn the_score_numbers_the_moves_of_a_game_that_black_begins() {
    let mut session = session();
    submit(
        &mut session,
        &["new 4k3/8/8/8/8/8/4P3/4K3 b - - 0 40", "Kd7", "e4"],
    );
    assert_eq!(score(session.game()), "40... Kd7 41. e4 *");
}
