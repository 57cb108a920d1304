//! Measurements and their goals.

use std::fmt;

use crate::meter::Cost;

/// One frame at sixty per second, in milliseconds.
const FRAME_MS: f64 = 1_000.0 / 60.0;

/// The browser's threshold for a long task, in milliseconds.
const LONG_MS: f64 = 50.0;

/// The costs of a series of actions.
#[derive(Debug, Default)]
pub struct Figures {
    costs: Vec<Cost>,
}

impl Figures {
    /// Adds one action.
    pub fn push(&mut self, cost: Cost) {
        self.costs.push(cost);
    }

    /// The cost that this `share` of the actions does not exceed.
    fn quantile(&self, share: f64, of: fn(&Cost) -> f64) -> f64 {
        let mut costs: Vec<f64> = self.costs.iter().map(of).collect();
        costs.sort_by(f64::total_cmp);
        let last = costs.len().saturating_sub(1) as f64;
        costs
            .get((share * last).ceil() as usize)
            .copied()
            .unwrap_or(f64::NAN)
    }
}

/// A measurement, and whether its goal is met.
#[derive(Debug)]
pub struct Goal {
    text: String,
    is_met: bool,
}

impl Goal {
    pub fn is_met(&self) -> bool {
        self.is_met
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_met { "met" } else { "MISSED" };
        write!(f, "{} [{verdict}]", self.text)
    }
}

/// A download size, in bytes after brotli.
pub fn size(name: &str, bytes: u64, most: u64) -> Goal {
    Goal {
        text: format!("{name}: {bytes} bytes after brotli (at most {most})"),
        is_met: bytes > 0 && bytes <= most,
    }
}

/// A time that people wait for, on the wall clock.
pub fn seconds(name: &str, found: f64, most: f64) -> Goal {
    Goal {
        text: format!("{name}: {found:.2} s (at most {most})"),
        is_met: found <= most,
    }
}

/// Times of which a share must not exceed a limit.
pub fn quantile_ms(name: &str, times: &[f64], share: f64, most: f64) -> Goal {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    let last = times.len().saturating_sub(1) as f64;
    let at = |share: f64| {
        let index = (share * last).ceil() as usize;
        times.get(index).copied().unwrap_or(f64::NAN)
    };
    let (median, found) = (at(0.5), at(share));
    let percent = share * 100.0;
    Goal {
        text: format!(
            "{name}, {} times: median {median:.1} ms, p{percent:.0} {found:.1} ms (at most {most})",
            times.len()
        ),
        is_met: found <= most,
    }
}

/// Two numbers that must be equal.
pub fn equal(name: &str, found: u64, expected: u64) -> Goal {
    Goal {
        text: format!("{name}: {found} nodes, outside {expected} (the same)"),
        is_met: found == expected,
    }
}

/// Results that must all be the same.
pub fn same(name: &str, alike: u64, all: u64) -> Goal {
    Goal {
        text: format!("{name}: {alike} of {all} (all)"),
        is_met: alike == all && all > 0,
    }
}

/// A ratio with a lower limit.
pub fn ratio(name: &str, found: f64, least: f64) -> Goal {
    Goal {
        text: format!("{name}: {found:.2} (at least {least})"),
        is_met: found >= least,
    }
}

/// Actions that must finish within a frame in 95 % of cases.
pub fn frame(name: &str, figures: &Figures) -> Goal {
    let p95 = figures.quantile(0.95, Cost::work);
    Goal {
        text: format!(
            "{}; p95 of script and layout at most {FRAME_MS:.1}",
            line(name, figures)
        ),
        is_met: p95 <= FRAME_MS,
    }
}

/// Actions that must be painted within 16 milliseconds of the page's thread in 95 % of cases.
pub fn painted(name: &str, figures: &Figures) -> Goal {
    const MOST_MS: f64 = 16.0;
    let p95 = figures.quantile(0.95, |cost| cost.all);
    Goal {
        text: format!(
            "{name}, {} times: with paint p95 {p95:.2} ms (at most {MOST_MS})",
            figures.costs.len()
        ),
        is_met: p95 <= MOST_MS,
    }
}

