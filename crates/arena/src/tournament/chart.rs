//! A chart of a match: the LLR of the test, or the Elo difference, over the games.

use super::Standings;
use crate::chart::{Chart, Course, Level};
use crate::journal::GameLine;
use crate::stats::{Elo, Sprt};

/// Draws the course of a match between two engines as SVG.
#[must_use]
pub fn draw_match(names: &[&str], pairs: &[[GameLine; 2]], sprt: Option<&Sprt>) -> String {
    let mut standings = Standings::new(names);
    let mut points = Vec::with_capacity(pairs.len());
    for pair in pairs {
        standings.count(pair);
        let tally = standings.tally(0, 1);
        let value = match sprt {
            Some(test) => test.judge_pairs(&tally.pairs).llr,
            None => Elo::of_pairs(&tally.pairs)
                .logistic
                .value
                .clamp(-800.0, 800.0),
        };
        points.push((2.0 * standings.pairs() as f64, value));
    }
    let what = if sprt.is_some() {
        "log-likelihood ratio"
    } else {
        "Elo difference"
    };
    let level = |value: f64, label: String, color| Level {
        value,
        label,
        color,
    };
    let mut levels = vec![level(0.0, "0".to_owned(), "#888")];
    if let Some((lower, upper)) = sprt.map(Sprt::bounds) {
        levels.push(level(upper, format!("H1 {upper:.2}"), "#1a7f37"));
        levels.push(level(lower, format!("H0 {lower:.2}"), "#b42318"));
    }
    let course = Course {
        label: String::new(),
        color: "#1f4fa3".to_owned(),
        points,
    };
    let chart = Chart {
        title: format!("{} vs {}: {what} over games", names[0], names[1]),
        courses: vec![course],
        levels,
    };
    chart.render()
}
