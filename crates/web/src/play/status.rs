//! The status line: whose turn it is, how the game ended, what may be claimed.

use chess::Color;
use game::{Claim, Ending, Game, Outcome, Reason};
use referee::Budget;

use super::Play;
use super::judge::Finding;
pub use crate::tone::Tone;

/// The budget for a proof that was not stored: the same as after each move.
const AT_A_GLANCE: Budget = Budget::positions(500);

/// The state of the game in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Whose turn it is, or the result.
    pub headline: String,
    /// The message below it.
    pub line: String,
    /// Its urgency.
    pub tone: Tone,
}

/// The state of the fifty-move and repetition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauge {
    /// The half-move clock.
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
    /// The referee's proofs in words, if the game ended because a side cannot mate.
    #[must_use]
    pub fn proofs(&self) -> Vec<String> {
        let reasons = self
            .timed
            .game()
            .ending()
            .map_or(&[][..], |ending| &ending.reasons);
        let is_dead = reasons.contains(&Reason::DeadPosition);
        let sides = Color::ALL.into_iter().filter_map(|side| {
            let is_asked = is_dead || reasons.contains(&Reason::CannotMate(side));
            let why = is_asked.then(|| self.why_no_mate(side)).flatten()?;
            Some((side, why))
        });
        let sides: Vec<(Color, String)> = sides.collect();
        match sides.as_slice() {
            [(_, white), (_, black)] if white == black => {
                vec![format!("Neither side can ever mate: {white}.")]
            }
            sides => sides
                .iter()
                .map(|(side, why)| format!("{side} can never mate: {why}."))
                .collect(),
        }
    }

    /// Why the game is over: the reasons, with the referee's proofs.
    fn verdict(&self, ending: &Ending) -> String {
        let mut sentences = vec![reasons(ending)];
        sentences.extend(self.proofs());
        sentences.extend(self.could_still_mate(ending));
        sentences.join(" ")
    }

    /// Why the game was over before its first move, if it was.
    pub(super) fn over_at_start(&self) -> Option<String> {
        let ending = self
            .timed
            .game()
            .ending()
            .filter(|_| self.timed.game().ply() == 0)?;
        Some(self.verdict(ending))
    }

    /// The condition of article 5.1.2: a resignation loses if the opponent can still mate.
    fn could_still_mate(&self, ending: &Ending) -> Option<String> {
        let is_resigned = |reason: &Reason| matches!(reason, Reason::Resignation(_));
        let winner = match ending.outcome {
            Outcome::Win(side) if ending.reasons.iter().any(is_resigned) => side,
            Outcome::Win(_) | Outcome::Draw => return None,
        };
        match self.judge.finding(self.timed.game().position(), winner)? {
            Finding::Yes(_) => Some(format!(
                "{winner} could still mate by a series of legal moves, so {winner} wins."
            )),
            Finding::No(_) | Finding::Unknown => None,
        }
    }

    /// Why a side can never mate, if it was proven.
    fn why_no_mate(&self, side: Color) -> Option<String> {
        let position = self.timed.game().position();
        let known = self.judge.finding(position, side);
        let found = known.unwrap_or_else(|| Finding::search(position, side, AT_A_GLANCE));
        match found {
            Finding::No(why) if !why.is_empty() => Some(why),
            Finding::Yes(_) | Finding::No(_) | Finding::Unknown => None,
        }
    }

    /// The draw counts. Arbiter mode does not show them.
    #[must_use]
    pub fn gauge(&self) -> Option<Gauge> {
        let history = self.timed.game().history();
        (!self.setting.is_arbiter && self.timed.game().ending().is_none()).then(|| Gauge {
            halfmoves: history.position().halfmoves(),
            occurrences: history.occurrences(),
        })
    }
}

/// The result of a game, such as `1-0: White wins`.
#[must_use]
pub fn result(ending: &Ending) -> String {
    match ending.outcome {
        Outcome::Win(Color::White) => "1\u{2013}0, White wins".to_owned(),
        Outcome::Win(Color::Black) => "0\u{2013}1, Black wins".to_owned(),
        Outcome::Draw => "\u{bd}\u{2013}\u{bd}, a draw".to_owned(),
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
    if let Some(notice) = play.shell.notice() {
        // A game can be over when it begins, and the reason comes before everything else.
        return match play.over_at_start() {
            Some(reason) => (format!("{reason} {}", notice.text), Tone::Verdict),
            None => notice.line(),
        };
    }
    if play.is_judged() {
        let text = "The referee checks whether the other side can still mate\u{2026}";
        return (text.to_owned(), Tone::Plain);
    }
    if let Some(beyond) = play.shown().checked_sub(play.game().ply() + 1) {
        let (done, all) = (beyond + 1, play.mate().len());
        let text = format!("This mate was still possible: ply {done} of {all} after the end.");
        return (text, Tone::Past);
    }
    if let Some(ending) = play.game().ending() {
        let mut text = play.verdict(ending);
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
        let text = format!("Viewing ply {} of {}.", play.shown(), play.game().ply());
        return (text, Tone::Past);
    }
    let turn = play.game().position().turn();
    if play.game().offers().stands(!turn) && play.is_persons_turn() {
        return (format!("{} offers a draw.", !turn), Tone::Alarm);
    }
    if let Some(claim) = play.open_claims().first() {
        return (claimable(play.game(), claim), Tone::Alarm);
    }
    let with_move = claimable_with(play);
    if play.game().position().is_check() {
        return (format!("{turn} is in check.{with_move}"), Tone::Alarm);
    }
    if !with_move.is_empty() {
        return (last_words(play) + &with_move, Tone::Alarm);
    }
    match play.last_move() {
        Some(_) => (last_words(play), Tone::Plain),
        None => ("A new game. White begins.".to_owned(), Tone::Plain),
    }
}

/// The claim that is possible with a named move, with its article; empty if there is none.
fn claimable_with(play: &Play) -> String {
    let claims = play.claiming_moves();
    let Some((first, m)) = claims.iter().find_map(|claim| Some((claim, claim.with?))) else {
        return String::new();
    };
    let position = play.game().position();
    format!(
        " With {} {} could claim a draw (article {}): choose Claim with move first.",
        position.san(m),
        position.turn(),
        first.article()
    )
}

/// The available claim, with the count and the article.
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
