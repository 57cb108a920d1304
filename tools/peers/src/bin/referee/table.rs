//! The table of `docs/referee.md`: the referee beside CHA, with the figures of this run.

use std::time::Duration;

use crate::{Score, Scores};

/// What CHA's author publishes: means and the worst case in microseconds.
const CHA_QUICK: [f64; 2] = [2.7, 4.5];
const CHA_FULL: [f64; 2] = [308.0, 336.0];
const CHA_WORST: f64 = 315_000.0;

/// Prints the table in Markdown.
pub fn print(scores: &Scores) {
    let Scores {
        vectors,
        games,
        endings,
        walls,
    } = scores;
    let means = |time: fn(&Score) -> Duration| {
        let [games, endings, walls] = [games, endings, walls].map(|score| mean(score, time(score)));
        format!("{games:.1} us on final positions, {endings:.1} on endings, {walls:.1} on walls")
    };
    let open = |score: &Score| format!("{} of {}", score.unknown, grouped(score.questions));
    let open_in_all = format!(
        "{} about the vectors (two for each), the walled bishops included; {} about final \
         positions, {} about endings, {} about walls",
        open(vectors),
        open(games),
        open(endings),
        open(walls)
    );
    let worst_of_games = micros(games.worst());
    let worst = format!(
        "{:.0} ms on final positions; {:.1} s on the vectors, for a proof that lists 200,000 \
         positions",
        worst_of_games / 1e3,
        vectors.worst().as_secs_f64()
    );
    let wrong = [vectors, games, endings, walls].map(|score| score.wrong);
    let wrong = match wrong.iter().sum() {
        0 => "none".to_owned(),
        some => format!("{some}"),
    };
    println!("| | CHA, as published | Fourfold | better |\n|---|---|---|---|");
    for [name, cha, fourfold, better] in [
        [
            "known wrong answers",
            "none",
            &format!(
                "{wrong}; tests replay every mating line and check every \"no\" by a search for a mate"
            ),
            "even",
        ],
        [
            "open questions",
            "20 of 3,606 vectors",
            &open_in_all,
            of_two(vectors.unknown == 0),
        ],
        [
            "quick check, mean",
            &format!("{} to {} us", CHA_QUICK[0], CHA_QUICK[1]),
            &means(|score| score.quick),
            of_two(mean(games, games.quick) < CHA_QUICK[0]),
        ],
        [
            "full proof, mean",
            &format!("{} to {} us", CHA_FULL[0], CHA_FULL[1]),
            &means(|score| score.full),
            of_two(mean(games, games.full) < CHA_FULL[0]),
        ],
        [
            "full proof, worst",
            &format!("{:.0} ms", CHA_WORST / 1e3),
            &worst,
            of_two(worst_of_games < CHA_WORST),
        ],
        [
            "the mating line",
            "wrong after forced moves",
            "always starts from the given position, and is replayed in tests",
            "Fourfold",
        ],
        [
            "the reason for \"no\"",
            "a word",
            "one of six proofs; an exhaustive search also reports the number of positions",
            "Fourfold",
        ],
        [
            "runs",
            "on the command line",
            "on the command line, in games and matches, in database audits, and in the browser",
            "Fourfold",
        ],
        [
            "tested on",
            "7.3 billion games of a server, 3,606 vectors",
            "generated games, exhaustive tables of small endings, plain enumeration, and 81 vectors",
            "CHA",
        ],
    ] {
        println!("| {name} | {cha} | {fourfold} | {better} |");
    }
}

fn of_two(is_ours: bool) -> &'static str {
    if is_ours { "Fourfold" } else { "CHA" }
}

fn mean(score: &Score, time: Duration) -> f64 {
    micros(time) / score.questions as f64
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// A number with a comma after the thousands.
fn grouped(number: usize) -> String {
    match number / 1000 {
        0 => number.to_string(),
        thousands => format!("{thousands},{:03}", number % 1000),
    }
}
