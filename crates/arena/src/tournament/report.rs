//! A tournament in words: its state as a text table, its games as lines.

use std::fmt::Write;

use super::{Event, Standings};
use crate::journal::GameLine;
use crate::stats::{Decision, Elo, Estimate, Rating, Sprt, SprtState};

/// The line about an event that testing frameworks look for.
#[must_use]
pub fn line_of(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Started {
            number,
            of,
            white,
            black,
        } => Some(format!(
            "Started game {number} of {of} ({white} vs {black})"
        )),
        Event::Finished { number, line } => {
            let GameLine { white, black, .. } = line;
            let GameLine { result, reason, .. } = line;
            Some(format!(
                "Finished game {number} ({white} vs {black}): {result} {{{reason}}}"
            ))
        }
        Event::Counted { .. } => None,
    }
}

/// The fault in a finished game, and a command that reproduces it.
#[must_use]
pub fn faults(event: &Event<'_>) -> Vec<String> {
    let Event::Finished { number, line } = event else {
        return Vec::new();
    };
    let is_white = line.result != "1-0";
    let loser = if is_white { &line.white } else { &line.black };
    let fault = line.fault.iter();
    let fault = fault.map(|fault| format!("game {number}: {loser} {fault}"));
    let command = line.reproduction.iter();
    fault
        .chain(command.map(|command| format!("to see it again: {command}")))
        .collect()
}

/// The state of a tournament, with ratings on the scale of the anchors.
#[must_use]
pub fn table(
    standings: &Standings,
    anchors: &[Option<f64>],
    sprt: Option<(&Sprt, SprtState)>,
) -> String {
    let mut text = String::new();
    let is_duel = standings.names().len() == 2;
    if is_duel {
        two(standings, &mut text);
    }
    if !is_duel || anchors.iter().any(Option::is_some) {
        many(standings, anchors, &mut text);
    }
    if let Some((test, state)) = sprt {
        let (elo0, elo1) = test.elo_bounds();
        line(
            &mut text,
            format_args!(
                "LLR: {:.2} ({:.2}, {:.2}) [{elo0:.2}, {elo1:.2}]",
                state.llr, state.lower, state.upper
            ),
        );
    }
    endings(standings, &mut text);
    text
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("writing to a string cannot fail");
}

fn two(standings: &Standings, text: &mut String) {
    let tally = standings.tally(0, 1);
    let elo = Elo::of_pairs(&tally.pairs);
    let plain = Elo::of_games(&tally.games);
    line(
        text,
        format_args!(
            "Results of {} vs {}:",
            standings.names()[0],
            standings.names()[1]
        ),
    );
    line(
        text,
        format_args!(
            "Elo: {}, nElo: {}  (by single games: {})",
            shown(elo.logistic),
            shown(elo.normalized),
            shown(plain.logistic)
        ),
    );
    let ratio = tally
        .pairs
        .pairs_ratio()
        .map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
    line(
        text,
        format_args!(
            "LOS: {:.2} %, DrawRatio: {:.2} % of the pairs, PairsRatio: {ratio}",
            100.0 * elo.likelihood_of_superiority,
            100.0 * tally.pairs.draw_ratio(),
        ),
    );
    let games = tally.games;
    line(
        text,
        format_args!(
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
            games.games(),
            games.wins,
            games.losses,
            games.draws,
            games.score() * games.games() as f64,
            100.0 * games.score()
        ),
    );
    line(text, format_args!("Ptnml(0-2): {:?}", tally.pairs.0));
}

fn many(standings: &Standings, anchors: &[Option<f64>], text: &mut String) {
    let ratings = standings.ratings(anchors);
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.value.total_cmp(&ratings[a].elo.value));
    let width = standings
        .names()
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(4)
        .max(4);
    line(
        text,
        format_args!(
            "rank  {:<width$}  {:>8} {:>7} {:>7} {:>8} {:>7}",
            "name", "Elo", "+/-", "games", "score", "draws"
        ),
    );
    for (rank, &player) in order.iter().enumerate() {
        let games = standings.total(player).games;
        let Rating { elo, is_anchor } = ratings[player];
        let error = if is_anchor {
            "anchor".to_owned()
        } else {
            format!("{:.1}", elo.error)
        };
        line(
            text,
            format_args!(
                "{:>4}  {:<width$}  {:>8.1} {error:>7} {:>7} {:>6.1} % {:>5.1} %",
                rank + 1,
                standings.names()[player],
                elo.value,
                games.games(),
                100.0 * games.score(),
                100.0 * games.draw_ratio()
            ),
        );
    }
}

/// How games ended: draws by rule, and faults of engines.
fn endings(standings: &Standings, text: &mut String) {
    let games: u64 = standings.causes().values().sum();
    let drawn: u64 = standings.draws().values().sum();
    let listed = |causes: &mut dyn Iterator<Item = (&String, u64)>| {
        let words: Vec<String> = causes
            .filter(|&(_, games)| games > 0)
            .map(|(cause, games)| format!("{} {games}", cause.replace('_', " ")))
            .collect();
        words.join(", ")
    };
    let draws = listed(
        &mut standings
            .draws()
            .iter()
            .map(|(cause, &games)| (cause, games)),
    );
    let won = listed(&mut standings.causes().iter().map(|(cause, &games)| {
        let drawn = standings.draws().get(cause).copied().unwrap_or(0);
        (cause, games - drawn)
    }));
    if !won.is_empty() {
        line(
            text,
            format_args!("Won: {} of {games}: {won}", games - drawn),
        );
    }
    if !draws.is_empty() {
        line(text, format_args!("Drawn: {drawn} of {games}: {draws}"));
    }
    for ((name, cause), games) in standings.faults() {
        line(
            text,
            format_args!(
                "Fault: {name}: {} in {games} games",
                cause.replace('_', " ")
            ),
        );
    }
}

fn shown(estimate: Estimate) -> String {
    format!("{:.2} +/- {:.2}", estimate.value, estimate.error)
}

#[must_use]
pub fn verdict(test: &Sprt, state: SprtState, games: u64) -> String {
    let (elo0, elo1) = test.elo_bounds();
    match state.verdict {
        Decision::AcceptH1 => format!(
            "H1 accepted after {games} games: the LLR {:.2} reached {:.2}, so the difference is \
             {elo1} Elo rather than {elo0}",
            state.llr, state.upper
        ),
        Decision::AcceptH0 => format!(
            "H0 accepted after {games} games: the LLR {:.2} reached {:.2}, so the difference is \
             {elo0} Elo rather than {elo1}",
            state.llr, state.lower
        ),
        Decision::Continue => format!(
            "undecided after {games} games: the LLR {:.2} lies between {:.2} and {:.2}",
            state.llr, state.lower, state.upper
        ),
    }
}
