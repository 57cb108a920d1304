//! How much time a move may take.
//!
//! There are two bounds. At the soft one no further iteration is begun; it moves with how sure the
//! search is. At the hard one the search stops wherever it is. All arithmetic is in whole
//! microseconds and thousandths, so that it is the same everywhere.

use core::time::Duration;

use crate::engine::Settings;
use crate::limits::{ClockLimits, Limits};
use crate::search::params::Params;

/// The two bounds of a search; absent if time does not limit it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimePlan {
    soft: Option<Duration>,
    hard: Option<Duration>,
}

/// What the search knows about how sure it is, after an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Certainty {
    /// Iterations since the best move changed.
    pub(crate) stable_iterations: i32,
    /// The share of all nodes that went into the best move, in thousandths.
    pub(crate) effort: i32,
    /// By how many hundredths of a pawn the score fell since the iteration before.
    pub(crate) fall: i32,
    /// There is only one legal move.
    pub(crate) forced: bool,
}

/// A move always gets this much, however little there is.
const LEAST: Duration = Duration::from_millis(1);

/// The longest time that is reckoned with, so that no product overflows.
const LONGEST: Duration = Duration::from_secs(1_000_000);

impl TimePlan {
    /// The plan for these limits, given what each move loses on its way to the clock.
    pub(crate) fn new(limits: &Limits, settings: &Settings) -> TimePlan {
        let overhead = settings.overhead;
        if let Some(time) = limits.movetime {
            let time = time.saturating_sub(overhead).max(LEAST);
            return TimePlan {
                soft: Some(time),
                hard: Some(time),
            };
        }
        match limits.clock {
            Some(clock) => TimePlan::for_clock(clock, settings),
            None => TimePlan {
                soft: None,
                hard: None,
            },
        }
    }

    fn for_clock(clock: ClockLimits, settings: &Settings) -> TimePlan {
        let Settings {
            overhead, params, ..
        } = settings;
        let overhead = *overhead;
        let percent = |time: Duration, percent: i32| time * percent.unsigned_abs() / 100;
        let time = clock.time.min(LONGEST);
        let increment = clock.increment.min(LONGEST);
        // What can be spent now without losing on time, whatever happens on the way.
        let available = time.saturating_sub(overhead).max(LEAST);
        let moves_left = params.time_moves_left.unsigned_abs();
        let horizon = clock.moves_to_go.unwrap_or(moves_left).clamp(1, moves_left);
        // Increments still to come, less what every move loses on the way.
        let gain = increment.saturating_sub(overhead) * (horizon - 1);
        let loss = overhead.saturating_sub(increment) * (horizon - 1);
        let budget = (available + gain).saturating_sub(loss).max(LEAST);
        let share = budget / horizon;
        let hard_max = if horizon == 1 {
            params.time_hard_max_last
        } else {
            params.time_hard_max
        };
        let soft = percent(share, params.time_soft).min(percent(available, params.time_soft_max));
        let hard = (share * params.time_hard.unsigned_abs()).min(percent(available, hard_max));
        TimePlan {
            soft: Some(soft.max(LEAST)),
            hard: Some(hard.max(LEAST)),
        }
    }

    /// Whether the search must stop now; never while it runs in the opponent's time.
    pub(crate) fn is_over(&self, own_time: Option<Duration>) -> bool {
        matches!((self.hard, own_time), (Some(hard), Some(used)) if used >= hard)
    }

    /// Whether a further iteration is not worth beginning.
    pub(crate) fn is_enough(
        &self,
        own_time: Option<Duration>,
        certainty: &Certainty,
        params: &Params,
    ) -> bool {
        let (Some(soft), Some(hard), Some(used)) = (self.soft, self.hard, own_time) else {
            return false;
        };
        if soft == hard {
            // A fixed time is used to the full.
            return used >= hard;
        }
        if certainty.forced {
            return true;
        }
        used >= (soft * certainty.permille(params) / 1000).min(hard)
    }
}

impl Certainty {
    /// The share of the soft bound to use, in thousandths: less if the best move has been the best
    /// for long and the others are refuted quickly, more if the score falls.
    fn permille(&self, params: &Params) -> u32 {
        let stable = self.stable_iterations.min(params.time_stability_max);
        let stability = params.time_stability - params.time_stability_step * stable;
        let effort = params.time_effort - params.time_effort_slope * self.effort.min(1000) / 1000;
        let trend = (1000 + params.time_fall * self.fall)
            .clamp(params.time_trend_min, params.time_trend_max);
        u32::try_from(stability.max(0) * effort.max(0) / 1000 * trend / 1000).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALM: Certainty = Certainty {
        stable_iterations: 3,
        effort: 600,
        fall: 0,
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
        TimePlan::new(&limits, &settings(at(overhead)))
    }

    #[test]
    fn no_plan_spends_more_than_there_is() {
        for time in [0, 1, 5, 20, 100, 1000, 60_000, u64::MAX] {
            for increment in [0, 2, 10, 1000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 500] {
                        let plan = plan(time, increment, moves_to_go, overhead);
                        let (Some(soft), Some(hard)) = (plan.soft, plan.hard) else {
                            panic!("a clock makes a plan");
                        };
                        let left = Duration::from_millis(time.saturating_sub(overhead));
                        assert!(hard <= left.max(LEAST), "{time}+{increment}: {hard:?}");
                        assert!(soft <= hard.max(LEAST), "{time}+{increment}: {soft:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_clock_is_shared_out_over_the_moves() {
        let minute = plan(60_000, 0, None, 10)
            .soft
            .expect("a clock makes a plan");
        assert!((500..3000).contains(&minute.as_millis()), "{minute:?}");
        let last = plan(60_000, 0, Some(1), 10)
            .soft
            .expect("a clock makes a plan");
        assert!(last > Duration::from_secs(30), "{last:?}");
        let with_increment = plan(60_000, 1000, None, 10).soft;
        assert!(with_increment > plan(60_000, 0, None, 10).soft);
    }

    #[test]
    fn uncertainty_takes_longer() {
        let unsure = Certainty {
            stable_iterations: 0,
            effort: 200,
            fall: 40,
            forced: false,
        };
        let params = Params::default();
        assert!(unsure.permille(&params) > 2 * CALM.permille(&params));
        let plan = plan(60_000, 0, None, 10);
        let forced = Certainty {
            forced: true,
            ..unsure
        };
        assert!(plan.is_enough(Some(Duration::ZERO), &forced, &params));
        assert!(
            !plan.is_enough(None, &forced, &params),
            "pondering knows no end"
        );
    }

    #[test]
    fn a_fixed_time_is_used_to_the_full() {
        let limits = Limits::movetime(Duration::from_millis(100));
        let plan = TimePlan::new(&limits, &settings(Duration::from_millis(10)));
        let params = Params::default();
        assert!(!plan.is_enough(Some(Duration::from_millis(89)), &CALM, &params));
        assert!(plan.is_enough(Some(Duration::from_millis(90)), &CALM, &params));
        assert!(plan.is_over(Some(Duration::from_millis(90))));
    }
}
