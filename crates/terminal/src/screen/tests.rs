//! The full screen, driven by presses and drawn to a test backend.

use chess::{Color, Square};
use clock::{TimeControl, Unit};
use game::{Rules, Start};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::board::Style;
use super::super::companion::Companion;
use super::*;

const NOW: Duration = Duration::ZERO;

fn state() -> ScreenState {
    ScreenState::new(Dialog::new(
        Start::standard(),
        Rules::default(),
        TimeControl::Unlimited,
        Companion::default(),
    ))
}

fn type_line(state: &mut ScreenState, line: &str) {
    for c in line.chars() {
        state.press(Press::Letter(c), NOW);
    }
    state.press(Press::Enter, NOW);
}

fn choose(state: &mut ScreenState, squares: &[Square]) {
    for &square in squares {
        state.press(Press::Choose(square), NOW);
    }
}

fn fen(state: &ScreenState) -> String {
    state.dialog().game().position().to_string()
}

fn drawn(state: &ScreenState, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("never fails");
    let look = Look {
        style: Style::Letters,
        color: false,
    };
    terminal
        .draw(|frame| view::draw(frame, state, look, NOW))
        .expect("never fails");
    let buffer = terminal.backend().buffer();
    (0..height)
        .map(|y| {
            let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        })
        .collect()
}

#[test]
fn a_game_is_played_by_typing_by_arrows_and_by_clicking() {
    let mut state = state();
    type_line(&mut state, "e4");
    choose(&mut state, &[Square::E7, Square::E5]);
    // Arrows and Enter: from e5 to g1, and on to f3.
    for press in [
        Press::Down,
        Press::Down,
        Press::Down,
        Press::Down,
        Press::Right,
        Press::Right,
    ] {
        state.press(press, NOW);
    }
    assert_eq!(state.cursor(), Square::G1);
    state.press(Press::Enter, NOW);
    assert_eq!(state.chosen(), Some(Square::G1));
    for press in [Press::Left, Press::Up, Press::Up, Press::Letter(' ')] {
        state.press(press, NOW);
    }
    let expected = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(fen(&state), expected);
}

#[test]
fn the_screen_shows_the_board_the_moves_and_the_marks() {
    let mut state = state();
    for line in ["f3", "e5", "g4"] {
        type_line(&mut state, line);
    }
    state.press(Press::Choose(Square::D8), NOW);
    let expected = [
        "Black to move, move 2 (last move: 2. g4)",
        " 8  r  n  b >q< k  b  n  r    1. f3      e5",
        " 7  p  p  p  p  o  p  p  p    2. g4",
        " 6  .  .  .  .  .  o  .  .",
        " 5  .  .  .  .  p  .  o  .",
        " 4  .  .  .  .  .  . [P] o  Type a move or help; arrows",
        " 3  .  .  .  .  .  P  .  .  and Enter or the mouse move",
        " 2  P  P  P  P  P  . [.] P  too.",
        " 1  R  N  B  Q  K  B  N  R",
        "    a  b  c  d  e  f  g  h",
        "",
        "Black>",
    ];
    assert_eq!(drawn(&state, 58, 12), expected);
    choose(&mut state, &[Square::H4]);
    let found = drawn(&state, 58, 12);
    assert_eq!(
        found[0],
        "Game over after 2... Qh4#: 0-1: checkmate (article 5.1.1)"
    );
    assert!(found[8].contains("!K!"), "{found:#?}");
}

#[test]
fn every_screen_size_can_be_drawn() {
    let mut state = state();
    for line in ["e4", "e5", "offer", "help"] {
        type_line(&mut state, line);
    }
    for page in [true, false] {
        if !page {
            state.press(Press::Escape, NOW);
        }
        for width in (1..130).step_by(7) {
            for height in 1..45 {
                drawn(&state, width, height);
            }
        }
    }
    assert!(drawn(&state, 20, 5)[0].starts_with("The window is"));
}

#[test]
fn a_claim_is_offered_on_the_screen_and_granted() {
    let mut state = state();
    for line in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
        type_line(&mut state, line);
    }
    let found = drawn(&state, 80, 24);
    let right = "White may claim a draw: threefold repetition (article 9.2.2)";
    assert!(found.iter().any(|line| line == right), "{found:#?}");
    type_line(&mut state, "draw");
    assert!(
        state.messages().iter().any(|line| line.contains("rightly")),
        "{:?}",
        state.messages()
    );
    type_line(&mut state, "pgn");
    let found = drawn(&state, 80, 24);
    assert!(
        found.iter().any(|line| line.contains("1/2-1/2")),
        "{found:#?}"
    );
    state.press(Press::Escape, NOW);
    assert!(state.page().is_none());
}

