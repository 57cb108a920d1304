//! What of the page survives a reload: the files if they are small, and otherwise the opened finding.

use referee::audit::Kind;

use super::{Audit, AuditedFile, Effect, FileState, Filter, Row};

/// The most bytes of all files together that are kept for a reload.
pub const KEPT_BYTES: u64 = 1 << 20;

/// The first line of the text.
const MARK: &str = "fourfold-referee-1";

/// What was shown before a reload, apart from the game on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visit {
    /// The files, each with its name and size.
    pub files: Vec<(String, u64)>,
    pub filter: Filter,
    /// The opened finding: its number, and its JSON object.
    pub open: Option<(usize, String)>,
}

impl Visit {
    /// Writes it for the browser's storage.
    #[must_use]
    pub fn write(&self) -> String {
        let kind = self.filter.kind.map_or("", Kind::code);
        let mut lines = vec![
            MARK.to_owned(),
            kind.to_owned(),
            in_one_line(&self.filter.words),
        ];
        lines.push(match &self.open {
            Some((index, json)) => format!("{index} {}", in_one_line(json)),
            None => String::new(),
        });
        let files = self.files.iter();
        lines.extend(files.map(|(name, size)| format!("{size} {}", in_one_line(name))));
        lines.join("\n")
    }

    /// Reads what [`Visit::write`] wrote; `None` if it is something else.
    #[must_use]
    pub fn read(text: &str) -> Option<Visit> {
        let mut lines = text.split('\n');
        if lines.next()? != MARK {
            return None;
        }
        let code = lines.next()?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.code() == code);
        let words = lines.next()?.to_owned();
        let open = lines.next()?.split_once(' ').and_then(|(index, json)| {
            let index = index.parse().ok()?;
            Some((index, json.to_owned()))
        });
        let file = |line: &str| {
            let (size, name) = line.split_once(' ')?;
            Some((name.to_owned(), size.parse().ok()?))
        };
        Some(Visit {
            files: lines.map(file).collect::<Option<_>>()?,
            filter: Filter { kind, words },
            open,
        })
    }
}

/// Names of files and searched words may have anything in them.
fn in_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

impl Audit {
    /// What is shown, for [`Visit::write`].
    #[must_use]
    pub fn visit(&self) -> Visit {
        let files = self.files.iter();
        Visit {
            files: files.map(|file| (file.name.clone(), file.size)).collect(),
            filter: self.filter.clone(),
            open: self.open.zip(self.open().map(|row| row.json.clone())),
        }
    }

    /// The page was reloaded. Files that the browser still has are read again; of others only the
    /// opened finding is left.
    pub(super) fn recall(&mut self, visit: Visit, has_files: bool) -> Vec<Effect> {
        if visit.files.is_empty() {
            return Vec::new();
        }
        let open = visit.open.as_ref();
        if has_files {
            let effects = self.take(visit.files);
            self.reopened = open.map(|(index, _)| *index);
            self.filter = visit.filter;
            return effects;
        }
        let files = visit.files.into_iter().map(|(name, size)| AuditedFile {
            name,
            size,
            part: Default::default(),
            state: FileState::Forgotten,
        });
        self.files = files.collect();
        let row = open.and_then(|(_, json)| Row::read(0, json.clone()));
        self.open = row.is_some().then_some(0);
        self.rows = row.into_iter().collect();
        self.refilter();
        Vec::new()
    }

    /// Marks the finding that was open before a reload, as soon as it is found again. The board has
    /// its game already.
    pub(super) fn reopen(&mut self) {
        if self.reopened.is_some_and(|index| index < self.rows.len()) {
            self.open = self.reopened.take();
        }
    }
}
