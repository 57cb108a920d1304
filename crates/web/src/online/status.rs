//! The status line: the connection, whose turn it is, open offers, and how the game ended.

use chess::Color;
use duplicate::{Declaration, DuplicateGame, Lapse, LapseKind, LapseOutcome};
use game::{Ending, Game, Outcome, Reason};
use tables::{Occupant, Phase, Table, compass_of};
use wire::{Ended, Offered, Score, Seat};

use super::choices::answers_to;
use super::connection::{LinkEnd, Phase as Link};
use super::words::Does;
use super::{Online, words};
use crate::four::words::outcome;
use crate::notice::{self, Press, Said};
use crate::tone::Tone;
use crate::words::sentence;

/// The state of the table in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Whose turn it is, or the result.
    pub headline: String,
    /// The messages about the table. Those of the board follow.
    pub messages: Vec<Said>,
    /// Whether they are all there is to say, and the board is silent.
    pub is_final: bool,
}

impl Status {
    #[must_use]
    pub fn of(online: &Online) -> Status {
        let messages = messages(online);
        // Without a connection, or with the end of the game, the state of the board is old news.
        let is_final = messages
            .iter()
            .any(|said| said.tone.is_end() || is_cut(online));
        Status {
            headline: headline(online),
            messages,
            is_final,
        }
    }

    /// All messages as one text.
    #[must_use]
    pub fn line(&self) -> String {
        notice::texts(&self.messages)
    }

    /// What the first message means.
    #[must_use]
    pub fn tone(&self) -> Option<Tone> {
        self.messages.first().map(|said| said.tone)
    }
}

fn is_cut(online: &Online) -> bool {
    online.link() != Link::Live
}

fn headline(online: &Online) -> String {
    let Some(table) = online.table() else {
        return "Looking for the table\u{2026}".to_owned();
    };
    match table.phase() {
        Phase::Gathering => "Waiting for players".to_owned(),
        Phase::Over(ended) => result(table, ended),
        Phase::Playing if table.is_paused() => "Paused".to_owned(),
        Phase::Playing if online.is_my_turn() => format!("Your move, {}", table.turn()),
        Phase::Playing if online.pending_move().is_some() => "Sending your move\u{2026}".to_owned(),
        Phase::Playing => {
            let (turn, name) = (table.turn(), online.name_of(table.turn()));
            match (name == turn.to_string(), sight(table)) {
                (true, _) => format!("{turn} to move"),
                (false, None) => format!("{turn} to move: {name}"),
                (false, Some(sight)) => format!("{turn} to move: {name} ({sight})"),
            }
        }
    }
}

/// How far the program to move on four boards sees.
fn sight(table: &Table) -> Option<&'static str> {
    table.duplicate()?;
    match table.seats().get(&table.turn())? {
        Occupant::Program { level, .. } => rival::Level::new(*level).map(rival::Level::sight),
        Occupant::Nobody | Occupant::Person { .. } => None,
    }
}

/// The result of a game, such as `1–0, White wins` or `East and West win`.
fn result(table: &Table, ended: &Ended) -> String {
    let seats = table.asked().game.seats().iter();
    let winners: Vec<String> = seats
        .filter(|seat| ended.scores.get(seat) == Some(&Score::Win))
        .map(ToString::to_string)
        .collect();
    let words = match winners.as_slice() {
        [] => "A draw".to_owned(),
        [one] => format!("{one} wins"),
        several => format!("{} win", several.join(" and ")),
    };
    let white = ended.scores.get(&Seat::White);
    match white.filter(|_| table.chess().is_some()) {
        Some(Score::Win) => format!("1\u{2013}0, {words}"),
        Some(Score::Loss) => format!("0\u{2013}1, {words}"),
        Some(Score::Draw) | None => words,
    }
}

/// Why the page cannot show the table, and what to do next.
#[must_use]
pub fn why_over(why: LinkEnd) -> &'static str {
    match why {
        LinkEnd::Replaced => {
            "This seat is now played from another window or device. Take it back to play here."
        }
        LinkEnd::NoSuchTable => {
            "There is no such table, or it is private. Ask for the invitation again, or open a new table."
        }
        LinkEnd::NoServer => {
            "There is no game server here: this page is hosted as plain files, or you are offline. \
             The other pages work without one."
        }
        LinkEnd::Version => "This page is older than the server. Reload it to go on.",
        LinkEnd::Closed => "The server has closed this table.",
    }
}

fn messages(online: &Online) -> Vec<Said> {
    match online.link() {
        Link::Over(why) => return vec![Said::new(why_over(why), Tone::Error)],
        Link::Waiting { .. } | Link::Trying { .. } if online.connection.is_known() => {
            return vec![Said::new(
                "Connection lost. Reconnecting\u{2026}",
                Tone::Error,
            )];
        }
        Link::Waiting { .. } | Link::Trying { .. } => {
            return vec![Said::new("Connecting\u{2026}", Tone::Plain)];
        }
        Link::Live => {}
    }
    let mut messages = online.shell.said();
    let Some(table) = online.table() else {
        return messages;
    };
    if let (None, Some(seat)) = (online.mine(), online.invitation()) {
        let said = Said::new(format!("You are invited to play {seat}."), Tone::Offer);
        messages.push(online.with_answers(said, &["take-seat"]));
    }
    messages.extend(offers(online, table));
    messages.extend(state(online, table));
    messages
}

