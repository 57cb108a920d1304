//! The page with four boards, command by command.

use super::*;
use crate::autosave::KeepCommand;
use crate::effects::{Common, Sound};
use crate::geometry::{self, Arrow, Point};
use crate::look::Coordinates;
use crate::promotion::ChooserKey;
use crate::share::ShareGame;
use crate::shell::KeyHolder;
use crate::view::{Gesture, Ink, Last, Target};
use duplicate::BoardName::{Ne, Nw, Sw};

const ORIGIN: Point = Point::new(0.0, 0.0);

/// After these, South's pawn on c7 can capture on d8 and promote.
const BEFORE_PROMOTION: &str = "b2b4 c2c4 g8h6 b7b6 a2a3 c4c5 b7b5 e7e6 f2f4 c5b6 a7a5 c8b7 e2e3 b6c7 \
                                h6g4 d7d5 c2c3";

fn state() -> State {
    State::new(Options::default())
}

fn click(state: &mut State, board: BoardName, square: Square) -> Vec<Effect> {
    let at = ORIGIN;
    let mut effects = gesture(state, board, Gesture::Press { square, at });
    effects.extend(gesture(state, board, Gesture::Release(Some(square))));
    effects
}

fn gesture(state: &mut State, board: BoardName, gesture: Gesture) -> Vec<Effect> {
    state.update(HandCommand::Pointer(board, gesture))
}

fn point(state: &mut State, board: BoardName, square: Square) {
    gesture(state, board, Gesture::Point(Some(square)));
}

fn play(state: &mut State, moves: &str) {
    for token in moves.split_whitespace() {
        let before = state.game().steps().len();
        state.update(HandCommand::Type(token.to_owned()));
        assert_eq!(
            state.game().steps().len(),
            before + 1,
            "{token}: {:?}",
            state.shell().notice()
        );
    }
}

fn notice_text(state: &State) -> &str {
    &state.shell().notice().expect("there is a notice").text
}

const GHOST: &str = "e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6 h5g6";

#[test]
fn clicking_a_piece_shows_targets_on_both_boards_and_plays() {
    let mut state = state();
    click(&mut state, Nw, Square::E2);
    for board in [Nw, Ne] {
        let view = state.squares(board)[Square::E4 as usize];
        assert_eq!(view.marks.target, Some(Target::Playable));
        assert!(state.squares(board)[Square::E2 as usize].marks.grabbed);
    }
    assert!(
        state
            .squares(Sw)
            .iter()
            .all(|view| view.marks.target.is_none())
    );
    let effects = click(&mut state, Ne, Square::E4);
    assert_eq!(effects, [Common::Sound(Sound::Move).into()]);
    assert_eq!(state.boards().turn(), Seat::South);
    assert!(
        state
            .shell()
            .spoken()
            .starts_with("North played e2e4 on NW and NE.")
    );
}

#[test]
fn teaching_off_hides_targets_and_reasons_but_still_plays() {
    let mut state = state();
    state.update(OptionsCommand::ToggleTeaching);
    click(&mut state, Nw, Square::E2);
    assert!(
        state
            .squares(Nw)
            .iter()
            .all(|view| view.marks.target.is_none())
    );
    point(&mut state, Nw, Square::E5);
    assert_eq!(state.explanation(), None);
    click(&mut state, Nw, Square::E4);
    assert_eq!(state.game().steps().len(), 1);
}

#[test]
fn a_square_legal_on_one_board_is_dashed_and_explained_on_hover() {
    let mut state = state();
    play(&mut state, "e2e3 e2e3 b7b5 f7f6");
    click(&mut state, Nw, Square::F1);
    assert_eq!(
        state.squares(Nw)[Square::A6 as usize].marks.target,
        Some(Target::Only)
    );
    assert_eq!(state.squares(Ne)[Square::A6 as usize].marks.target, None);
    point(&mut state, Nw, Square::A6);
    let why = state.explanation().unwrap();
    assert_eq!(why.title, "Legal on NW only");
    assert!(state.squares(Ne)[Square::B5 as usize].marks.culprit);
    click(&mut state, Nw, Square::A6);
    assert_eq!(state.game().steps().len(), 4, "explained, not played");
    assert!(state.input().piece().is_some());
}

