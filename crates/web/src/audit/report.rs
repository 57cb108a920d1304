//! The printed report for players: event, games, findings, articles.

use super::{Audit, GameView, words};

/// The maximum number of printed findings.
const PRINTED: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The event, or the files if the games are from several events.
    pub title: String,
    pub files: String,
    /// The numbers of games and findings.
    pub summary: String,
    /// The number of findings of each kind, with its articles.
    pub kinds: Vec<(&'static str, &'static str, u64)>,
    pub games: Vec<GameView>,
    /// The cited articles with their content.
    pub articles: Vec<(String, &'static str)>,
    /// A remark on what is left out, if anything.
    pub left_out: Option<String>,
}

impl Report {
    /// The report of the findings that pass the filter.
    #[must_use]
    pub fn of(audit: &Audit) -> Report {
        let names: Vec<&str> = audit.files().iter().map(|file| &*file.name).collect();
        let files = names.join(", ");
        let mut events: Vec<&str> = audit.shown().map(|row| &*row.event).collect();
        events.sort_unstable();
        events.dedup();
        let title = match events.as_slice() {
            [event] if !event.is_empty() => (*event).to_owned(),
            _ => files.clone(),
        };
        let mut named: Vec<&str> = audit.shown().map(|row| &*row.article).collect();
        named.sort_unstable();
        named.dedup();
        let known = |number: &str| Some((number.to_owned(), words::article(number)?));
        let kind = |(kind, count)| (words::kind(kind), words::articles(kind), count);
        let filter = audit.filter();
        let counts = audit.counts().into_iter();
        let wanted = counts.filter(|(kind, _)| filter.kind.is_none_or(|only| only == *kind));
        let left = audit.shown_len().saturating_sub(PRINTED);
        Report {
            title,
            files,
            summary: super::Status::of(audit).headline,
            kinds: wanted.map(kind).collect(),
            games: audit.group(PRINTED),
            articles: named.into_iter().filter_map(known).collect(),
            left_out: (left > 0).then(|| {
                format!("{left} more findings are not printed; they can be saved as a table.")
            }),
        }
    }
}
