//! Exports findings as files.

use referee::audit::row::CSV_HEAD;

use super::annotate::Notes;
use super::{Audit, Effect, Export};
use crate::effects::Download;

impl Audit {
    /// Exports the findings that pass the filter.
    pub(super) fn export(&self, export: Export) -> Vec<Effect> {
        let file = |extension, kind, text| {
            let name = format!("fourfold-findings.{extension}");
            Effect::Download(Download { name, kind, text })
        };
        vec![match export {
            Export::Csv => file("csv", "text/csv", self.csv()),
            Export::Json => file("jsonl", "application/x-ndjson", self.json()),
            Export::Pgn => Effect::Annotate(self.notes()),
        }]
    }

    /// The findings as CSV, as printed by `fourfold referee --csv`.
    #[must_use]
    pub fn csv(&self) -> String {
        let name = |index: usize| self.files.get(index).map_or("", |file| &file.name);
        let rows = self.shown().map(|row| row.csv(name(row.file)));
        core::iter::once(CSV_HEAD.to_owned()).chain(rows).collect()
    }

    /// The findings as JSON lines, as printed by `fourfold referee --json`.
    #[must_use]
    pub fn json(&self) -> String {
        let mut text = String::new();
        for row in self.shown() {
            text.push_str(&row.json);
            text.push('\n');
        }
        text
    }

    /// The comments on each game.
    fn notes(&self) -> Vec<Notes> {
        let mut notes: Vec<Notes> = Vec::new();
        for row in self.shown() {
            let comment = (row.ply, format!("Referee: {}", row.sentence()));
            let is_same = |notes: &&mut Notes| (notes.file, notes.start) == (row.file, row.start);
            match notes.last_mut().filter(is_same) {
                Some(notes) => notes.comments.push(comment),
                None => notes.push(Notes {
                    file: row.file,
                    start: row.start,
                    comments: vec![comment],
                }),
            }
        }
        notes
    }
}
