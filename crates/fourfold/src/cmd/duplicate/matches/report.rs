//! The result of a match, for people and for programs.

use std::io::{self, IsTerminal, Write};

use arena::stats::{BlockScores, Decision, Mean};
use duplicate::Seat;
use rival_arena::{MatchPlan, Tally};
use serde_json::{Value, json};

use crate::output::{plain, plain_error};

/// A progress line that is overwritten while a match is played.
pub struct Progress {
    is_live: bool,
    blocks: u64,
}

impl Progress {
    /// Shows progress if standard error is a terminal.
    pub fn new(plan: &MatchPlan, json: bool) -> Progress {
        Progress {
            is_live: !json && io::stderr().is_terminal(),
            blocks: plan.blocks,
        }
    }

    /// Shows the progress of the match.
    pub fn show(&mut self, tally: &Tally) {
        if self.is_live {
            let (done, all) = (tally.difference.blocks(), self.blocks);
            let mean = words(tally.difference.mean());
            let _ = write!(
                plain_error(),
                "\r{done} of {all} blocks, difference {mean}   "
            );
        }
    }

    /// Clears the line.
    pub fn end(&self) {
        if self.is_live {
            let _ = write!(plain_error(), "\r{:60}\r", "");
        }
    }
}

/// Prints the result of a match.
pub fn print(plan: &MatchPlan, tally: &Tally, decision: Decision, json: bool) -> io::Result<()> {
    let mut out = plain();
    if json {
        return writeln!(out, "{}", to_json(plan, tally, decision));
    }
    let games = tally.games();
    writeln!(out, "{} against three {}", plan.player, plan.against)?;
    writeln!(out, "  {} blocks, {games} games", tally.difference.blocks())?;
    writeln!(out, "  payoff      {}", words(tally.player.mean()))?;
    writeln!(out, "  the others  {}", words(tally.against.mean()))?;
    writeln!(out, "  difference  {}", words(tally.difference.mean()))?;
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    writeln!(out, "  {wins} won, {draws} drawn, {losses} lost")?;
    if let Some(turns) = tally.mean_turns() {
        writeln!(out, "  {turns:.1} turns a game")?;
    }
    let seats: Vec<String> = Seat::ALL
        .iter()
        .map(|&seat| format!("{seat} {:+.3}", tally.by_seat[seat].mean().value))
        .collect();
    writeln!(out, "  by seat     {}", seats.join(", "))?;
    if let Some(verdict) = verdict(decision) {
        writeln!(out, "  {verdict}")?;
    }
    Ok(())
}

fn to_json(plan: &MatchPlan, tally: &Tally, decision: Decision) -> Value {
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
        "verdict": verdict(decision),
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
