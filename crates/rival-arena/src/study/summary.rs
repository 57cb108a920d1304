//! The study in plain words, for the inventor. A sentence is a conclusion only if both strengths of
//! play agree.

use arena::stats::Mean;
use duplicate::{HalfRoundRule, Rulings, StalemateRule, WinnersRule};

use super::cells::Cell;
use super::figures::Figures;
use super::pie::Pie;
use super::{Strength, Study};

/// A question, and the sentences that answer it.
pub struct Answer {
    pub question: &'static str,
    pub sentences: Vec<String>,
}

pub fn answers(study: &Study<'_>) -> Vec<Answer> {
    let (cells, strengths) = (&study.plan.cells, &study.strengths);
    let answer = |question, sentences: Vec<String>| Answer {
        question,
        sentences,
    };
    let mut equality = order(cells, strengths);
    equality.extend(study.pie.as_ref().map(pie));
    equality.push(
        "Four games with rotated seats make the chances equal under any reading, and cost nothing."
            .to_owned(),
    );
    let mut answers = vec![
        answer("Are the seats equal?", default_rulings(cells, strengths)),
        answer("Which reading is the fairest?", fairest(cells, strengths)),
        answer("What does each reading change?", effects(cells, strengths)),
        answer("Are games decided, and when?", endings(cells, strengths)),
        answer("What would make the seats equal?", equality),
    ];
    answers.retain(|answer| !answer.sentences.is_empty());
    answers
}

/// A value with its interval at each strength.
fn each(strengths: &[Strength], figure: impl Fn(&Strength) -> Mean) -> String {
    let words: Vec<String> = strengths
        .iter()
        .map(|strength| {
            let mean = figure(strength);
            format!("{:.2} ± {:.2}", mean.value, mean.error)
        })
        .collect();
    words.join(" and ")
}

fn place(cells: &[Cell], rulings: Rulings) -> Option<usize> {
    cells.iter().position(|cell| cell.rulings == rulings)
}

/// What the seats get under the default rulings.
fn default_rulings(cells: &[Cell], strengths: &[Strength]) -> Vec<String> {
    let Some(place) = place(cells, Rulings::default()) else {
        return Vec::new();
    };
    let seats: Vec<String> = strengths
        .iter()
        .map(|strength| {
            let figures = &strength.figures[place];
            let seats = figures
                .ranking()
                .map(|seat| format!("{seat} {:+.2}", figures.payoff(seat).value));
            format!("{} ({})", seats.join(", "), strength.player)
        })
        .collect();
    let gap = each(strengths, |strength| strength.figures[place].gap());
    vec![
        format!(
            "Under the default rulings, the seats get {}.",
            seats.join("; ")
        ),
        format!("The best seat gets {gap} more per game than the worst."),
    ]
}

/// The main reading with the smallest gap, if both strengths agree on it.
fn fairest(cells: &[Cell], strengths: &[Strength]) -> Vec<String> {
    let mains: Vec<usize> = (0..cells.len())
        .filter(|&place| cells[place].is_main())
        .collect();
    let least = |strength: &Strength| {
        let gap = |place: &usize| strength.figures[*place].gap().value;
        let least = mains.iter().min_by(|a, b| gap(a).total_cmp(&gap(b)));
        least.copied()
    };
    let places: Vec<usize> = strengths.iter().filter_map(least).collect();
    let Some(&first) = places.first() else {
        return Vec::new();
    };
    if places.iter().any(|&place| place != first) {
        let names: Vec<String> = places.iter().map(|&place| cells[place].name()).collect();
        return vec![format!(
            "That depends on the players: `{}`.",
            names.join("`, then `")
        )];
    }
    let gap = each(strengths, |strength| strength.figures[first].gap());
    vec![format!(
        "`{}`, at both strengths of play. It leaves a gap of {gap} between the best and the worst seat.",
        cells[first].name()
    )]
}

