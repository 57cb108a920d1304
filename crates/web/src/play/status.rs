//! What the page says in one breath: whose turn it is, how the game ended, what may be claimed.

use chess::Color;
use game::{Claim, Ending, Game, Reason};

use super::Play;
pub use crate::tone::Tone;

/// The state of the game in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Whose turn it is, or how the game came out.
    pub headline: String,
    /// The sentence below it.
    pub line: String,
    /// How urgent it is.
    pub tone: Tone,
}

/// How near a draw by the fifty-move rule or by repetition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauge {
    /// Half-moves without a capture or pawn move.
    pub halfmoves: u16,
    /// How often the position has occurred.
    pub occurrences: u32,
}

impl Status {
    /// The status of a game.
    #[must_use]
    pub fn of(play: &Play) -> Status {
        let turn = play.game().position().turn();
        let headline = match play.game().ending() {
            Some(ending) => result(ending),
            None if play.is_thinking() => format!("{} is thinking", play.setting().name(turn)),
            None => format!("{turn} to move"),
        };
        let (line, tone) = line(play);
        Status {
            headline,
            line,
            tone,
        }
    }
}

impl Play {
    /// How near a draw is. An arbiter's board does not show it.
    #[must_use]
    pub fn gauge(&self) -> Option<Gauge> {
        let history = self.game.history();
        (!self.setting.is_arbiter && self.game.ending().is_none()).then(|| Gauge {
            halfmoves: history.position().halfmoves(),
            occurrences: history.occurrences(),
        })
    }
}

/// How a game came out, such as `1-0: White wins`.
#[must_use]
pub fn result(ending: &Ending) -> String {
    match ending.outcome {
        game::Outcome::Win(Color::White) => "1\u{2013}0, White wins".to_owned(),
        game::Outcome::Win(Color::Black) => "0\u{2013}1, Black wins".to_owned(),
        game::Outcome::Draw => "\u{bd}\u{2013}\u{bd}, a draw".to_owned(),
    }
}

/// Why a game is over, with the articles of the Laws.
#[must_use]
pub fn reasons(ending: &Ending) -> String {
    let parts: Vec<String> = ending
        .reasons
        .iter()
        .map(|reason| match reason.article() {
            Some(article) => format!("{} (article {article})", words(reason)),
            None => words(reason),
        })
        .collect();
    let mut text = parts.join("; ");
    if let Some(first) = text.get(..1) {
        let capital = first.to_ascii_uppercase();
        text.replace_range(..1, &capital);
    }
    format!("{text}.")
}

fn words(reason: &Reason) -> String {
    match reason {
        Reason::FlagFall(side) => format!("{side} has run out of time"),
        Reason::CannotMate(side) => {
            format!("{side} cannot mate by any series of legal moves, so it is a draw")
        }
        Reason::DeadPosition => {
            "the position is dead: no series of legal moves leads to a mate".to_owned()
        }
        Reason::Claimed(claim) => format!("claimed by {}", claim.ground),
        other => other.to_string(),
    }
}

fn line(play: &Play) -> (String, Tone) {
    if let Some(notice) = play.notice() {
        let tone = if notice.is_good {
            Tone::Plain
        } else {
            Tone::Alarm
        };
        return (notice.text.clone(), tone);
    }
    if play.is_judged() {
        let text = "The referee looks whether the other side can still mate\u{2026}";
        return (text.to_owned(), Tone::Plain);
    }
    if let Some(beyond) = play.shown().checked_sub(play.game().ply() + 1) {
        let (done, all) = (beyond + 1, play.mate().len());
        let text = format!("This mate was still possible: ply {done} of {all} after the end.");
        return (text, Tone::Past);
    }
    if let Some(ending) = play.game().ending() {
        let mut text = reasons(ending);
        if !play.mate().is_empty() && !play.is_past() {
            text.push_str(" A mate was still possible: go on with \u{25b6} to see one.");
        }
        return (text, Tone::Verdict);
    }
    if play.claims_with_move() {
        let text = "Claim mode: play the move that you claim a draw with (articles 9.2.1, 9.3.1). \
                    Once named, the move stands.";
        return (text.to_owned(), Tone::Alarm);
    }
    if play.is_past() {
        let text = format!(
            "You are looking back: ply {} of {}.",
            play.shown(),
            play.game().ply()
        );
        return (text, Tone::Past);
    }
    let turn = play.game().position().turn();
    if play.game().offers().stands(!turn) && play.is_persons_turn() {
        return (format!("{} offers a draw.", !turn), Tone::Alarm);
    }
    if let Some(claim) = play.open_claims().first() {
        return (claimable(play.game(), claim), Tone::Alarm);
    }
    if play.game().position().is_check() {
        return (format!("{turn} is in check."), Tone::Alarm);
    }
    match play.last_move() {
        Some(_) => (last_words(play), Tone::Plain),
        None => ("A new game. White begins.".to_owned(), Tone::Plain),
    }
}

/// That a draw may be claimed, with the count and the article.
#[must_use]
pub fn claimable(game: &Game, claim: &Claim) -> String {
    let turn = game.position().turn();
    let history = game.history();
    let count = match claim.ground {
        game::Ground::Threefold => {
            format!("the position has occurred {} times", history.occurrences())
        }
        game::Ground::FiftyMoves => format!(
            "{} half-moves without a capture or pawn move",
            history.position().halfmoves()
        ),
    };
    format!(
        "{turn} may claim a draw: {count} (article {}).",
        claim.article()
    )
}

pub(super) fn last_words(play: &Play) -> String {
    let ply = play.game().ply();
    let history = play.game().history();
    let (Some(&m), Some(before)) = (
        history.moves().get(ply.wrapping_sub(1)),
        history.position_at(ply.wrapping_sub(1)),
    ) else {
        return String::new();
    };
    format!("{} played {}.", before.turn(), before.san(m))
}
