//! A game on one board, command by command and second by second.

use std::time::Duration;

use chess::{Role, Square};
use clock::{TimeControl, Unit};
use partner::Intention;
use thinker::message::MateVerdict;

use super::*;
use crate::autosave::{KeepCommand, KeptState};
use crate::effects::{Common, Sound};
use crate::geometry::Point;
use crate::hand::HandCommand;
use crate::notice::{Press, Remedies, Remedy};
use crate::promotion::ChooserKey;
use crate::share::ShareGame;
use crate::shell::KeyHolder;
use crate::single::OneBoard;
use crate::single::hand::Hand;
use crate::single::import::LoadGame;
use crate::view::{Gesture, Ink};

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

fn people(control: &str, start: &str) -> Play {
    let setting = Setting::from_form(Against::Person, Side::White, control, start, false);
    Play::new(setting.unwrap(), Options::default())
}

fn against_engine(side: Side) -> Play {
    let setting = Setting::from_form(Against::Engine(2), side, "", "", false).unwrap();
    Play::new(setting, Options::default())
}

fn type_moves(play: &mut Play, moves: &str) {
    for san in moves.split_whitespace() {
        let before = play.game().ply();
        play.update(
            Command::Board(HandCommand::Type(san.to_owned())),
            Duration::ZERO,
        );
        assert_eq!(
            play.game().ply(),
            before + 1,
            "{san}: {:?}",
            play.shell().notice()
        );
    }
}

fn act(play: &mut Play, command: GameCommand) -> Vec<Effect> {
    play.update(Command::Game(command), Duration::ZERO)
}

fn load(play: &mut Play, text: &str) -> Vec<Effect> {
    play.update(LoadGame::text(text).into(), Duration::ZERO)
}

fn click(play: &mut Play, square: Square) -> Vec<Effect> {
    let at = Point::new(0.0, 0.0);
    let mut effects = play.update(
        Command::Board(HandCommand::Pointer((), Gesture::Press { square, at })),
        Duration::ZERO,
    );
    effects.extend(play.update(
        Command::Board(HandCommand::Pointer((), Gesture::Release(Some(square)))),
        Duration::ZERO,
    ));
    effects
}

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";

#[test]
fn clicks_play_and_castling_goes_two_squares() {
    let mut play = people("", "");
    click(&mut play, Square::E2);
    let squares = play.squares();
    assert!(squares[Square::E4 as usize].marks.target.is_some());
    click(&mut play, Square::E4);
    type_moves(&mut play, "e5 Nf3 Nc6 Bc4 Bc5");
    click(&mut play, Square::E1);
    click(&mut play, Square::G1);
    let rook = play.squares()[Square::F1 as usize].piece.unwrap();
    assert_eq!(
        (rook.role, rook.arrival.unwrap().from),
        (Role::Rook, Square::H1)
    );
    assert_eq!(rows(play.game())[3].moves[0].as_ref().unwrap().1, "O-O");
}

#[test]
fn a_drag_plays_and_a_press_elsewhere_deselects() {
    let mut play = people("", "");
    let at = Point::new(450.0, 450.0);
    let square = Square::E2;
    play.update(
        Command::Board(HandCommand::Pointer((), Gesture::Press { square, at })),
        Duration::ZERO,
    );
    play.update(
        Command::Board(HandCommand::Pointer((), Gesture::Drag { at, pixels: 80.0 })),
        Duration::ZERO,
    );
    assert!(play.squares()[Square::E2 as usize].piece.unwrap().is_lifted);
    play.update(
        Command::Board(HandCommand::Pointer((), Gesture::Release(Some(Square::E4)))),
        Duration::ZERO,
    );
    assert_eq!(play.game().ply(), 1);
    click(&mut play, Square::E7);
    play.update(Command::Board(HandCommand::LetGo), Duration::ZERO);
    assert_eq!(play.hand(), Hand::Idle);
}

#[test]
fn the_engine_answers_and_stale_answers_are_dropped() {
    let mut play = against_engine(Side::White);
    let effects = play.update(
        Command::Board(HandCommand::Type("e4".to_owned())),
        Duration::ZERO,
    );
    let Some(Effect::Think(question)) = effects.last() else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (question.level, question.moves.as_slice()),
        (2, &["e2e4".to_owned()][..])
    );
    let answer = |id, best: &str| {
        Command::Engine(Answer {
            id,
            best: best.to_owned(),
            score: 10,
        })
    };
    play.update(answer(question.id + 1, "e7e5"), Duration::ZERO);
    assert_eq!(play.game().ply(), 1, "an answer to another question");
    // A premove is played as soon as the engine has moved.
    click(&mut play, Square::G1);
    click(&mut play, Square::F3);
    // Its squares are tinted, and it is no arrow.
    let is_premove = |play: &Play, square| play.squares()[square as usize].marks.premove;
    assert!(is_premove(&play, Square::G1) && is_premove(&play, Square::F3));
    assert_eq!(play.drawings(), []);
    assert_eq!(play.shell().spoken(), "Premove from g1 to f3.");
    // A right click, Escape or a press elsewhere cancels it.
    let (from, to) = (Square::D4, Square::D4);
    for cancel in [
        HandCommand::Pointer(
            (),
            Gesture::Draw {
                from,
                to,
                ink: Ink::default(),
            },
        ),
        HandCommand::LetGo,
    ] {
        assert!(play.can_let_go());
        play.update(Command::Board(cancel), Duration::ZERO);
        assert!(!is_premove(&play, Square::G1) && !play.can_let_go());
        assert_eq!(play.shell().spoken(), "Premove canceled.");
        assert_eq!(play.drawings(), []);
        click(&mut play, Square::G1);
        click(&mut play, Square::F3);
    }
    play.update(answer(question.id, "e7e5"), Duration::ZERO);
    assert_eq!(play.game().ply(), 3);
    assert!(play.is_thinking());
}

#[test]
fn a_dialogs_notice_survives_the_engines_move() {
    let mut play = against_engine(Side::White);
    let effects = play.update(
        Command::Board(HandCommand::Type("e4".to_owned())),
        Duration::ZERO,
    );
    let Some(Effect::Think(Question { id, .. })) = effects.last() else {
        panic!("{effects:?}");
    };
    let (id, best) = (*id, "e7e5".to_owned());
    play.update(Command::Open(Some(Dialog::Load)), Duration::ZERO);
    load(&mut play, "hello");
    let answer = Answer { id, best, score: 0 };
    play.update(Command::Engine(answer), Duration::ZERO);
    assert_eq!(play.game().ply(), 2);
    assert!(play.shell().notice().is_some());
}

#[test]
fn a_takeback_against_the_engine_goes_back_to_the_persons_move() {
    let mut play = against_engine(Side::White);
    let effects = play.update(
        Command::Board(HandCommand::Type("e4".to_owned())),
        Duration::ZERO,
    );
    let Some(Effect::Think(Question { id, .. })) = effects.last() else {
        panic!("{effects:?}");
    };
    let best = "e7e5".to_owned();
    play.update(
        Command::Engine(Answer {
            id: *id,
            best,
            score: 0,
        }),
        Duration::ZERO,
    );
    act(&mut play, GameCommand::TakeBack);
    assert_eq!(play.game().ply(), 0);
    let mut black = against_engine(Side::Black);
    let effects = black.resume(Duration::ZERO);
    assert!(
        matches!(effects[..], [Effect::Think(_)]),
        "White is asked at once"
    );
}

