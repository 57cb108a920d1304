//! What a game does to its clocks.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::num::NonZeroUsize;
use std::time::Duration;

use chess::{Color, Position};
use clock::{TimeControl, Unit};
use game::{Command, Game, Rules};
use proptest::prelude::*;
use timed::{TimedGame, Timing};

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn timed(control: &str) -> TimedGame {
    let control = TimeControl::parse(control, Unit::Minutes).unwrap();
    TimedGame::new(Game::default(), control)
}

fn play(timed: &mut TimedGame, san: &str, now: u64) {
    let m = timed.game().position().parse_san(san).unwrap();
    timed.execute(Command::Play(m), at(now)).unwrap();
}

fn left(timed: &TimedGame, now: u64) -> [u64; 2] {
    Color::ALL.map(|side| timed.left(side, at(now)).unwrap().as_secs())
}

const UNDO: Command = Command::Undo(NonZeroUsize::MIN);
const REDO: Command = Command::Redo(NonZeroUsize::MIN);

#[test]
fn a_clock_starts_with_its_base_and_with_the_increment_only_without_a_base() {
    assert_eq!(left(&timed("0+3"), 0), [3, 3]);
    assert_eq!(left(&timed("1+90"), 0), [60, 60]);
}

#[test]
fn the_first_move_starts_the_clocks_and_every_move_adds_the_increment() {
    let mut timed = timed("5+3");
    assert_eq!(left(&timed, 100), [300, 300]);
    play(&mut timed, "e4", 100);
    assert_eq!(timed.running(), Some(Color::Black));
    assert_eq!(left(&timed, 110), [303, 290]);
    play(&mut timed, "e5", 110);
    assert_eq!(left(&timed, 120), [293, 293]);
}

#[test]
fn undo_and_redo_restore_the_clocks_even_of_the_end_of_the_game() {
    let mut timed = timed("5");
    play(&mut timed, "e4", 0);
    play(&mut timed, "e5", 60);
    timed
        .execute(Command::Resign(Color::White), at(100))
        .unwrap();
    assert_eq!((timed.running(), left(&timed, 900)), (None, [260, 240]));
    timed.execute(UNDO, at(200)).unwrap();
    assert_eq!(
        (timed.running(), left(&timed, 210)),
        (Some(Color::White), [290, 240])
    );
    timed.execute(REDO, at(300)).unwrap();
    assert_eq!((timed.running(), left(&timed, 900)), (None, [260, 240]));
    timed
        .execute(Command::Undo(NonZeroUsize::new(3).unwrap()), at(300))
        .unwrap();
    assert_eq!((timed.running(), left(&timed, 900)), (None, [300, 300]));
}

#[test]
fn a_wrong_claim_gives_the_opponent_time_which_undo_takes_and_redo_gives_back() {
    for (control, bonus) in [("5", 60), ("90+30", 120)] {
        let mut timed = timed(control);
        play(&mut timed, "e4", 0);
        let before = left(&timed, 0)[0];
        let claim = Command::Claim {
            by: Color::Black,
            ground: None,
            with: None,
        };
        timed.execute(claim, at(0)).unwrap();
        assert_eq!(left(&timed, 0)[0], before + bonus, "{control}");
        timed.execute(UNDO, at(0)).unwrap();
        timed.execute(REDO, at(0)).unwrap();
        assert_eq!(left(&timed, 0)[0], before + bonus, "{control}");
    }
}

#[test]
fn a_flag_falls_in_a_game_in_progress_only() {
    let mut timed = timed("1");
    play(&mut timed, "e4", 0);
    assert_eq!(timed.fallen_flag(at(59)), None);
    assert_eq!(timed.fallen_flag(at(60)), Some(Color::Black));
    timed.execute(Command::Flag(Color::Black), at(60)).unwrap();
    assert_eq!((timed.fallen_flag(at(99)), timed.running()), (None, None));
}

#[test]
fn a_game_that_is_set_up_or_stated_as_over_keeps_its_clocks() {
    let position = Position::from_fen("4k3/8/8/8/8/8/3R4/4K3 b - - 0 90").unwrap();
    let control = TimeControl::parse("1", Unit::Minutes).unwrap();
    let mut timed = TimedGame::new(Game::new(position, Rules::default()), control);
    play(&mut timed, "Ke7", 0);
    assert_eq!(timed.end_as_stated(game::Outcome::Draw), Some(()));
    assert_eq!(timed.running(), None);
    timed.execute(UNDO, at(10)).unwrap();
    assert_eq!(timed.running(), Some(Color::White));
}

proptest! {
    /// Clocks of four seats: what they showed after each step comes back.
    #[test]
    fn every_step_can_be_restored(
        times in prop::collection::vec((0u64..20_000, 0u64..3_000), 1..40),
        back in any::<prop::sample::Index>(),
    ) {
        let control = TimeControl::parse("60+2", Unit::Minutes).unwrap();
        let mut timing = Timing::new([control; 4], 0);
        let (mut now, mut shown) = (Duration::ZERO, Vec::new());
        timing.start(0, now);
        for (step, (ms, given)) in times.iter().enumerate() {
            now += Duration::from_millis(*ms);
            timing.step(Some(step % 4), Some((step + 1) % 4), now);
            timing.give(3, Duration::from_millis(*given));
            shown.push([0, 1, 2, 3].map(|seat| timing.clocks().left(seat, now)));
        }
        let step = back.index(times.len());
        let all = |timing: &Timing| [0, 1, 2, 3].map(|seat| timing.clocks().left(seat, now));
        timing.go_to(step + 1, Some((step + 1) % 4), now);
        prop_assert_eq!(all(&timing), shown[step]);
        prop_assert_eq!(timing.clocks().turn(), Some((step + 1) % 4));
        prop_assert_eq!([0, 1, 2, 3].map(|seat| timing.shown(step + 1, seat)), shown[step]);
        timing.go_to(times.len(), None, now);
        prop_assert_eq!(all(&timing), shown[times.len() - 1]);
        prop_assert!(!timing.clocks().is_running());
    }
}
