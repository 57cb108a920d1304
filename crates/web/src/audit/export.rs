//! Exports findings as files.
//!
//! Only some findings of each kind are stored. If an export has more than that, the files are read
//! again and all findings are written as they are found.

use referee::audit::row::CSV_HEAD;
use thinker::message::{self, AuditPart};

use super::annotate::Notes;
use super::status::{counted, grouped};
use super::{Audit, Effect, Export, FileState, Filter, Row};
use crate::effects::Download;
use crate::notice::Notice;

/// A table of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Csv,
    Json,
}

impl Form {
    /// The name and the media type of the file.
    const fn file(self) -> (&'static str, &'static str) {
        match self {
            Form::Csv => ("fourfold-findings.csv", "text/csv"),
            Form::Json => ("fourfold-findings.jsonl", "application/x-ndjson"),
        }
    }

    /// The beginning of the file.
    const fn head(self) -> &'static str {
        match self {
            Form::Csv => CSV_HEAD,
            Form::Json => "",
        }
    }

    /// The option of the program with the same output.
    const fn flag(self) -> &'static str {
        match self {
            Form::Csv => "--csv",
            Form::Json => "--json",
        }
    }

    fn line(self, row: &Row, file: &str) -> String {
        match self {
            Form::Csv => row.csv(file),
            Form::Json => format!("{}\n", row.json),
        }
    }
}

/// An export for which the files are read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rereading {
    form: Form,
    filter: Filter,
    /// The request to the worker.
    id: u64,
    file: usize,
    /// How many findings have been written.
    written: u64,
    /// How many bytes of the present file have been read.
    bytes: u64,
}

impl Audit {
    /// Exports the findings that pass the filter.
    pub(super) fn export(&mut self, export: Export) -> Vec<Effect> {
        if self.rereading.is_some() {
            return Vec::new();
        }
        let form = match export {
            Export::Csv => Form::Csv,
            Export::Json => Form::Json,
            Export::Pgn => return vec![Effect::Annotate(self.notes())],
        };
        let is_done = |state: &FileState| *state == FileState::Done;
        match self.left_out() {
            0 => vec![self.table(form)],
            _ if self.files.iter().all(|file| is_done(&file.state)) => {
                self.rereading = Some(Rereading {
                    form,
                    filter: self.filter.clone(),
                    id: 0,
                    file: 0,
                    written: 0,
                    bytes: 0,
                });
                let mut effects = vec![Effect::BeginFile(form.head())];
                effects.extend(self.reread(0));
                effects
            }
            left_out => {
                let names = self.files.iter().map(|file| file.name.as_str());
                let names = names.collect::<Vec<_>>().join(" ");
                let text = format!(
                    "{} were saved; {} more were found but are not stored. This command has all of \
                     them: fourfold referee {} {names}",
                    counted(self.shown.len() as u64, "finding"),
                    grouped(left_out),
                    form.flag()
                );
                self.shell.show(Notice::bad(text));
                vec![self.table(form)]
            }
        }
    }

    /// How many findings of the wanted kind were found but are not stored.
    fn left_out(&self) -> u64 {
        let kind = self.filter.kind;
        let counts = self.counts().into_iter();
        let found = counts.filter(|(found, _)| kind.is_none_or(|kind| kind == *found));
        let found: u64 = found.map(|(_, count)| count).sum();
        let rows = self.rows.iter();
        let stored = rows.filter(|row| kind.is_none_or(|kind| kind == row.kind));
        found.saturating_sub(stored.count() as u64)
    }

    /// The stored findings that pass the filter, as a file.
    fn table(&self, form: Form) -> Effect {
        let (name, kind) = form.file();
        let mut text = form.head().to_owned();
        for row in self.shown() {
            text.push_str(&form.line(row, self.name_of(row.file)));
        }
        Effect::Download(Download {
            name: name.to_owned(),
            kind,
            text,
        })
    }

    fn name_of(&self, file: usize) -> &str {
        self.files.get(file).map_or("", |file| &file.name)
    }

    /// Reads a file again, or ends the export after the last one.
    fn reread(&mut self, file: usize) -> Vec<Effect> {
        let Some(rereading) = &mut self.rereading else {
            return Vec::new();
        };
        if file < self.files.len() {
            self.questions += 1;
            (rereading.id, rereading.file, rereading.bytes) = (self.questions, file, 0);
            let question = message::Audit {
                id: self.questions,
                name: self.files[file].name.clone(),
                is_full: true,
            };
            return vec![Effect::Ask { question, file }];
        }
        let ((name, kind), written) = (rereading.form.file(), rereading.written);
        self.rereading = None;
        let saved = format!("{} were saved.", counted(written, "finding"));
        self.shell.show(Notice::good(saved));
        vec![Effect::SaveFile { name, kind }]
    }

    /// Writes the findings of a report, if it is one of an export.
    pub(super) fn found_again(&mut self, part: &AuditPart) -> Option<Vec<Effect>> {
        let rereading = self.rereading.as_ref()?;
        let (form, file) = (rereading.form, rereading.file);
        if part.id != rereading.id {
            return None;
        }
        let rows = part.rows.iter();
        let rows = rows.filter_map(|json| Row::read(file, json.clone()));
        let rows: Vec<Row> = rows.filter(|row| rereading.filter.passes(row)).collect();
        let lines = rows.iter().map(|row| form.line(row, self.name_of(file)));
        let text: String = lines.collect();
        let rereading = self.rereading.as_mut()?;
        rereading.written += rows.len() as u64;
        rereading.bytes = part.bytes;
        let mut effects = Vec::new();
        if !text.is_empty() {
            effects.push(Effect::WriteFile(text));
        }
        if part.is_over {
            effects.extend(self.reread(file + 1));
        }
        Some(effects)
    }

    /// Gives up an export; returns whether there was one.
    pub(super) fn end_export(&mut self, why: &str) -> bool {
        let is_ended = self.rereading.take().is_some();
        if is_ended {
            self.shell
                .show(Notice::bad(format!("The findings were not saved: {why}.")));
        }
        is_ended
    }

    /// Whether an export with this request is running.
    pub(super) fn is_export(&self, id: u64) -> bool {
        self.rereading
            .as_ref()
            .is_some_and(|export| export.id == id)
    }

    /// How many bytes an export has read, if one is running.
    pub(super) fn exported(&self) -> Option<u64> {
        let rereading = self.rereading.as_ref()?;
        let before = self.files.iter().take(rereading.file);
        Some(before.map(|file| file.size).sum::<u64>() + rereading.bytes)
    }

    /// What is said about games that were saved with comments.
    pub(super) fn annotated(&self, games: usize) -> Notice {
        let saved = format!(
            "{} with comments were saved.",
            counted(games as u64, "game")
        );
        match self.left_out() {
            0 => Notice::good(saved),
            left_out => Notice::bad(format!(
                "{saved} {} more findings are not among the comments: they are not stored. Save the \
                 table to have all.",
                grouped(left_out)
            )),
        }
    }

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