#[test]
fn ghosts_are_marked_and_explained() {
    let mut state = state();
    play(&mut state, GHOST);
    let ghost = state.squares(Sw)[Square::G6 as usize];
    assert!(ghost.piece.unwrap().is_ghost && ghost.piece.unwrap().haunted == Some(8));
    assert_eq!(
        crate::view::label(Square::G6, ghost.piece.as_ref(), &ghost.marks),
        "g6, West's pawn, ghost, the last move on this board went here"
    );
    assert_eq!(state.ghost_count(Seat::West), 1);
    point(&mut state, Sw, Square::G6);
    assert_eq!(state.explanation().unwrap().title, "West's pawn is a ghost");
    let taken = state.squares(Nw)[Square::G6 as usize];
    assert!(taken.marks.captured && taken.taken.is_some());
    assert!(!state.squares(Ne)[Square::G6 as usize].marks.captured);
}

#[test]
fn scrubbing_shows_the_past_and_a_move_there_replaces_the_rest() {
    let mut state = state();
    play(&mut state, GHOST);
    state.update(GameCommand::Show(4));
    assert_eq!(
        (state.boards().turn(), state.game().steps().len()),
        (Seat::North, 9)
    );
    state.update(GameCommand::Back);
    assert_eq!(state.shown_game().shown(), 3);
    state.update(GameCommand::Forward);
    state.update(HandCommand::Type("a2a3".to_owned()));
    assert_eq!(state.game().steps().len(), 5);
    assert_eq!(notice_text(&state), "This move replaces 5 later moves.");
}

#[test]
fn undo_and_redo_go_step_by_step_and_are_animated() {
    let mut state = state();
    play(&mut state, "e2e4 e2e4");
    state.update(GameCommand::Undo);
    assert_eq!(state.game().steps().len(), 1);
    let back = state.squares(Sw)[Square::E2 as usize].piece.unwrap();
    assert_eq!(back.arrival.unwrap().from, Square::E4);
    state.update(GameCommand::Redo);
    assert_eq!(state.game().steps().len(), 2);
    let again = state.squares(Sw)[Square::E4 as usize].piece.unwrap();
    assert_eq!(again.arrival.unwrap().from, Square::E2);
    assert!(state.update(GameCommand::Redo).is_empty());
}

#[test]
fn promotion_waits_for_a_choice_and_can_be_canceled() {
    let mut state = state();
    play(&mut state, BEFORE_PROMOTION);
    click(&mut state, Sw, Square::C7);
    click(&mut state, Sw, Square::D8);
    assert!(matches!(state.input(), Input::Promoting { .. }));
    state.update(WindowCommand::Escape);
    assert_eq!(*state.input(), Input::Idle);
    click(&mut state, Sw, Square::C7);
    click(&mut state, Sw, Square::D8);
    state.update(HandCommand::Promote(Role::Knight));
    assert_eq!(state.game().moves().last().unwrap().to_string(), "c7d8n");
}

#[test]
fn keys_belong_to_the_promotion_chooser_while_it_is_open() {
    let mut state = state();
    play(&mut state, BEFORE_PROMOTION);
    let d8 = Place::new(Sw, Square::D8);
    state.update(HandCommand::Activate(Place::new(Sw, Square::C7)));
    state.update(HandCommand::Focus(d8));
    state.update(HandCommand::Activate(d8));
    assert_eq!(state.key_holder(), KeyHolder::Chooser);
    // What the board would do with the same keys, before the browser has moved the focus.
    for command in [
        HandCommand::Focus(Place::new(Nw, Square::E4)),
        HandCommand::Activate(d8),
        HandCommand::Activate(Place::new(Sw, Square::C7)),
    ] {
        assert!(state.update(command).is_empty());
        assert_eq!(state.key_holder(), KeyHolder::Chooser);
    }
    state.update(HandCommand::Choose(ChooserKey::Next));
    assert_eq!(state.marked(), Some(Role::Rook));
    let effects = state.update(HandCommand::Choose(ChooserKey::Take));
    assert_eq!(state.game().moves().last().unwrap().to_string(), "c7d8r");
    assert_eq!(state.key_holder(), KeyHolder::Page);
    assert!(
        matches!(effects.last(), Some(Effect::Focus(place)) if place.board == Ne),
        "as after any move by keys, the next player has the focus: {effects:?}"
    );
    assert!(state.squares(Sw)[Square::D8 as usize].is_stop);
}

