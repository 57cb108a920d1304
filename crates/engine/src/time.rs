//! [Time management](https://www.chessprogramming.org/Time_Management).
//!
//! There are two limits. After the soft limit no new iteration starts; it depends on how stable the
//! search is. At the hard limit the search stops immediately. All arithmetic uses integers, so it
//! is the same on every machine.

use core::time::Duration;

use crate::engine::Settings;
use crate::limits::{ClockLimits, Limits};
use crate::search::params::Params;

/// The time limits of a search; `None` without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimePlan {
    soft: Option<Duration>,
    hard: Option<Duration>,
}

/// How stable the search is after an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stability {
    /// Iterations since the best move changed.
    pub(crate) stable_iterations: i32,
    /// The share of all nodes spent on the best move, in permille.
    pub(crate) effort: i32,
    /// The score drop since the previous iteration, in centipawns.
    pub(crate) fall: i32,
    /// The score drop since the previous move of the game, in centipawns.
    pub(crate) fall_since_move: i32,
    /// There is only one legal move.
    pub(crate) forced: bool,
}

const TIME_MIN: Duration = Duration::from_millis(1);

/// Later moves are treated like this one.
const MOVES_MAX: i32 = 1000;

/// Longer times are clamped to this, so that no product overflows.
const TIME_MAX: Duration = Duration::from_secs(1_000_000);

impl TimePlan {
    /// The limits of a search for this move of the game, counted from 1.
    pub(crate) fn new(limits: &Limits, settings: &Settings, number: u32) -> TimePlan {
        let overhead = settings.overhead;
        if let Some(time) = limits.movetime {
            let time = time.saturating_sub(overhead).max(TIME_MIN);
            return TimePlan {
                soft: Some(time),
                hard: Some(time),
            };
        }
        match limits.clock {
            Some(clock) => TimePlan::for_clock(clock, settings, number),
            None => TimePlan {
                soft: None,
                hard: None,
            },
        }
    }

    fn for_clock(clock: ClockLimits, settings: &Settings, number: u32) -> TimePlan {
        let Settings {
            overhead, params, ..
        } = settings;
        let overhead = *overhead;
        let percent = |time: Duration, percent: i32| time * percent.unsigned_abs() / 100;
        let time = clock.time.min(TIME_MAX);
        let increment = clock.increment.min(TIME_MAX);
        // The time that can be spent on this move without losing on time.
        let available = time.saturating_sub(overhead).max(TIME_MIN);
        let moves_left = params.time_moves_left.unsigned_abs();
        let horizon = clock.moves_to_go.unwrap_or(moves_left).clamp(1, moves_left);
        // Future increments, minus the overhead of the moves to come.
        let gain = increment.saturating_sub(overhead) * (horizon - 1);
        let loss = overhead.saturating_sub(increment) * (horizon - 1);
        let budget = (available + gain).saturating_sub(loss).max(TIME_MIN);
        let share = budget / horizon;
        let hard_max = if horizon == 1 {
            params.time_hard_max_last
        } else {
            params.time_hard_max
        };
        let soft_percent = match clock.moves_to_go {
            Some(_) => params.time_soft_known,
            None => soft_percent(number, params),
        };
        let soft = percent(share, soft_percent).min(percent(available, params.time_soft_max));
        let hard = (share * params.time_hard.unsigned_abs()).min(percent(available, hard_max));
        TimePlan {
            soft: Some(soft.max(TIME_MIN)),
            hard: Some(hard.max(TIME_MIN)),
        }
    }

    /// Whether the hard limit is reached; never while pondering.
    pub(crate) fn is_over(&self, own_time: Option<Duration>) -> bool {
        matches!((self.hard, own_time), (Some(hard), Some(used)) if used >= hard)
    }

    /// Whether the soft limit is reached.
    ///
    /// The time of the whole search counts, on the opponent's clock too: a search that has pondered
    /// long enough answers at once and keeps the time for later moves.
    pub(crate) fn is_enough(
        &self,
        used: Duration,
        own_time: Option<Duration>,
        stability: &Stability,
        params: &Params,
    ) -> bool {
        let (Some(soft), Some(hard)) = (self.soft, self.hard) else {
            return false;
        };
        if soft == hard {
            // A fixed move time is used completely, whatever was pondered before.
            return self.is_over(own_time);
        }
        stability.forced || used >= (soft * stability.permille(params) / 1000).min(hard)
    }
}

/// The soft limit of this move of the game in percent of its share of the clock.
fn soft_percent(number: u32, params: &Params) -> i32 {
    let played = i32::try_from(number.saturating_sub(1)).map_or(MOVES_MAX, |n| n.min(MOVES_MAX));
    (params.time_soft + params.time_soft_growth * played / 10).min(params.time_soft_grown)
}

