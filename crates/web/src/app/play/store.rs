//! The signal with the game, the time of the page, and the worker.

use std::time::Duration;

use leptos::prelude::*;
use thinker::message::{Go, Past, Reply, Request};

use crate::app::keeper::{Keeper, KeptPage};
use crate::app::page::Page;
use crate::app::single::BoardPage;
use crate::app::slots::{self, Slots};
use crate::app::sound::Player;
use crate::app::thinker::Thinker;
use crate::app::{browser, effects};
use crate::play::{Answer, Command, Dialog, Effect, Play, Question, Setting};

static SLOTS: Slots = ["fourfold.play.0", "fourfold.play.1"];

/// Where the replaced game is stored.
const ASIDE: &str = "fourfold.play.aside";

/// The update interval of the clocks.
const TICK: Duration = Duration::from_millis(100);

/// Whether there is a stored game with moves.
pub fn has_game() -> bool {
    let games = slots::read(&SLOTS).games;
    games
        .first()
        .is_some_and(|kept| kept.text.lines().count() > 2)
}

/// A handle to the game, which is `Copy`.
#[derive(Clone, Copy)]
pub struct Store {
    play: RwSignal<Play>,
    /// Where the game is stored; nowhere at a table over the network.
    keeper: Option<Keeper>,
    thinker: Thinker,
    player: Player,
    /// The receiver of moves at a table over the network.
    ask: Option<Callback<game::Command>>,
}

impl Page for Store {
    type State = Play;
    type Command = Command;

    fn signal(self) -> RwSignal<Play> {
        self.play
    }

    fn update(self, command: Command) {
        self.saving(|| {
            let mut effects = Vec::new();
            self.play
                .update(|play| effects = play.update(command, browser::now()));
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

    /// Stores the game that was replaced by the one on the board.
    fn keep_beside(self) {
        if self.keeper.is_none() {
            return;
        }
        match self.peek(|play| play.aside().map(str::to_owned)) {
            Some(aside) => drop(slots::store(ASIDE, &aside)),
            None => slots::forget(ASIDE),
        }
    }
}

impl BoardPage for Store {}

impl Store {
    /// The stored game, or a new one.
    pub fn open() -> Store {
        let (keeper, kept, is_lost) = Keeper::recover(&SLOTS, Play::restore);
        let play = kept.unwrap_or_else(|| Play::new(Setting::default(), slots::options()));
        let play = play.with_aside(slots::stored(ASIDE));
        let play = play.with_calendar(browser::calendar());
        let store = Store::of(play, Some(keeper), None);
        store.thinker.listen(move |reply| store.hear(reply));
        let mut effects = Vec::new();
        store
            .play
            .update(|play| effects = play.resume(browser::now()));
        store.carry_out(effects);
        store.follow_storage(is_lost);
        // The engine is loaded while the person thinks about the first move.
        set_timeout(move || store.thinker.warm(), Duration::ZERO);
        let tick = set_interval_with_handle(
            move || {
                if store.peek(|play| play.running_clock().is_some()) {
                    store.send(Command::Tick);
                }
            },
            TICK,
        );
        on_cleanup(move || {
            if let Ok(tick) = tick {
                tick.clear();
            }
        });
        store
    }

    /// A followed game: moves are sent elsewhere, and nothing is stored.
    pub fn following(ask: Callback<game::Command>) -> Store {
        let play = Play::new(Setting::default(), slots::options());
        Store::of(play.with_calendar(browser::calendar()), None, Some(ask))
    }

    fn of(play: Play, keeper: Option<Keeper>, ask: Option<Callback<game::Command>>) -> Store {
        Store {
            play: RwSignal::new(play),
            keeper,
            thinker: Thinker::new(),
            player: Player::default(),
            ask,
        }
    }

    fn carry_out(self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Ask(command) => {
                    if let Some(ask) = self.ask {
                        ask.run(command);
                    }
                }
                Effect::Think(question) => self.think(question),
                Effect::StopThinking => self.thinker.ask(Request::Stop),
                Effect::Judge(judge) => self.thinker.ask(Request::Judge(judge)),
                Effect::Common(effect) => effects::carry_out(self, self.player, effect),
            }
        }
    }

    fn think(self, question: Question) {
        let Question {
            id,
            fen,
            chess960,
            moves,
            level,
            pause,
        } = question;
        let past = Past {
            chess960,
            fen,
            moves,
        };
        let go = Request::Go(Go { id, level, past });
        self.thinker.ask_slowly(id, pause, go);
    }

    fn hear(self, reply: Reply) {
        let answer = match reply {
            Reply::Best { id, best, score } => Answer { id, best, score },
            Reply::Ruling { id, verdict } => {
                return self.send(Command::Ruled(id, verdict));
            }
            Reply::Failed { id, why } => {
                leptos::logging::error!("the worker could not answer: {why}");
                return self.send(Command::Failed(id, why));
            }
            Reply::Progress(_)
            | Reply::Rival { .. }
            | Reply::Stopped { .. }
            | Reply::Audit(_)
            | Reply::Counted { .. }
            | Reply::Looked { .. }
            | Reply::Alive => return,
        };
        let wait = self.thinker.pause_left(answer.id);
        set_timeout(move || self.send(Command::Engine(answer.clone())), wait);
    }
}
