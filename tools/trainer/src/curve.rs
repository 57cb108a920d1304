//! The training and validation loss as text and as a plot.

use std::fmt::Write;

use crate::training::Progress;

/// A table with one line per pass.
#[must_use]
pub fn to_text(passes: &[Progress]) -> String {
    let mut text = String::from("pass  training  validation  positions/s\n");
    for progress in passes {
        let _ = writeln!(text, "{}", line(progress));
    }
    text
}

#[must_use]
pub fn line(progress: &Progress) -> String {
    let rate = progress.samples as f64 / progress.took.as_secs_f64().max(1e-9);
    format!(
        "{:>4}  {:>8.6}  {:>10.6}  {rate:>11.0}",
        progress.pass, progress.training_loss, progress.validation_loss
    )
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 56.0;

/// An SVG plot of the training and validation loss by pass.
#[must_use]
pub fn to_svg(passes: &[Progress]) -> String {
    let losses = || {
        passes
            .iter()
            .flat_map(|p| [p.training_loss, p.validation_loss])
    };
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
    let last = f64::from(passes.last().map_or(1, |progress| progress.pass)).max(2.0);
    let x = |pass: u32| MARGIN + (WIDTH - 2.0 * MARGIN) * (f64::from(pass) - 1.0) / (last - 1.0);
    let y = |loss: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - low) / (high - low);
    let line = |loss: fn(&Progress) -> f64, color: &str| {
        let points: Vec<String> = passes
            .iter()
            .map(|progress| format!("{:.1},{:.1}", x(progress.pass), y(loss(progress))))
            .collect();
        let points = points.join(" ");
        format!(
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{points}\"/>\n"
        )
    };
    let (right, bottom) = (WIDTH - MARGIN, HEIGHT - MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <path fill=\"none\" stroke=\"black\" d=\"M{MARGIN} {MARGIN}V{bottom}H{right}\"/>\n\
         <text x=\"4\" y=\"{MARGIN}\">{high:.5}</text>\n\
         <text x=\"4\" y=\"{bottom}\">{low:.5}</text>\n\
         <text x=\"{right}\" y=\"{}\" text-anchor=\"end\">pass {last}</text>\n",
        bottom + 18.0
    );
    svg += &line(|progress| progress.training_loss, "#1f77b4");
    svg += &line(|progress| progress.validation_loss, "#d62728");
    svg += &format!(
        "<text x=\"{right}\" y=\"20\" text-anchor=\"end\" fill=\"#1f77b4\">training</text>\n\
         <text x=\"{right}\" y=\"36\" text-anchor=\"end\" fill=\"#d62728\">validation</text>\n</svg>\n"
    );
    svg
}
