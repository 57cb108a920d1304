//! Line charts over games, as SVG.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 40.0;

/// A chart: curves over a number of games, and horizontal reference lines.
#[derive(Debug, Default)]
pub struct Chart {
    pub title: String,
    pub courses: Vec<Course>,
    pub levels: Vec<Level>,
}

#[derive(Debug)]
pub struct Course {
    /// The label at its end; empty if the title says it.
    pub label: String,
    pub color: String,
    /// Number of games and value, in order.
    pub points: Vec<(f64, f64)>,
}

/// A horizontal reference line.
#[derive(Debug)]
pub struct Level {
    pub value: f64,
    pub label: String,
    pub color: &'static str,
}

impl Chart {
    #[must_use]
    pub fn render(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"20\" font-size=\"14\" fill=\"#222\">{title}</text>\n",
            title = escaped(&self.title)
        );
        let scale = Scale::of(self);
        for level in &self.levels {
            scale.draw_level(&mut svg, level);
        }
        for course in &self.courses {
            scale.draw_course(&mut svg, course);
        }
        scale.draw_games(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }
}

/// The mapping of games and values to coordinates.
struct Scale {
    games: f64,
    low: f64,
    high: f64,
}

impl Scale {
    fn of(chart: &Chart) -> Scale {
        let points = || chart.courses.iter().flat_map(|course| &course.points);
        let levels = chart.levels.iter().map(|level| level.value);
        let values = || points().map(|&(_, value)| value).chain(levels.clone());
        let (low, high) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
        let room = ((high - low) * 0.08).max(0.1);
        Scale {
            games: points().map(|&(games, _)| games).fold(1.0, f64::max),
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

    fn draw_course(&self, svg: &mut String, course: &Course) {
        let points: Vec<String> = thinned(&course.points)
            .map(|(games, value)| format!("{:.1},{:.1}", self.x(games), self.y(value)))
            .collect();
        let color = &course.color;
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.6\"/>",
            points.join(" ")
        );
        if let Some(&(games, value)) = course.points.last().filter(|_| !course.label.is_empty()) {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"9\" \
                 fill=\"{color}\">{}</text>",
                self.x(games) - 2.0,
                self.y(value) - 2.0,
                escaped(&course.label)
            );
        }
    }

    fn draw_games(&self, svg: &mut String) {
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
    }

    fn draw_level(&self, svg: &mut String, level: &Level) {
        let (y, right, color) = (self.y(level.value), WIDTH - RIGHT, level.color);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{color}\" \
             stroke-dasharray=\"4 3\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" \
             fill=\"{color}\">{}</text>",
            LEFT - 4.0,
            y + 4.0,
            escaped(&level.label)
        );
    }
}

/// Reduces a curve to at most about a thousand points, including the last.
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
