//! The status line: whose turn it is or how the game ended, and the most important message at the
//! moment.

use duplicate::{Cause, Ending, LapseKind, Seat};

use super::{State, words};
pub use crate::tone::Tone;

/// The state of the game in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The seat of the badge in front.
    pub seat: Option<Seat>,
    /// The headline: whose turn it is, or who won.
    pub headline: String,
    /// The message below it.
    pub line: String,
    /// Its urgency.
    pub tone: Tone,
    /// The effect of the last move, unless the message says it.
    pub story: Option<String>,
}

impl Status {
    /// The status of the shown state.
    #[must_use]
    pub fn of(state: &State) -> Status {
        let game = state.shown_game();
        let turn = state.boards().turn();
        let (seat, headline) = match game.ending() {
            Some(ending) => (ending.winners().next(), result(&ending)),
            None => match state.thinking() {
                Some(level) => (Some(turn), format!("{turn} thinks (level {level})")),
                None => (Some(turn), format!("{turn} to move")),
            },
        };
        let (line, tone) = line(state);
        let story = state.last_played().map(|played| words::played(&played));
        Status {
            seat,
            headline,
            story: story.filter(|story| *story != line),
            line,
            tone,
        }
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

fn line(state: &State) -> (String, Tone) {
    if let Some(notice) = state.shell.complaint() {
        return (notice.text.clone(), Tone::Alarm);
    }
    if let Some(why) = state.explanation() {
        return (
            format!("{}: {}", why.title, why.lines.join(" ")),
            Tone::Alarm,
        );
    }
    if let Some(ending) = state.shown_game().ending() {
        return (words::ending(&ending), Tone::Verdict);
    }
    let checks = words::checks(state.boards());
    if !checks.is_empty() {
        return (format!("{}.", checks.join("; ")), Tone::Alarm);
    }
    if let Some((shown, steps)) = state.past() {
        let text = format!("Viewing move {shown} of {steps}.");
        return (text, Tone::Past);
    }
    if let Some(notice) = state.shell.notice() {
        return (notice.text.clone(), Tone::Plain);
    }
    let text = match state.last_played() {
        Some(played) => words::played(&played),
        None => turn_line(state),
    };
    (text, Tone::Plain)
}

/// The boards of the player to move, the round, and the number of moves.
#[must_use]
pub fn turn_line(state: &State) -> String {
    let seat = state.boards().turn();
    let [first, second] = seat.boards();
    let moves = state.shown_game().legal_moves().len();
    let plural = if moves == 1 { "move" } else { "moves" };
    format!(
        "on {first} and {second}, round {}, {moves} {plural}",
        state.round()
    )
}