#[test]
fn closing_the_promotion_chooser_plays_nothing() {
    let mut state = state();
    play(&mut state, BEFORE_PROMOTION);
    let steps = state.game().steps().len();
    state.update(HandCommand::Activate(Place::new(Sw, Square::C7)));
    state.update(HandCommand::Activate(Place::new(Sw, Square::D8)));
    let effects = state.update(HandCommand::Choose(ChooserKey::Close));
    assert!(effects.is_empty());
    assert_eq!(*state.input(), Input::Idle);
    assert_eq!(state.game().steps().len(), steps);
    // A dialog above the chooser has the keys.
    state.update(HandCommand::Activate(Place::new(Sw, Square::C7)));
    state.update(WindowCommand::Open(Dialog::Help));
    assert_eq!(state.key_holder(), KeyHolder::Dialog);
}

#[test]
fn arrows_go_as_seen_and_the_cursor_is_remembered() {
    let mut state = state();
    // On NW, White's home rank is the upper right edge, so down leads away from it.
    let degrees = state.scene(Coordinates::default()).boards[Nw].degrees;
    let next = geometry::step(Square::E1, Arrow::Down, degrees);
    assert_eq!(next, Some(Square::E2));
    let last = geometry::leap(Square::E1, Arrow::Down, degrees);
    assert_eq!(last, Square::E8);
    state.update(HandCommand::Focus(Place::new(Nw, Square::E2)));
    let squares = state.squares(Nw);
    let stops = Square::ALL.map(|square| squares[square as usize].is_stop);
    assert_eq!(stops, Square::ALL.map(|square| square == Square::E2));
}

#[test]
fn a_whole_game_to_mate_by_keys_alone() {
    let mut state = state();
    let moves = "f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 d8h4 d8h4";
    for token in moves.split(' ') {
        let board = state.boards().turn().boards()[0];
        for square in [&token[..2], &token[2..]] {
            let place = Place::new(board, square.parse().unwrap());
            state.update(HandCommand::Focus(place));
            state.update(HandCommand::Activate(place));
        }
    }
    let ending = state.shown_game().ending().unwrap();
    assert!(
        state.shell().spoken().contains("East and West win"),
        "{}",
        state.shell().spoken()
    );
    assert_eq!(ending.provisional.len(), 1);
    assert_eq!(state.mover(), None);
    state.update(HandCommand::Activate(Place::new(Nw, Square::E2)));
    assert!(notice_text(&state).starts_with("The game is over"));
}

fn load(state: &mut State, text: &str) {
    state.update(GameCommand::Load(text.to_owned()));
}

#[test]
fn saves_and_links_round_trip() {
    let mut state = state();
    play(&mut state, GHOST);
    let text = state.shared().file.text;
    let link = match &state.update(ShareGame::CopyLink("http://x/".to_owned()))[..] {
        [Effect::Common(Common::Copy(link))] => link.clone(),
        other => panic!("{other:?}"),
    };
    assert!(link.starts_with("http://x/#1."));
    for source in [text, link] {
        let mut other = self::state();
        load(&mut other, &source);
        assert_eq!(other.game().steps(), state.game().steps());
        assert!(other.shell().notice().unwrap().is_good);
    }
}

#[test]
fn hostile_texts_are_refused_and_change_nothing() {
    let mut state = state();
    play(&mut state, GHOST);
    let steps = state.game().steps().to_vec();
    for text in [
        "",
        "<img src=x onerror=alert(1)>",
        "{\"variant\":\"duplicate-chess\",\"version\":1,\"moves\":[{\"player\":\"N\"}]}",
        "{\"variant\":\"duplicate-chess\",\"version\":99,\"moves\":[]}",
        "http://127.0.0.1/#1.AAAA",
        "#2.xx",
        "#1.\u{202e}",
    ] {
        load(&mut state, text);
        assert!(!state.shell().notice().unwrap().is_good, "{text}");
        assert_eq!(state.game().steps(), steps, "{text}");
    }
}