#[test]
fn a_pawn_asks_for_its_promotion_piece() {
    let mut state = state();
    type_line(&mut state, "new 8/P5k1/8/8/8/8/8/6K1 w - - 0 1");
    choose(&mut state, &[Square::A7, Square::A8]);
    assert!(state.is_promoting());
    state.press(Press::Letter('x'), NOW);
    assert!(state.is_promoting());
    state.press(Press::Letter('n'), NOW);
    assert_eq!(fen(&state), "N7/6k1/8/8/8/8/8/6K1 b - - 0 1");
    // Escape cancels the promotion, and the pawn stays.
    type_line(&mut state, "undo");
    choose(&mut state, &[Square::A7, Square::A8]);
    state.press(Press::Escape, NOW);
    assert!(!state.is_promoting());
    assert_eq!(fen(&state), "8/P5k1/8/8/8/8/8/6K1 w - - 0 1");
}

#[test]
fn a_king_castles_to_its_square_or_onto_its_rook() {
    for to in [Square::G1, Square::H1] {
        let mut state = state();
        type_line(&mut state, "new 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        choose(&mut state, &[Square::E1]);
        assert!(state.targets().contains(&Square::G1));
        choose(&mut state, &[to]);
        assert_eq!(fen(&state), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    }
}

#[test]
fn another_piece_can_be_chosen_and_a_wrong_target_is_explained() {
    let mut state = state();
    choose(&mut state, &[Square::B1, Square::G1]);
    assert_eq!(state.chosen(), Some(Square::G1));
    choose(&mut state, &[Square::G1]);
    assert_eq!(state.chosen(), None);
    choose(&mut state, &[Square::E5]);
    assert_eq!(state.chosen(), None, "nothing of one's own stands there");
    choose(&mut state, &[Square::F1, Square::B5]);
    let said = state.messages().last().expect("something was said");
    assert!(said.contains("e2"), "{said}");
}

#[test]
fn the_cursor_follows_a_flipped_board() {
    let mut state = state();
    type_line(&mut state, "flip");
    assert_eq!(state.dialog().bottom(), Color::Black);
    state.press(Press::Up, NOW);
    assert_eq!(state.cursor(), Square::E1);
    state.press(Press::Left, NOW);
    assert_eq!(state.cursor(), Square::F1);
    state.press(Press::Up, NOW);
    assert_eq!(state.cursor(), Square::F1, "it stays on the board");
}

#[test]
fn typing_is_bounded_and_can_be_deleted() {
    let mut state = state();
    for _ in 0..5_000 {
        state.press(Press::Letter('é'), NOW);
    }
    assert!(state.input().len() <= 1_001);
    drawn(&state, 80, 24);
    state.press(Press::Erase, NOW);
    state.press(Press::Escape, NOW);
    assert_eq!(state.input(), "");
    type_line(&mut state, "quit");
    assert!(state.is_done());
}

#[test]
fn clocks_are_shown_and_a_flag_falls_without_a_key() {
    let control = TimeControl::parse("60", Unit::Seconds).expect("is a time control");
    let mut state = ScreenState::new(Dialog::new(
        Start::standard(),
        Rules::default(),
        control,
        Companion::default(),
    ));
    type_line(&mut state, "e4");
    let found = drawn(&state, 80, 24);
    assert!(
        found.iter().any(|line| line.ends_with("Black  1:00")),
        "{found:#?}"
    );
    state.tick(Duration::from_secs(61));
    assert_eq!(state.dialog().game().result().token(), "1-0");
}

#[test]
fn keys_are_mapped_to_presses() {
    let key = |code, modifiers| key_press(KeyEvent::new(code, modifiers));
    let plain = KeyModifiers::NONE;
    assert_eq!(key(KeyCode::Char('e'), plain), Some(Press::Letter('e')));
    assert_eq!(
        key(KeyCode::Char('N'), KeyModifiers::SHIFT),
        Some(Press::Letter('N'))
    );
    assert_eq!(
        key(KeyCode::Char('q'), KeyModifiers::CONTROL),
        Some(Press::Leave)
    );
    assert_eq!(key(KeyCode::Char('x'), KeyModifiers::CONTROL), None);
    assert_eq!(key(KeyCode::F(1), plain), Some(Press::Help));
    assert_eq!(key(KeyCode::Tab, plain), None);
}
