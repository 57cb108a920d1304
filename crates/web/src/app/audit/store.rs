//! The signal with the state, the files, the worker that reads them, and the study that shows a
//! game or a position.

use leptos::prelude::*;
use thinker::message::{Reply, Request};

use super::{BOARD, ROUTE, kept};
use crate::app::browser::TextFile;
use crate::app::page::Page;
use crate::app::thinker::Thinker;
use crate::app::{analyse, browser};
use crate::audit::annotate::{GAME_BYTES, LONG_GAME_BYTES, Notes, annotated};
use crate::audit::{Audit, Command, Dialog, Effect};
use crate::effects::PGN;

/// A handle to the state, which is `Copy`.
#[derive(Clone, Copy)]
pub struct Store {
    audit: RwSignal<Audit>,
    files: StoredValue<Vec<web_sys::File>, LocalStorage>,
    /// The file that is being written.
    written: StoredValue<TextFile, LocalStorage>,
    thinker: Thinker,
    study: analyse::Store,
    is_board: RwSignal<bool>,
    /// The scroll position of the list while the board is shown.
    scroll: StoredValue<f64>,
}

impl Page for Store {
    type State = Audit;
    type Command = Command;

    fn signal(self) -> RwSignal<Audit> {
        self.audit
    }

    /// Executes a command. A reply that arrives after the page was left changes nothing.
    fn update(self, command: Command) {
        let effects = self.audit.try_update(|audit| audit.update(command));
        for effect in effects.into_iter().flatten() {
            self.carry_out(effect);
        }
    }

    fn open_command(dialog: Option<Dialog>) -> Command {
        Command::Open(dialog)
    }
}

impl Store {
    /// A page without files.
    pub fn open() -> Store {
        let store = Store {
            audit: RwSignal::new(Audit::new()),
            files: StoredValue::new_local(Vec::new()),
            written: StoredValue::new_local(TextFile::default()),
            thinker: Thinker::new(),
            study: analyse::Store::aside(),
            is_board: RwSignal::new(browser::fragment() == BOARD),
            scroll: StoredValue::new(0.0),
        };
        store.thinker.listen(move |reply| match reply {
            Reply::Audit(part) => store.send(Command::Found(part)),
            Reply::Failed { id, why } => store.send(Command::Failed(id, why)),
            Reply::Best { .. }
            | Reply::Progress(_)
            | Reply::Rival { .. }
            | Reply::Stopped { .. }
            | Reply::Ruling { .. }
            | Reply::Counted { .. }
            | Reply::Looked { .. }
            | Reply::Alive => {}
        });
        store
    }

    /// The study that shows a game or a position.
    pub fn study(self) -> analyse::Store {
        self.study
    }

    /// Whether the view with the board is shown.
    pub fn is_board(self) -> RwSignal<bool> {
        self.is_board
    }

    /// Opens files.
    pub fn take(self, files: Vec<web_sys::File>) {
        if files.is_empty() {
            return;
        }
        let named = files.iter().map(|file| (file.name(), file.size() as u64));
        let named = named.collect();
        kept::keep_files(files.clone());
        self.files.set_value(files);
        self.show_list();
        self.send(Command::Take(named));
    }

    /// Sets the files without opening them.
    pub fn set_files(self, files: Vec<web_sys::File>) {
        self.files.set_value(files);
    }

    pub fn open_finding(self, index: usize) {
        self.send(Command::OpenFinding(index));
        self.turn_to(BOARD);
    }

    /// Shows a separate position.
    pub fn open_position(self) {
        self.send(Command::OpenPosition);
        self.turn_to(BOARD);
    }

    pub fn show_list(self) {
        if self.is_board.get_untracked() {
            self.turn_to(ROUTE);
        }
    }

    /// Shows a view and puts it into the address. The browser reports the new address only later.
    fn turn_to(self, fragment: &str) {
        browser::go_to(fragment);
        self.follow_fragment();
    }

