//! The status of the referee page.

use super::{Audit, FileState};

/// The status in a line or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The headline.
    pub headline: String,
    /// The progress in percent; `None` if nothing is being read.
    pub percent: Option<u64>,
    /// What went wrong.
    pub trouble: Vec<String>,
}

impl Status {
    /// The status of an audit.
    #[must_use]
    pub fn of(audit: &Audit) -> Status {
        let trouble = audit.files().iter().filter_map(|file| match &file.state {
            FileState::Failed(why) => Some(format!("{} could not be read: {why}.", file.name)),
            FileState::Canceled => Some(format!(
                "{} was read up to {} of {}.",
                file.name,
                megabytes(file.part.bytes),
                megabytes(file.size)
            )),
            FileState::Waiting | FileState::Running | FileState::Done => None,
        });
        let mut trouble: Vec<String> = trouble.collect();
        let kept = audit.rows().len() as u64;
        let findings = audit.findings();
        if kept < findings && !audit.is_running() {
            trouble.push(format!(
                "Of each kind the first findings are listed: {} of {}. The counts are complete.",
                grouped(kept),
                grouped(findings)
            ));
        }
        let (read, size) = audit.progress();
        Status {
            headline: headline(audit),
            percent: audit
                .is_running()
                .then(|| (read * 100).checked_div(size).unwrap_or(100)),
            trouble,
        }
    }
}

fn headline(audit: &Audit) -> String {
    let (games, findings) = (audit.games(), audit.findings());
    let found = format!(
        "{} in {}",
        counted(findings, "finding"),
        counted(games, "game")
    );
    match (audit.is_running(), findings) {
        (true, _) => {
            let (read, size) = audit.progress();
            format!("{} of {} read: {found}", megabytes(read), megabytes(size))
        }
        (false, 0) => format!(
            "{}, and the Laws have nothing to say about them",
            counted(games, "game")
        ),
        (false, _) => found,
    }
}

/// A number with its noun.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A number with commas between its thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A size in words.
fn megabytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} KB", bytes.div_ceil(1000)),
        _ => format!("{} MB", grouped(bytes / 1_000_000)),
    }
}
