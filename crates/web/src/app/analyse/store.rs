//! The one signal with the study, and the worker that analyzes and judges.

use game::Start;
use game::pgn::Tree;
use leptos::prelude::*;
use thinker::message::Reply;

use super::ROUTE;
use crate::analyse::{Command, Effect, EngineCommand, FileCommand, RefereeCommand, Study, keep};
use crate::app::keeper::Keeper;
use crate::app::page::Page;
use crate::app::slots::{self, OPTIONS, Slots};
use crate::app::sound::Player;
use crate::app::thinker::Thinker;
use crate::app::{browser, picture};
use crate::keeping::KeepCommand;
use crate::single::import::BYTES_MAX;
use crate::single::link;

static SLOTS: Slots = ["fourfold.study.0", "fourfold.study.1"];

/// Whether a game is kept that has moves.
pub fn has_game() -> bool {
    let games = slots::read(&SLOTS).games;
    games
        .first()
        .is_some_and(|kept| keep::has_moves(&kept.text))
}

/// A handle to the study, passed by copy.
#[derive(Clone, Copy)]
pub struct Store {
    study: RwSignal<Study>,
    /// Where the study is kept between visits, if it is.
    keeper: Option<Keeper>,
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    player: Player,
}

impl Page for Store {
    type State = Study;

    fn signal(self) -> RwSignal<Study> {
        self.study
    }
}

impl Store {
    /// The study of the last visit, or a new one.
    pub fn open() -> Store {
        let options = slots::options();
        let (keeper, kept, is_lost) = Keeper::recover(&SLOTS, |text| Study::restore(text, options));
        let study = kept.unwrap_or_else(|| Study::new(Start::standard(), options));
        let store = Store::of(study, Some(keeper));
        if is_lost {
            store.send(Command::Keeping(KeepCommand::Lost));
        }
        keeper.follow_other_tabs(move |text| {
            store.send(Command::Keeping(KeepCommand::FoundElsewhere(text)));
        });
        store
    }

    /// A study for this visit alone.
    pub fn aside() -> Store {
        Store::of(Study::new(Start::standard(), slots::options()), None)
    }

    fn of(study: Study, keeper: Option<Keeper>) -> Store {
        let store = Store {
            study: RwSignal::new(study),
            keeper,
            thinker: StoredValue::new_local(None),
            player: Player::default(),
        };
        let thinker = Thinker::new(move |reply| store.hear(reply));
        store.thinker.set_value(Some(thinker));
        store
    }

    /// Carries out a command.
    pub fn send(self, command: Command) {
        let mut effects = Vec::new();
        self.study.update(|study| effects = study.update(command));
        for effect in effects {
            self.carry_out(effect);
        }
    }

    /// Shows a game after so many plies, in place of what was there.
    pub fn show(self, tree: Tree, plies: usize) {
        let mut effects = Vec::new();
        self.study.update(|study| effects = study.show(tree, plies));
        for effect in effects {
            self.carry_out(effect);
        }
    }

    /// Opens a text: a FEN, PGN or link.
    pub fn import(self, text: String) {
        let cut_from = None;
        self.send(Command::File(FileCommand::Import { text, cut_from }));
    }

    /// Opens a file that was chosen or dropped; of a large one, the beginning.
    pub fn load_file(self, file: &web_sys::File) {
        browser::read_beginning(file, BYTES_MAX, move |read| {
            self.send(Command::File(match read {
                Ok((text, cut_from)) => FileCommand::Import { text, cut_from },
                Err(why) => FileCommand::ReadFailed(why),
            }));
        });
    }

    /// Opens the game of the address, if it has one, and leaves the name of the page there.
    pub fn open_link(self, fragment: &str) {
        if let (ROUTE, Some(_)) = link::split(fragment) {
            self.import(format!("#{fragment}"));
            browser::set_fragment(ROUTE);
        }
    }

    fn carry_out(self, effect: Effect) {
        match effect {
            Effect::Keep => {
                let keep = |keeper: Keeper| keeper.keep(self.peek(Study::kept_text));
                let is_kept = self.keeper.is_none_or(keep);
                slots::store(OPTIONS, &self.peek(|study| study.options().write()));
                if self.peek(|study| study.is_kept() != is_kept) {
                    self.send(Command::Keeping(KeepCommand::Kept(is_kept)));
                }
            }
            Effect::Ask(request) => {
                if let Some(thinker) = self.thinker.get_value() {
                    thinker.ask(request);
                }
            }
            Effect::Sound(sound) => self.player.play(sound),
            Effect::Download { name, text } => browser::download(&name, browser::PGN, &text),
            Effect::Copy(text) => {
                browser::copy(text, move |copied| self.send(Command::Copied(copied)));
            }
            Effect::FocusChooser => request_animation_frame(browser::focus_chooser),
            Effect::Picture(picture) => picture::offer(picture, "fourfold-position", 1.0),
        }
    }

    fn hear(self, reply: Reply) {
        self.send(match reply {
            Reply::Progress(progress) => Command::Engine(EngineCommand::Found(progress)),
            Reply::Stopped { id } => Command::Engine(EngineCommand::Stopped(id)),
            Reply::Ruling { id, verdict } => Command::Referee(RefereeCommand::Ruled(id, verdict)),
            Reply::Failed { id, why } => Command::Engine(EngineCommand::Failed(id, why)),
            Reply::Best { .. } | Reply::Rival { .. } | Reply::Audit(_) | Reply::Counted { .. } => {
                return;
            }
        });
    }
}
