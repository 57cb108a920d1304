//! The result of a match, for people and for programs.

use std::fmt::Write;

use arena::stats::{BlockScores, Decision, Mean};
use duplicate::Seat;
use serde_json::{Value, json};

use crate::{MatchPlan, MatchResult, Tally};

/// The progress of a match, in a line.
#[must_use]
pub fn progress(plan: &MatchPlan, tally: &Tally) -> String {
    let (done, all) = (tally.difference.blocks(), plan.blocks);
    let mean = words(tally.difference.mean());
    format!("{done} of {all} blocks, difference {mean}")
}

/// The result of a match as lines of text.
#[must_use]
pub fn text(plan: &MatchPlan, result: &MatchResult) -> String {
    let tally = &result.tally;
    let mut text = String::new();
    let mut line = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    line(format!("{} against three {}", plan.player, plan.against));
    let (blocks, games) = (tally.difference.blocks(), tally.games());
    line(format!("  {blocks} blocks, {games} games"));
    line(format!("  payoff      {}", words(tally.player.mean())));
    line(format!("  the others  {}", words(tally.against.mean())));
    line(format!("  difference  {}", words(tally.difference.mean())));
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    line(format!("  {wins} won, {draws} drawn, {losses} lost"));
    if let Some(turns) = tally.mean_turns() {
        line(format!("  {turns:.1} turns a game"));
    }
    let seats: Vec<String> = Seat::ALL
        .iter()
        .map(|&seat| format!("{seat} {:+.3}", tally.by_seat[seat].mean().value))
        .collect();
    line(format!("  by seat     {}", seats.join(", ")));
    if let Some(verdict) = verdict(result.decision) {
        line(format!("  {verdict}"));
    }
    text
}

#[must_use]
pub fn to_json(plan: &MatchPlan, result: &MatchResult) -> Value {
    let tally = &result.tally;
    let mean = |scores: &BlockScores| {
        let Mean { value, error } = scores.mean();
        json!({ "mean": value, "error": error.is_finite().then_some(error) })
    };
    let by_seat: Value = Seat::ALL
        .into_iter()
        .map(|seat| (seat.to_string().to_lowercase(), mean(&tally.by_seat[seat])))
        .collect();
    json!({
        "player": plan.player.to_string(),
        "against": plan.against.to_string(),
        "blocks": tally.difference.blocks(),
        "games": tally.games(),
        "payoff": mean(&tally.player),
        "others": mean(&tally.against),
        "difference": mean(&tally.difference),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "bySeat": by_seat,
        "verdict": verdict(result.decision),
    })
}

fn verdict(decision: Decision) -> Option<&'static str> {
    match decision {
        Decision::Continue => None,
        Decision::AcceptH0 => Some("no gain: the lower difference is the better guess"),
        Decision::AcceptH1 => Some("a gain: the higher difference is the better guess"),
    }
}

/// A mean with its confidence interval.
fn words(mean: Mean) -> String {
    if mean.error.is_finite() {
        format!("{:+.3} ± {:.3}", mean.value, mean.error)
    } else {
        format!("{:+.3}", mean.value)
    }
}