#[test]
fn the_tour_leaves_the_game_alone() {
    let mut state = state();
    play(&mut state, "e2e4");
    state.update(TourCommand::Start);
    let stops: usize = tour::CHAPTERS
        .iter()
        .map(|chapter| chapter.stops.len())
        .sum();
    for _ in 0..stops {
        assert!(state.tour().is_some());
        for board in BoardName::ALL {
            assert_eq!(state.squares(board).len(), 64);
        }
        let stop = state.tour().unwrap().stop();
        if let Some(asked) = stop.ask.filter(|_| stop.grab.is_some()) {
            let why = state
                .explanation()
                .expect("the tour asks where there is an answer");
            assert_eq!(why.place, asked);
        }
        state.update(TourCommand::Forward);
    }
    assert!(state.tour().is_none());
    assert_eq!(state.game().steps().len(), 1);
}

#[test]
fn the_tour_ends_in_a_game_against_three_programs() {
    let mut state = state();
    play(&mut state, "e2e4");
    state.update(TourCommand::Chapter(usize::MAX));
    let effects = state.update(TourCommand::Play);
    assert!(state.tour().is_none());
    let programs = Seat::ALL.map(|seat| state.program(seat));
    assert_eq!(programs, [None, Some(3), Some(3), Some(3)]);
    assert_eq!(state.game().steps().len(), 0);
    let is_kept = effects
        .iter()
        .any(|effect| matches!(effect, Effect::PutAside { .. }));
    assert!(is_kept, "the game before the tour is among the recent ones");
    play(&mut state, "e2e4");
    assert_eq!(state.thinking(), Some(3), "South is a program");
}

#[test]
fn views_follow_options_shape_and_turn() {
    let mut state = state();
    assert_eq!(state.view(), View::Compass(Seat::South));
    state.update(WindowCommand::Reshape(Shape::Tall));
    assert_eq!(
        state.view(),
        View::Upright(Seat::North),
        "a phone starts upright"
    );
    state.update(OptionsCommand::ToggleUpright);
    assert_eq!(state.view(), View::Compass(Seat::South));
    state.update(OptionsCommand::Magnify(Ne));
    assert_eq!(state.view(), View::Single(Ne));
    state.update(OptionsCommand::ToggleUpright);
    play(&mut state, "e2e4");
    assert_eq!(state.view(), View::Upright(Seat::South));
}

#[test]
fn games_end_by_declaration() {
    let mut state = state();
    state.update(GameCommand::Resign(Seat::East));
    assert_eq!(state.shown_game().ending().unwrap().winners().count(), 2);
    state.update(GameCommand::Undo);
    state.update(GameCommand::DeclareDraw);
    assert_eq!(state.shown_game().ending().unwrap().winners().count(), 0);
    state.update(GameCommand::DeclareDraw);
    assert!(!state.shell().notice().unwrap().is_good);
}

#[test]
fn a_replaced_game_becomes_recent_and_can_be_opened() {
    let mut state = state();
    play(&mut state, "e2e4 d2d4");
    let effects = state.update(GameCommand::New(duplicate::Rulings::default()));
    let Effect::PutAside { name, text } = effects[0].clone() else {
        panic!("{effects:?}");
    };
    assert_eq!(name, "2 moves");
    assert_eq!(
        state.shell().notice().unwrap().remedy,
        Some(Remedy::OpenRecents)
    );
    let at = 7;
    state.update(GameCommand::Recents(vec![Recent { at, name, text }]));
    state.update(GameCommand::RenameRecent(at, "mine\t".to_owned()));
    assert_eq!(state.recents()[0].name, "mine");
    // The empty game is not kept.
    let effects = state.update(GameCommand::OpenRecent(at));
    assert_eq!(effects, [Effect::ClearFragment]);
    assert_eq!(state.game().steps().len(), 2);
    state.update(GameCommand::ForgetRecent(at));
    assert!(state.recents().is_empty());
}

#[test]
fn a_replaced_line_can_be_restored_completely() {
    let mut state = state();
    play(&mut state, GHOST);
    let before = state.game().steps().to_vec();
    state.update(GameCommand::Show(4));
    assert_eq!(state.past(), Some((4, 9)));
    play_replacing(&mut state, "a2a3");
    state.update(GameCommand::RestoreLine);
    assert_eq!(state.game().steps(), before);
    assert_eq!(state.game().shown(), 4);
    assert!(
        state.update(GameCommand::RestoreLine).is_empty(),
        "only once"
    );
}

