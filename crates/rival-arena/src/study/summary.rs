//! The study in words. A sentence is a conclusion only if both strengths of play agree.

use duplicate::{HalfRoundRule, Rulings, Seat, StalemateRule, WinnersRule};

use super::Strength;
use super::cells::Cell;
use super::figures::Figures;

/// The conclusions.
pub fn sentences(cells: &[Cell], strengths: &[Strength]) -> Vec<String> {
    let mut sentences = Vec::new();
    sentences.extend(defaults(cells, strengths));
    sentences.extend(extreme(cells, strengths, "fairest", |figures| {
        figures.spread()
    }));
    sentences.extend(extreme(cells, strengths, "most decisive", |figures| {
        figures.drawn().value
    }));
    sentences.extend(extreme(cells, strengths, "shortest", |figures| {
        figures.quantile(0.5) as f64
    }));
    sentences.extend(effects(cells, strengths));
    sentences.push(rotation(cells, strengths));
    sentences
}

/// The payoffs of the seats under the default rulings, best first.
fn defaults(cells: &[Cell], strengths: &[Strength]) -> Option<String> {
    let place = cells
        .iter()
        .position(|cell| cell.rulings == Rulings::default())?;
    let words: Vec<String> = strengths
        .iter()
        .map(|strength| {
            let figures = &strength.figures[place];
            let seats: Vec<String> = ranked(figures)
                .into_iter()
                .map(|seat| format!("{seat} {:+.2}", figures.payoff(seat).value))
                .collect();
            format!("{} ({})", seats.join(", "), strength.player)
        })
        .collect();
    Some(format!(
        "Under the default rulings, the payoffs are {}.",
        words.join("; ")
    ))
}

fn ranked(figures: &Figures) -> Vec<Seat> {
    let mut seats = Seat::ALL.to_vec();
    seats.sort_by(|a, b| {
        figures
            .payoff(*b)
            .value
            .total_cmp(&figures.payoff(*a).value)
    });
    seats
}

/// The main reading with the lowest value, if both strengths agree on it.
fn extreme(
    cells: &[Cell],
    strengths: &[Strength],
    word: &str,
    figure: impl Fn(&Figures) -> f64,
) -> Option<String> {
    let mains = |strength: &Strength| -> Vec<(String, f64)> {
        let cells = cells.iter().zip(&strength.figures);
        cells
            .filter(|(cell, _)| cell.is_main())
            .map(|(cell, figures)| (cell.label(), figure(figures)))
            .collect()
    };
    let values: Vec<Vec<(String, f64)>> = strengths.iter().map(mains).collect();
    let is_alike =
        |values: &Vec<(String, f64)>| values.windows(2).all(|pair| pair[0].1 == pair[1].1);
    if values.iter().all(is_alike) {
        return Some(format!(
            "No reading is the {word}: all readings are equal in this respect."
        ));
    }
    let least = |values: &Vec<(String, f64)>| {
        let least = values.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        least.map(|(name, _)| name.clone())
    };
    let names: Vec<String> = values.iter().filter_map(least).collect();
    let first = names.first()?;
    Some(if names.iter().all(|name| name == first) {
        format!("The {word} is `{first}`, at both strengths of play.")
    } else {
        format!(
            "Which reading is the {word} depends on the players: {}.",
            names.join(", then ")
        )
    })
}

/// The effect of one ruling on fairness and draws, averaged over the others.
fn effects(cells: &[Cell], strengths: &[Strength]) -> Vec<String> {
    type Has = fn(&Rulings) -> bool;
    let changes: [(&str, Has, Has); 4] = [
        (
            "judging both players of a half-round instead of only the first",
            |rulings| rulings.half_round == HalfRoundRule::Together,
            |rulings| rulings.half_round == HalfRoundRule::First,
        ),
        (
            "giving a double mate only to the opponent who checked last instead of to both",
            |rulings| rulings.winners == WinnersRule::Last,
            |rulings| rulings.winners == WinnersRule::All,
        ),
        (
            "skipping a stalemated player instead of a draw",
            |rulings| rulings.stalemate == StalemateRule::Pass,
            |rulings| rulings.stalemate == StalemateRule::Draw,
        ),
        (
            "a loss by stalemate instead of a draw",
            |rulings| rulings.stalemate == StalemateRule::Loss,
            |rulings| rulings.stalemate == StalemateRule::Draw,
        ),
    ];
    let describe = |(words, with, without): &(&str, Has, Has)| {
        let gaps: Vec<(f64, f64)> = strengths
            .iter()
            .filter_map(|strength| {
                let with = average(cells, strength, with)?;
                let without = average(cells, strength, without)?;
                Some((with.0 - without.0, with.1 - without.1))
            })
            .collect();
        if !gaps.is_empty()
            && gaps
                .iter()
                .all(|gap| gap.0.abs() < 0.005 && gap.1.abs() < 0.001)
        {
            return Some(format!(
                "There was no measurable effect of {words}: it decided hardly any game."
            ));
        }
        let agree = gaps.windows(2).all(|pair| pair[0].0 * pair[1].0 > 0.0);
        let spreads: Vec<String> = gaps.iter().map(|gap| format!("{:+.2}", gap.0)).collect();
        let draws: Vec<String> = gaps
            .iter()
            .map(|gap| format!("{:+.1} %", 100.0 * gap.1))
            .collect();
        let verdict = if agree {
            ""
        } else {
            "; the strengths disagree, so this is not conclusive"
        };
        (!gaps.is_empty()).then(|| {
            format!(
                "The effect of {words}: the gap between the best and the worst seat changes by {}, draws by {}{verdict}.",
                spreads.join(" and "),
                draws.join(" and ")
            )
        })
    };
    changes.iter().filter_map(describe).collect()
}

/// The mean spread and share of draws of the main cells with this property.
fn average(
    cells: &[Cell],
    strength: &Strength,
    has: &dyn Fn(&Rulings) -> bool,
) -> Option<(f64, f64)> {
    let chosen: Vec<&Figures> = cells
        .iter()
        .zip(&strength.figures)
        .filter(|(cell, _)| cell.is_main() && has(&cell.rulings))
        .map(|(_, figures)| figures)
        .collect();
    let count = chosen.len() as f64;
    let mean = |figure: &dyn Fn(&Figures) -> f64| {
        chosen.iter().map(|figures| figure(figures)).sum::<f64>() / count
    };
    (!chosen.is_empty()).then(|| {
        (
            mean(&|figures| figures.spread()),
            mean(&|figures| figures.drawn().value),
        )
    })
}

/// What would even out the seats under any rulings.
fn rotation(cells: &[Cell], strengths: &[Strength]) -> String {
    let spread = |strength: &Strength| {
        let mains = cells
            .iter()
            .zip(&strength.figures)
            .filter(|(cell, _)| cell.is_main());
        mains
            .map(|(_, figures)| figures.spread())
            .fold(f64::INFINITY, f64::min)
    };
    let words: Vec<String> = strengths
        .iter()
        .map(|strength| format!("{:.2}", spread(strength)))
        .collect();
    format!(
        "No reading makes the seats equal: even the fairest leaves a gap of {} between the best and the worst. \
         Playing four games with rotated seats does. A pie rule is another way: one player makes the \
         first round for all, and the others choose their seats.",
        words.join(" and ")
    )
}
