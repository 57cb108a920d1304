//! The one signal with the game, the clock of the page, and the worker that thinks.

use std::time::Duration;

use leptos::prelude::*;
use thinker::message::{Go, Past, Reply, Request};

use super::ROUTE;
use crate::app::browser::{self, PGN};
use crate::app::keeper::Keeper;
use crate::app::page::Page;
use crate::app::slots::{self, OPTIONS, Slots};
use crate::app::sound::Player;
use crate::app::thinker::Thinker;
use crate::keeping::KeepCommand;
use crate::play::{Answer, Command, Effect, GameCommand, Play, Question, Setting};
use crate::single::import::BYTES_MAX;
use crate::single::link;

static SLOTS: Slots = ["fourfold.play.0", "fourfold.play.1"];

/// Where the game is kept that made room for the one on the board.
const ASIDE: &str = "fourfold.play.aside";

/// How often the clocks are looked at.
const TICK: Duration = Duration::from_millis(100);

/// Whether a game is kept that has begun.
pub fn has_game() -> bool {
    let games = slots::read(&SLOTS).games;
    games
        .first()
        .is_some_and(|kept| kept.text.lines().count() > 2)
}

/// A handle to the game, passed by copy.
#[derive(Clone, Copy)]
pub struct Store {
    play: RwSignal<Play>,
    /// Where the game is kept; nowhere if it is played at a table elsewhere.
    keeper: Option<Keeper>,
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    /// The question at hand: its id, when it was asked, and how long an answer takes at least.
    asked: StoredValue<Option<(u64, Duration, Duration)>>,
    player: Player,
    /// Whom moves are asked of, if the game is played at a table elsewhere.
    ask: Option<Callback<game::Command>>,
}

impl Page for Store {
    type State = Play;

    fn signal(self) -> RwSignal<Play> {
        self.play
    }
}

impl Store {
    /// The game of the last visit, or a new one.
    pub fn open() -> Store {
        let options = slots::options();
        let (keeper, kept, is_lost) = Keeper::recover(&SLOTS, |text| Play::restore(text, options));
        let play = kept.unwrap_or_else(|| Play::new(Setting::default(), options));
        let play = play.with_aside(slots::stored(ASIDE));
        let store = Store {
            play: RwSignal::new(play),
            keeper: Some(keeper),
            thinker: StoredValue::new_local(None),
            asked: StoredValue::new(None),
            player: Player::default(),
            ask: None,
        };
        let thinker = Thinker::new(move |reply| store.hear(reply));
        store.thinker.set_value(Some(thinker));
        let mut effects = Vec::new();
        store
            .play
            .update(|play| effects = play.resume(browser::now()));
        store.carry_out(effects);
        if is_lost {
            store.send(Command::Keeping(KeepCommand::Lost));
        }
        keeper.follow_other_tabs(move |text| {
            store.send(Command::Keeping(KeepCommand::FoundElsewhere(text)));
        });
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

    /// A game that is followed: moves are asked of someone else, and nothing is kept.
    pub fn following(ask: Callback<game::Command>) -> Store {
        Store {
            play: RwSignal::new(Play::new(Setting::default(), slots::options())),
            keeper: None,
            thinker: StoredValue::new_local(None),
            asked: StoredValue::new(None),
            player: Player::default(),
            ask: Some(ask),
        }
    }

    /// Loads a file that was chosen or dropped; of a large one, the beginning.
    pub fn load_file(self, file: &web_sys::File) {
        browser::read_beginning(file, BYTES_MAX, move |read| {
            self.send(Command::Game(match read {
                Ok((text, None)) => GameCommand::Load(text),
                Ok((text, Some(bytes))) => GameCommand::LoadBeginning { text, bytes },
                Err(why) => GameCommand::LoadFailed(why),
            }));
        });
    }

    /// Opens the game of the address, if it has one, and leaves the name of the page there.
    pub fn open_link(self, fragment: &str) {
        if let (ROUTE, Some(_)) = link::split(fragment) {
            self.send(Command::Game(GameCommand::Load(format!("#{fragment}"))));
            browser::set_fragment(ROUTE);
        }
    }

    /// Carries out a command.
    pub fn send(self, command: Command) {
        let mut effects = Vec::new();
        self.play
            .update(|play| effects = play.update(command, browser::now()));
        self.carry_out(effects);
    }

    fn carry_out(self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Keep if self.ask.is_some() => self.keep_options(),
                Effect::Ask(command) => {
                    if let Some(ask) = self.ask {
                        ask.run(command);
                    }
                }
                Effect::Keep => self.keep(),
                Effect::Think(question) => self.think(question),
                Effect::StopThinking => self.post(Request::Stop),
                Effect::Judge(judge) => self.post(Request::Judge(judge)),
                Effect::Sound(sound) => self.player.play(sound),
                Effect::Download { name, text } => browser::download(&name, PGN, &text),
                Effect::Copy(text) => {
                    browser::copy(text, move |copied| self.send(Command::Copied(copied)));
                }
                Effect::Focus(square) => browser::focus_square("game", square),
                Effect::FocusChooser => request_animation_frame(browser::focus_chooser),
            }
        }
    }

    fn keep(self) {
        let text = self.peek(Play::kept_text);
        let is_kept = self.keeper.is_none_or(|keeper| keeper.keep(text));
        match self.peek(|play| play.aside().map(str::to_owned)) {
            Some(aside) => drop(slots::store(ASIDE, &aside)),
            None => slots::forget(ASIDE),
        }
        self.keep_options();
        if self.peek(|play| play.is_kept() != is_kept) {
            self.send(Command::Keeping(KeepCommand::Kept(is_kept)));
        }
    }

    fn keep_options(self) {
        slots::store(OPTIONS, &self.peek(|play| play.options().write()));
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
        self.asked.set_value(Some((id, browser::now(), pause)));
        let past = Past {
            chess960,
            fen,
            moves,
        };
        self.post(Request::Go(Go { id, level, past }));
    }

    fn post(self, request: Request) {
        if let Some(thinker) = self.thinker.get_value() {
            thinker.ask(request);
        }
    }

    fn hear(self, reply: Reply) {
        let answer = match reply {
            Reply::Best { id, best, score } => Answer { id, best, score },
            Reply::Ruling { id, verdict } => {
                return self.send(Command::Ruled(id, Some(verdict)));
            }
            Reply::Failed { id, why } => {
                leptos::logging::error!("the worker could not answer: {why}");
                self.send(Command::Ruled(id, None));
                Answer {
                    id,
                    best: String::new(),
                    score: 0,
                }
            }
            Reply::Progress(_)
            | Reply::Rival { .. }
            | Reply::Stopped { .. }
            | Reply::Audit(_)
            | Reply::Counted { .. } => return,
        };
        let wait = match self.asked.get_value() {
            Some((id, since, pause)) if id == answer.id => {
                (since + pause).saturating_sub(browser::now())
            }
            _ => Duration::ZERO,
        };
        set_timeout(move || self.send(Command::Engine(answer.clone())), wait);
    }
}