/// What one ruling does to the gap between the seats and to draws, averaged over the others.
fn effects(cells: &[Cell], strengths: &[Strength]) -> Vec<String> {
    type Has = fn(&Rulings) -> bool;
    let changes: [(&str, Has, Has); 4] = [
        (
            "Judging a half-round together instead of the first player alone",
            |rulings| rulings.half_round == HalfRoundRule::Together,
            |rulings| rulings.half_round == HalfRoundRule::First,
        ),
        (
            "Giving a double mate to the last checker instead of both",
            |rulings| rulings.winners == WinnersRule::Last,
            |rulings| rulings.winners == WinnersRule::All,
        ),
        (
            "Passing over a stalemated player instead of a draw",
            |rulings| rulings.stalemate == StalemateRule::Pass,
            |rulings| rulings.stalemate == StalemateRule::Draw,
        ),
        (
            "Losing by stalemate instead of a draw",
            |rulings| rulings.stalemate == StalemateRule::Loss,
            |rulings| rulings.stalemate == StalemateRule::Draw,
        ),
    ];
    let describe = |(words, with, without): &(&str, Has, Has)| {
        let gaps: Vec<Mean> = strengths
            .iter()
            .filter_map(|strength| {
                let with = average_gap(cells, strength, with)?;
                let without = average_gap(cells, strength, without)?;
                Some(Mean {
                    value: with.value - without.value,
                    error: with.error.hypot(without.error),
                })
            })
            .collect();
        if gaps.is_empty() {
            return None;
        }
        if gaps.iter().all(|gap| gap.value.abs() < 0.005) {
            return Some(format!(
                "{words} changes nothing: it decides almost no game."
            ));
        }
        let numbers: Vec<String> = gaps
            .iter()
            .map(|gap| format!("{:+.2} ± {:.2}", gap.value, gap.error))
            .collect();
        let verdict = if gaps
            .windows(2)
            .any(|pair| pair[0].value * pair[1].value <= 0.0)
        {
            "; the strengths disagree, so this is not a conclusion"
        } else if gaps.iter().any(|gap| gap.value.abs() < gap.error) {
            "; not every interval excludes zero, so this is a hint"
        } else {
            ""
        };
        Some(format!(
            "{words} changes the gap between the best and the worst seat by {}{verdict}.",
            numbers.join(" and ")
        ))
    };
    changes.iter().filter_map(describe).collect()
}

/// The mean gap of the main cells with this property. The cells share their openings, so averaging
/// them is not taken to shrink the interval.
fn average_gap(
    cells: &[Cell],
    strength: &Strength,
    has: &dyn Fn(&Rulings) -> bool,
) -> Option<Mean> {
    let gaps: Vec<Mean> = cells
        .iter()
        .zip(&strength.figures)
        .filter(|(cell, _)| cell.is_main() && has(&cell.rulings))
        .map(|(_, figures)| figures.gap())
        .collect();
    let count = gaps.len() as f64;
    (!gaps.is_empty()).then(|| Mean {
        value: gaps.iter().map(|gap| gap.value).sum::<f64>() / count,
        error: gaps.iter().map(|gap| gap.error).sum::<f64>() / count,
    })
}

/// Draws and lengths over all readings.
fn endings(cells: &[Cell], strengths: &[Strength]) -> Vec<String> {
    let figures = || strengths.iter().flat_map(|strength| &strength.figures);
    if cells.is_empty() || strengths.is_empty() {
        return Vec::new();
    }
    let drawn = figures()
        .map(|figures| figures.drawn().value)
        .fold(0.0, f64::max);
    let lengths: Vec<usize> = figures().map(|figures| figures.quantile(0.5)).collect();
    let (least, most) = (lengths.iter().min(), lengths.iter().max());
    let (least, most) = (least.copied().unwrap_or(0), most.copied().unwrap_or(0));
    let length = if least == most {
        format!("{least} turns")
    } else {
        format!("{least} to {most} turns")
    };
    vec![format!(
        "Under every reading, all four draw in at most {:.1} % of the games. The median length is {length}: \
         four or five moves of each player.",
        100.0 * drawn
    )]
}

/// What the order of turns can and cannot do.
fn order(cells: &[Cell], strengths: &[Strength]) -> Vec<String> {
    let Some(place) = place(cells, Rulings::default()) else {
        return Vec::new();
    };
    let lead =
        |figure: fn(&Figures) -> Mean| each(strengths, |strength| figure(&strength.figures[place]));
    vec![format!(
        "Each board is a game of chess, so North and South move before East and West; only the order within \
         these pairs is free. The second of a pair gets {} more than the first, and drawing lots for that order \
         evens it out. What remains is the lead of White over Black, {}: no order of turns changes it.",
        lead(Figures::second_lead),
        lead(Figures::white_lead)
    )]
}

/// Whether a pie rule can work.
fn pie(pie: &Pie) -> String {
    let (all, chosen) = (pie.all.gap(), pie.confirmed.gap());
    let verdict = if chosen.value + chosen.error < all.value - all.error {
        "so a fair division exists, and people who know the game could find one"
    } else {
        "so no fair division was found"
    };
    format!(
        "A pie rule (one player makes the first round for all, the others choose seats) needs a first round that \
         is fair to all. The most equal of {} random ones leaves a gap of {:.2} ± {:.2} in new games; all of them \
         together leave {:.2} ± {:.2}: {verdict}.",
        pie.plan.rounds, chosen.value, chosen.error, all.value, all.error
    )
}
