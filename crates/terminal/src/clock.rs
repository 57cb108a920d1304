//! The players' clocks. Time is told, not asked: every call says what time it is.

use std::str::FromStr;
use std::time::Duration;

use chess::{ByColor, Color};

/// How much time the players have: a base and what every move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What each clock starts with.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected minutes and seconds for each move, such as 5+3 or 90+30, found {found:?}")]
pub struct ParseTimeError {
    pub found: String,
}

/// The longest base, a day, in minutes.
const MINUTES_MAX: u64 = 24 * 60;

/// The longest increment, an hour, in seconds.
const SECONDS_MAX: u64 = 60 * 60;

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeError> {
        let parse = || {
            let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
            let minutes: u64 = minutes.parse().ok()?;
            let seconds: u64 = seconds.parse().ok()?;
            if minutes > MINUTES_MAX || seconds > SECONDS_MAX || minutes + seconds == 0 {
                return None;
            }
            Some(TimeControl {
                base: Duration::from_secs(60 * minutes),
                increment: Duration::from_secs(seconds),
            })
        };
        parse().ok_or_else(|| ParseTimeError {
            found: text.to_owned(),
        })
    }
}

impl TimeControl {
    /// What a wrong claim gives the opponent: two minutes, but one in rapid and blitz, which are
    /// games with less than an hour for sixty moves (articles 9.5.3, A.3 and B.3).
    pub fn bonus(&self) -> Duration {
        let for_sixty_moves = self.base + 60 * self.increment;
        let minutes = if for_sixty_moves >= Duration::from_secs(60 * 60) {
            2
        } else {
            1
        };
        Duration::from_secs(60 * minutes)
    }
}

/// Two clocks, at most one of which runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: ByColor<Duration>,
    /// Whose clock runs, and since when.
    running: Option<(Color, Duration)>,
    /// What was left after each ply.
    by_ply: Vec<ByColor<Duration>>,
}

impl Clock {
    /// Clocks that stand until the first move.
    pub fn new(control: TimeControl) -> Clock {
        let left = ByColor::new_with(|_| control.base.max(control.increment));
        Clock {
            control,
            left,
            running: None,
            by_ply: vec![left],
        }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// How much time a side has left.
    pub fn left(&self, side: Color, now: Duration) -> Duration {
        match self.running {
            Some((running, since)) if running == side => {
                self.left[side].saturating_sub(now.saturating_sub(since))
            }
            _ => self.left[side],
        }
    }

    /// The side whose time is up.
    pub fn fallen(&self, now: Duration) -> Option<Color> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// This side has made the move that led to this ply; the other clock runs now.
    pub fn press(&mut self, mover: Color, ply: usize, now: Duration) {
        self.left[mover] = self.left(mover, now) + self.control.increment;
        self.running = Some((!mover, now));
        self.by_ply.truncate(ply);
        self.by_ply.resize(ply, self.left);
        self.by_ply.push(self.left);
    }

    /// Gives a side more time.
    pub fn add(&mut self, side: Color, time: Duration) {
        self.left[side] += time;
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Duration) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, now);
            self.running = None;
        }
    }

    /// Sets the clocks to what they showed after this ply; they stand if it is the start.
    pub fn set_to(&mut self, ply: usize, turn: Color, now: Duration) {
        self.left = self.by_ply.get(ply).copied().unwrap_or(self.left);
        self.running = (ply > 0).then_some((turn, now));
    }
}

/// A time as a clock shows it: `1:02:03`, `4:05`, and tenths below twenty seconds.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{:02}", seconds % 60)
    } else if seconds < 20 {
        format!("0:{seconds:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{minutes}:{:02}", seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn control(text: &str) -> TimeControl {
        text.parse().expect("is a time control")
    }

    #[test]
    fn time_controls_are_read_or_refused() {
        assert_eq!(control("5+3").base, at(300));
        assert_eq!(control("5+3").increment, at(3));
        assert_eq!(control("90").increment, at(0));
        for text in [
            "",
            "+",
            "0+0",
            "five",
            "5+",
            "-5",
            "5+3+2",
            "1441",
            "18446744073709551615+1",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn l20_the_bonus_is_one_minute_in_rapid_and_blitz() {
        for (text, minutes) in [
            ("3+2", 1),
            ("10", 1),
            ("15+10", 1),
            ("59+0", 1),
            ("60", 2),
            ("30+30", 2),
            ("90+30", 2),
        ] {
            assert_eq!(control(text).bonus(), at(60 * minutes), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_for_the_side_to_move_and_every_move_adds() {
        let mut clock = Clock::new(control("5+3"));
        assert_eq!(
            clock.left(Color::White, at(100)),
            at(300),
            "it stands before the first move"
        );
        clock.press(Color::White, 1, at(100));
        assert_eq!(clock.left(Color::White, at(110)), at(303));
        assert_eq!(clock.left(Color::Black, at(110)), at(290));
        clock.press(Color::Black, 2, at(110));
        assert_eq!(clock.left(Color::Black, at(500)), at(293));
        assert_eq!(clock.left(Color::White, at(120)), at(293));
    }

    #[test]
    fn a_flag_falls_once_the_time_is_up_and_not_when_stopped() {
        let mut clock = Clock::new(control("1"));
        clock.press(Color::White, 1, at(0));
        assert_eq!(clock.fallen(at(59)), None);
        assert_eq!(clock.fallen(at(60)), Some(Color::Black));
        clock.stop(at(30));
        assert_eq!(clock.fallen(at(99)), None);
        assert_eq!(clock.left(Color::Black, at(99)), at(30));
    }

    #[test]
    fn taking_back_sets_the_clocks_back() {
        let mut clock = Clock::new(control("5"));
        clock.press(Color::White, 1, at(0));
        clock.press(Color::Black, 2, at(60));
        clock.press(Color::White, 3, at(100));
        clock.set_to(1, Color::Black, at(200));
        assert_eq!(clock.left(Color::White, at(200)), at(300));
        assert_eq!(clock.left(Color::Black, at(200)), at(300));
        clock.set_to(3, Color::Black, at(200));
        assert_eq!(clock.left(Color::White, at(200)), at(260));
        clock.set_to(0, Color::White, at(200));
        assert_eq!(clock.left(Color::White, at(999)), at(300));
    }

    #[test]
    fn times_are_shown_as_clocks_show_them() {
        assert_eq!(shown(at(3723)), "1:02:03");
        assert_eq!(shown(at(245)), "4:05");
        assert_eq!(shown(Duration::from_millis(9_340)), "0:09.3");
        assert_eq!(shown(at(0)), "0:00.0");
    }
}
