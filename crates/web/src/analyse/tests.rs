//! A study, command by command.

use chess::Role;
use thinker::message::{EngineLine, MateVerdict, Progress, Request, Score};

use super::*;
use crate::autosave::KeptState;
use crate::geometry::Point;
use crate::hand::HandCommand;
use crate::promotion::ChooserKey;
use crate::shell::KeyHolder;
use crate::single::hand::Hand;
use crate::single::import::LoadGame;
use crate::tone::Tone;
use crate::view::Gesture;

fn study() -> Study {
    Study::new(Start::standard(), Options::default())
}

fn type_moves(study: &mut Study, moves: &str) {
    for san in moves.split_whitespace() {
        study.update(Command::Board(HandCommand::Type(san.to_owned())));
        assert_eq!(study.shell().notice(), None, "{san}");
    }
}

#[test]
fn a_typed_move_is_refused_with_its_reason() {
    let mut study = study();
    study.update(Command::Board(HandCommand::Type("f1-b5".to_owned())));
    let notice = study.shell().notice().unwrap();
    assert!(
        notice.text.contains("the piece on e2 is in the way"),
        "{}",
        notice.text
    );
}

fn look(study: &mut Study, command: LookCommand) -> Vec<Effect> {
    study.update(Command::Look(command))
}

fn change(study: &mut Study, command: TreeCommand) -> Vec<Effect> {
    study.update(Command::Tree(command))
}

fn import(study: &mut Study, text: &str) -> Vec<Effect> {
    study.update(Command::Load(LoadGame::text(text)))
}

fn edit(study: &mut Study, command: EditCommand) -> Vec<Effect> {
    study.update(Command::Edit(command))
}

fn click(study: &mut Study, square: Square) -> Vec<Effect> {
    let at = Point::new(0.0, 0.0);
    let mut effects = study.update(Command::Board(HandCommand::Pointer(
        (),
        Gesture::Press { square, at },
    )));
    effects.extend(study.update(Command::Board(HandCommand::Pointer(
        (),
        Gesture::Release(Some(square)),
    ))));
    effects
}

/// The moves as text, with variations in brackets and comments in braces.
fn text(study: &Study) -> String {
    let mut words = Vec::new();
    for block in study.blocks() {
        let mut line: Vec<String> = Vec::new();
        for item in block.items {
            line.push(match item {
                Item::Move { text, .. } => text,
                Item::Comment(text) => format!("{{{text}}}"),
                Item::Open => "(".to_owned(),
                Item::Close => ")".to_owned(),
            });
        }
        let line = line.join(" ");
        words.push(if block.is_main {
            line
        } else {
            format!("[{line}]")
        });
    }
    words.join(" ")
}

/// The last request among the effects.
fn asked(effects: &[Effect]) -> Request {
    let mut requests = effects.iter().rev().filter_map(|effect| match effect {
        Effect::Ask(request) => Some(request.clone()),
        Effect::Picture(_) | Effect::Common(_) => None,
    });
    requests.next().expect("the worker is asked")
}

fn progress(id: u64, score: Score, moves: &str) -> Command {
    Command::Engine(EngineCommand::Found(Progress {
        id,
        depth: 9,
        nodes: 12_345,
        nodes_per_second: 456_789,
        lines: vec![EngineLine {
            score,
            moves: moves.split(' ').map(str::to_owned).collect(),
        }],
    }))
}

