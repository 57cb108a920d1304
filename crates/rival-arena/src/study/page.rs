//! The study as a Markdown page.

use std::fmt::Write;

use arena::stats::Mean;
use duplicate::Seat;

use super::cells::Cell;
use super::{Strength, Study, StudyPlan, summary};

const WRITABLE: &str = "writing to a string cannot fail";

/// The page.
pub fn write(study: &Study<'_>, picture: Option<&str>) -> String {
    let Study { plan, strengths } = study;
    let cells = &plan.cells;
    let mut page = String::from("# The effect of the provisional rulings\n\n");
    page.push_str(
        "The rules of duplicate chess leave a few questions open. For this page, programs played \
         games against themselves under each reading. A win counts +1, a draw 0 and a loss -1. \
         Intervals are 95 % confidence intervals. Programs do not play like people, and their habits \
         depend on their strength, so an effect counts only if it shows at both strengths.\n\n",
    );
    writeln!(
        page,
        "One command plays the games, which it keeps in `{}/`, and writes this page:\n",
        plan.journals.display()
    )
    .expect(WRITABLE);
    writeln!(page, "```\n{}\n```\n", command(plan)).expect(WRITABLE);
    page.push_str("## Summary\n\n");
    for sentence in summary::sentences(cells, strengths) {
        writeln!(page, "- {sentence}").expect(WRITABLE);
    }
    page.push('\n');
    if let Some(picture) = picture {
        writeln!(
            page,
            "![The payoff of each seat under each reading]({picture})\n"
        )
        .expect(WRITABLE);
    }
    for strength in strengths {
        let (player, games) = (strength.player, strength.games);
        writeln!(page, "## {games} games of {player} under each reading\n").expect(WRITABLE);
        seats(&mut page, cells, strength);
        endings(&mut page, cells, strength);
    }
    page
}

fn command(plan: &StudyPlan) -> String {
    format!(
        "fourfold duplicate study --games {} --player {} --strong-games {} --strong {} --seed {} --random {} \
         --out docs/rulings.md",
        plan.games, plan.player, plan.strong_games, plan.strong, plan.seed, plan.random
    )
}

fn seats(page: &mut String, cells: &[Cell], strength: &Strength) {
    page.push_str("| reading | North | South | East | West | best minus worst | all draw |\n");
    page.push_str("|---|---|---|---|---|---|---|\n");
    for (cell, figures) in cells.iter().zip(&strength.figures) {
        write!(page, "| {} |", cell.label()).expect(WRITABLE);
        for seat in Seat::ALL {
            write!(page, " {} |", signed(figures.payoff(seat))).expect(WRITABLE);
        }
        let drawn = figures.drawn();
        let (share, error) = (100.0 * drawn.value, 100.0 * drawn.error);
        writeln!(
            page,
            " {:.2} | {share:.1} ± {error:.1} % |",
            figures.spread()
        )
        .expect(WRITABLE);
    }
    page.push('\n');
}

fn endings(page: &mut String, cells: &[Cell], strength: &Strength) {
    page.push_str(
        "| reading | ended by | mates with two winners | decided by stalemate, winners, half-round | turns: 5, 25, 50, 75, 95 % |\n",
    );
    page.push_str("|---|---|---|---|---|\n");
    for (cell, figures) in cells.iter().zip(&strength.figures) {
        let causes: Vec<String> = figures
            .causes()
            .into_iter()
            .map(|(cause, share)| format!("{cause} {:.1} %", 100.0 * share))
            .collect();
        let decided: Vec<String> = ["stalemate", "winners", "halfRound"]
            .iter()
            .map(|ruling| format!("{:.1} %", 100.0 * figures.decided_by(ruling)))
            .collect();
        let turns: Vec<String> = [0.05, 0.25, 0.5, 0.75, 0.95]
            .iter()
            .map(|&share| figures.quantile(share).to_string())
            .collect();
        writeln!(
            page,
            "| {} | {} | {:.1} % | {} | {} |",
            cell.label(),
            causes.join(", "),
            100.0 * figures.two_winners(),
            decided.join(", "),
            turns.join(", ")
        )
        .expect(WRITABLE);
    }
    page.push('\n');
}

fn signed(mean: Mean) -> String {
    format!("{:+.2} ± {:.2}", mean.value, mean.error)
}