fn play_replacing(state: &mut State, token: &str) {
    state.update(HandCommand::Type(token.to_owned()));
    assert_eq!(
        state.shell().notice().unwrap().remedy,
        Some(Remedy::BringBack)
    );
}

#[test]
fn a_storage_failure_is_reported_once() {
    let mut state = state();
    state.update(KeepCommand::Kept(false));
    assert_eq!(
        state.shell().notice().unwrap().remedy,
        Some(Remedy::SaveFile)
    );
    state.update(WindowCommand::Dismiss(0));
    state.update(KeepCommand::Kept(false));
    assert_eq!(state.shell().notice(), None);
    state.update(KeepCommand::Kept(true));
    assert!(state.shell().notice().unwrap().is_good);
}

#[test]
fn another_tab_is_noticed_only_if_its_game_differs() {
    let mut state = state();
    play(&mut state, "e2e4");
    state.update(KeepCommand::FoundElsewhere(state.kept_text()));
    assert_eq!(state.shell().notice(), None);
    state.update(KeepCommand::FoundElsewhere("1.McLb".to_owned()));
    assert_eq!(
        state.shell().notice().unwrap().remedy,
        Some(Remedy::TakeOver)
    );
    state.update(KeepCommand::TakeOver);
    assert_eq!(state.game().steps().len(), 2);
}

#[test]
fn each_board_remembers_its_own_last_move() {
    let mut state = state();
    play(&mut state, "e2e4 d2d4 e7e5");
    for (board, to) in [
        (Nw, Square::E4),
        (Sw, Square::D4),
        (Ne, Square::E5),
        (BoardName::Se, Square::E5),
    ] {
        let marks = state.squares(board)[to as usize].marks;
        assert_eq!(marks.last, Some(Last::To), "{board}");
    }
}

#[test]
fn a_mated_king_is_marked_and_the_headline_says_who_won() {
    let mut state = state();
    play(&mut state, "f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 d8h4 d8h4");
    for board in [Nw, Ne] {
        assert!(state.squares(board)[Square::E1 as usize].marks.mate);
    }
    assert!(!state.squares(Sw)[Square::E1 as usize].marks.mate);
    let status = status::Status::of(&state);
    assert_eq!(status.headline, "Checkmate: East and West win");
    assert_eq!(status.tone(), status::Tone::Verdict);
}

#[test]
fn a_mate_is_marked_only_on_the_board_with_the_check() {
    let mut state = state();
    play(
        &mut state,
        duplicate::examples::ESCAPE_NOT_SYNCHRONIZED.moves,
    );
    let ending = state.shown_game().ending().unwrap();
    let Cause::Checkmate { mated, boards, .. } = ending.cause else {
        panic!("{ending}");
    };
    assert_eq!((mated.len(), boards.len()), (1, 1));
    for board in BoardName::ALL {
        let marked = Square::ALL
            .into_iter()
            .filter(|&square| state.squares(board)[square as usize].marks.mate);
        assert_eq!(
            marked.count(),
            usize::from(boards.contains(board)),
            "{board}"
        );
    }
}

#[test]
fn the_notice_of_a_new_game_goes_when_the_game_ends() {
    let mut state = state();
    play(&mut state, "e2e4");
    state.update(GameCommand::New(duplicate::Rulings::default()));
    assert!(state.shell().notice().is_some());
    state.update(GameCommand::DeclareDraw);
    assert_eq!(state.shell().notice(), None);
    let status = status::Status::of(&state);
    assert_eq!(status.headline, "Draw declared: all draw");
    assert!(
        !status.line().contains("North to move"),
        "{}",
        status.line()
    );
}

#[test]
fn the_headline_tells_the_turn_and_the_line_what_matters_most() {
    let mut state = state();
    let status = |state: &State| status::Status::of(state);
    assert_eq!(status(&state).headline, "North to move");
    click(&mut state, Sw, Square::E2);
    assert_eq!(status(&state).tone(), status::Tone::Error, "a refusal");
    state.update(WindowCommand::Dismiss(0));
    gesture(&mut state, Sw, Gesture::Point(None));
    play(&mut state, "e2e4 e2e4");
    state.update(GameCommand::Back);
    assert_eq!(status(&state).tone(), status::Tone::Past);
    assert_eq!(status(&state).line(), "Viewing move 1 of 2.");
}