#[test]
fn a_claim_on_the_position_ends_the_game_with_its_article() {
    let mut play = people("", "");
    type_moves(&mut play, SHUFFLE);
    assert!(play.open_claims().is_empty());
    type_moves(&mut play, "Ng8");
    assert_eq!(play.open_claims()[0].article(), "9.2.2");
    let status = Status::of(&play);
    assert!(
        status.line().contains("occurred 3 times (article 9.2.2)"),
        "{}",
        status.line()
    );
    act(&mut play, GameCommand::Claim);
    assert!(
        play.game().ending().is_some(),
        "the game stays, and is over"
    );
    assert_eq!(play.game().ply(), 8);
    assert!(Status::of(&play).line().contains("9.2.2"));
    act(&mut play, GameCommand::TakeBack);
    assert!(play.game().ending().is_none());
}

#[test]
fn a_claim_with_a_named_move_and_a_wrong_one() {
    let mut play = people("10+0", "");
    // A wrong claim costs something, so it is asked about first.
    act(&mut play, GameCommand::Claim);
    assert_eq!(play.shell().dialog(), Some(Dialog::Claim));
    assert!(play.doubt().unwrap().contains("occurs once"));
    assert_eq!(play.time_left(Color::Black), Some(seconds(600.0)));
    play.update(Command::Open(None), Duration::ZERO);
    act(&mut play, GameCommand::Claim);
    assert_eq!(
        play.shell().dialog(),
        Some(Dialog::Claim),
        "nothing was claimed"
    );
    act(&mut play, GameCommand::ClaimAnyway);
    assert_eq!(play.shell().dialog(), None);
    let notice = play.shell().notice().unwrap().text.clone();
    assert!(
        notice.starts_with("Wrong claim: ")
            && notice.contains("occurs once, not three times")
            && notice.contains("9.5.3"),
        "{notice}"
    );
    assert_eq!(
        play.time_left(Color::Black),
        Some(seconds(11.0 * 60.0)),
        "a minute in rapid"
    );
    type_moves(&mut play, SHUFFLE);
    act(&mut play, GameCommand::ClaimWithMove);
    assert!(play.claims_with_move());
    assert!(
        play.shell()
            .spoken()
            .starts_with("Play the move that you claim")
    );
    click(&mut play, Square::F6);
    assert!(play.squares()[Square::G8 as usize].marks.pointed);
    click(&mut play, Square::G8);
    let ending = play.game().ending().unwrap();
    assert_eq!(ending.reason().article(), Some("9.2.1"));
}

#[test]
fn an_arbiters_board_hides_open_claims_and_gives_time() {
    let setting = Setting::from_form(Against::Person, Side::White, "5+0", "", true).unwrap();
    let mut play = Play::new(setting, Options::default());
    type_moves(&mut play, SHUFFLE);
    type_moves(&mut play, "Ng8");
    assert!(play.open_claims().is_empty() && play.gauge().is_none());
    let side = Color::White;
    act(&mut play, GameCommand::AdjustTime { side, seconds: 120 });
    assert_eq!(play.time_left(Color::White), Some(seconds(7.0 * 60.0)));
    act(&mut play, GameCommand::Pause);
    play.update(Command::Tick, seconds(1_000.0));
    assert!(play.game().ending().is_none(), "the clocks stand");
    act(&mut play, GameCommand::Claim);
    assert!(
        play.game().ending().is_some(),
        "the right is there all the same"
    );
}

