//! The signal with the study, and the worker that analyzes and judges.

use game::Start;
use game::pgn::Tree;
use leptos::prelude::*;
use thinker::message::Reply;

use crate::analyse::{
    Command, Dialog, Effect, EngineCommand, RefereeCommand, ReportCommand, Study, keep,
};
use crate::app::keeper::{Keeper, KeptPage};
use crate::app::page::Page;
use crate::app::single::BoardPage;
use crate::app::slots::{self, Slots};
use crate::app::sound::Player;
use crate::app::thinker::Thinker;
use crate::app::{browser, effects, picture};

static SLOTS: Slots = ["fourfold.study.0", "fourfold.study.1"];

/// Whether there is a stored game with moves.
pub fn has_game() -> bool {
    let games = slots::read(&SLOTS).games;
    games
        .first()
        .is_some_and(|kept| keep::has_moves(&kept.text))
}

/// A handle to the study, which is `Copy`.
#[derive(Clone, Copy)]
pub struct Store {
    study: RwSignal<Study>,
    /// Where the study is stored between visits, if it is.
    keeper: Option<Keeper>,
    thinker: Thinker,
    player: Player,
}

impl Page for Store {
    type State = Study;
    type Command = Command;

    fn signal(self) -> RwSignal<Study> {
        self.study
    }

    fn update(self, command: Command) {
        self.saving(|| {
            let mut effects = Vec::new();
            self.study.update(|study| effects = study.update(command));
            self.carry_out(effects);
        });
    }

    fn open_command(dialog: Option<Dialog>) -> Command {
        Command::Open(dialog)
    }
}

impl KeptPage for Store {
    fn keeper(self) -> Option<Keeper> {
        self.keeper
    }
}

impl BoardPage for Store {}

impl Store {
    /// The stored study, or a new one.
    pub fn open() -> Store {
        let (keeper, kept, is_lost) = Keeper::recover(&SLOTS, Study::restore);
        let study = kept.unwrap_or_else(|| Study::new(Start::standard(), slots::options()));
        let store = Store::of(study, Some(keeper));
        store.follow_storage(is_lost);
        store.fetch_openings();
        store.follow_endings();
        if let Some(game) = effects::game_to_analyze() {
            store.send(Command::Show(Box::new(game)));
        }
        store
    }

    /// A study that is not stored.
    pub fn aside() -> Store {
        Store::of(Study::new(Start::standard(), slots::options()), None)
    }

    fn of(study: Study, keeper: Option<Keeper>) -> Store {
        let store = Store {
            study: RwSignal::new(study),
            keeper,
            thinker: Thinker::new(),
            player: Player::default(),
        };
        store.thinker.listen(move |reply| store.hear(reply));
        store
    }

    /// Shows a game after this many plies, replacing the previous one.
    pub fn show(self, tree: Tree, plies: usize) {
        self.saving(|| {
            let mut effects = Vec::new();
            self.study.update(|study| effects = study.show(tree, plies));
            self.carry_out(effects);
        });
    }

    /// Fetches the names of openings when there is a game.
    fn fetch_openings(self) {
        let are_wanted = self.memo(Study::wants_openings);
        leptos::prelude::Effect::new(move |_| {
            if are_wanted.get() {
                browser::read_openings(move |table| self.send(Command::Openings(table)));
            }
        });
    }

    /// Asks the server of this machine, if the app comes from there, about positions with few pieces.
    fn follow_endings(self) {
        if !browser::is_at_home() {
            return;
        }
        let wanted = self.memo(Study::wanted_ending);
        leptos::prelude::Effect::new(move |_| {
            let Some(fen) = wanted.get() else {
                return;
            };
            let path = format!("api/endings?fen={fen}");
            browser::fetch(&path, None, move |answer| {
                // Meanwhile another position may be shown.
                if self.peek(Study::wanted_ending).as_ref() == Some(&fen) {
                    let answer = answer.filter(|(status, _)| *status == 200);
                    let answer = answer.map_or(String::new(), |(_, text)| text);
                    self.send(Command::Ending { fen, answer });
                }
            });
        });
    }

    fn carry_out(self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Ask(request) => self.thinker.ask(request),
                Effect::Picture(file) => picture::offer(file),
                Effect::Common(effect) => effects::carry_out(self, self.player, effect),
            }
        }
    }

    fn hear(self, reply: Reply) {
        self.send(match reply {
            Reply::Progress(progress) => Command::Engine(EngineCommand::Found(progress)),
            Reply::Stopped { id } => Command::Engine(EngineCommand::Stopped(id)),
            Reply::Ruling { id, verdict } => Command::Referee(RefereeCommand::Ruled(id, verdict)),
            Reply::Looked {
                id,
                ply,
                evaluation,
                line,
            } => Command::Report(ReportCommand::Looked {
                id,
                ply,
                evaluation,
                line,
            }),
            Reply::Failed { id, why } => Command::Engine(EngineCommand::Failed(id, why)),
            Reply::Best { .. }
            | Reply::Rival { .. }
            | Reply::Audit(_)
            | Reply::Counted { .. }
            | Reply::Alive => {
                return;
            }
        });
    }
}