#[test]
fn moves_make_lines_and_variations() {
    let mut study = study();
    click(&mut study, Square::E2);
    assert!(study.squares()[Square::E4 as usize].marks.target.is_some());
    click(&mut study, Square::E4);
    type_moves(&mut study, "e5 Nf3");
    look(&mut study, LookCommand::Back);
    look(&mut study, LookCommand::Back);
    type_moves(&mut study, "c5 Nf3 d6");
    look(&mut study, LookCommand::Back);
    type_moves(&mut study, "Nc6");
    assert_eq!(
        text(&study),
        "1. e4 e5 [1\u{2026} c5 2. Nf3 d6 ( 2\u{2026} Nc6 )] 2. Nf3"
    );
    // An existing move is shown, not added again.
    look(&mut study, LookCommand::First);
    type_moves(&mut study, "e4 c5");
    assert_eq!(study.tree().len(), 7);
    look(&mut study, LookCommand::Up);
    assert_eq!(study.position().to_string().split(' ').next(), {
        Some("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
    });
    look(&mut study, LookCommand::Down);
    assert!(study.is_variation());
}

#[test]
fn lines_are_promoted_removed_and_restored() {
    let mut study = study();
    import(&mut study, "1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 *");
    type_moves(&mut study, "e4 c5 Nf3 d6");
    change(&mut study, TreeCommand::Promote);
    assert_eq!(
        text(&study),
        "1. e4 c5 [1\u{2026} e5 2. Nf3] 2. Nf3 d6 3. d4"
    );
    assert_eq!(
        study
            .last_move()
            .unwrap()
            .0
            .san(study.last_move().unwrap().1)
            .to_string(),
        "d6"
    );
    change(&mut study, TreeCommand::Promote);
    assert!(!study.shell().notice().unwrap().is_good);
    change(&mut study, TreeCommand::Remove);
    assert_eq!(text(&study), "1. e4 c5 [1\u{2026} e5 2. Nf3] 2. Nf3");
    change(&mut study, TreeCommand::Undo);
    assert_eq!(
        text(&study),
        "1. e4 c5 [1\u{2026} e5 2. Nf3] 2. Nf3 d6 3. d4"
    );
    look(&mut study, LookCommand::First);
    change(&mut study, TreeCommand::Remove);
    assert!(!study.shell().notice().unwrap().is_good, "the start stays");
}

#[test]
fn comments_and_glyphs_are_written_and_clocks_stay() {
    let mut study = study();
    import(&mut study, "1. e4 {[%clk 0:05:00] fine} e5 *");
    type_moves(&mut study, "e4");
    assert_eq!(study.comment_here(), "fine");
    change(
        &mut study,
        TreeCommand::Comment("the best by test".to_owned()),
    );
    change(&mut study, TreeCommand::Glyph(1));
    change(&mut study, TreeCommand::Glyph(5));
    assert_eq!(text(&study), "1. e4!? {the best by test} 1\u{2026} e5");
    let pgn = study.pgn();
    assert!(
        pgn.contains("1. e4 $5 {[%clk 0:05:00]} {the best by test} 1... e5"),
        "{pgn}"
    );
    change(&mut study, TreeCommand::Glyph(5));
    change(&mut study, TreeCommand::Comment(String::new()));
    assert_eq!(text(&study), "1. e4 e5");
}

#[test]
fn the_engine_follows_and_stale_answers_are_dropped() {
    let mut study = study();
    let toggle = Command::Engine(EngineCommand::Toggle);
    let first = asked(&study.update(toggle.clone()));
    let Request::Analyze(first) = first else {
        panic!("{first}");
    };
    study.update(Command::Engine(EngineCommand::Lines(3)));
    type_moves(&mut study, "e4");
    let second = asked(&study.update(Command::Board(HandCommand::Type("e5".to_owned()))));
    let Request::Analyze(second) = second else {
        panic!("{second}");
    };
    assert_eq!((second.lines, second.past.moves.len()), (3, 2));
    study.update(progress(first.id, Score::Centipawns(20), "d2d4"));
    assert_eq!(study.engine().found(), None, "that was another position");
    study.update(progress(second.id, Score::Centipawns(31), "g1f3 b8c6 f1b5"));
    let found = study.engine().found().unwrap();
    assert_eq!(found.lines[0].words, ["2.Nf3", "Nc6", "3.Bb5"]);
    assert_eq!(study.drawings(), [(Square::G1, Square::F3).into()]);
    let status = Status::of(&study);
    assert_eq!(status.headline, "+0.31");
    assert_eq!(status.effort, "depth 9 \u{b7} 456 kn/s");
    change(&mut study, TreeCommand::PlayLine { line: 0, plies: 2 });
    assert_eq!(text(&study), "1. e4 e5 2. Nf3 Nc6");
    assert_eq!(study.update(toggle), [Effect::Ask(Request::Stop)]);
    assert!(!study.engine().is_thinking());
    assert_eq!(Status::of(&study).headline, "White to move");
}

#[test]
fn the_referee_says_who_can_still_mate() {
    let mut study = study();
    import(&mut study, "8/8/3k4/8/3K4/8/7R/8 w - - 0 1");
    let effects = study.update(Command::Referee(RefereeCommand::Ask));
    let ids: Vec<u64> = effects
        .iter()
        .map(|effect| match effect {
            Effect::Ask(Request::Judge(judge)) => judge.id,
            other => panic!("{other:?}"),
        })
        .collect();
    let ruled = |study: &mut Study, id, verdict| {
        study.update(Command::Referee(RefereeCommand::Ruled(id, verdict)))
    };
    ruled(
        &mut study,
        ids[0],
        MateVerdict::Yes(vec!["h2h5".to_owned(), "d6c6".to_owned()]),
    );
    assert!(study.ruling().is_waiting());
    ruled(
        &mut study,
        ids[1],
        MateVerdict::No("no mate exists with this material".to_owned()),
    );
    assert!(
        study
            .ruling()
            .words(Color::Black)
            .unwrap()
            .contains("can never mate")
    );
    assert!(
        study
            .ruling()
            .conclusion()
            .unwrap()
            .concat()
            .contains("6.9")
    );
    assert!(study.shell().spoken().contains("White can still mate"));
    study.update(Command::Referee(RefereeCommand::Show(Color::White)));
    assert_eq!(text(&study), "1. Rh5 Kc6");
    assert!(!study.ruling().is_asked(), "that is another position");
    assert_eq!(ruled(&mut study, ids[0], MateVerdict::Unknown), []);
}

#[test]
fn the_law_is_shown_for_every_position() {
    let mut study = study();
    type_moves(&mut study, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert!(Status::of(&study).line().contains("occurred 2 times"));
    type_moves(&mut study, "Ng8");
    let status = Status::of(&study);
    assert!(
        status.line().contains("White may claim a draw"),
        "{}",
        status.line()
    );
    assert!(status.line().contains("9.2.2"));
    assert_eq!(status.tone(), Tone::Offer);
    import(&mut study, "1. f3 e5 2. g4 Qh4# 0-1");
    look(&mut study, LookCommand::Last);
    assert_eq!(Status::of(&study).tone(), Tone::Verdict);
    assert!(Status::of(&study).line().contains("5.1.1"));
    import(&mut study, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    study.update(Command::Dismiss(0));
    assert!(
        Status::of(&study).line().contains("5.2.1"),
        "{}",
        Status::of(&study).line()
    );
}

#[test]
fn bad_texts_are_refused_and_nothing_is_lost() {
    let mut study = study();
    type_moves(&mut study, "d4 d5 c4");
    let before = study.kept_text();
    for bad in [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "hello",
        "x#analyse?moves=e2e5",
    ] {
        import(&mut study, bad);
        assert!(!study.shell().notice().unwrap().is_good, "{bad}");
        assert_eq!(study.kept_text(), before, "{bad}");
    }
    study.update(LoadGame::Failed("it is gone".to_owned()).into());
    assert_eq!(
        study.shell().notice().unwrap().text,
        "The file cannot be read: it is gone."
    );
    import(&mut study, "1. e4 e5");
    assert!(study.shell().notice().unwrap().text.contains("Undo"));
    change(&mut study, TreeCommand::Undo);
    assert_eq!(study.kept_text(), before);
}

#[test]
fn a_file_with_several_games_offers_a_choice() {
    let mut study = study();
    let game = |white: &str, moves: &str| format!("[White \"{white}\"]\n\n{moves} *\n\n");
    let file = game("One", "1. e4") + &game("Two", "1. d4 d5");
    import(&mut study, &file);
    assert_eq!(study.shell().dialog(), Some(Dialog::Games));
    assert_eq!(study.games().len(), 2);
    study.update(Command::File(FileCommand::Choose(1)));
    assert_eq!(
        (text(&study).as_str(), study.shell().dialog()),
        ("1. d4 d5", None)
    );
    study.update(Command::Load(LoadGame::Text {
        text: file,
        cut_from: Some(100_000_000),
    }));
    assert_eq!(text(&study), "1. e4", "the cut game is left out");
}

#[test]
fn a_study_is_stored_with_the_shown_move() {
    let mut study = study();
    import(&mut study, "1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 *");
    type_moves(&mut study, "e4 c5");
    look(&mut study, LookCommand::Flip);
    let kept = study.kept_text();
    let back = Study::restore(&kept, Options::default()).unwrap();
    assert_eq!(back.kept_text(), kept);
    assert_eq!(back.position(), study.position());
    assert!(back.is_flipped());
    for broken in [
        "",
        "fourfold-study-1",
        "fourfold-study-1\nx white 1\n*",
        "other\n0 white 1\n",
    ] {
        assert!(
            Study::restore(broken, Options::default()).is_none(),
            "{broken}"
        );
    }
}

#[test]
fn a_link_leads_to_the_shown_move() {
    let mut study = study();
    import(&mut study, "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *");
    type_moves(&mut study, "e4 c5");
    let link = study.shared().link("http://localhost/");
    assert_eq!(
        link,
        "http://localhost/#analyse?moves=e2e4,e7e5~c7c5,g1f3,d7d6.,g1f3&at=3"
    );
    let mut other = Study::new(Start::standard(), Options::default());
    import(&mut other, &link);
    assert_eq!(other.position(), study.position());
    assert_eq!(text(&other), text(&study));
    // A link of an earlier version.
    import(
        &mut other,
        "http://localhost/#analyse?moves=e2e4,c7c5,g1f3,d7d6&at=2",
    );
    assert_eq!(other.position(), study.position());
    assert_eq!(text(&other), "1. e4 c5 2. Nf3 d6");
}

#[test]
fn a_position_is_set_up_by_hand() {
    let mut study = study();
    type_moves(&mut study, "e4");
    edit(&mut study, EditCommand::Begin);
    edit(&mut study, EditCommand::Clear);
    let put = |study: &mut Study, color, role, square| {
        edit(study, EditCommand::Take(Tool::Put(Piece::new(color, role))));
        click(study, square);
    };
    put(&mut study, Color::White, Role::King, Square::E1);
    put(&mut study, Color::White, Role::Rook, Square::H1);
    assert!(
        Status::of(&study)
            .line()
            .contains("Not a legal position yet")
    );
    edit(&mut study, EditCommand::Done);
    assert!(!study.shell().notice().unwrap().is_good);
    assert!(study.editor().is_some(), "the work is not lost");
    put(&mut study, Color::Black, Role::King, Square::E7);
    put(&mut study, Color::Black, Role::Queen, Square::A1);
    click(&mut study, Square::A1);
    edit(&mut study, EditCommand::Take(Tool::Hand));
    click(&mut study, Square::E7);
    click(&mut study, Square::E8);
    edit(&mut study, EditCommand::Castling(0));
    edit(&mut study, EditCommand::Halfmoves(12));
    edit(&mut study, EditCommand::Done);
    assert_eq!(
        study.position().to_string(),
        "4k3/8/8/8/8/8/8/4K2R w K - 12 1"
    );
    change(&mut study, TreeCommand::Undo);
    assert_eq!(text(&study), "1. e4");
}

#[test]
fn a_piece_dragged_off_the_board_is_removed_and_impossible_rights_are_dropped() {
    let mut study = study();
    edit(&mut study, EditCommand::Begin);
    let at = Point::new(750.0, 750.0);
    let square = Square::H1;
    study.update(Command::Board(HandCommand::Pointer(
        (),
        Gesture::Press { square, at },
    )));
    study.update(Command::Board(HandCommand::Pointer(
        (),
        Gesture::Drag { at, pixels: 50.0 },
    )));
    study.update(Command::Board(HandCommand::Pointer(
        (),
        Gesture::Release(None),
    )));
    edit(&mut study, EditCommand::Turn(Color::Black));
    edit(&mut study, EditCommand::EnPassant(Some(chess::File::D)));
    edit(&mut study, EditCommand::Done);
    let fen = study.position().to_string();
    assert_eq!(
        fen,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 b Qkq - 0 1"
    );
}

#[test]
fn a_promotion_asks_for_a_piece_and_escape_cancels() {
    let mut study = study();
    import(&mut study, "8/4P3/8/8/8/k7/8/K7 w - - 0 1");
    click(&mut study, Square::E7);
    click(&mut study, Square::E8);
    assert_eq!(study.key_holder(), KeyHolder::Chooser);
    study.update(Command::Board(HandCommand::Choose(ChooserKey::Close)));
    assert_eq!(study.hand(), Hand::Idle);
    click(&mut study, Square::E7);
    click(&mut study, Square::E8);
    study.update(Command::Board(HandCommand::Promote(Role::Knight)));
    assert_eq!(text(&study), "1. e8=N");
}

#[test]
fn storage_failures_and_other_tabs_are_reported() {
    use crate::autosave::KeepCommand;
    use crate::notice::Remedy;
    let mut study = Study::new(Start::standard(), Options::default());
    study.update(Command::Board(HandCommand::Type("e4".to_owned())));
    study.update(Command::Keeping(KeepCommand::Kept(false)));
    assert_eq!(
        study.shell().notice().unwrap().remedy,
        Some(Remedy::SaveFile)
    );
    study.update(Command::Keeping(KeepCommand::Lost));
    assert!(
        study
            .shell()
            .notice()
            .unwrap()
            .text
            .contains("could not be read")
    );
    let mut other = Study::new(Start::standard(), Options::default());
    for san in ["d4", "d5"] {
        other.update(Command::Board(HandCommand::Type(san.to_owned())));
    }
    let text = other.kept_text();
    study.update(Command::Keeping(KeepCommand::FoundElsewhere(text.clone())));
    assert_eq!(
        study.shell().notice().unwrap().remedy,
        Some(Remedy::TakeOver)
    );
    study.update(Command::Keeping(KeepCommand::TakeOver));
    assert_eq!(study.kept_text(), text);
    assert!(study.can_undo(), "what was here can be brought back");
}

#[test]
fn the_players_of_a_game_are_shown() {
    let mut study = Study::new(Start::standard(), Options::default());
    assert_eq!(study.title(), None);
    let text = "[White \"Anand, V\"]\n[Black \"Carlsen, M\"]\n\n1. e4 1-0";
    import(&mut study, text);
    assert_eq!(
        study.title().as_deref(),
        Some("Anand, V \u{2013} Carlsen, M, 1-0")
    );
}

#[test]
fn a_finished_game_shows_its_result_and_a_full_bar() {
    let share = |evaluation| report::Chances::of(evaluation).white();
    let mut study = study();
    study.update(Command::Engine(EngineCommand::Toggle));
    type_moves(&mut study, "f3 e5 g4");
    let effects = study.update(Command::Board(HandCommand::Type("Qh4#".to_owned())));
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Ask(Request::Analyze(_)))),
        "there is nothing to search: {effects:?}"
    );
    let status = Status::of(&study);
    assert_eq!(status.headline, "0\u{2013}1, Black wins");
    assert_eq!(status.effort, "");
    assert!(status.line().contains("article 5.1.1"), "{}", status.line());
    assert_eq!(study.evaluation().map(share), Some(0.0));
    import(&mut study, "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    assert_eq!(Status::of(&study).headline, "\u{bd}\u{2013}\u{bd}, a draw");
    assert_eq!(study.evaluation().map(share), Some(50.0));
    // Play after the end is analyzed like any other.
    import(
        &mut study,
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4",
    );
    look(&mut study, LookCommand::Last);
    assert_eq!(Status::of(&study).headline, "Black to move");
    assert!(Status::of(&study).line().contains("9.6.1"));
}

#[test]
fn a_worker_that_fails_is_reported_and_nothing_waits_for_it() {
    let mut study = study();
    let effects = study.update(Command::Engine(EngineCommand::Toggle));
    let [Effect::Ask(Request::Analyze(question))] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    let failed = EngineCommand::Failed(question.id, "it stopped working".to_owned());
    study.update(Command::Engine(failed));
    assert!(!study.engine().is_on() && !study.engine().is_thinking());
    assert!(study.shell().complaint().is_some());
    let effects = study.update(Command::Referee(RefereeCommand::Ask));
    for effect in effects {
        let Effect::Ask(Request::Judge(judge)) = effect else {
            panic!("{effect:?}");
        };
        let failed = EngineCommand::Failed(judge.id, "it stopped working".to_owned());
        study.update(Command::Engine(failed));
    }
    assert!(study.ruling().is_asked() && !study.ruling().is_waiting());
    assert!(
        Status::of(&study)
            .line()
            .contains("The referee does not answer")
    );
}

/// The replies of a worker to the walk that an effect asks for, with fewer nodes.
fn walked(effects: &[Effect]) -> Vec<ReportCommand> {
    let [Effect::Ask(Request::Walk(walk))] = effects else {
        panic!("{effects:?}");
    };
    let walk = thinker::message::Walk {
        nodes: 1_000,
        ..walk.clone()
    };
    let mut worker = thinker::worker::Worker::new();
    assert_eq!(worker.tell(&Request::Walk(walk).to_string()), None);
    let replies = core::iter::from_fn(|| match worker.work(core::time::Duration::ZERO)? {
        thinker::message::Reply::Looked {
            id,
            ply,
            evaluation,
            line,
        } => Some(ReportCommand::Looked {
            id,
            ply,
            evaluation,
            line,
        }),
        _ => None,
    });
    replies.collect()
}

fn report(study: &mut Study, command: ReportCommand) -> Vec<Effect> {
    study.update(Command::Report(command))
}

const SHORT_GAME: &str = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";

#[test]
fn a_report_is_written_into_the_game_and_explains_itself() {
    let mut study = study();
    assert!(report(&mut study, ReportCommand::Begin).is_empty());
    assert!(study.shell().complaint().is_some(), "there is no game yet");
    import(&mut study, SHORT_GAME);
    let effects = report(&mut study, ReportCommand::Begin);
    let view = study.report().unwrap();
    assert_eq!((view.is_running, view.done, view.total), (true, 0, 7));
    let replies = walked(&effects);
    assert_eq!(replies.len(), 7, "the mate explains itself");
    for reply in replies {
        report(&mut study, reply);
    }
    let id = study.reporting().question.unwrap();
    assert_eq!(
        study.update(Command::Engine(EngineCommand::Stopped(id))),
        []
    );
    assert!(study.shell().spoken().contains("The report is complete"));
    let view = study.report().unwrap();
    assert_eq!((view.is_running, view.done), (false, view.total));
    assert_eq!(view.sides[1].counts[2], 1, "{:?}", view.sides);
    let pgn = study.pgn().replace('\n', " ");
    assert!(
        pgn.contains("Nf6 $4") && pgn.contains("[%eval #1]"),
        "{pgn}"
    );
    // It is stored with the study, and one undo step takes it away.
    let restored = Study::restore(&study.kept_text(), Options::default()).unwrap();
    assert_eq!(restored.report(), study.report());
    change(&mut study, TreeCommand::Undo);
    assert_eq!(study.report(), None);
}

#[test]
fn a_report_that_was_stopped_goes_on_where_it_was() {
    let mut study = study();
    import(&mut study, SHORT_GAME);
    let replies = walked(&report(&mut study, ReportCommand::Begin));
    for reply in &replies[..3] {
        report(&mut study, reply.clone());
    }
    let effects = report(&mut study, ReportCommand::Stop);
    assert_eq!(effects, [Effect::Ask(Request::Stop)]);
    assert_eq!(
        report(&mut study, replies[3].clone()),
        [],
        "it comes too late"
    );
    let view = study.report().unwrap();
    assert_eq!((view.is_running, view.done), (false, 3 + 1));
    // Also after the browser was closed.
    let mut study = Study::restore(&study.kept_text(), Options::default()).unwrap();
    let effects = report(&mut study, ReportCommand::Begin);
    let [Effect::Ask(Request::Walk(walk))] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(walk.plies, [3, 2, 1, 0]);
    let mut whole = self::study();
    import(&mut whole, SHORT_GAME);
    for reply in walked(&report(&mut whole, ReportCommand::Begin)) {
        report(&mut whole, reply);
    }
    for reply in walked(&effects) {
        report(&mut study, reply);
    }
    assert_eq!(study.tree(), whole.tree());
}

#[test]
fn the_engine_gives_way_to_a_report_and_goes_on_afterwards() {
    let mut study = study();
    import(&mut study, SHORT_GAME);
    study.update(Command::Engine(EngineCommand::Toggle));
    let effects = report(&mut study, ReportCommand::Begin);
    assert!(matches!(
        effects.as_slice(),
        [Effect::Ask(Request::Walk(_))]
    ));
    let effects = look(&mut study, LookCommand::Forward);
    let is_asked = |effect: &Effect| matches!(effect, Effect::Ask(_));
    assert!(
        !effects.iter().any(is_asked),
        "the report goes on: {effects:?}"
    );
    let effects = report(&mut study, ReportCommand::Stop);
    assert!(
        matches!(effects.last(), Some(Effect::Ask(Request::Analyze(_)))),
        "{effects:?}"
    );
    // Another game ends the report.
    report(&mut study, ReportCommand::Begin);
    import(&mut study, "1. d4 d5");
    assert!(!study.reporting().is_running());
    // So does a change of the main line, at the next reply.
    let replies = walked(&report(&mut study, ReportCommand::Begin));
    change(&mut study, TreeCommand::Remove);
    look(&mut study, LookCommand::Last);
    change(&mut study, TreeCommand::Remove);
    report(&mut study, replies[0].clone());
    assert!(!study.reporting().is_running());
}

#[test]
fn a_complete_report_is_made_again() {
    let mut study = study();
    import(
        &mut study,
        "[Event \"?\"]\n\n{[%eval 9.9]} 1. e4 {[%eval 9.9]} e5 {[%eval 9.9]} *",
    );
    let asked = walked(&report(&mut study, ReportCommand::Begin)).len();
    assert_eq!(asked, 3, "the evaluations of the file count no more");
    assert!(!study.pgn().contains("9.9"));
    change(&mut study, TreeCommand::Undo);
    assert!(study.pgn().contains("9.9"));
}

#[test]
fn the_graph_leads_to_the_moves() {
    let mut study = study();
    import(
        &mut study,
        "[Event \"?\"]\n\n{[%eval 0.2]} 1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Ke2 $2 {[%eval -1.1]} Nf6 {[%eval -1.0]} \
         3. h4 {[%eval -3.0]} (3. d3) *",
    );
    let view = study.report().unwrap();
    assert_eq!(view.graph.plies, 5);
    assert!(view.graph.area.starts_with("M0 100V") && view.graph.area.ends_with("L5 100Z"));
    assert_eq!(view.sides[0].counts, [0, 1, 1]);
    assert_eq!(view.graph.ply_at(0.5), 3);
    report(&mut study, ReportCommand::Go(3));
    assert_eq!(study.place().ply, 3);
    assert_eq!(study.place().words, "2.Ke2, mistake, \u{2212}1.10");
    let next = ReportCommand::Next(Color::White, report::Judgment::Blunder);
    report(&mut study, next.clone());
    assert_eq!(study.place().ply, 5);
    report(&mut study, next);
    assert_eq!(study.place().ply, 5, "it is the only one");
    report(
        &mut study,
        ReportCommand::Next(Color::Black, report::Judgment::Blunder),
    );
    assert_eq!(study.place().ply, 5, "there is none");
    // In a variation, the place is where it leaves the main line.
    look(&mut study, LookCommand::Back);
    type_moves(&mut study, "d3");
    assert_eq!(study.place().ply, 4);
    // The evaluation of the game is shown while the engine is off.
    report(&mut study, ReportCommand::Go(3));
    assert_eq!(study.evaluation(), Some(Evaluation::Centipawns(-110)));
}

#[test]
fn arrows_and_circles_are_read_drawn_and_written() {
    let mut study = study();
    import(
        &mut study,
        "1. e4 {[%csl Gd4,Rd5] [%cal Bg1f3,Yb1c3,Xa1a2] good} e5 *",
    );
    assert_eq!(study.drawings(), []);
    look(&mut study, LookCommand::Forward);
    let drawn = |from, to, ink| Drawn { from, to, ink };
    use crate::view::Ink;
    assert_eq!(
        study.drawings(),
        [
            drawn(Square::D4, Square::D4, Ink::Green),
            drawn(Square::D5, Square::D5, Ink::Red),
            drawn(Square::G1, Square::F3, Ink::Blue),
            drawn(Square::B1, Square::C3, Ink::Yellow),
        ]
    );
    let draw = |study: &mut Study, from, to, ink| {
        let gesture = Gesture::Draw { from, to, ink };
        study.update(Command::Board(HandCommand::Pointer((), gesture)));
    };
    draw(&mut study, Square::E7, Square::E5, Ink::Red);
    draw(&mut study, Square::D4, Square::D4, Ink::Green);
    draw(&mut study, Square::D5, Square::D5, Ink::Blue);
    let pgn = study.pgn().replace('\n', " ");
    assert!(
        pgn.contains("1. e4 {[%csl Bd5] [%cal Bg1f3,Yb1c3,Re7e5] good}"),
        "{pgn}"
    );
    // Taking a piece leaves them; a press elsewhere clears them, and Undo brings them back.
    click(&mut study, Square::E7);
    assert_eq!(study.drawings().len(), 4);
    study.update(Command::Board(HandCommand::LetGo));
    click(&mut study, Square::H5);
    assert_eq!(study.drawings(), []);
    assert!(!study.pgn().contains('%'));
    change(&mut study, TreeCommand::Undo);
    assert_eq!(study.drawings().len(), 4);
}

#[test]
fn the_games_of_a_file_are_walked_through_without_the_dialog() {
    let mut study = study();
    let step = |study: &mut Study, is_forward| {
        study.update(Command::File(FileCommand::Step { is_forward }));
    };
    let game = |white: &str, moves: &str| format!("[White \"{white}\"]\n\n{moves} *\n\n");
    import(
        &mut study,
        &(game("One", "1. e4") + &game("Two", "1. d4") + &game("Three", "1. c4")),
    );
    step(&mut study, true);
    assert_eq!(study.chosen(), None, "none is chosen yet");
    study.update(Command::File(FileCommand::Choose(1)));
    assert_eq!(study.chosen(), Some((1, 3)));
    type_moves(&mut study, "d4 d5");
    step(&mut study, true);
    assert_eq!(
        (text(&study).as_str(), study.chosen()),
        ("1. c4", Some((2, 3)))
    );
    assert_eq!(study.shell().notice(), None);
    step(&mut study, true);
    assert_eq!(study.chosen(), Some((2, 3)), "it is the last one");
    step(&mut study, false);
    assert_eq!(text(&study), "1. d4 d5", "changes are kept");
    // Undo goes back through them, also to another game.
    change(&mut study, TreeCommand::Undo);
    assert_eq!(
        (text(&study).as_str(), study.chosen()),
        ("1. c4", Some((2, 3)))
    );
    import(&mut study, "1. Nf3 *");
    assert_eq!(study.chosen(), None);
}

#[test]
fn the_opening_and_the_clocks_of_the_shown_move_are_known() {
    let mut study = study();
    assert!(!study.wants_openings(), "there is no game yet");
    import(
        &mut study,
        "1. e4 {[%clk 0:05:00]} c5 {[%clk 0:04:58]} 2. a3 {[%clk 0:04:57.5]} *",
    );
    assert!(study.wants_openings());
    study.update(Command::Openings(report::OPENINGS.to_owned()));
    assert!(!study.wants_openings());
    assert_eq!((study.opening(), study.clocks()), (None, None));
    look(&mut study, LookCommand::Last);
    assert_eq!(study.opening().as_deref(), Some("B20 Sicilian defense"));
    let clocks = study.clocks().unwrap();
    assert_eq!(clocks, ["0:04:57", "0:04:58"]);
    let mut study = self::study();
    type_moves(&mut study, "e4");
    study.update(Command::Openings("nonsense".to_owned()));
    assert_eq!((study.wants_openings(), study.opening()), (false, None));
}

#[test]
fn endgame_tables_are_asked_about_positions_with_few_pieces() {
    let mut study = study();
    assert_eq!(study.wanted_ending(), None);
    import(&mut study, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let fen = study.wanted_ending().unwrap();
    assert_eq!(fen, "4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1");
    let answer = "5\ne1d2 win 7\ne2e4 draw ?\ne1f1 cursed_win 102\nx y z".to_owned();
    study.update(Command::Ending { fen, answer });
    let words: Vec<String> = study
        .ending_moves()
        .iter()
        .map(|found| format!("{} {}", found.san, found.words))
        .collect();
    assert_eq!(
        words,
        [
            "Kd2 wins, 7 plies to a capture or pawn move",
            "e4 draws",
            "Kf1 draws by the fifty-move rule, 102 plies to a capture or pawn move",
        ]
    );
    assert_eq!(study.wanted_ending(), None, "it is known");
    let first = study.ending_moves()[0].m;
    change(&mut study, TreeCommand::Play(first));
    assert_eq!(text(&study), "1. Kd2");
    assert!(study.ending_moves().is_empty());
    // A server without tables is not asked again.
    let fen = study.wanted_ending().unwrap();
    let answer = "0\n".to_owned();
    study.update(Command::Ending { fen, answer });
    look(&mut study, LookCommand::Back);
    assert_eq!(study.wanted_ending(), None);
}