#[test]
fn arrows_are_drawn_removed_and_cleared_by_a_move() {
    let mut state = state();
    let draw = |state: &mut State, from, to| {
        gesture(
            state,
            Ne,
            Gesture::Draw {
                from,
                to,
                ink: Ink::Green,
            },
        );
    };
    draw(&mut state, Square::G1, Square::F3);
    draw(&mut state, Square::D4, Square::D4);
    assert_eq!(state.drawings(Ne).count(), 2);
    assert_eq!(state.drawings(Nw).count(), 0);
    draw(&mut state, Square::G1, Square::F3);
    assert_eq!(state.drawings(Ne).count(), 1);
    // Another color replaces the first.
    let (from, to) = (Square::D4, Square::D4);
    let ink = Ink::Blue;
    gesture(&mut state, Ne, Gesture::Draw { from, to, ink });
    assert_eq!(
        state.drawings(Ne).collect::<Vec<_>>(),
        [Drawn { from, to, ink }]
    );
    play(&mut state, "e2e4");
    assert_eq!(state.drawings(Ne).count(), 0);
}

#[test]
fn a_press_elsewhere_deselects() {
    let mut state = state();
    click(&mut state, Nw, Square::E2);
    state.update(HandCommand::LetGo);
    assert_eq!(*state.input(), Input::Idle);
}

#[test]
fn sounds_follow_what_happened_and_can_be_switched_off() {
    let mut state = state();
    let sounds = |state: &mut State, moves: &str| -> Vec<Effect> {
        let typed = moves.split(' ').flat_map(|token| {
            let effects = state.update(HandCommand::Type(token.to_owned()));
            effects
                .into_iter()
                .filter(|effect| matches!(effect, Effect::Common(Common::Sound(_))))
        });
        typed.collect()
    };
    assert_eq!(
        sounds(&mut state, "e2e4"),
        [Common::Sound(Sound::Move).into()]
    );
    state.update(OptionsCommand::ToggleSound);
    assert_eq!(sounds(&mut state, "e2e4"), []);
    state.update(OptionsCommand::ToggleSound);
    let heard = sounds(&mut state, "d7d5 d7d5 e4d5");
    assert_eq!(heard.last(), Some(&Common::Sound(Sound::Capture).into()));
}

#[test]
fn boards_are_set_up_or_refused_with_the_reason() {
    let mut state = state();
    play(&mut state, "e2e4");
    let rulings = duplicate::Rulings::default();
    let text = "nonsense".to_owned();
    state.update(GameCommand::SetUp { text, rulings });
    assert!(!state.shell().notice().unwrap().is_good);
    assert_eq!(state.game().steps().len(), 1, "the game is as it was");
    let bare = "4k3/P7/8/8/8/8/8/4K3 - -";
    let text = format!("N\n{bare}\n{bare}\n{bare}\n{bare}");
    state.update(GameCommand::SetUp { text, rulings });
    play(&mut state, "a8=Q");
    let mut other = self::state();
    assert!(other.restore(&state.kept_text()));
    assert_eq!(
        other.game().start().setup_word(),
        state.game().start().setup_word()
    );
    assert_eq!(
        words::rulings(other.game()).as_deref(),
        Some("The boards were set up.")
    );
}

/// The request to a program, if any.
fn asked(effects: &[Effect]) -> Option<Question> {
    let mut questions = effects.iter().filter_map(|effect| match effect {
        Effect::Think(question) => Some(question),
        Effect::Ask(_)
        | Effect::Focus(_)
        | Effect::ClearFragment
        | Effect::PutAside { .. }
        | Effect::KeepRecents
        | Effect::Picture(_)
        | Effect::Common(_)
        | Effect::StopThinking => None,
    });
    questions.next().cloned()
}

fn answer(state: &mut State, question: &Question, line: &str) -> Vec<Effect> {
    let line = line.split_whitespace().map(str::to_owned).collect();
    state.update(RivalsCommand::Answered(question.id, line))
}

/// North is a person, programs play the other seats.
fn with_programs() -> State {
    let mut state = state();
    for seat in [Seat::South, Seat::East, Seat::West] {
        assert_eq!(asked(&state.update(RivalsCommand::Seat(seat, 3))), None);
    }
    state
}

