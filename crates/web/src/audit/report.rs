//! What an arbiter takes to the players on paper: event, games, findings, articles.

use super::{Audit, GameView, words};

/// How many findings are printed.
const PRINTED: usize = 1_000;

/// The report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The event, or the files if the games are of several.
    pub title: String,
    /// The files.
    pub files: String,
    /// How many games and findings there are.
    pub summary: String,
    /// How many findings there are of each kind, with its articles.
    pub kinds: Vec<(&'static str, &'static str, u64)>,
    /// The games with what was found in them.
    pub games: Vec<GameView>,
    /// The articles that the findings name, with what they say.
    pub articles: Vec<(String, &'static str)>,
    /// What is left out, if anything is.
    pub left_out: Option<String>,
}

impl Report {
    /// The report of what the filter lets through.
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
