//! The only place where commands change the state of the referee page.

use thinker::message::{self, AuditPart};

use super::annotate::{GAME_BYTES, LONG_GAME_BYTES, read_game};
use super::status::counted;
use super::{Audit, AuditedFile, Command, Effect, FileState, Row, Status};

impl Audit {
    /// Executes a command and returns the effects for the page.
    pub fn update(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Take(files) => self.take(files),
            Command::Recall { visit, has_files } => self.recall(visit, has_files),
            Command::Cancel => self.cancel(),
            Command::Clear => {
                let effects = self.cancel();
                *self = Audit {
                    questions: self.questions,
                    shell: self.shell.only_dialog(),
                    ..Audit::new()
                };
                effects
            }
            Command::Found(part) => self.found(part),
            Command::Failed(id, why) => self.failed(id, why),
            Command::Only(kind) => {
                self.filter.kind = kind;
                self.filtered()
            }
            Command::Search(words) => {
                self.filter.words = words.trim().to_lowercase();
                self.filtered()
            }
            Command::More => {
                self.lengthen();
                Vec::new()
            }
            Command::OpenFinding(index) => self.open_finding(index),
            Command::Step { is_forward } => self.step(is_forward),
            Command::OpenPosition => {
                self.open = None;
                self.reopened = None;
                // A game that is still being read is no longer wanted.
                self.wanted += 1;
                Vec::new()
            }
            Command::GameRead { id, bytes, is_all } => self.game_read(id, bytes, is_all),
            Command::Export(export) => self.export(export),
            Command::Annotated(Ok(games)) => self.shell.tell(self.annotated(games)),
            Command::Annotated(Err(why)) => self
                .shell
                .tell_bad(format!("The file could not be written: {why}.")),
            Command::Open(dialog) => self.shell.open(dialog),
            Command::Dismiss(number) => self.shell.dismiss(number),
        }
    }

    pub(super) fn take(&mut self, files: Vec<(String, u64)>) -> Vec<Effect> {
        if files.is_empty() {
            return Vec::new();
        }
        let mut effects = self.cancel();
        let files = files.into_iter().map(|(name, size)| AuditedFile {
            name,
            size,
            part: AuditPart::default(),
            state: FileState::Waiting,
        });
        *self = Audit {
            files: files.collect(),
            questions: self.questions,
            wanted: self.wanted + 1,
            shell: self.shell.only_dialog(),
            ..Audit::new()
        };
        effects.extend(self.begin_next());
        effects
    }

    /// Starts with the next waiting file.
    fn begin_next(&mut self) -> Vec<Effect> {
        let is_waiting = |file: &AuditedFile| file.state == FileState::Waiting;
        let Some(file) = self.files.iter().position(is_waiting) else {
            self.shell.spoken = Status::of(self).headline;
            return Vec::new();
        };
        self.questions += 1;
        self.files[file].state = FileState::Running;
        vec![Effect::Ask {
            question: message::Audit {
                id: self.questions,
                name: self.files[file].name.clone(),
                is_full: false,
            },
            file,
        }]
    }

    fn cancel(&mut self) -> Vec<Effect> {
        if self.end_export("it was canceled") {
            return vec![Effect::Stop];
        }
        let is_running = self.is_running();
        for file in &mut self.files {
            if matches!(file.state, FileState::Running | FileState::Waiting) {
                file.state = FileState::Canceled;
            }
        }
        if is_running {
            self.shell.speak("The audit was stopped.");
            return vec![Effect::Stop];
        }
        Vec::new()
    }

    fn found(&mut self, mut part: AuditPart) -> Vec<Effect> {
        if let Some(effects) = self.found_again(&part) {
            return effects;
        }
        let Some(index) = self.running().filter(|_| part.id == self.questions) else {
            return Vec::new();
        };
        let first = self.rows.len();
        let rows = core::mem::take(&mut part.rows).into_iter();
        self.rows
            .extend(rows.filter_map(|json| Row::read(index, json)));
        self.show_from(first);
        self.reopen();
        let is_over = part.is_over;
        self.files[index].part = part;
        if !is_over {
            return Vec::new();
        }
        self.files[index].state = FileState::Done;
        self.begin_next()
    }

    fn failed(&mut self, id: u64, why: String) -> Vec<Effect> {
        if self.is_export(id) {
            self.end_export(&why);
            return Vec::new();
        }
        let Some(index) = self.running().filter(|_| id == self.questions) else {
            return Vec::new();
        };
        self.files[index].state = FileState::Failed(why);
        self.begin_next()
    }

    fn filtered(&mut self) -> Vec<Effect> {
        self.refilter();
        self.shell.spoken = counted(self.shown.len() as u64, "finding");
        Vec::new()
    }

    fn open_finding(&mut self, index: usize) -> Vec<Effect> {
        if index >= self.rows.len() {
            return Vec::new();
        }
        self.open = Some(index);
        self.reopened = None;
        self.shell.clear();
        self.wanted += 1;
        self.shell.spoken = self.rows[index].sentence();
        self.read(GAME_BYTES)
    }

    /// Reads the game of the opened finding.
    fn read(&self, length: u64) -> Vec<Effect> {
        let read = |row: &Row| Effect::Read {
            id: self.wanted,
            file: row.file,
            start: row.start,
            length,
        };
        self.open().map(read).into_iter().collect()
    }

    fn step(&mut self, is_forward: bool) -> Vec<Effect> {
        let at = self
            .shown
            .iter()
            .position(|&index| Some(index) == self.open);
        let next = match (at, is_forward) {
            (Some(at), true) => at + 1,
            (Some(at), false) if at > 0 => at - 1,
            (Some(_) | None, _) => return Vec::new(),
        };
        match self.shown.get(next).copied() {
            Some(index) => self.open_finding(index),
            None => Vec::new(),
        }
    }

    fn game_read(&mut self, id: u64, bytes: Result<Vec<u8>, String>, is_all: bool) -> Vec<Effect> {
        let (Some(row), true) = (self.open(), id == self.wanted) else {
            return Vec::new();
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(why) => {
                return self
                    .shell
                    .tell_bad(format!("The game cannot be read: {why}."));
            }
        };
        let is_long = bytes.len() as u64 >= LONG_GAME_BYTES;
        match read_game(&bytes, is_all || is_long) {
            Err(_) => self.read(LONG_GAME_BYTES),
            Ok(Some(read)) => vec![Effect::Show {
                plies: usize::try_from(row.ply).unwrap_or(usize::MAX),
                tree: Box::new(read.tree),
            }],
            Ok(None) => self
                .shell
                .tell_bad("There is no game at this place of the file."),
        }
    }
}
