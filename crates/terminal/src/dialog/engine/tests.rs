use chess::Position;
use clock::TimeControl;
use game::{Rules, Start};

use partner::{Level, Opponent, Pace};

use super::super::super::companion::Companion;
use super::*;

const ZERO: Duration = Duration::ZERO;

/// A game against the weakest engine, from a position.
fn against(sides: Sides, fen: &str) -> Dialog {
    let pace = Pace::Strength(Level::MIN.strength());
    let position = Position::from_fen(fen).expect("a legal position");
    let companion = Companion::new(sides, Opponent::new(pace));
    Dialog::new(
        Start::from(position),
        Rules::default(),
        TimeControl::Unlimited,
        companion,
    )
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Submits a line and waits until the engine has nothing more to do.
fn submit(dialog: &mut Dialog, line: &str) -> Vec<Reply> {
    let mut replies = dialog.submit(line, ZERO);
    while let Some(more) = dialog.wait_for_engine(|| ZERO) {
        replies.extend(more);
    }
    replies
}

fn codes(replies: &[Reply]) -> Vec<&'static str> {
    let code = |reply: &Reply| match reply {
        Reply::Event(event) => event.code(),
        Reply::Refused(refused) => refused.code,
        Reply::Hint(_) => "hint",
        Reply::Eval(_) => "eval",
        _ => "other",
    };
    replies.iter().map(code).collect()
}

#[test]
fn it_answers_every_move_and_undo_returns_to_the_players_own_move() {
    let mut dialog = against(Sides::Black, START);
    let replies = submit(&mut dialog, "e4");
    assert_eq!(codes(&replies), ["move_played", "move_played"]);
    submit(&mut dialog, "a3");
    assert_eq!(dialog.game().ply(), 4);
    let replies = submit(&mut dialog, "undo");
    let [Reply::Event(Event::Undone(steps))] = &replies[..] else {
        panic!("expected two steps in one event, found {replies:?}");
    };
    assert_eq!((steps.len(), dialog.game().ply()), (2, 2));
    submit(&mut dialog, "redo");
    assert_eq!(dialog.game().ply(), 4);
    assert_eq!(dialog.game().position().turn(), Color::White);
}

#[test]
fn it_starts_if_it_has_the_first_move() {
    let mut dialog = against(Sides::White, START);
    assert_eq!(dialog.bottom(), Color::Black);
    submit(&mut dialog, "");
    assert_eq!(dialog.game().ply(), 1);
    // There is nothing before the engine's first move, so it moves again.
    submit(&mut dialog, "undo");
    assert_eq!(dialog.game().ply(), 1);
}

#[test]
fn without_a_side_it_moves_only_on_request() {
    let mut dialog = against(Sides::None, START);
    submit(&mut dialog, "e4");
    assert_eq!(dialog.game().ply(), 1);
    let replies = submit(&mut dialog, "go");
    assert_eq!(codes(&replies), ["move_played"]);
    assert_eq!(dialog.game().ply(), 2);
}

#[test]
fn advice_is_from_whites_point_of_view_and_changes_nothing() {
    let mut dialog = against(Sides::None, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let replies = submit(&mut dialog, "hint");
    let [Reply::Hint(advice)] = &replies[..] else {
        panic!("expected a hint, found {replies:?}");
    };
    assert_eq!(advice.line[0].to_string(), "Ra8#");
    assert_eq!(advice.mate, Some(1));
    let mut dialog = against(Sides::None, "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1");
    let replies = submit(&mut dialog, "eval");
    let [Reply::Eval(advice)] = &replies[..] else {
        panic!("expected an evaluation, found {replies:?}");
    };
    assert_eq!(advice.mate, Some(-1));
    assert_eq!(dialog.game().ply(), 0);
}

#[test]
fn it_claims_a_draw_when_losing_and_lets_a_player_start_the_next_game() {
    // Black is a rook up; the fiftieth move of White is due, and White may claim with it.
    let mut dialog = against(Sides::White, "7k/8/8/8/3r4/8/8/K7 w - - 99 90");
    let replies = submit(&mut dialog, "");
    assert_eq!(codes(&replies), ["draw_claimed", "game_ended", "reset"]);
    assert_eq!(dialog.game().ply(), 0);
}

#[test]
fn it_answers_an_offer_by_its_score() {
    let start = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 40";
    let mut dialog = against(Sides::White, start);
    submit(&mut dialog, "Ke7");
    let replies = submit(&mut dialog, "offer");
    assert_eq!(codes(&replies), ["draw_offered", "draw_declined"]);
    let mut dialog = against(Sides::Black, "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 40");
    submit(&mut dialog, "Ke2");
    let replies = submit(&mut dialog, "offer");
    assert_eq!(codes(&replies), ["draw_offered", "game_ended"]);
}

/// The end of a game in which Black is two queens down and White only waits.
fn end_of_lost_game(sides: Sides, opponent: Opponent) -> Option<String> {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 40").expect("is legal");
    let rules = referee::rules(game::Profile::Fide);
    let companion = Companion::new(sides, opponent);
    let mut dialog = Dialog::new(position.into(), rules, TimeControl::Unlimited, companion);
    for line in ["Ke2", "Kd2", "Ke2", "Kd2", "Ke2"] {
        submit(&mut dialog, line);
        if sides == Sides::None {
            submit(&mut dialog, "go");
        }
    }
    dialog.game().ending().map(ToString::to_string)
}

#[test]
fn it_resigns_a_lost_game_unless_told_to_play_on_but_never_for_a_player() {
    let opponent = || Opponent::new(Pace::Strength(Level::MIN.strength()));
    let resigned = end_of_lost_game(Sides::Black, opponent());
    assert_eq!(
        resigned.as_deref(),
        Some("1-0: Black resigned (article 5.1.2)")
    );
    let played_on = end_of_lost_game(Sides::Black, opponent().never_resigning());
    assert_eq!(played_on, None);
    assert_eq!(end_of_lost_game(Sides::None, opponent()), None);
}

#[test]
fn it_plays_both_sides_to_the_end_and_waits_after_an_undo() {
    let mut dialog = against(Sides::Both, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    submit(&mut dialog, "");
    assert!(dialog.game().ending().is_some() || dialog.previous.is_some());
    let ply = dialog.game().ply();
    if ply > 0 {
        submit(&mut dialog, "undo");
        assert_eq!(dialog.game().ply(), ply - 1);
    }
    let replies = submit(&mut dialog, "hint");
    assert_eq!(codes(&replies), ["hint"]);
}

#[test]
fn it_does_not_think_after_the_end() {
    let mut dialog = against(Sides::Black, "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1");
    let replies = submit(&mut dialog, "Qg7");
    assert_eq!(codes(&replies), ["move_played", "game_ended"]);
    assert_eq!(codes(&submit(&mut dialog, "hint")), ["game_over"]);
    assert_eq!(codes(&submit(&mut dialog, "go")), ["game_over"]);
}
