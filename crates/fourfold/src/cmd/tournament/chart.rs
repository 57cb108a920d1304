//! A picture of a match: the LLR of a test, or the Elo difference, over the games.

use std::fmt::Write;

use arena::journal::GameLine;
use arena::stats::{Elo, Sprt};
use arena::tournament::Standings;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 40.0;

/// Draws the course of a match of two as SVG.
pub fn draw(names: &[&str], pairs: &[[GameLine; 2]], sprt: Option<&Sprt>) -> String {
    let mut standings = Standings::new(names);
    let mut course = Vec::with_capacity(pairs.len());
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
        course.push((2.0 * standings.pairs() as f64, value));
    }
    let bounds = sprt.map(Sprt::bounds);
    let what = if sprt.is_some() {
        "log-likelihood ratio"
    } else {
        "Elo difference"
    };
    let title = format!("{} vs {}: {what} over games", names[0], names[1]);
    Picture::new(&course, bounds).render(&title)
}

/// The course within its frame.
struct Picture<'a> {
    course: &'a [(f64, f64)],
    bounds: Option<(f64, f64)>,
    games: f64,
    low: f64,
    high: f64,
}

impl<'a> Picture<'a> {
    fn new(course: &'a [(f64, f64)], bounds: Option<(f64, f64)>) -> Picture<'a> {
        let values = || course.iter().map(|&(_, value)| value);
        let (lower, upper) = bounds.unwrap_or((0.0, 0.0));
        let low = values().fold(lower.min(0.0), f64::min);
        let high = values().fold(upper.max(0.0), f64::max);
        let room = ((high - low) * 0.08).max(0.1);
        let games = course.last().map_or(1.0, |&(games, _)| games).max(1.0);
        Picture {
            course,
            bounds,
            games,
            low: low - room,
            high: high + room,
        }
    }

    fn x(&self, games: f64) -> f64 {
        LEFT + games / self.games * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + (self.high - value) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)
    }

    fn render(&self, title: &str) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"14\" fill=\"#222\">{title}</text>\n",
            title = escaped(title)
        );
        self.level(&mut svg, 0.0, "0", "#888");
        if let Some((lower, upper)) = self.bounds {
            self.level(&mut svg, upper, &format!("H1 {upper:.2}"), "#1a7f37");
            self.level(&mut svg, lower, &format!("H0 {lower:.2}"), "#b42318");
        }
        let points: Vec<String> = thinned(self.course)
            .map(|(games, value)| format!("{:.1},{:.1}", self.x(games), self.y(value)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f4fa3\" stroke-width=\"1.6\"/>",
            points.join(" ")
        );
        let bottom = HEIGHT - 14.0;
        for quarter in 0..=4 {
            let games = self.games * f64::from(quarter) / 4.0;
            let (anchor, unit) = if quarter == 4 {
                ("end", " games")
            } else {
                ("middle", "")
            };
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{bottom}\" text-anchor=\"{anchor}\" fill=\"#444\">\
                 {games:.0}{unit}</text>",
                self.x(games)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn level(&self, svg: &mut String, value: f64, label: &str, color: &str) {
        let y = self.y(value);
        let right = WIDTH - RIGHT;
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{color}\" \
             stroke-dasharray=\"4 3\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" \
             fill=\"{color}\">{}</text>",
            LEFT - 4.0,
            y + 4.0,
            escaped(label)
        );
    }
}

/// At most about a thousand points of a course, its last among them.
fn thinned(course: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> + '_ {
    let step = course.len().div_ceil(1000).max(1);
    let last = course.last().copied();
    std::iter::once((0.0, 0.0))
        .chain(course.iter().copied().step_by(step))
        .chain(last)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
