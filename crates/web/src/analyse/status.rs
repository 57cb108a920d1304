//! The status line.

use report::Evaluation;

use super::Study;
use super::law::Law;
use crate::tone::Tone;

/// The state of the study in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The score and the side to move.
    pub headline: String,
    /// The depth and speed of the engine.
    pub effort: String,
    /// The message below it.
    pub line: String,
    /// Its urgency.
    pub tone: Tone,
}

impl Status {
    #[must_use]
    pub fn of(study: &Study) -> Status {
        if let Some(editor) = study.editor() {
            return Status {
                headline: "Set up a position".to_owned(),
                effort: String::new(),
                line: match (study.shell.notice(), editor.position()) {
                    (Some(notice), _) => notice.text.clone(),
                    (None, Ok(_)) => "This position can be played.".to_owned(),
                    (None, Err(why)) => format!("Not a legal position yet: {why}."),
                },
                tone: Tone::Plain,
            };
        }
        let law = Law::of(study);
        let (line, tone) = line(study, &law);
        Status {
            headline: headline(study, &law),
            effort: effort(study),
            line,
            tone,
        }
    }
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
    let turn = study.position().turn();
    match study.evaluation().map(Evaluation::words) {
        Some(worth) => format!("{worth}, {turn}"),
        None => format!("{turn} to move"),
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
    if let Some(notice) = study.shell.notice() {
        return notice.line();
    }
    match law {
        Law::Over {
            reasons,
            is_here: true,
            ..
        } => (reasons.clone(), Tone::Verdict),
        Law::Over {
            result, reasons, ..
        } => (format!("{result}. {reasons}"), Tone::Verdict),
        Law::Claimable(words) => (words.clone(), Tone::Alarm),
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