#[test]
fn programs_answer_a_person_in_turn() {
    let mut state = with_programs();
    // The only person is at the bottom.
    assert_eq!(state.view(), View::Compass(Seat::North));
    let effects = state.update(HandCommand::Type("e2e4".to_owned()));
    let south = asked(&effects).unwrap();
    assert_eq!(south.level, 3);
    assert_eq!(state.thinking(), Some(3));
    assert_eq!(
        status::Status::of(&state).headline,
        "South thinks (sees one move)"
    );
    let east = asked(&answer(&mut state, &south, "d2d4 e7e5")).unwrap();
    let west = asked(&answer(&mut state, &east, "e7e6")).unwrap();
    let effects = answer(&mut state, &west, "e7e5 g1f3 g1f3");
    assert_eq!(asked(&effects), None, "North is a person");
    assert_eq!(state.game().moves().count(), 4);
    // The line that West expects is shown on the boards of the players who make its moves.
    state.update(RivalsCommand::ShowLine);
    assert!(notice_text(&state).starts_with("West expects North g1f3, South g1f3"));
    assert_eq!(state.drawings(Nw).count(), 1);
    assert_eq!(state.drawings(Sw).count(), 1);
    // Undo goes back to the person's turn.
    state.update(GameCommand::Undo);
    assert_eq!(state.game().moves().count(), 0);
    assert_eq!(state.drawings(Nw).count(), 0);
}

#[test]
fn a_stale_answer_changes_nothing() {
    let mut state = with_programs();
    let south = asked(&state.update(HandCommand::Type("e2e4".to_owned()))).unwrap();
    // Viewing an earlier move cancels the request; returning repeats it.
    let effects = state.update(GameCommand::Back);
    assert!(effects.contains(&Effect::StopThinking));
    assert!(answer(&mut state, &south, "d2d4").is_empty());
    assert_eq!(state.game().moves().count(), 1);
    let again = asked(&state.update(GameCommand::Forward)).unwrap();
    assert_ne!(again.id, south.id);
    // So do a dialog and a pause.
    assert!(
        state
            .update(WindowCommand::Open(Dialog::Players))
            .contains(&Effect::StopThinking)
    );
    state.update(RivalsCommand::TogglePause);
    assert_eq!(asked(&state.update(WindowCommand::Close)), None);
    let south = asked(&state.update(RivalsCommand::TogglePause)).unwrap();
    // A person takes over the seat.
    let effects = state.update(RivalsCommand::Seat(Seat::South, 0));
    assert!(effects.contains(&Effect::StopThinking));
    assert!(answer(&mut state, &south, "d2d4").is_empty());
    assert_eq!(state.boards().turn(), Seat::South);
}

#[test]
fn a_move_in_the_past_truncates_and_the_next_program_is_asked() {
    let mut state = with_programs();
    let mut question = asked(&state.update(HandCommand::Type("e2e4".to_owned()))).unwrap();
    for line in ["d2d4", "e7e6", "e7e5"] {
        let effects = answer(&mut state, &question, line);
        question = asked(&effects).unwrap_or(question);
    }
    state.update(GameCommand::Show(0));
    let effects = state.update(HandCommand::Type("d2d4".to_owned()));
    let south = asked(&effects).unwrap();
    assert!(south.save.contains("d2d4"), "{}", south.save);
    assert_eq!(state.game().moves().count(), 1);
}

#[test]
fn a_hint_is_drawn_on_both_boards_and_nothing_is_played() {
    let mut state = state();
    let question = asked(&state.update(RivalsCommand::Hint)).unwrap();
    answer(&mut state, &question, "e2e4 e2e4");
    assert_eq!(state.game().moves().count(), 0);
    assert_eq!(state.drawings(Nw).count(), 1);
    assert_eq!(state.drawings(Ne).count(), 1);
    assert!(notice_text(&state).contains("e2e4"));
}

#[test]
fn a_failed_program_pauses_and_is_reported() {
    let mut state = with_programs();
    let south = asked(&state.update(HandCommand::Type("e2e4".to_owned()))).unwrap();
    let effects = state.update(RivalsCommand::Failed(south.id, "no memory".to_owned()));
    assert_eq!(asked(&effects), None);
    assert!(state.is_paused());
    assert!(!state.shell().notice().unwrap().is_good);
}
