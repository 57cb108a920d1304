//! The events of a table in words.

use ::game::{self, Game};
use tables::Table;
use wire::{Body, By, Event, LapsePolicy, NewTable, Offered, Seat};

/// What a player does with an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// The person at this screen has made it.
    YouMade,
    /// Someone else makes it.
    Makes,
    /// Someone agrees to it.
    AgreesTo,
}

/// A player and an offer in a sentence.
pub fn offer(who: &str, does: Does, what: Offered) -> String {
    let words = match (what, does) {
        (Offered::Draw, Does::YouMade) => "offered a draw",
        (Offered::Draw, Does::Makes) => "offers a draw",
        (Offered::Draw, Does::AgreesTo) => "a draw",
        (Offered::Takeback, Does::YouMade) => "asked to take back a move",
        (Offered::Takeback, Does::Makes) => "asks to take back a move",
        (Offered::Takeback, Does::AgreesTo) => "the takeback",
        (Offered::Rematch, Does::YouMade) => "offered a rematch",
        (Offered::Rematch, Does::Makes) => "offers a rematch",
        (Offered::Rematch, Does::AgreesTo) => "a rematch",
        (Offered::Pause, Does::YouMade) => "asked for a pause",
        (Offered::Pause, Does::Makes) => "asks for a pause",
        (Offered::Pause, Does::AgreesTo) => "a pause",
    };
    match does {
        Does::YouMade | Does::Makes => format!("{who} {words}."),
        Does::AgreesTo => format!("{who} to {words}."),
    }
}

/// What happens at this table when a player does not move in time, if it differs from the default;
/// four boards only.
#[must_use]
pub fn policies(asked: &NewTable) -> Option<String> {
    let follows = |policy| match policy {
        LapsePolicy::Resignation => "the player resigns",
        LapsePolicy::Draw => "all draw",
        LapsePolicy::Program => "a program plays on",
    };
    let flag = asked
        .flag
        .map(|policy| format!("If a flag falls, {}.", follows(policy)));
    let absence = asked
        .absence
        .map(|policy| format!("If a player stays away, {}.", follows(policy)));
    let sentences: Vec<String> = flag.into_iter().chain(absence).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// A player in a sentence: "Ann resigns", "You resign".
struct Actor {
    name: String,
    /// The ending of their verbs.
    s: &'static str,
}

/// An event in a sentence, for the person who sits on `mine`. Moves are visible on the boards.
pub fn happened(
    event: &Event,
    after: &Table,
    mine: Option<Seat>,
    name: impl Fn(Seat) -> String,
) -> Option<String> {
    let is_own = mine.is_some_and(|mine| event.by == By::Seat(mine));
    let Actor { name: by, s } = match event.by {
        _ if is_own => Actor {
            name: "You".to_owned(),
            s: "",
        },
        By::Seat(seat) => Actor {
            name: name(seat),
            s: "s",
        },
        By::Host => Actor {
            name: "The host".to_owned(),
            s: "s",
        },
        By::Table => Actor {
            name: "The table".to_owned(),
            s: "s",
        },
    };
    Some(match &event.body {
        Body::Seated { seat, .. } => format!("{} sits down as {seat}.", name(*seat)),
        Body::Stood => format!("{by} stand{s} up."),
        Body::Filled { seat, .. } => format!("{} plays {seat}.", name(*seat)),
        Body::Started => format!("The game starts. {} to move.", after.turn()),
        Body::Claimed { right: true, .. } => format!("{by} claim{s} a draw."),
        Body::Claimed { right: false, .. } if is_own => "Wrong claim".to_owned(),
        Body::Claimed { right: false, .. } => format!("Wrong claim by {by}"),
        Body::Offered { what } if is_own => offer(&by, Does::YouMade, *what),
        Body::Offered { what } => offer(&by, Does::Makes, *what),
        Body::Accepted { what } if after.offer(*what).is_some() => {
            let agrees = if is_own { "agreed" } else { "agrees" };
            offer(&format!("{by} {agrees}"), Does::AgreesTo, *what)
        }
        Body::Accepted { what } => match what {
            Offered::Draw => "All agree to a draw.".to_owned(),
            Offered::Takeback => "The move is taken back.".to_owned(),
            Offered::Rematch => "A new game: everyone has moved on by one seat.".to_owned(),
            Offered::Pause => "The game is paused.".to_owned(),
        },
        Body::Declined { what } => match what {
            Offered::Draw => format!("{by} decline{s} the draw."),
            Offered::Takeback => format!("{by} refuse{s} the takeback."),
            Offered::Rematch => format!("{by} want{s} no rematch."),
            Offered::Pause => format!("{by} want{s} to play on."),
        },
        Body::Resigned => format!("{by} resign{s}."),
        Body::Flagged { seat } if event.ended.is_none() => {
            format!("{seat} ran out of time. A program takes over.")
        }
        Body::Flagged { seat } => format!("{} ran out of time.", name(*seat)),
        Body::Absent { seat, wish } => match wish {
            wire::Wish::Program => format!("A program takes over for {seat}."),
            wire::Wish::Win | wire::Wish::Draw => format!("{} was away for too long.", name(*seat)),
        },
        Body::Held => "The server was restarted; the clocks are stopped.".to_owned(),
        Body::Resumed => "The game continues.".to_owned(),
        Body::Created { .. } | Body::Moved { .. } | Body::Unknown => return None,
    })
}

/// What a claim on this game lacks; `None` if it is right or cannot be read.
pub fn shortfall(game: &Game, with: Option<&str>) -> Option<String> {
    let with = match with {
        None => None,
        Some(text) => Some(game.position().understand_uci(text.parse().ok()?)),
    };
    let claim = game::Command::Claim {
        by: game.position().turn(),
        ground: None,
        with,
    };
    let events = game.clone().execute(claim).ok()?;
    let missing = events.iter().find_map(|event| match event {
        game::Event::ClaimRefused { shortfalls, .. } => Some(shortfalls),
        _ => None,
    })?;
    let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
    Some(missing.join("; "))
}

/// What a wrong claim costs: an offer of a draw, and time for the opponent, who is "you" or a name.
pub fn cost(bonus_ms: Option<u64>, opponent: Option<&str>) -> String {
    let Some(ms) = bonus_ms.filter(|ms| *ms > 0) else {
        return "It counts as an offer of a draw.".to_owned();
    };
    let time = match (ms / 60_000, ms % 60_000) {
        (1, 0) => "a minute".to_owned(),
        (minutes, 0) => format!("{minutes} minutes"),
        _ => format!("{} seconds", ms / 1_000),
    };
    match opponent {
        None => format!("It counts as an offer of a draw, and you get {time}."),
        Some(name) => format!("It counts as an offer of a draw, and {name} gets {time}."),
    }
}
