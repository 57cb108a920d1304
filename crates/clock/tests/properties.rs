//! Properties of clocks under any sequence of moves, pauses and corrections.

use std::num::NonZeroU64;
use std::time::Duration;

use fourfold_clock::{Clock, Clocks, PerMove, Terms, TimeControl, Unit};
use proptest::prelude::*;

const SEATS: usize = 4;

#[derive(Clone, Copy, Debug)]
enum Action {
    Press(usize),
    Pause,
    Resume,
    Stop,
    Start(usize),
    Add(usize, u64),
    Subtract(usize, u64),
}

fn action() -> impl Strategy<Value = Action> {
    let seat = 0..SEATS;
    prop_oneof![
        4 => seat.clone().prop_map(Action::Press),
        1 => Just(Action::Pause),
        1 => Just(Action::Resume),
        1 => Just(Action::Stop),
        1 => seat.clone().prop_map(Action::Start),
        1 => (seat.clone(), 0u64..100_000).prop_map(|(seat, ms)| Action::Add(seat, ms)),
        1 => (seat, 0u64..100_000).prop_map(|(seat, ms)| Action::Subtract(seat, ms)),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let per_move = prop_oneof![
        (0u64..20_000).prop_map(|ms| PerMove::Increment(Duration::from_millis(ms))),
        (1u64..20_000).prop_map(|ms| PerMove::Delay(Duration::from_millis(ms))),
    ];
    (1u64..10_000_000, per_move, 0u64..60).prop_map(|(base, per_move, moves)| Terms {
        base: Duration::from_millis(base),
        per_move,
        moves: NonZeroU64::new(moves),
    })
}

fn control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        8 => terms().prop_map(TimeControl::Limited),
        1 => Just(TimeControl::Unlimited),
    ]
}

fn act(clocks: &mut Clocks, action: Action, now: Duration) {
    match action {
        Action::Press(next) => {
            let mover = clocks.turn().unwrap_or(0);
            clocks.press(mover, Some(next), now);
        }
        Action::Pause => clocks.pause(now),
        Action::Resume => clocks.resume(now),
        Action::Stop => clocks.stop(now),
        Action::Start(seat) => clocks.start(seat, now),
        Action::Add(seat, ms) => clocks.add(seat, Duration::from_millis(ms)),
        Action::Subtract(seat, ms) => clocks.subtract(seat, Duration::from_millis(ms)),
    }
}

proptest! {
    #[test]
    fn written_controls_are_read_back(control in control()) {
        let text = control.to_string();
        prop_assert_eq!(TimeControl::parse(&text, Unit::Seconds).unwrap(), control);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[-+/:.0-9a-z∞é ]{0,12}") {
        for unit in [Unit::Seconds, Unit::Minutes] {
            if let Ok(TimeControl::Limited(terms)) = TimeControl::parse(&text, unit) {
                prop_assert!(!(terms.base + terms.increment() + terms.delay()).is_zero());
            }
        }
    }

    #[test]
    fn only_the_running_clock_loses_time(
        control in control(),
        script in prop::collection::vec((action(), 0u64..5_000), 0..40),
        wait in 0u64..1_000_000,
    ) {
        let mut clocks = Clocks::new([control; SEATS]);
        let mut now = Duration::ZERO;
        for (action, ms) in script {
            now += Duration::from_millis(ms);
            act(&mut clocks, action, now);
        }
        let later = now + Duration::from_millis(wait);
        for seat in 0..SEATS {
            let runs = clocks.is_running() && clocks.turn() == Some(seat);
            let (before, after) = (clocks.left(seat, now), clocks.left(seat, later));
            prop_assert!(after <= before);
            prop_assert!(runs || after == before);
        }
    }

    #[test]
    fn the_flag_falls_exactly_when_predicted(
        control in control(),
        script in prop::collection::vec((action(), 0u64..5_000), 1..40),
    ) {
        let mut clocks = Clocks::new([control; SEATS]);
        let mut now = Duration::ZERO;
        for (action, ms) in script {
            now += Duration::from_millis(ms);
            act(&mut clocks, action, now);
            let Some(at) = clocks.flag_falls_at() else {
                prop_assert_eq!(clocks.flagged(now + Duration::from_secs(1 << 40)), None);
                continue;
            };
            let seat = clocks.turn();
            prop_assert!(seat.is_some());
            prop_assert_eq!(clocks.flagged(at), seat);
            prop_assert_eq!(clocks.left(seat.unwrap(), at), Some(Duration::ZERO));
            if let Some(before) = at.checked_sub(Duration::from_nanos(1)) {
                prop_assert!(at == now || before < now || clocks.flagged(before).is_none());
            }
        }
    }

    #[test]
    fn a_copy_restores_the_clocks_exactly(
        control in control(),
        script in prop::collection::vec((action(), 0u64..5_000), 2..40),
        cut in 0usize..40,
    ) {
        let mut clocks = Clocks::new([control; SEATS]);
        let cut = cut % script.len();
        let mut now = Duration::ZERO;
        let play = |clocks: &mut Clocks, part: &[(Action, u64)], mut now: Duration| {
            for &(action, ms) in part {
                now += Duration::from_millis(ms);
                act(clocks, action, now);
            }
            now
        };
        now = play(&mut clocks, &script[..cut], now);
        let copy = clocks.clone();
        play(&mut clocks, &script[cut..], now);
        let end = clocks;
        clocks = copy;
        play(&mut clocks, &script[cut..], now);
        prop_assert_eq!(clocks, end);
    }

    #[test]
    fn a_delay_and_an_increment_of_the_same_length_differ_only_in_what_is_saved(
        base in 1u64..1_000_000,
        per_move in 1u64..10_000,
        moves in prop::collection::vec(0u64..20_000, 1..40),
    ) {
        let ms = Duration::from_millis;
        let clock = |per_move| Clock::new(TimeControl::Limited(Terms { base: ms(base), per_move, moves: None }));
        let mut delayed = clock(PerMove::Delay(ms(per_move)));
        let mut increased = clock(PerMove::Increment(ms(per_move)));
        for thinking in moves {
            // Unless the flag falls, a delay never leaves more time than an increment.
            if Some(ms(thinking)) > increased.left() {
                break;
            }
            delayed.finish_move(ms(thinking));
            increased.finish_move(ms(thinking));
            prop_assert!(delayed.left() <= increased.left());
            prop_assert!(delayed.left() <= Some(ms(base)));
        }
    }
}