/// An activity that must not block the page. It passes if the browser reported no long task, or if
/// the upper bound on the CPU time of any task, in milliseconds, is short enough.
pub fn no_long_task(name: &str, held_up: &[f64], most_ms: f64) -> Goal {
    let longest = held_up.iter().copied().fold(0.0, f64::max);
    let found = match held_up.len() {
        0 => "no long task".to_owned(),
        1 => format!("one long task of {longest:.0} ms"),
        many => format!("{many} long tasks of up to {longest:.0} ms"),
    };
    Goal {
        text: format!(
            "{name}: {found} on the wall clock, none with more than {most_ms:.1} ms of processor time \
             (at most {LONG_MS} in one of them)"
        ),
        is_met: held_up.is_empty() || most_ms <= LONG_MS,
    }
}

fn line(name: &str, figures: &Figures) -> String {
    let part = |of: fn(&Cost) -> f64| {
        [0.5, 0.95, 1.0]
            .map(|share| format!("{:.2}", figures.quantile(share, of)))
            .join(" / ")
    };
    format!(
        "{name}, {} times: script and layout {} ({} script, {} style, {} layout), all {} ms \
         (median / p95 / most)",
        figures.costs.len(),
        part(Cost::work),
        part(|cost| cost.script),
        part(|cost| cost.style),
        part(|cost| cost.layout),
        part(|cost| cost.all),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(costs: impl IntoIterator<Item = u32>) -> Figures {
        let cost = |ms: u32| Cost {
            script: f64::from(ms),
            style: 0.0,
            layout: 0.0,
            all: f64::from(2 * ms),
        };
        Figures {
            costs: costs.into_iter().map(cost).collect(),
        }
    }

    #[test]
    fn quantiles_are_of_the_sorted_costs() {
        let figures = figures((1..=101).rev());
        assert_eq!(figures.quantile(0.5, Cost::work), 51.0);
        assert_eq!(figures.quantile(0.95, Cost::work), 96.0);
        assert_eq!(figures.quantile(1.0, |cost| cost.all), 202.0);
    }

    #[test]
    fn goals_are_checked() {
        assert!(frame("fast", &figures([16; 20])).is_met());
        assert!(!frame("slow", &figures([17; 20])).is_met());
        assert!(
            frame(
                "nearly always",
                &figures((0..100).map(|i| if i < 96 { 5 } else { 90 }))
            )
            .is_met()
        );
        assert!(no_long_task("short", &[], 70.0).is_met());
        assert!(no_long_task("only waiting", &[51.0], 49.0).is_met());
        assert!(!no_long_task("one long", &[51.0], 51.0).is_met());
        assert!(!no_long_task("nothing was measured", &[51.0], f64::NAN).is_met());
        assert!(size("page", 9, 9).is_met() && !size("page", 10, 9).is_met());
        assert!(!size("nothing was sent", 0, 9).is_met());
        assert!(quantile_ms("waits", &[1.0, 2.0, 90.0], 0.5, 2.0).is_met());
        assert!(!quantile_ms("waits", &[1.0, 2.0, 90.0], 0.99, 50.0).is_met());
        assert!(!quantile_ms("nothing was measured", &[], 0.99, 50.0).is_met());
        assert!(equal("nodes", 7, 7).is_met() && !equal("nodes", 7, 8).is_met());
        assert!(same("moves", 3, 3).is_met() && !same("moves", 2, 3).is_met());
        assert!(ratio("speed", 0.65, 0.65).is_met() && !ratio("speed", 0.6, 0.65).is_met());
        assert!(!frame("nothing was measured", &Figures::default()).is_met());
        assert!(painted("fast", &figures([8; 20])).is_met());
        assert!(!painted("slow", &figures([9; 20])).is_met());
        assert!(seconds("soon", 3.0, 3.0).is_met() && !seconds("late", 3.1, 3.0).is_met());
    }
}
