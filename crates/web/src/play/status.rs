//! The status line: whose turn it is, how the game ended, what may be claimed.

use chess::Color;
use chess::notation::numbered_line;
use clock::Terms;
use game::{Claim, Ending, Game, Outcome, Reason};
use referee::Budget;

use super::Play;
use super::arbiter::amount;
use super::judge::Finding;
use crate::notice::{self, Press, Said};
pub use crate::tone::Tone;

/// The budget for a proof that was not stored: the same as after each move.
const AT_A_GLANCE: Budget = Budget::positions(500);

/// The state of the game in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Whose turn it is, or the result.
    pub headline: String,
    /// The messages below it, the most important first.
    pub messages: Vec<Said>,
}

/// The state of the fifty-move and repetition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauge {
    pub halfmoves: u16,
    pub occurrences: u32,
}

impl Status {
    #[must_use]
    pub fn of(play: &Play) -> Status {
        let turn = play.game().position().turn();
        let headline = match play.game().ending() {
            Some(ending) => result(ending),
            None if play.is_thinking() => format!("{} is thinking", play.setting().name(turn)),
            None => format!("{turn} to move"),
        };
        Status {
            headline,
            messages: messages(play),
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
        Reason::FlagFall(side) => format!("{side} ran out of time"),
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

/// What is missing for a claim.
pub(super) fn shortfalls(shortfalls: &[game::Shortfall]) -> String {
    let parts: Vec<String> = shortfalls.iter().map(ToString::to_string).collect();
    parts.join("; ")
}

/// Everything that is worth saying: the notices, what the person may do, and the state of the game.
fn messages(play: &Play) -> Vec<Said> {
    let mut messages = play.shell.said();
    messages.extend(offers(play));
    messages.extend(claims(play));
    let state = state(play);
    match state.tone.is_end() {
        // The end of a game comes before everything else.
        true => messages.insert(0, state),
        false => messages.push(state),
    }
    messages
}

/// The offers that stand: those to the person with buttons, and those that wait for an answer.
fn offers(play: &Play) -> Vec<Said> {
    if play.game().ending().is_some() {
        return Vec::new();
    }
    let turn = play.game().position().turn();
    let standing = Color::ALL
        .into_iter()
        .filter(|&side| play.game().offers().stands(side));
    let said = standing.map(|side| {
        let text = play.offer_words(side);
        match side != turn && play.is_persons_turn() && !play.is_you(side) {
            true => Said::new(text, Tone::Offer)
                .with("accept-draw", "Accept", Press::AcceptDraw)
                .with("decline-draw", "Decline", Press::DeclineDraw),
            false => Said::new(text, Tone::Plain),
        }
    });
    said.collect()
}

/// The open claim, and the one with a move.
pub(super) fn claims(play: &Play) -> Vec<Said> {
    if play.claims_with_move() {
        return Vec::new();
    }
    let open = play.open_claims();
    let open = open.first().map(|claim| {
        Said::new(claimable(play.game(), claim), Tone::Offer).with(
            "claim-open",
            "Claim draw",
            Press::Claim,
        )
    });
    let named = play.claiming_moves();
    let named = named
        .iter()
        .find_map(|claim| Some((claim, claim.with?)))
        .map(|(claim, m)| {
            let position = play.game().position();
            let (san, article) = (position.san(m).to_string(), claim.article());
            let text = format!(
                "{} may claim a draw with {san} (article {article}).",
                position.turn()
            );
            let words = format!("Claim with {san}");
            Said::new(text, Tone::Offer).with("claim-named", words, Press::ClaimNamed)
        });
    // One claim is enough to end the game.
    open.or(named).into_iter().collect()
}

/// The state of the game in a sentence or two.
pub(super) fn state(play: &Play) -> Said {
    if let Some(words) = play.judging() {
        return Said::new(words, Tone::Plain);
    }
    if let Some(beyond) = play.shown().checked_sub(play.game().ply() + 1) {
        let (done, all) = (beyond + 1, play.mate().len());
        let text = format!("This mate was still possible: move {done} of {all} after the end.");
        return Said::new(text, Tone::Past);
    }
    if let Some(ending) = play.game().ending() {
        let mut text = play.verdict(ending);
        if !play.mate().is_empty() && !play.is_past() {
            text.push_str(" A mate was still possible: go on with \u{25b6} to see one.");
        }
        let tone = match ending.reason() {
            Reason::FlagFall(_) => Tone::Flag,
            _ => Tone::Verdict,
        };
        return Said::new(text, tone);
    }
    if play.claims_with_move() {
        let text = "Play the move that you claim a draw with (articles 9.2.1, 9.3.1). Once named, \
                    the move stands. Escape cancels.";
        return Said::new(text, Tone::Offer);
    }
    if play.is_past() {
        let before = play.shown().checked_sub(1);
        let text = match before.zip(play.last_move()) {
            None => "Viewing the start of the game.".to_owned(),
            Some((before, m)) => {
                let line = numbered_line(&play.position_after(before), &[m]);
                format!("Viewing the position after {}.", line.join(" "))
            }
        };
        return Said::new(text, Tone::Past);
    }
    let turn = play.game().position().turn();
    let (mut text, tone) = match (play.game().position().is_check(), play.last_move()) {
        (true, _) => (format!("{turn} is in check."), Tone::Warning),
        (false, Some(_)) => (last_words(play), Tone::Plain),
        (false, None) => (format!("A new game. {turn} begins."), Tone::Plain),
    };
    match play.game().redoable() {
        0 => {}
        1 => text.push_str(" One move was taken back."),
        moves => text.push_str(&format!(" {moves} moves were taken back.")),
    }
    Said::new(text, tone)
}

impl Play {
    pub(super) fn offer_words(&self, side: Color) -> String {
        match self.is_you(side) && self.remote.is_none() {
            true => "You offered a draw. Fourfold answers with its next move.".to_owned(),
            false => format!("{} offers a draw.", self.short_name(side)),
        }
    }

    #[must_use]
    pub fn cost_of_a_wrong_claim(&self) -> String {
        let bonus = match &self.remote {
            Some(remote) => remote.bonus,
            None => self.timed.terms().map(Terms::wrong_claim_bonus),
        };
        match bonus.map(|bonus| bonus.as_secs()) {
            None | Some(0) => "It counts as an offer of a draw (article 9.5.3).".to_owned(),
            Some(seconds) => format!(
                "It counts as an offer of a draw, and the opponent gets {} more (article 9.5.3).",
                amount(seconds)
            ),
        }
    }

    /// What the referee is asked, while it is.
    fn judging(&self) -> Option<String> {
        let waiting = self.waiting.as_ref()?;
        let by = !waiting.side;
        let happened = match waiting.act {
            game::Command::Resign(_) => "resigned",
            _ => "ran out of time",
        };
        let side = waiting.side;
        Some(format!(
            "{by} {happened}. Checking whether {side} can still win\u{2026}"
        ))
    }
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
