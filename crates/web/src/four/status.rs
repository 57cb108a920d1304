//! The status line: whose turn it is or how the game ended, and the most important message at the
//! moment.

use duplicate::{Cause, Ending, LapseKind, Seat};
use rival::Level;

use super::{State, words};
use crate::notice::{self, Said};
pub use crate::tone::Tone;

/// The state of the game in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The seat of the badge in front.
    pub seat: Option<Seat>,
    /// The headline: whose turn it is, or who won.
    pub headline: String,
    /// The messages below it, the most important first.
    pub messages: Vec<Said>,
    /// The effect of the last move, unless a message says it.
    pub story: Option<String>,
}

impl Status {
    #[must_use]
    pub fn of(state: &State) -> Status {
        let game = state.shown_game();
        let turn = state.boards().turn();
        let (seat, headline) = match game.ending() {
            Some(ending) => (ending.winners().next(), result(&ending)),
            None => match state.thinking() {
                Some(level) => {
                    let sight = Level::new(level).map_or("", Level::sight);
                    (Some(turn), format!("{turn} thinks ({sight})"))
                }
                None => (Some(turn), format!("{turn} to move")),
            },
        };
        let messages = messages(state);
        let story = state.last_played().map(|played| words::played(&played));
        let is_told = |story: &String| messages.iter().any(|said| said.text == *story);
        Status {
            seat,
            headline,
            story: story.filter(|story| !is_told(story)),
            messages,
        }
    }

    /// All messages as one text.
    #[must_use]
    pub fn line(&self) -> String {
        notice::texts(&self.messages)
    }

    /// What the first message means.
    #[must_use]
    pub fn tone(&self) -> Tone {
        self.messages.first().map_or(Tone::Plain, |said| said.tone)
    }
}

/// The result of a game, such as `Checkmate: East and West win`.
#[must_use]
pub fn result(ending: &Ending) -> String {
    let cause = match ending.cause {
        Cause::Checkmate { .. } => "Checkmate",
        Cause::Stalemate { .. } => "Stalemate",
        Cause::Threefold => "Threefold repetition",
        Cause::Fifty => "No progress",
        Cause::DeclaredDraw => "Draw declared",
        Cause::Resignation { .. } => "Resignation",
        Cause::Lapse { kind, .. } => match kind {
            LapseKind::Flag => "Time is up",
            LapseKind::Absence => "A player is away",
        },
    };
    let winners: Vec<String> = ending.winners().map(|seat| seat.to_string()).collect();
    match winners.as_slice() {
        [] => format!("{cause}: all draw"),
        [one] => format!("{cause}: {one} wins"),
        several => format!("{cause}: {} win", several.join(" and ")),
    }
}

/// Everything that is worth saying: the notices, and the state of the game.
fn messages(state: &State) -> Vec<Said> {
    let mut messages = state.shell.said();
    let game = self::state(state);
    match game.tone.is_end() {
        // The end of a game comes before everything else.
        true => messages.insert(0, game),
        false => messages.push(game),
    }
    messages
}

/// The state of the game in a sentence or two.
fn state(state: &State) -> Said {
    if let Some(why) = state.explanation() {
        let text = format!("{}: {}", why.title, why.lines.join(" "));
        return Said::new(text, Tone::Plain);
    }
    if let Some(ending) = state.shown_game().ending() {
        let tone = match ending.cause {
            Cause::Lapse {
                kind: LapseKind::Flag,
                ..
            } => Tone::Flag,
            _ => Tone::Verdict,
        };
        return Said::new(words::verdict(state.shown_game(), &ending), tone);
    }
    let checks = words::checks(state.boards());
    if !checks.is_empty() {
        return Said::new(format!("{}.", checks.join("; ")), Tone::Warning);
    }
    if let Some((shown, steps)) = state.past() {
        return Said::new(format!("Viewing move {shown} of {steps}."), Tone::Past);
    }
    let text = match state.last_played() {
        Some(played) => words::played(&played),
        None => turn_line(state),
    };
    Said::new(text, Tone::Plain)
}

/// The boards of the player to move, and the number of moves.
#[must_use]
pub fn turn_line(state: &State) -> String {
    let seat = state.boards().turn();
    let [first, second] = seat.boards();
    let moves = state.shown_game().legal_moves().len();
    let plural = if moves == 1 { "move" } else { "moves" };
    format!("{seat} plays on {first} and {second}: {moves} {plural} to choose from.")
}