    /// The address has changed, and perhaps the view.
    pub fn follow_fragment(self) {
        let is_board = browser::fragment() == BOARD;
        if self.is_board.get_untracked() == is_board {
            return;
        }
        if is_board {
            self.scroll
                .set_value(window().scroll_y().unwrap_or_default());
        }
        self.is_board.set(is_board);
    }

    /// Follows a view that is being shown: the board begins at the top with its finding, and the list
    /// where it was left.
    pub fn settle(self) {
        leptos::prelude::Effect::new(move |_| {
            let open = self.peek(|audit| audit.open_index());
            let scroll = match (self.is_board.get_untracked(), open) {
                (true, _) => {
                    browser::focus("[data-testid=finding]");
                    0.0
                }
                (false, Some(index)) => {
                    browser::focus(&format!("[data-finding='{index}']"));
                    self.scroll.get_value()
                }
                (false, None) => self.scroll.get_value(),
            };
            // Last, because the focused element is scrolled into view.
            window().scroll_to_with_x_and_y(0.0, scroll);
        });
    }

    fn carry_out(self, effect: Effect) {
        match effect {
            Effect::Ask { question, file } => {
                let file = self.files.with_value(|files| files.get(file).cloned());
                if let Some(file) = file {
                    self.thinker.audit(question, file);
                }
            }
            Effect::Stop => self.thinker.ask(Request::Stop),
            Effect::Read {
                id,
                file,
                start,
                length,
            } => self.read_game(id, file, start, length),
            Effect::Show { tree, plies } => self.study.show(*tree, plies),
            Effect::Download(file) => browser::download(&file),
            Effect::BeginFile(head) => self.written.set_value(TextFile::new(head)),
            Effect::WriteFile(text) => self.written.update_value(|file| file.push(&text)),
            Effect::SaveFile { name, kind } => {
                let file = self.written.try_update_value(core::mem::take);
                if let Some(Err(error)) = file.map(|file| file.save(name, kind)) {
                    leptos::logging::error!("the file could not be offered: {error:?}");
                }
            }
            Effect::Annotate(notes) => self.annotate(notes),
        }
    }

    fn read_game(self, id: u64, file: usize, start: u64, length: u64) {
        let Some(file) = self.files.with_value(|files| files.get(file).cloned()) else {
            let why = "the browser no longer has the file; open it again".to_owned();
            let (bytes, is_all) = (Err(why), true);
            return self.send(Command::GameRead { id, bytes, is_all });
        };
        browser::spawn(async move {
            let read = browser::read_bytes(&file, start, length).await;
            let (bytes, is_all) = match read {
                Ok((bytes, is_all)) => (Ok(bytes), is_all),
                Err(why) => (Err(why), true),
            };
            self.send(Command::GameRead { id, bytes, is_all });
        });
    }

    /// Reads the games again and exports them with their comments.
    fn annotate(self, games: Vec<Notes>) {
        let files = self.files.get_value();
        browser::spawn(async move {
            let parts = js_sys::Array::new();
            for notes in &games {
                let text = match files.get(notes.file) {
                    Some(file) => with_comments(file, notes).await,
                    None => Ok(String::new()),
                };
                match text {
                    Ok(text) => parts.push(&text.into()),
                    Err(why) => return self.send(Command::Annotated(Err(why))),
                };
            }
            let name = "fourfold-findings.pgn";
            let saved = browser::download_parts(name, PGN, &parts);
            let saved = saved.map(|()| games.len());
            let refused = |_| "the browser refused it".to_owned();
            self.send(Command::Annotated(saved.map_err(refused)));
        });
    }
}

async fn with_comments(file: &web_sys::File, notes: &Notes) -> Result<String, String> {
    let (bytes, is_all) = browser::read_bytes(file, notes.start, GAME_BYTES).await?;
    if let Ok(text) = annotated(&bytes, is_all, notes) {
        return Ok(text);
    }
    let (bytes, _) = browser::read_bytes(file, notes.start, LONG_GAME_BYTES).await?;
    Ok(annotated(&bytes, true, notes).unwrap_or_default())
}
