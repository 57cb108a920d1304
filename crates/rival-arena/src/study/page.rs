//! The study as a Markdown page.

use std::fmt::Write;

use arena::stats::Mean;
use duplicate::Seat;

use super::cells::Cell;
use super::figures::Figures;
use super::pie::Pie;
use super::{Strength, Study, StudyPlan, summary};

const WRITABLE: &str = "writing to a string cannot fail";

const INTRODUCTION: &str = "\
The rules of duplicate chess leave a few questions open. For this page, programs played against themselves \
under each reading. A win counts +1, a draw 0, a loss -1; ± is a 95 % interval. Programs are not people, and both strengths \
of play have their own habits: what only one of them shows is not a conclusion.\n\n";

/// The words that the tables use.
const GLOSSARY: [(&str, &str); 12] = [
    (
        "reading",
        "one answer to each open question; `default` is the reading that the program uses, and the others are named by what differs",
    ),
    (
        "payoff",
        "what a seat gets on average: +1 for a win, 0 for a draw, -1 for a loss",
    ),
    (
        "gap, best minus worst",
        "how much more the best seat gets than the worst in the same games",
    ),
    (
        "half-round",
        "the moves of North and South, or of East and West; the two do not touch each other's boards",
    ),
    (
        "second minus first",
        "how much more South and West, who move second in their half-round, get than North and East",
    ),
    (
        "White minus Black",
        "how much more North and South get than East and West",
    ),
    (
        "`halfRound`",
        "who loses if both players of a color are mated at once: the `first` in turn order, or both `together`",
    ),
    (
        "`winners`",
        "who wins if both opponents give check in a mate: `all` of them, or only the `last` to give check",
    ),
    (
        "`stalemate`",
        "a player who cannot move and is not in check: all `draw`, the player is passed over (`pass`), or loses (`loss`)",
    ),
    (
        "`repetition`, `quietTurns`",
        "when tables count as repeated, and after how many turns without a capture or pawn move all draw",
    ),
    ("turn", "one move of one player; a round is four turns"),
    (
        "`nodes400`",
        "a program that looks at 400 positions before each move; `level4` is one of the levels that people can play",
    ),
];

pub fn write(study: &Study<'_>, picture: Option<&str>) -> String {
    let (cells, strengths) = (&study.plan.cells, &study.strengths);
    let mut page =
        format!("# The effect of the provisional rulings\n\n{INTRODUCTION}## In plain words\n\n");
    for answer in summary::answers(study) {
        writeln!(
            page,
            "**{}** {}\n",
            answer.question,
            answer.sentences.join(" ")
        )
        .expect(WRITABLE);
    }
    if let Some(picture) = picture {
        writeln!(
            page,
            "![The payoff of each seat under each reading]({picture})\n"
        )
        .expect(WRITABLE);
    }
    page.push_str("## Words\n\n");
    for (word, meaning) in GLOSSARY {
        writeln!(page, "- **{word}**: {meaning}.").expect(WRITABLE);
    }
    page.push('\n');
    for strength in strengths {
        let (player, games) = (strength.player, strength.games);
        writeln!(page, "## {games} games of {player} under each reading\n").expect(WRITABLE);
        seats(&mut page, cells, strength);
        endings(&mut page, cells, strength);
    }
    if let Some(pie) = &study.pie {
        division(&mut page, pie);
    }
    writeln!(
        page,
        "## How to repeat this\n\nOne command plays the games and writes this page. It keeps the games in {}/ and \
         continues from there if it is interrupted:\n\n```\n{}\n```",
        study.plan.journals.display(),
        command(study.plan)
    )
    .expect(WRITABLE);
    page
}

fn command(plan: &StudyPlan) -> String {
    format!(
        "fourfold duplicate study --games {} --player {} --strong-games {} --strong {} --seed {} --random {} \\\n    \
         --pie {} --pie-rounds {} --pie-games {} --out docs/rulings.md",
        plan.games,
        plan.player,
        plan.strong_games,
        plan.strong,
        plan.seed,
        plan.random,
        plan.pie.player,
        plan.pie.rounds,
        plan.pie.games
    )
}

fn seats(page: &mut String, cells: &[Cell], strength: &Strength) {
    page.push_str(
        "| reading | North | South | East | West | best minus worst | second minus first | White minus Black | all draw |\n",
    );
    page.push_str("|---|---|---|---|---|---|---|---|---|\n");
    for (cell, figures) in cells.iter().zip(&strength.figures) {
        let drawn = figures.drawn();
        let (share, error) = (100.0 * drawn.value, 100.0 * drawn.error);
        writeln!(
            page,
            "| {} | {} | {share:.1} ± {error:.1} % |",
            cell.name(),
            seat_columns(figures)
        )
        .expect(WRITABLE);
    }
    page.push('\n');
}

/// The payoffs of the seats and the differences between them.
fn seat_columns(figures: &Figures) -> String {
    let seats = Seat::ALL.map(|seat| signed(figures.payoff(seat)));
    let leads = [figures.gap(), figures.second_lead(), figures.white_lead()];
    format!("{} | {}", seats.join(" | "), leads.map(signed).join(" | "))
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
            cell.name(),
            causes.join(", "),
            100.0 * figures.two_winners(),
            decided.join(", "),
            turns.join(", ")
        )
        .expect(WRITABLE);
    }
    page.push('\n');
}

fn division(page: &mut String, pie: &Pie) {
    let moves: Vec<String> = pie.chosen.iter().map(ToString::to_string).collect();
    writeln!(
        page,
        "## A pie rule\n\nFour programs of {} played {} games from each of {} random first rounds, with the rules as \
         written. In the most equal of them North, South, East and West begin with {}. It was then played {} times \
         again, because the best of many looks better than it is. There is only one strength of play here: take it as \
         a hint.\n",
        pie.plan.player,
        pie.plan.games,
        pie.plan.rounds,
        moves.join(", "),
        pie.confirmed.games()
    )
    .expect(WRITABLE);
    page.push_str(
        "| first round | North | South | East | West | best minus worst | second minus first | White minus Black |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (name, figures) in [
        ("all of them", &pie.all),
        ("the most equal", &pie.confirmed),
    ] {
        writeln!(page, "| {name} | {} |", seat_columns(figures)).expect(WRITABLE);
    }
    page.push('\n');
}

fn signed(mean: Mean) -> String {
    format!("{:+.2} ± {:.2}", mean.value, mean.error)
}
