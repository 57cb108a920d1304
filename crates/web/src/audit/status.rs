//! The status of the referee page.

use super::{Audit, AuditedFile, FileState};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub headline: String,
    /// The progress in percent; `None` if nothing is being read.
    pub percent: Option<u64>,
    pub trouble: Vec<String>,
}

impl Status {
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
            FileState::Forgotten => Some(format!(
                "{} has to be opened again: it is too large to be kept when the page is reloaded.",
                file.name
            )),
            FileState::Waiting | FileState::Running | FileState::Done => None,
        });
        let mut trouble: Vec<String> = trouble.collect();
        let kept = audit.rows().len() as u64;
        let findings = audit.findings();
        if kept < findings && !audit.is_running() {
            trouble.push(format!(
                "Of each kind the first findings are listed: {} of {}. The counts are complete, and a \
                 saved table has all of them.",
                grouped(kept),
                grouped(findings)
            ));
        }
        let (read, size) = audit.progress();
        let read = match audit.is_running() {
            true => Some(read),
            false => audit.exported(),
        };
        if audit.exported().is_some() {
            trouble.push("The files are read again, to save every finding.".to_owned());
        }
        Status {
            headline: headline(audit),
            percent: read.map(|read| (read * 100).checked_div(size).unwrap_or(100)),
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
    let is_forgotten = |file: &AuditedFile| file.state == FileState::Forgotten;
    if audit.files().iter().any(is_forgotten) {
        return "The page was reloaded".to_owned();
    }
    match (audit.is_running(), findings) {
        (true, _) => {
            let (read, size) = audit.progress();
            format!("{} of {} read: {found}", megabytes(read), megabytes(size))
        }
        (false, 0) => format!("{}, no findings", counted(games, "game")),
        (false, _) => found,
    }
}

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