/// The state of the table, if the board does not show it.
fn state(online: &Online, table: &Table) -> Option<Said> {
    if let Some(ended) = table.ended() {
        let is_on_board = table
            .duplicate()
            .is_some_and(|game| game.ending().is_some())
            || table.chess().is_some_and(|game| game.ending().is_some());
        let tone = match ended.reason.as_str() {
            "flag_fall" => Tone::Flag,
            _ => Tone::Verdict,
        };
        return (!is_on_board).then(|| Said::new(verdict(online, ended), tone));
    }
    if table.is_paused() {
        let text = "The clocks are stopped until someone resumes.";
        return Some(online.with_answers(Said::new(text, Tone::Plain), &["resume"]));
    }
    if table.is_held() {
        let text =
            "The server was restarted: the clocks are stopped until the player to move is back.";
        return Some(Said::new(text, Tone::Plain));
    }
    if online.is_mover_away(table) {
        let text = format!("{} is away.", online.name_of(table.turn()));
        let answers = [
            "absent-win",
            "absent-draw",
            "absent-program",
            "invite-again",
        ];
        return Some(online.with_answers(Said::new(text, Tone::Offer), &answers));
    }
    None
}

/// An ending that the boards do not show: a flag, a resignation, an absence or an agreement. On four
/// boards, with what each seat gets and the rulings that decided.
fn verdict(online: &Online, ended: &Ended) -> String {
    let words = sentence(&ended.words);
    let outcome = online.four().and_then(|four| {
        let ending = four.game.ending()?;
        Some(outcome(&four.game, &ending))
    });
    match outcome {
        Some(outcome) => format!("{words}\n{outcome}"),
        None => words,
    }
}

/// All open offers, those that wait for an answer first.
fn offers(online: &Online, table: &Table) -> Vec<Said> {
    let mine = online.mine();
    let mut offers = Vec::new();
    for what in [
        Offered::Draw,
        Offered::Takeback,
        Offered::Pause,
        Offered::Rematch,
    ] {
        if let Some((by, agreed)) = table.offer(what) {
            let has_agreed = mine.is_some_and(|mine| agreed.contains(&mine));
            let text = match has_agreed {
                true if mine == Some(by) => words::offer("You", Does::YouMade, what),
                true => words::offer("You agreed", Does::AgreesTo, what),
                false => words::offer(&online.name_of(by), Does::Makes, what),
            };
            let said = match has_agreed || mine.is_none() {
                true => Said::new(text, Tone::Plain),
                false => online.with_answers(Said::new(text, Tone::Offer), &answers_to(what)),
            };
            offers.push((has_agreed, said));
        }
    }
    offers.sort_by_key(|(has_agreed, _)| *has_agreed);
    offers.into_iter().map(|(_, said)| said).collect()
}

impl Online {
    /// A message with the answers that are possible now, of these.
    fn with_answers(&self, said: Said, actions: &[&str]) -> Said {
        let answers = self.answers().into_iter();
        let fitting = answers.filter(|choice| actions.contains(&choice.action));
        fitting.fold(said, |said, choice| {
            said.with(choice.action, choice.words, Press::Act(choice.action))
        })
    }
}

/// A game of chess with the ending from the server.
pub(super) fn ended_game(game: &Game, ended: &Ended) -> Game {
    if game.ending().is_some() {
        return game.clone();
    }
    let outcome = match ended.scores.get(&Seat::White) {
        Some(Score::Win) => Outcome::Win(Color::White),
        Some(Score::Loss) => Outcome::Win(Color::Black),
        Some(Score::Draw) | None => Outcome::Draw,
    };
    let mut record = game.record();
    record.ending = Some(Ending::new(outcome, Reason::Unstated));
    Game::from_record(&record, game.rules()).unwrap_or_else(|_| game.clone())
}

/// Ends a game on four boards as the server reports.
pub(super) fn declare(game: &mut DuplicateGame, ended: &Ended) {
    let lost = ended
        .scores
        .iter()
        .find(|(_, score)| **score == Score::Loss);
    let lost = lost.and_then(|(seat, _)| compass_of(*seat));
    let kinds = [LapseKind::Flag, LapseKind::Absence];
    let lapse = kinds.into_iter().find(|kind| kind.name() == ended.reason);
    let declaration = match (lapse, lost) {
        (Some(kind), lost) => Declaration::Lapse(Lapse {
            // Only the player to move can run out of time or be waited for.
            seat: lost.unwrap_or_else(|| game.turn()),
            kind,
            outcome: match lost {
                Some(_) => LapseOutcome::Resignation,
                None => LapseOutcome::Draw,
            },
        }),
        (None, Some(seat)) => Declaration::Resignation(seat),
        (None, None) => Declaration::Draw,
    };
    // A game that ended on the boards refuses this, and needs no declaration.
    let _ = game.declare(declaration);
}
