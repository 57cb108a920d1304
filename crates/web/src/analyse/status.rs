//! The status line.

use report::Evaluation;

use super::Study;
use super::law::Law;
use crate::notice::{self, Said};
use crate::tone::Tone;

/// The state of the study in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The score and the side to move.
    pub headline: String,
    /// The depth and speed of the engine.
    pub effort: String,
    /// The messages below it, newest first.
    pub messages: Vec<Said>,
}

impl Status {
    #[must_use]
    pub fn of(study: &Study) -> Status {
        if let Some(editor) = study.editor() {
            return Status {
                headline: "Set up a position".to_owned(),
                effort: String::new(),
                messages: with_notices(
                    study,
                    match editor.position() {
                        Ok(_) => Said::new("This position can be played.", Tone::Plain),
                        Err(why) => {
                            Said::new(format!("Not a legal position yet: {why}."), Tone::Plain)
                        }
                    },
                ),
            };
        }
        let law = Law::of(study);
        let (line, tone) = line(study, &law);
        Status {
            headline: headline(study, &law),
            effort: effort(study),
            messages: with_notices(study, Said::new(line, tone)),
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

/// The notices, and the state below them.
fn with_notices(study: &Study, state: Said) -> Vec<Said> {
    let mut messages = study.shell.said();
    messages.push(state);
    messages
}

fn headline(study: &Study, law: &Law) -> String {
    if let Law::Over {
        result,
        is_here: true,
        ..
    } = law
    {
        return result.clone();
    }
    match study.evaluation().map(Evaluation::words) {
        Some(worth) => worth,
        None => format!("{} to move", study.position().turn()),
    }
}

fn effort(study: &Study) -> String {
    let Some(found) = study.engine().found() else {
        return String::new();
    };
    let speed = match found.nodes_per_second {
        0 => String::new(),
        speed => format!(" \u{b7} {} kn/s", speed / 1000),
    };
    format!("depth {}{speed}", found.depth)
}

fn line(study: &Study, law: &Law) -> (String, Tone) {
    match law {
        Law::Over {
            reasons,
            is_here: true,
            ..
        } => (reasons.clone(), Tone::Verdict),
        Law::Over {
            result, reasons, ..
        } => (format!("{result}. {reasons}"), Tone::Verdict),
        Law::Claimable(words) => (words.clone(), Tone::Offer),
        &Law::Open {
            halfmoves,
            occurrences,
        } => {
            let mut words = match study.last_move() {
                Some((before, m)) => format!("{} played {}.", before.turn(), before.san(m)),
                None => "The start of the game.".to_owned(),
            };
            if study.evaluation().is_some() {
                words.push_str(&format!(" {} to move.", study.position().turn()));
            }
            if occurrences > 1 {
                words.push_str(&format!(" This position has occurred {occurrences} times."));
            }
            if halfmoves > 20 {
                words.push_str(&format!(
                    " {halfmoves} of 100 half-moves without a capture or pawn move."
                ));
            }
            (words, Tone::Plain)
        }
        Law::NoGame => ("A line with a null move.".to_owned(), Tone::Plain),
    }
}