impl Stability {
    /// The factor for the soft limit, in permille: smaller if the best move is stable and took most
    /// nodes, larger if the score drops.
    fn permille(&self, params: &Params) -> u32 {
        let stable = self.stable_iterations.min(params.time_stability_max);
        let stability = params.time_stability - params.time_stability_step * stable;
        let effort = params.time_effort - params.time_effort_slope * self.effort.min(1000) / 1000;
        let fall = params.time_fall * self.fall + params.time_fall_move * self.fall_since_move;
        let trend = (1000 + fall).clamp(params.time_trend_min, params.time_trend_max);
        u32::try_from(stability.max(0) * effort.max(0) / 1000 * trend / 1000).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STABLE: Stability = Stability {
        stable_iterations: 3,
        effort: 600,
        fall: 0,
        fall_since_move: 0,
        forced: false,
    };

    fn settings(overhead: Duration) -> Settings {
        Settings {
            overhead,
            ..Settings::default()
        }
    }

    fn plan(time: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> TimePlan {
        let at = Duration::from_millis;
        let limits = Limits {
            clock: Some(ClockLimits {
                time: at(time),
                increment: at(increment),
                moves_to_go,
            }),
            ..Limits::default()
        };
        TimePlan::new(&limits, &settings(at(overhead)), 1)
    }

    #[test]
    fn the_limits_never_exceed_the_clock() {
        for time in [0, 1, 5, 20, 100, 1000, 60_000, u64::MAX] {
            for increment in [0, 2, 10, 1000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 500] {
                        let plan = plan(time, increment, moves_to_go, overhead);
                        let (Some(soft), Some(hard)) = (plan.soft, plan.hard) else {
                            panic!("a clock sets limits");
                        };
                        let left = Duration::from_millis(time.saturating_sub(overhead));
                        assert!(hard <= left.max(TIME_MIN), "{time}+{increment}: {hard:?}");
                        assert!(soft <= hard.max(TIME_MIN), "{time}+{increment}: {soft:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_clock_is_divided_among_the_moves() {
        let minute = plan(60_000, 0, None, 10).soft.expect("a clock sets limits");
        assert!((500..3000).contains(&minute.as_millis()), "{minute:?}");
        let last = plan(60_000, 0, Some(1), 10)
            .soft
            .expect("a clock sets limits");
        assert!(last > Duration::from_secs(30), "{last:?}");
        let with_increment = plan(60_000, 1000, None, 10).soft;
        assert!(with_increment > plan(60_000, 0, None, 10).soft);
    }

    #[test]
    fn an_unstable_search_takes_longer() {
        let unsure = Stability {
            stable_iterations: 0,
            effort: 200,
            fall: 40,
            fall_since_move: 0,
            forced: false,
        };
        let params = Params::default();
        assert!(unsure.permille(&params) > 2 * STABLE.permille(&params));
        let plan = plan(60_000, 0, None, 10);
        let forced = Stability {
            forced: true,
            ..unsure
        };
        assert!(plan.is_enough(Duration::ZERO, None, &forced, &params));
    }

    #[test]
    fn the_first_moves_take_less_time() {
        let limits = Limits {
            clock: Some(ClockLimits {
                time: Duration::from_secs(60),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        let soft = |number| TimePlan::new(&limits, &Settings::default(), number).soft;
        assert!(soft(1) < soft(15));
        assert!(soft(15) < soft(30));
        assert_eq!(soft(100), soft(u32::MAX));
        assert_eq!(soft(0), soft(1));
    }

    #[test]
    fn a_worse_score_than_at_the_previous_move_takes_longer() {
        let params = Params::default();
        let at = |fall_since_move| Stability {
            fall_since_move,
            ..STABLE
        };
        assert!(at(50).permille(&params) > at(0).permille(&params));
        assert!(at(-20).permille(&params) < at(0).permille(&params));
    }

    #[test]
    fn a_fixed_move_time_is_used_completely() {
        let limits = Limits::movetime(Duration::from_millis(100));
        let plan = TimePlan::new(&limits, &settings(Duration::from_millis(10)), 1);
        let params = Params::default();
        let at = Duration::from_millis;
        assert!(!plan.is_enough(at(500), Some(at(89)), &STABLE, &params));
        assert!(plan.is_enough(at(500), Some(at(90)), &STABLE, &params));
        assert!(!plan.is_over(Some(Duration::from_millis(89))));
        assert!(plan.is_over(Some(Duration::from_millis(90))));
        assert!(!plan.is_over(None), "pondering has no time limit");
    }
}
