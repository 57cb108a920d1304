//! The events of a table in words, for everyone but the player who caused them.

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

/// An event in a sentence. Moves are visible on the boards.
pub fn happened(event: &Event, after: &Table, name: impl Fn(Seat) -> String) -> Option<String> {
    let by = match event.by {
        By::Seat(seat) => name(seat),
        By::Host => "The host".to_owned(),
        By::Table => String::new(),
    };
    Some(match &event.body {
        Body::Seated { seat, .. } => format!("{} sits down as {seat}.", name(*seat)),
        Body::Stood => format!("{by} stands up."),
        Body::Filled { seat, level } => format!("A program of level {level} plays {seat}."),
        Body::Started => format!("The game starts. {} to move.", after.turn()),
        Body::Claimed { right: true, .. } => format!("{by} claims a draw."),
        Body::Claimed { right: false, .. } => {
            format!("Wrong claim by {by}: it counts as an offer of a draw.")
        }
        Body::Offered { what } => offer(&by, Does::Makes, *what),
        Body::Accepted { what } if after.offer(*what).is_some() => {
            offer(&format!("{by} agrees"), Does::AgreesTo, *what)
        }
        Body::Accepted { what } => match what {
            Offered::Draw => "All agree to a draw.".to_owned(),
            Offered::Takeback => "The move is taken back.".to_owned(),
            Offered::Rematch => "A new game: everyone has moved on by one seat.".to_owned(),
            Offered::Pause => "The game is paused.".to_owned(),
        },
        Body::Declined { what } => match what {
            Offered::Draw => format!("{by} declines the draw."),
            Offered::Takeback => format!("{by} refuses the takeback."),
            Offered::Rematch => format!("{by} wants no rematch."),
            Offered::Pause => format!("{by} wants to play on."),
        },
        Body::Resigned => format!("{by} resigns."),
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