#[test]
fn a_flag_falls_at_its_time_and_is_judged_by_the_referee() {
    let mut play = people("1+0", "");
    type_moves(&mut play, "e4");
    play.update(Command::Tick, seconds(59.9));
    assert!(play.game().ending().is_none());
    let effects = play.update(Command::Tick, seconds(60.0));
    let [Effect::Judge(judge)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(judge.side, Color::White);
    // While the referee decides, nothing moves and no time passes.
    assert_eq!(
        Status::of(&play).line(),
        "Black ran out of time. Checking whether White can still win\u{2026}"
    );
    assert!(!play.can_take(Square::E7));
    assert_eq!(play.update(Command::Tick, seconds(70.0)), []);
    let line = ["f7f6", "d2d4", "g7g5", "d1h5"].map(str::to_owned).to_vec();
    let ruled = Command::Ruled(judge.id, MateVerdict::Yes(line));
    assert_eq!(
        play.update(Command::Failed(judge.id + 1, String::new()), seconds(70.0)),
        []
    );
    play.update(ruled.clone(), seconds(70.0));
    assert_eq!(Status::of(&play).headline, "1\u{2013}0, White wins");
    assert_eq!(
        play.update(ruled, seconds(70.0)),
        [],
        "an answer counts once"
    );

    // The mating line is stepped through like the game.
    for _ in 0..4 {
        play.update(Command::Look(LookCommand::Forward), seconds(71.0));
    }
    assert!(play.position().is_checkmate());
    assert!(Status::of(&play).line().contains("move 4 of 4"));
    let kept = play.kept_text();
    assert!(kept.contains("f b yes f7f6,d2d4,g7g5,d1h5@"), "{kept}");
    let back = Play::restore(&kept, Options::default()).unwrap();
    assert_eq!(back.mate(), play.mate());
    assert_eq!(back.kept_text(), kept);

    // Neither side can mate through this wall, so a fallen flag costs nothing.
    let mut wall = people("1+0", "8/8/3k4/p1p1p1p1/P1P1P1P1/3N4/3K4/8 w - - 0 1");
    assert!(wall.game().ending().is_none());
    type_moves(&mut wall, "Kc3");
    let effects = wall.update(Command::Tick, seconds(61.0));
    if let [Effect::Judge(judge)] = effects.as_slice() {
        wall.update(Command::Failed(judge.id, String::new()), seconds(61.0));
    }
    let line = Status::of(&wall).line();
    assert!(line.contains("ran out of time"), "{line}");
}

#[test]
fn without_a_worker_the_page_judges_by_itself() {
    let mut play = people("", "");
    let effects = act(&mut play, GameCommand::Resign);
    let [Effect::Judge(judge)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    play.update(Command::Failed(judge.id, String::new()), Duration::ZERO);
    assert_eq!(Status::of(&play).headline, "0\u{2013}1, Black wins");
    // Resigning against a bare king costs half a point, and the worker is not needed.
    let mut bare = people("", "8/8/3k4/8/3K4/8/7R/8 w - - 0 1");
    act(&mut bare, GameCommand::Resign);
    assert_eq!(Status::of(&bare).headline, "\u{bd}\u{2013}\u{bd}, a draw");
}

#[test]
fn a_game_is_imported_and_exported_with_its_clocks_and_result() {
    let mut play = people("", "");
    type_moves(&mut play, "d4");
    let pgn = "[TimeControl \"300+3\"]\n[Result \"0-1\"]\n\n\
               1. e4 {[%clk 0:04:58]} e5 {[%clk 0:04:50.5]} 2. Nf3 {[%clk 0:04:40]} 0-1";
    load(&mut play, pgn);
    assert_eq!(play.game().ply(), 3);
    assert_eq!(play.time_left(Color::White), Some(seconds(280.0)));
    assert_eq!(play.time_left(Color::Black), Some(seconds(290.5)));
    assert_eq!(Status::of(&play).headline, "0\u{2013}1, Black wins");
    let out = play.pgn();
    for part in [
        "[%clk 0:04:58]",
        "[%clk 0:04:50.5]",
        "[Result \"0-1\"]",
        "[TimeControl \"300+3\"]",
    ] {
        assert!(out.contains(part), "{part} is not in {out}");
    }
    let back = Play::restore(&play.kept_text(), Options::default()).unwrap();
    assert_eq!((back.pgn(), back.game()), (out, play.game()));

    // An unfinished game is stopped until someone moves.
    load(&mut play, &pgn.replace("0-1", "*"));
    play.resume(seconds(1000.0));
    assert_eq!(play.running_clock(), None);
    play.update(
        Command::Board(HandCommand::Type("Nc6".to_owned())),
        seconds(1001.0),
    );
    assert_eq!(play.running_clock(), Some(Color::White));
}

#[test]
fn an_invalid_import_changes_nothing() {
    let mut play = people("", "");
    type_moves(&mut play, "d4 d5");
    let before = play.kept_text();
    for bad in [
        "",
        "hello",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "x#play?moves=e2e5",
    ] {
        load(&mut play, bad);
        assert!(!play.shell().notice().unwrap().is_good, "{bad}");
        assert_eq!(play.kept_text(), before, "{bad}");
    }
    load(&mut play, "8/8/3k4/8/3K4/8/7R/8 w - - 0 1");
    assert_eq!(
        (play.game().ply(), play.position().turn()),
        (0, Color::White)
    );
}

#[test]
fn a_link_leads_to_the_game_at_the_shown_ply() {
    let mut play = people("", "");
    type_moves(&mut play, "f3 e5 g4 Qh4");
    play.update(Command::Look(LookCommand::Show(2)), Duration::ZERO);
    let link = play.shared().link("http://localhost/");
    assert_eq!(
        link,
        "http://localhost/#play?moves=f2f3,e7e5,g2g4,d8h4&at=2&result=0-1"
    );
    let mut other = people("", "");
    load(&mut other, &link);
    assert_eq!((other.game().ply(), other.shown()), (4, 2));
    assert_eq!(other.game().result(), play.game().result());
}

#[test]
fn undo_and_redo_restore_the_clocks() {
    let mut play = people("5+3", "");
    type_moves(&mut play, "e4");
    play.update(
        Command::Board(HandCommand::Type("e5".to_owned())),
        seconds(10.0),
    );
    let (white, black) = (play.time_left(Color::White), play.time_left(Color::Black));
    assert_eq!(black, Some(seconds(293.0)));
    act(&mut play, GameCommand::TakeBack);
    assert_eq!(play.time_left(Color::Black), Some(seconds(300.0)));
    act(&mut play, GameCommand::PlayAgain);
    assert_eq!(
        (play.time_left(Color::White), play.time_left(Color::Black)),
        (white, black)
    );
}

#[test]
fn a_stored_game_is_restored_with_offers_clocks_and_undone_moves() {
    let mut play = people("5+3", "");
    type_moves(&mut play, "e4 e5 Nf3");
    act(&mut play, GameCommand::OfferDraw);
    play.update(
        Command::Board(HandCommand::Type("Nc6".to_owned())),
        seconds(30.0),
    );
    act(&mut play, GameCommand::TakeBack);
    let again = Play::restore(&play.kept_text(), Options::default()).unwrap();
    assert_eq!(again.game(), play.game());
    assert_eq!(again.game().redoable(), 1);
    for side in Color::ALL {
        assert_eq!(again.time_left(side), play.time_left(side), "{side}");
    }
    assert_eq!(again.kept_text(), play.kept_text());
    for broken in [
        "",
        "x",
        "fourfold-game-1\n",
        "fourfold-game-1\n0 0 - 0 standard x",
    ] {
        assert!(
            Play::restore(broken, Options::default()).is_none(),
            "{broken}"
        );
    }
    let torn = play.kept_text().replace("m e2e4", "m e2e5");
    assert!(Play::restore(&torn, Options::default()).is_none());
}

#[test]
fn agreement_resignation_and_rematch() {
    let mut play = against_engine(Side::Black);
    let effects = act(&mut play, GameCommand::Resign);
    let Some(Effect::Judge(judge)) = effects.last() else {
        panic!("{effects:?}");
    };
    let verdict = MateVerdict::Unknown;
    play.update(Command::Ruled(judge.id, verdict), Duration::ZERO);
    assert_eq!(Status::of(&play).headline, "1\u{2013}0, White wins");
    act(&mut play, GameCommand::Rematch);
    assert_eq!(play.setting().white, Player::Person);
    assert!(play.game().ending().is_none());

    let mut people = people("", "");
    type_moves(&mut people, "e4 e5");
    act(&mut people, GameCommand::OfferDraw);
    type_moves(&mut people, "Nf3");
    assert!(Status::of(&people).line().contains("White offers a draw"));
    act(&mut people, GameCommand::OfferDraw);
    assert_eq!(Status::of(&people).headline, "\u{bd}\u{2013}\u{bd}, a draw");
}

#[test]
fn promotion_asks_for_a_piece_unless_auto_queen_is_on() {
    let start = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let mut play = people("", start);
    click(&mut play, Square::A7);
    click(&mut play, Square::A8);
    // Keys belong to the chooser alone.
    let keys = [
        HandCommand::Activate(Square::A8),
        HandCommand::Activate(Square::A7),
        HandCommand::Focus(Square::B8),
        HandCommand::Choose(ChooserKey::Next),
    ];
    for key in keys {
        play.update(Command::Board(key), Duration::ZERO);
        assert_eq!(play.key_holder(), KeyHolder::Chooser);
    }
    assert_eq!(play.marked(), Some(Role::Rook));
    play.update(
        Command::Board(HandCommand::Promote(Role::Knight)),
        Duration::ZERO,
    );
    assert!(play.game().ending().is_some(), "a knight alone cannot mate");
    let mut queens = people("", start);
    queens.update(Command::Look(LookCommand::ToggleQueens), Duration::ZERO);
    click(&mut queens, Square::A7);
    click(&mut queens, Square::A8);
    assert_eq!(rows(queens.game())[0].moves[0].as_ref().unwrap().1, "a8=Q");
}

#[test]
fn viewing_earlier_moves_changes_nothing_and_a_click_returns() {
    let mut play = people("", "");
    type_moves(&mut play, "e4 e5 Nf3");
    play.update(Command::Look(LookCommand::Back), Duration::ZERO);
    play.update(Command::Look(LookCommand::Back), Duration::ZERO);
    assert!(play.is_past());
    assert_eq!(play.position().turn(), Color::Black);
    click(&mut play, Square::E7);
    assert!(!play.is_past());
    assert_eq!(play.game().ply(), 3);
}

#[test]
fn pgn_has_clocks_names_and_the_result() {
    let mut play = people("5+3", "");
    type_moves(&mut play, "f3 e5 g4");
    play.update(
        Command::Board(HandCommand::Type("Qh4".to_owned())),
        seconds(5.0),
    );
    let pgn = play.pgn();
    assert!(
        pgn.contains("[White \"White\"]") && pgn.contains("[TimeControl \"300+3\"]"),
        "{pgn}"
    );
    assert!(
        pgn.contains("[%clk 0:05:01]") && pgn.trim_end().ends_with("0-1"),
        "{pgn}"
    );
    let fen = play.update(ShareGame::CopyPosition.into(), Duration::ZERO);
    assert!(
        matches!(&fen[..], [Effect::Common(Common::Copy(fen))] if fen.starts_with("rnb1kbnr/"))
    );
    let share = Some(Dialog::Share);
    play.update(Command::Open(share), Duration::ZERO);
    play.update(ShareGame::CopyText.into(), Duration::ZERO);
    assert_eq!(play.shell().dialog(), share, "it says whether that worked");
}

/// The law vectors of `game`: 118 games judged by two other libraries, every fact at every ply.
const DRAWS: &str = include_str!("../../../game/tests/data/draws.jsonl");

#[test]
fn the_page_agrees_with_the_law_vectors() {
    for line in DRAWS.lines() {
        let vector: serde_json::Value = serde_json::from_str(line).unwrap();
        let (id, plies) = (&vector["id"], vector["plies"].as_array().unwrap());
        let mode = chess::notation::castling_mode(vector["chess960"] == true);
        let start = vector["start_fen"].as_str().unwrap();
        let position = chess::notation::read_position(Some(start), mode)
            .unwrap()
            .position;
        let setting = Setting {
            white: Player::Person,
            black: Player::Person,
            start: game::Start { position, mode },
            ..Setting::default()
        };
        let mut play = Play::new(setting, Options::default());
        for (ply, facts) in plies.iter().enumerate() {
            if facts["after_end"] == true {
                break;
            }
            if let Some(m) = ply.checked_sub(1).map(|index| &vector["moves"][index]) {
                play.update(
                    Command::Board(HandCommand::Type(m.as_str().unwrap().to_owned())),
                    Duration::ZERO,
                );
            }
            let at = format!("{id} at ply {ply}");
            assert_eq!(play.game().ply(), ply, "{at}: {:?}", play.shell().notice());
            assert_eq!(
                play.position().to_string(),
                facts["fen"].as_str().unwrap(),
                "{at}"
            );
            let is_over = play.game().ending().is_some();
            if !facts["outcome"].is_null() {
                assert!(is_over, "{at}");
                let result = facts["outcome"]["result"].as_str().unwrap();
                assert_eq!(play.game().result().token(), result, "{at}");
                break;
            }
            if is_over {
                // The referee proves more than the libraries that judged the vectors.
                assert!(Status::of(&play).line().contains("dead"), "{at}");
                break;
            }
            let grounds: Vec<_> = play
                .open_claims()
                .iter()
                .map(|claim| claim.ground)
                .collect();
            let has = |ground| grounds.contains(&ground);
            assert_eq!(
                has(game::Ground::Threefold),
                facts["threefold_now"] == true,
                "{at}"
            );
            assert_eq!(
                has(game::Ground::FiftyMoves),
                facts["fifty_now"] == true,
                "{at}"
            );
            let gauge = play.gauge().unwrap();
            assert_eq!(
                Some(u64::from(gauge.halfmoves)),
                facts["clock"].as_u64(),
                "{at}"
            );
            assert_eq!(
                Some(u64::from(gauge.occurrences)),
                facts["reps"].as_u64(),
                "{at}"
            );
            let line = Status::of(&play).line();
            assert_eq!(
                line.contains("may claim a draw:"),
                !grounds.is_empty(),
                "{at}: {line}"
            );
        }
    }
}

/// Lets the engine answer the open request.
fn answer(play: &mut Play, best: &str) -> Vec<Effect> {
    let (id, best) = (play.asked.unwrap(), best.to_owned());
    // An engine that is better does not claim a draw.
    let score = 300;
    play.update(Command::Engine(Answer { id, best, score }), Duration::ZERO)
}

/// A game in which the engine, as Black, finds itself lost for four moves.
fn lost_for_the_engine(resigns: bool) -> (Play, Vec<Effect>) {
    let setting = Setting {
        resigns,
        ..against_engine(Side::White).setting().clone()
    };
    let mut play = Play::new(setting, Options::default());
    let mut effects = Vec::new();
    for (mine, its) in [
        ("e3", "a7a6"),
        ("d3", "b7b6"),
        ("c3", "c7c6"),
        ("b3", "d7d6"),
    ] {
        type_moves(&mut play, mine);
        let (id, best, score) = (play.asked.unwrap(), its.to_owned(), -2_000);
        let answer = Command::Engine(Answer { id, best, score });
        effects = play.update(answer, Duration::ZERO);
    }
    (play, effects)
}

#[test]
fn the_engine_resigns_a_lost_game_if_the_referee_says_that_the_person_can_mate() {
    for (verdict, is_over) in [
        (MateVerdict::Yes(Vec::new()), true),
        (MateVerdict::No("it is proven".to_owned()), false),
        (MateVerdict::Unknown, false),
    ] {
        let (mut play, effects) = lost_for_the_engine(true);
        let [Effect::Judge(judge)] = effects.as_slice() else {
            panic!("{effects:?}");
        };
        assert_eq!((judge.side, play.game().ply()), (Color::White, 7));
        play.update(Command::Ruled(judge.id, verdict), Duration::ZERO);
        assert_eq!(play.game().ending().is_some(), is_over);
        assert_eq!(play.game().ply(), if is_over { 7 } else { 8 });
        let back = Play::restore(&play.kept_text(), Options::default()).unwrap();
        assert_eq!(back.game(), play.game());
    }
    let (play, _) = lost_for_the_engine(false);
    assert_eq!((play.game().ply(), play.is_judged()), (8, false));
}

#[test]
fn the_engine_offers_a_draw_after_its_move_and_the_person_can_accept() {
    let mut play = against_engine(Side::White);
    type_moves(&mut play, "e4");
    let reply = play.game().position().parse_san("e5").unwrap();
    play.engine_acts(Intention::OfferWith(game::Command::Play(reply)));
    assert!(play.game().offers().stands(Color::Black));
    let spoken = play.shell().spoken();
    assert_eq!(spoken, "Black played e5. Fourfold offers a draw.");
    act(&mut play, GameCommand::OfferDraw);
    let ending = play.game().ending().unwrap();
    assert_eq!(ending.reason(), Reason::Agreement);
}

#[test]
fn the_engines_claims_are_not_offered() {
    let mut play = against_engine(Side::White);
    for (mine, its) in [("Nf3", "g8f6"), ("Ng1", "f6g8"), ("Nf3", "g8f6")] {
        type_moves(&mut play, mine);
        answer(&mut play, its);
    }
    type_moves(&mut play, "Ng1");
    answer(&mut play, "f6g8");
    assert_eq!(play.open_claims().len(), 1, "the person may claim");
    type_moves(&mut play, "Nf3");
    assert!(play.game().claims().len() == 1 && !play.is_persons_turn());
    act(&mut play, GameCommand::Claim);
    assert!(play.game().ending().is_none());
    assert_eq!(play.shell().notice().unwrap().text, "It is not your turn.");
}

#[test]
fn a_replaced_game_is_restored_completely() {
    let mut play = people("5+3", "");
    type_moves(&mut play, "e4 e5");
    act(&mut play, GameCommand::OfferDraw);
    let before = play.kept_text();
    for other in [
        "8/8/3k4/8/3K4/8/7R/8 w - - 0 1",
        "1. d4 d5 *",
        "x#play?moves=c2c4",
    ] {
        load(&mut play, other);
        assert_eq!(
            play.shell().notice().unwrap().remedy,
            Some(Remedy::BringBack),
            "{other}"
        );
        let revision = play.revision();
        act(&mut play, GameCommand::BringBack);
        assert_ne!(play.revision(), revision);
        assert_eq!(play.kept_text(), before, "{other}");
    }
    // A new game too; a game without a move keeps the previously replaced one.
    act(&mut play, GameCommand::New(Box::default()));
    assert_eq!(
        play.shell().notice().unwrap().remedy,
        Some(Remedy::BringBack)
    );
    act(&mut play, GameCommand::New(Box::default()));
    assert_eq!(play.aside(), Some(before.as_str()));
    assert!(play.shell().notice().is_none(), "nothing was replaced");
    act(&mut play, GameCommand::BringBack);
    assert_eq!(play.kept_text(), before);
    // The page keeps it across a reload.
    let again = people("", "").with_aside(Some(before.clone()));
    assert_eq!(again.aside(), Some(before.as_str()));
}

#[test]
fn an_offer_to_restore_survives_the_engines_first_move() {
    let mut play = people("", "");
    type_moves(&mut play, "e4");
    let setting = against_engine(Side::Black).setting().clone();
    act(&mut play, GameCommand::New(Box::new(setting)));
    answer(&mut play, "d2d4");
    assert_eq!(
        play.shell().notice().unwrap().remedy,
        Some(Remedy::BringBack)
    );
    type_moves(&mut play, "d5");
    assert!(play.shell().notice().is_none());
}

#[test]
fn storage_failures_and_other_tabs_are_reported() {
    let mut play = people("", "");
    type_moves(&mut play, "e4");
    let tell = |play: &mut Play, command| play.update(Command::Keeping(command), Duration::ZERO);
    tell(&mut play, KeepCommand::Kept(false));
    assert_eq!(
        play.shell().notice().unwrap().remedy,
        Some(Remedy::SaveFile)
    );
    assert!(!play.is_kept());
    tell(&mut play, KeepCommand::Lost);
    assert!(
        play.shell()
            .notice()
            .unwrap()
            .text
            .contains("could not be read")
    );
    // The first notice is still below, until the game is kept again or someone puts it away.
    assert_eq!(play.shell().said().len(), 2);
    tell(&mut play, KeepCommand::Kept(true));
    for _ in 0..2 {
        play.update(Command::Dismiss(0), Duration::ZERO);
    }
    assert!(play.shell().notice().is_none());
    let same = play.kept_text();
    tell(&mut play, KeepCommand::FoundElsewhere(same));
    assert!(play.shell().notice().is_none());
    let mut other = people("", "");
    type_moves(&mut other, "d4 d5");
    tell(&mut play, KeepCommand::FoundElsewhere(other.kept_text()));
    assert_eq!(
        play.shell().notice().unwrap().remedy,
        Some(Remedy::TakeOver)
    );
    tell(&mut play, KeepCommand::TakeOver);
    assert_eq!(play.kept_text(), other.kept_text());
    let text = "Loaded the game from the other tab.";
    assert_eq!(play.shell().notice().unwrap().text, text);
    assert_eq!(play.shell().said().len(), 1, "the offer is settled");
}

#[test]
fn a_loaded_game_keeps_names_tags_comments_and_variations() {
    let pgn = "[Event \"Match\"]\n[White \"Anand, V\"]\n[Black \"Carlsen, M\"]\n[WhiteElo \"2775\"]\n\n\
               1. e4 $1 {a back\\slash} ( 1. d4 d5 ) 1... e5 {[%clk 0:04:50]} 2. Nf3 *";
    let mut play = people("", "");
    load(&mut play, pgn);
    assert_eq!(play.name(Color::White), "Anand, V");
    let back = Play::restore(&play.kept_text(), Options::default()).unwrap();
    for play in [&play, &back] {
        let out = play.pgn();
        for part in [
            "[Event \"Match\"]",
            "[White \"Anand, V\"]",
            "[Black \"Carlsen, M\"]",
            "[WhiteElo \"2775\"]",
            "{a back\\slash}",
            "(1. d4 d5)",
        ] {
            assert!(out.contains(part), "{part} is not in {out}");
        }
        assert_eq!(out.matches("%clk").count(), 1, "{out}");
    }
    assert_eq!(back.kept_text(), play.kept_text());
    type_moves(&mut play, "Nc6");
    assert!(play.pgn().contains("Nc6") && play.pgn().contains("Anand"));
    act(&mut play, GameCommand::Rematch);
    assert_eq!(play.name(Color::White), "White", "another game");
}

#[test]
fn a_dead_position_and_a_flag_come_with_the_referees_proof() {
    let mut dead = people("", "4k3/8/8/p2p2p1/P2P4/6P1/8/4K3 w - - 0 1");
    type_moves(&mut dead, "g4");
    let line = Status::of(&dead).line();
    assert!(line.contains("The position is dead"), "{line}");
    assert!(
        line.contains("Neither side can ever mate: no mating net can be woven"),
        "{line}"
    );

    let mut flag = people("1+0", "8/8/3k4/8/3K4/8/7R/8 w - - 0 1");
    type_moves(&mut flag, "Rh1 Ke6");
    flag.update(Command::Tick, seconds(61.0));
    let said = "Black can never mate: no mate exists with this material.";
    let line = Status::of(&flag).line();
    assert!(line.contains(said), "{line}");
    let back = Play::restore(&flag.kept_text(), Options::default()).unwrap();
    assert_eq!(Status::of(&back).line(), line);

    // What only the worker could prove is stored too.
    let mut proven = people("1+0", "");
    type_moves(&mut proven, "e4");
    let effects = proven.update(Command::Tick, seconds(60.0));
    let [Effect::Judge(judge)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    let verdict = MateVerdict::No("a proof in words".to_owned());
    proven.update(Command::Ruled(judge.id, verdict), seconds(60.0));
    let line = Status::of(&proven).line();
    assert!(
        line.contains("White can never mate: a proof in words."),
        "{line}"
    );
    let back = Play::restore(&proven.kept_text(), Options::default()).unwrap();
    assert_eq!(Status::of(&back).line(), line);
}

fn with_arbiter(control: &str) -> Play {
    let setting = Setting::from_form(Against::Person, Side::White, control, "", true).unwrap();
    Play::new(setting, Options::default())
}

#[test]
fn an_arbiters_decisions_are_listed_stored_and_exported() {
    let mut play = with_arbiter("5+0");
    type_moves(&mut play, "e4 e5");
    let side = Color::Black;
    act(&mut play, GameCommand::AdjustTime { side, seconds: 120 });
    act(&mut play, GameCommand::Pause);
    let words: Vec<_> = play.decisions().iter().map(|d| d.words.as_str()).collect();
    assert_eq!(words, ["Black gains 2 minutes.", "The clocks are stopped."]);
    let pgn = play.pgn().replace('\n', " ");
    assert!(pgn.contains("{Arbiter: Black gains 2 minutes.}"), "{pgn}");

    // A reload does not start clocks that the arbiter has stopped.
    let mut back = Play::restore(&play.kept_text(), Options::default()).unwrap();
    assert_eq!(back.decisions(), play.decisions());
    back.resume(seconds(10.0));
    back.update(Command::Tick, seconds(2_000.0));
    assert!(back.is_paused() && back.game().ending().is_none());
    assert_eq!(back.time_left(Color::Black), Some(seconds(420.0)));
    back.update(Command::Game(GameCommand::Pause), seconds(2_000.0));
    assert_eq!(back.running_clock(), Some(Color::White));
    assert_eq!(back.decisions().len(), 3);
}

#[test]
fn time_added_by_an_arbiter_survives_undo_and_redo() {
    let mut play = with_arbiter("5+0");
    type_moves(&mut play, "e4 e5");
    let side = Color::White;
    act(&mut play, GameCommand::AdjustTime { side, seconds: 60 });
    act(&mut play, GameCommand::TakeBack);
    assert_eq!(play.time_left(Color::White), Some(seconds(300.0)));
    let side = Color::Black;
    act(&mut play, GameCommand::AdjustTime { side, seconds: -30 });
    act(&mut play, GameCommand::PlayAgain);
    assert_eq!(play.time_left(Color::White), Some(seconds(360.0)));
    assert_eq!(play.time_left(Color::Black), Some(seconds(270.0)));
    let back = Play::restore(&play.kept_text(), Options::default()).unwrap();
    for side in Color::ALL {
        assert_eq!(back.time_left(side), play.time_left(side), "{side}");
    }
}

#[test]
fn undo_and_redo_against_the_engine_stop_at_the_persons_turns() {
    let mut play = against_engine(Side::White);
    type_moves(&mut play, "f3");
    answer(&mut play, "e7e5");
    type_moves(&mut play, "g4");
    answer(&mut play, "d8h4");
    assert!(play.game().ending().is_some(), "the engine has mated");
    act(&mut play, GameCommand::TakeBack);
    assert_eq!(play.game().ply(), 2);
    assert!(play.is_persons_turn() && !play.is_thinking());
    act(&mut play, GameCommand::PlayAgain);
    assert_eq!(play.game().ply(), 4);
    assert!(play.game().ending().is_some() && !play.is_thinking());
    // A move that the engine has not answered is taken back alone.
    act(&mut play, GameCommand::TakeBack);
    type_moves(&mut play, "e4");
    assert!(play.is_thinking());
    act(&mut play, GameCommand::TakeBack);
    assert_eq!((play.game().ply(), play.is_thinking()), (2, false));
    act(&mut play, GameCommand::PlayAgain);
    assert_eq!((play.game().ply(), play.is_thinking()), (3, true));

    // Nothing is taken back before the person has moved.
    let mut black = against_engine(Side::Black);
    black.resume(Duration::ZERO);
    answer(&mut black, "e2e4");
    assert_eq!(black.steps_back(), None);
    act(&mut black, GameCommand::TakeBack);
    assert_eq!(black.game().ply(), 1);
}

#[test]
fn the_possible_mate_follows_undo_and_redo_of_the_ending() {
    let mut play = people("1+0", "");
    type_moves(&mut play, "e4");
    let effects = play.update(Command::Tick, seconds(60.0));
    let [Effect::Judge(judge)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    let line = ["f7f6", "d2d4", "g7g5", "d1h5"].map(str::to_owned).to_vec();
    let ruled = Command::Ruled(judge.id, MateVerdict::Yes(line));
    play.update(ruled, seconds(60.0));
    assert_eq!(play.mate().len(), 4);
    act(&mut play, GameCommand::TakeBack);
    assert!(play.mate().is_empty());
    let undone = Play::restore(&play.kept_text(), Options::default()).unwrap();
    assert!(undone.mate().is_empty());
    act(&mut play, GameCommand::PlayAgain);
    assert_eq!(play.mate().len(), 4);
    let redone = Play::restore(&play.kept_text(), Options::default()).unwrap();
    assert_eq!(redone.mate(), play.mate());
}

#[test]
fn a_promoted_pawn_is_not_captured() {
    let mut play = people("", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    type_moves(&mut play, "axb8=Q+");
    assert_eq!(play.lost(Color::White), []);
    assert_eq!(play.lost(Color::Black), [Role::Knight]);
    play.update(Command::Look(LookCommand::Back), Duration::ZERO);
    assert_eq!(play.lost(Color::Black), [], "nothing is captured yet");
}

#[test]
fn a_claim_with_a_named_move_is_described() {
    let mut play = people("", "");
    type_moves(&mut play, SHUFFLE);
    let line = Status::of(&play).line();
    assert!(
        line.contains("Black may claim a draw with Ng8 (article 9.2.1)"),
        "{line}"
    );
}

#[test]
fn a_period_clock_keeps_its_move_count_after_a_reload() {
    let mut play = people("2/1", "");
    type_moves(&mut play, "e4 e5");
    let mut back = Play::restore(&play.kept_text(), Options::default()).unwrap();
    type_moves(&mut play, "Nf3");
    type_moves(&mut back, "Nf3");
    assert_eq!(play.time_left(Color::White), Some(seconds(120.0)));
    assert_eq!(back.time_left(Color::White), play.time_left(Color::White));
    // They survive a takeback too.
    act(&mut back, GameCommand::TakeBack);
    let mut again = Play::restore(&back.kept_text(), Options::default()).unwrap();
    type_moves(&mut again, "Nf3");
    assert_eq!(again.time_left(Color::White), Some(seconds(120.0)));
}

#[test]
fn a_partially_read_file_is_reported() {
    let mut play = people("", "");
    let text = "1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 *\n".to_owned();
    let cut_from = Some(90_000_000);
    let beginning = LoadGame::Text { text, cut_from };
    play.update(beginning.into(), Duration::ZERO);
    assert_eq!(play.game().ply(), 1);
    let said = &play.shell().notice().unwrap().text;
    assert!(said.contains("90 MB"), "{said}");
}

#[test]
fn low_time_sounds_once() {
    let mut play = people("1+0", "");
    type_moves(&mut play, "e4");
    assert_eq!(play.update(Command::Tick, seconds(30.0)), []);
    let low = [Common::Sound(Sound::Low).into()];
    assert_eq!(play.update(Command::Tick, seconds(58.0)), low);
    assert_eq!(play.update(Command::Tick, seconds(58.1)), []);
    let mut silent = people("1+0", "");
    silent.update(Command::Look(LookCommand::ToggleSound), Duration::ZERO);
    type_moves(&mut silent, "e4");
    assert_eq!(silent.update(Command::Tick, seconds(58.0)), []);
}

#[test]
fn a_game_that_is_over_at_its_start_says_why() {
    for (start, headline, reason) in [
        (
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
            "\u{bd}\u{2013}\u{bd}, a draw",
            "article 5.2.2",
        ),
        (
            "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
            "\u{bd}\u{2013}\u{bd}, a draw",
            "article 5.2.2",
        ),
        (
            "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
            "\u{bd}\u{2013}\u{bd}, a draw",
            "article 5.2.1",
        ),
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "1\u{2013}0, White wins",
            "article 5.1.1",
        ),
    ] {
        let play = people("", start);
        let status = Status::of(&play);
        assert_eq!(status.headline, headline, "{start}");
        assert!(status.line().contains(reason), "{start}: {}", status.line());
        // The notice about the game before does not hide it.
        let mut play = people("", "");
        type_moves(&mut play, "e4 e5");
        let setting = Setting::from_form(Against::Person, Side::White, "", start, false).unwrap();
        act(&mut play, GameCommand::New(Box::new(setting)));
        let status = Status::of(&play);
        assert_eq!(status.tone(), Tone::Verdict);
        for words in [status.line().as_str(), play.shell().spoken()] {
            assert!(words.contains(reason), "{start}: {words}");
            assert!(words.contains("can be restored"), "{start}: {words}");
        }
    }
}

#[test]
fn article_5_1_2_a_resignation_asks_only_whether_the_opponent_could_mate() {
    let mut play = people("", "");
    type_moves(&mut play, "e4 e5");
    let effects = act(&mut play, GameCommand::Resign);
    assert_eq!(
        play.shell().spoken(),
        "White resigned. Checking whether Black can still win\u{2026}"
    );
    let judge = effects.iter().find_map(|effect| match effect {
        Effect::Judge(judge) => Some(judge.clone()),
        _ => None,
    });
    let line = ["e1e2", "f8c5"].map(str::to_owned).to_vec();
    let ruled = Command::Ruled(judge.unwrap().id, MateVerdict::Yes(line));
    play.update(ruled, Duration::ZERO);
    let status = Status::of(&play);
    assert_eq!(status.headline, "0\u{2013}1, Black wins");
    assert_eq!(
        status.line(),
        "White resigned (article 5.1.2). Black could still mate by a series of legal moves, so \
         Black wins."
    );
    assert!(play.mate().is_empty(), "no line is shown");
    play.update(Command::Look(LookCommand::Forward), Duration::ZERO);
    assert_eq!(play.shown(), 2, "nothing follows the end");
    let back = Play::restore(&play.kept_text(), Options::default()).unwrap();
    assert_eq!(Status::of(&back).line(), status.line());
}

#[test]
fn the_day_of_the_first_move_is_in_the_pgn() {
    // 30 December 2023, an hour before midnight.
    let evening = Duration::from_secs(1_703_977_200);
    let mut play = people("", "").with_calendar(evening);
    assert!(play.pgn().contains("[Date \"????.??.??\"]"));
    let play_at = |play: &mut Play, san: &str, time| {
        play.update(
            Command::Board(HandCommand::Type(san.to_owned())),
            seconds(time),
        );
    };
    play_at(&mut play, "e4", 60.0);
    play_at(&mut play, "e5", 7_200.0);
    assert!(
        play.pgn().contains("[Date \"2023.12.30\"]"),
        "{}",
        play.pgn()
    );
    let back = Play::restore(&play.kept_text(), Options::default()).unwrap();
    assert!(back.pgn().contains("[Date \"2023.12.30\"]"));
    // The next game begins on the next day.
    let setting = play.setting().clone();
    play.update(
        Command::Game(GameCommand::New(Box::new(setting))),
        seconds(7_300.0),
    );
    play_at(&mut play, "d4", 7_400.0);
    assert!(play.pgn().contains("[Date \"2023.12.31\"]"));
}

#[test]
fn a_game_at_a_table_is_dated_only_if_its_beginning_was_seen() {
    let remote = Remote {
        mine: None,
        names: ["Ann".to_owned(), "Bo".to_owned()],
        clocks: None,
        bonus: None,
    };
    let follow = |play: &mut Play, game: &Game| {
        let (game, remote) = (game.clone(), remote.clone());
        let followed = Box::new(Followed { game, remote });
        play.update(Command::Follow(followed), Duration::ZERO);
        play.pgn().contains("[Date \"1970.01.02\"]")
    };
    let day = Duration::from_secs(86_400);
    let mut games = vec![Game::default()];
    for san in ["e4", "e5"] {
        let mut next = games.last().unwrap().clone();
        let m = next.position().parse_san(san).unwrap();
        next.execute(game::Command::Play(m)).unwrap();
        games.push(next);
    }
    let mut seen = people("", "").with_calendar(day);
    for game in &games {
        assert!(follow(&mut seen, game));
    }
    let mut late = people("", "").with_calendar(day);
    assert!(!follow(&mut late, &games[1]) && !follow(&mut late, &games[2]));
    assert!(follow(&mut late, &games[0]), "a rematch begins today");
}

#[test]
fn an_engine_that_fails_is_reported_and_the_game_does_not_wait_for_it() {
    let mut play = against_engine(Side::White);
    let effects = play.update(
        Command::Board(HandCommand::Type("e4".to_owned())),
        Duration::ZERO,
    );
    let id = effects.iter().find_map(|effect| match effect {
        Effect::Think(question) => Some(question.id),
        _ => None,
    });
    assert!(play.is_thinking());
    let why = "it stopped working".to_owned();
    play.update(Command::Failed(id.unwrap(), why), Duration::ZERO);
    assert!(!play.is_thinking());
    assert!(
        Status::of(&play)
            .line()
            .contains("does not answer: it stopped working")
    );
    // After a reload, it is asked again.
    let mut back = Play::restore(&play.kept_text(), Options::default()).unwrap();
    let effects = back.resume(Duration::ZERO);
    assert!(matches!(effects[..], [Effect::Think(_)]), "{effects:?}");
}

#[test]
fn an_open_claim_announces_itself_with_one_button() {
    let mut play = people("", "");
    type_moves(&mut play, SHUFFLE);
    let buttons = |play: &Play| -> Vec<(Tone, &'static str)> {
        let messages = Status::of(play).messages.into_iter();
        let buttons = messages.flat_map(|said| {
            let tone = said.tone;
            said.buttons
                .into_iter()
                .map(move |button| (tone, button.action))
        });
        buttons.collect()
    };
    assert_eq!(buttons(&play), [(Tone::Offer, "claim-named")]);
    assert!(
        Status::of(&play)
            .line()
            .contains("may claim a draw with Ng8 (article 9.2.1)")
    );
    let mut named = play.clone();
    let press = Command::press(Press::ClaimNamed).unwrap();
    named.update(press, Duration::ZERO);
    let ending = named.game().ending().unwrap();
    assert_eq!(ending.reason().article(), Some("9.2.1"));
    type_moves(&mut play, "Ng8");
    assert_eq!(buttons(&play), [(Tone::Offer, "claim-open")]);
    let press = Command::press(Press::Claim).unwrap();
    play.update(press, Duration::ZERO);
    assert!(
        play.game().ending().is_some(),
        "a right claim needs no question"
    );
}

#[test]
fn a_wrong_claim_with_a_move_is_asked_about_and_can_be_left() {
    let mut play = people("10+0", "");
    act(&mut play, GameCommand::ClaimWithMove);
    let named = HandCommand::Type("e4".to_owned());
    play.update(Command::Board(named), Duration::ZERO);
    assert_eq!(
        (play.game().ply(), play.shell().dialog()),
        (0, Some(Dialog::Claim))
    );
    play.update(Command::Open(None), Duration::ZERO);
    assert!(!play.claims_with_move(), "the next move is a move");
    type_moves(&mut play, "e4");
    assert_eq!(play.game().ply(), 1);
}

#[test]
fn a_wrong_claim_is_asked_about_once_in_each_position() {
    let mut play = people("", "");
    let is_asked = |play: &mut Play, moves: &str| {
        type_moves(play, moves);
        act(play, GameCommand::Claim);
        let is_asked = play.shell().dialog() == Some(Dialog::Claim);
        act(play, GameCommand::ClaimAnyway);
        is_asked
    };
    assert!(is_asked(&mut play, ""));
    assert!(!is_asked(&mut play, ""), "this position was asked about");
    assert!(is_asked(&mut play, "e4"));
    act(&mut play, GameCommand::TakeBack);
    assert!(is_asked(&mut play, "d4"), "the same ply, another position");
    assert!(!play.cost_of_a_wrong_claim().contains("more"), "no clock");
    // The next game begins with the position in which the last question was answered.
    act(&mut play, GameCommand::Rematch);
    assert!(is_asked(&mut play, ""));
    act(&mut play, GameCommand::Rematch);
    assert!(is_asked(&mut play, ""));
}

#[test]
fn a_rematch_at_a_table_asks_about_a_wrong_claim_again() {
    let follow = |play: &mut Play, moves: &[&str]| {
        let mut game = Game::default();
        for san in moves {
            let m = game.position().parse_san(san).unwrap();
            game.execute(game::Command::Play(m)).unwrap();
        }
        let remote = Remote {
            mine: Some(Color::White),
            names: ["Ann".to_owned(), "Bo".to_owned()],
            clocks: None,
            bonus: None,
        };
        play.update(
            Command::Follow(Box::new(Followed { game, remote })),
            Duration::ZERO,
        );
        act(play, GameCommand::Claim);
        let is_asked = play.shell().dialog() == Some(Dialog::Claim);
        act(play, GameCommand::ClaimAnyway);
        is_asked
    };
    let mut play = people("", "");
    assert!(follow(&mut play, &["e4", "e5"]));
    assert!(!follow(&mut play, &["e4", "e5"]));
    let spoken = "A new game. White begins.";
    assert!(follow(&mut play, &[]), "a rematch");
    assert_eq!(play.shell().spoken(), spoken);
    assert!(follow(&mut play, &["e4", "e5"]));
}

#[test]
fn what_is_done_is_announced_in_the_words_of_the_screen() {
    let mut play = people("", "");
    let expect = |play: &Play, words: &str| {
        assert_eq!(play.shell().spoken(), words);
        assert!(Status::of(play).line().ends_with(words), "{words}");
    };
    type_moves(&mut play, "e4 e5");
    act(&mut play, GameCommand::TakeBack);
    expect(&play, "White played e4. One move was taken back.");
    act(&mut play, GameCommand::TakeBack);
    expect(&play, "A new game. White begins. 2 moves were taken back.");
    act(&mut play, GameCommand::PlayAgain);
    expect(&play, "White played e4. One move was taken back.");
    play.update(LookCommand::Back.into(), Duration::ZERO);
    expect(&play, "Viewing the start of the game.");
    act(&mut play, GameCommand::Rematch);
    expect(&play, "A new game. White begins.");
    act(&mut play, GameCommand::ClaimWithMove);
    expect(&play, &Status::of(&play).line());
    play.update(Command::Board(HandCommand::LetGo), Duration::ZERO);
    assert_eq!(
        play.shell().spoken(),
        "Claim canceled. A new game. White begins."
    );
    type_moves(&mut play, SHUFFLE);
    let claim = "White may claim a draw with Ng8";
    let claim = claim.replace("White", "Black");
    assert!(
        play.shell().spoken().contains(&claim),
        "{}",
        play.shell().spoken()
    );
    type_moves(&mut play, "Ng8");
    let claim = "White may claim a draw: the position has occurred 3 times (article 9.2.2).";
    assert!(play.shell().spoken().ends_with(claim));
    assert!(Status::of(&play).line().contains(claim));
}

#[test]
fn an_offer_to_the_engine_is_seen_to_wait_and_to_be_declined() {
    let mut play = against_engine(Side::White);
    type_moves(&mut play, "e4");
    answer(&mut play, "e7e5");
    assert!(play.can_offer());
    act(&mut play, GameCommand::OfferDraw);
    assert!(!play.can_offer());
    let says = "You offered a draw. Fourfold answers with its next move.";
    assert!(Status::of(&play).line().contains(says));
    assert_eq!(play.shell().spoken(), says);
    type_moves(&mut play, "Nf3");
    let asked = play.asked.unwrap();
    let worse = Answer {
        id: asked,
        best: "b8c6".to_owned(),
        score: 500,
    };
    play.update(Command::Engine(worse), Duration::ZERO);
    assert_eq!(
        Status::of(&play).messages[0].text,
        "Fourfold declines the draw."
    );
    assert!(
        play.shell()
            .spoken()
            .contains("Fourfold declines the draw.")
    );
}

#[test]
fn a_finished_game_is_one_click_from_its_analysis_with_all_that_it_has() {
    let mut play = people("", "");
    let pgn = "[White \"Anna\"]\n[Date \"2011.02.03\"]\n[TimeControl \"300\"]\n\n\
               1. f3 {[%clk 0:04:50]} e5 2. g4 {a gift} (2. e4) Qh4# 0-1";
    load(&mut play, pgn);
    let effects = act(&mut play, GameCommand::Analyze);
    let [Effect::Common(Common::Analyze(game))] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    let text = game.tree.to_string();
    for part in [
        "Anna",
        "2011.02.03",
        "[%clk 0:04:50]",
        "a gift",
        "(2. e4)",
        "Qh4#",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(game.shown, game.tree.main_end());
}

#[test]
fn the_analysis_of_a_game_at_a_table_has_its_names_and_clocks() {
    let mut timed = TimedGame::new(
        Game::default(),
        TimeControl::parse("5+0", Unit::Minutes).unwrap(),
    );
    for (at, san) in [(0.0, "e4"), (10.0, "e5"), (30.0, "Nf3")] {
        let m = timed.game().position().parse_san(san).unwrap();
        timed.execute(game::Command::Play(m), seconds(at)).unwrap();
    }
    let remote = Remote {
        mine: Some(Color::White),
        names: ["Ann".to_owned(), "Bo".to_owned()],
        clocks: Some(timed.timing().clone()),
        bonus: Some(seconds(60.0)),
    };
    let game = timed.game().clone();
    let mut play = people("", "");
    play.update(
        Command::Follow(Box::new(Followed { game, remote })),
        Duration::ZERO,
    );
    let text = play.analysis().tree.to_string();
    for part in [
        "Ann",
        "Bo",
        "[TimeControl \"300\"]",
        "[%clk 0:04:50]",
        "[%clk 0:04:40]",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(
        play.time_left(Color::White),
        None,
        "the clocks run at the table"
    );
    assert!(play.cost_of_a_wrong_claim().contains("gets 1 minute more"));
}

#[test]
fn several_messages_are_a_list() {
    let mut play = people("", "");
    type_moves(&mut play, "e4 e5");
    play.update(Command::Keeping(KeepCommand::Kept(false)), Duration::ZERO);
    act(&mut play, GameCommand::OfferDraw);
    type_moves(&mut play, "Nf3");
    let messages = Status::of(&play).messages;
    let tones: Vec<Tone> = messages.iter().map(|said| said.tone).collect();
    assert_eq!(
        tones,
        [Tone::Error, Tone::Offer, Tone::Plain],
        "{messages:?}"
    );
}

#[test]
fn a_link_starts_a_game_of_its_level_and_clock() {
    let setting = Setting::of_link("new=5&clock=3+2").unwrap();
    assert_eq!(
        (setting.white, setting.black),
        (Player::Person, Player::Engine(5))
    );
    assert_eq!(
        Play::new(setting, Options::default()).time_left(Color::White),
        Some(seconds(180.0))
    );
    assert_eq!(
        Setting::of_link("new=10").unwrap().black,
        Player::Engine(10)
    );
    for bad in [
        "new=0",
        "new=11",
        "new",
        "moves=e2e4",
        "new=3&x=1",
        "new=3&clock=soon",
    ] {
        assert_eq!(Setting::of_link(bad), None, "{bad}");
    }
}
