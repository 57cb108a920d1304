//! The payoffs of the seats as a picture.

use std::fmt::Write;

use duplicate::Seat;

use super::Strength;
use super::cells::Cell;

const WRITABLE: &str = "writing to a string cannot fail";
const ROW: usize = 26;
const TOP: usize = 64;
const LEFT: usize = 300;
const PANEL: usize = 300;
/// The payoff at the edge of a panel.
const EDGE: f64 = 0.6;

/// A dot with its interval for each seat, a row for each reading, and a panel for each strength.
pub fn draw(cells: &[Cell], strengths: &[Strength]) -> String {
    let height = TOP + ROW * cells.len() + 20;
    let width = LEFT + PANEL * strengths.len() + 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>The payoff of each seat under each reading of the rulings</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    legend(&mut svg);
    for (row, cell) in cells.iter().enumerate() {
        let y = TOP + ROW * row + ROW / 2;
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 12,
            y + 4,
            cell.name()
        )
        .expect(WRITABLE);
    }
    for (panel, strength) in strengths.iter().enumerate() {
        draw_panel(&mut svg, panel, strength, height);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_panel(svg: &mut String, panel: usize, strength: &Strength, height: usize) {
    let left = LEFT + PANEL * panel;
    let x = |payoff: f64| {
        let share = (payoff.clamp(-EDGE, EDGE) + EDGE) / (2.0 * EDGE);
        left as f64 + 10.0 + share * (PANEL - 30) as f64
    };
    writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"40\" text-anchor=\"middle\">{}</text>",
        x(0.0),
        strength.player
    )
    .expect(WRITABLE);
    for payoff in [-0.5, 0.0, 0.5] {
        let place = x(payoff);
        writeln!(
            svg,
            "<line x1=\"{place:.1}\" x2=\"{place:.1}\" y1=\"{}\" y2=\"{}\" stroke=\"#ccc\"/>\
             <text x=\"{place:.1}\" y=\"56\" text-anchor=\"middle\" fill=\"#555\">{payoff:+}</text>",
            TOP,
            height - 20
        )
        .expect(WRITABLE);
    }
    for (row, figures) in strength.figures.iter().enumerate() {
        for (place, seat) in Seat::ALL.into_iter().enumerate() {
            let y = TOP + ROW * row + 5 + 5 * place;
            let mean = figures.payoff(seat);
            let (low, high) = (x(mean.value - mean.error), x(mean.value + mean.error));
            let color = color(seat);
            writeln!(
                svg,
                "<line x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{color}\" stroke-width=\"2\"/>\
                 <circle cx=\"{:.1}\" cy=\"{y}\" r=\"2.5\" fill=\"{color}\"/>",
                x(mean.value)
            )
            .expect(WRITABLE);
        }
    }
}

fn legend(svg: &mut String) {
    for (place, seat) in Seat::ALL.into_iter().enumerate() {
        let x = 20 + 70 * place;
        writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"36\" r=\"4\" fill=\"{}\"/><text x=\"{}\" y=\"40\">{seat}</text>",
            color(seat),
            x + 8
        )
        .expect(WRITABLE);
    }
}

fn color(seat: Seat) -> &'static str {
    match seat {
        Seat::North => "#1b6ca8",
        Seat::South => "#2a9d5c",
        Seat::East => "#c0392b",
        Seat::West => "#a06a00",
    }
}
