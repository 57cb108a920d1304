//! The signal with the table, its sockets, and the time of its clocks.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wire::Seat;

use super::socket::{Socket, Told};
use crate::app::page::Page;
use crate::app::sound::Player;
use crate::app::{browser, effects, slots};
use crate::effects::{Common, Copied};
use crate::online::address::{Address, Role};
use crate::online::{ClockView, Command, Dialog, Effect, Online, Ring, Visitor};

/// The update interval of the clocks.
const CLOCKS: Duration = Duration::from_millis(100);

/// The interval of connection checks and title changes.
const CONNECTION: Duration = Duration::from_millis(500);

/// The prefixes of the host's messages and of their replies.
const WELCOME: &str = r#""type":"welcome""#;
const ANSWERS: [&str; 3] = [
    r#""type":"done""#,
    r#""type":"refused""#,
    r#""type":"invited""#,
];

/// The prefix of the stored keys of tables.
pub const KEYS: &str = "fourfold.table.";

/// The prefix of what is known of tables, for the start page.
pub const KNOWN: &str = "fourfold.known.";

/// The name under which the person's name is stored.
pub const NAME: &str = "fourfold.name";

/// A handle to the table, which is `Copy`.
#[derive(Clone, Copy)]
pub struct Store {
    online: RwSignal<Online>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    /// The second socket of a host who plays.
    aside: StoredValue<Option<Socket>, LocalStorage>,
    player: Player,
    /// The time of the page, for the clocks.
    time: RwSignal<Duration>,
}

impl Page for Store {
    type State = Online;
    type Command = Command;

    fn signal(self) -> RwSignal<Online> {
        self.online
    }

    fn update(self, command: Command) {
        let is_tick = command == Command::Tick;
        let mut effects = Vec::new();
        // A tick that changes nothing notifies nobody.
        self.online.update_untracked(|online| {
            effects = online.update(command, browser::now());
        });
        if !is_tick || !effects.is_empty() {
            self.online.notify();
        }
        self.carry_out(effects);
    }

    fn open_command(dialog: Option<Dialog>) -> Command {
        Command::Open(dialog)
    }
}

impl Store {
    pub fn open(address: Address) -> Store {
        let keys = format!("{KEYS}{}", address.table);
        let seat = slots::stored_in_tab(&keys).and_then(|name| match Role::from_name(&name)? {
            Role::Seat(seat) => Some(seat),
            Role::Host => None,
        });
        let visitor = Visitor {
            ring: slots::stored(&keys).map_or_else(Ring::default, |text| Ring::read(&text)),
            seat,
            name: slots::stored(NAME).unwrap_or_default(),
            nonce: nonce(),
            base: browser::address(),
            address,
        };
        let (online, effects) = Online::open(visitor, browser::now());
        let store = Store {
            online: RwSignal::new(online),
            socket: StoredValue::new_local(None),
            aside: StoredValue::new_local(None),
            player: Player::default(),
            time: RwSignal::new(browser::now()),
        };
        store.carry_out(effects);
        let clocks = move || {
            if store.peek(Online::is_clock_running) && !document().hidden() {
                store.time.set(browser::now());
            }
        };
        let connection = move || {
            store.send(Command::Tick);
            store.show_title();
        };
        let clocks = set_interval_with_handle(clocks, CLOCKS);
        let connection = set_interval_with_handle(connection, CONNECTION);
        on_cleanup(move || {
            for handle in [clocks, connection].into_iter().flatten() {
                handle.clear();
            }
            store.socket.set_value(None);
            store.aside.set_value(None);
            document().set_title("Fourfold");
            browser::show_icon(false);
        });
        store
    }

    /// The running clock of a seat.
    pub fn clock(self, seat: Seat) -> Option<ClockView> {
        let time = self.time.get().max(browser::now());
        self.read(|online| online.clock(seat, time))
    }

    fn carry_out(self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Connect => self.connect(),
                Effect::Disconnect => self.socket.set_value(None),
                Effect::Send(text) => self.socket.with_value(|socket| {
                    if let Some(socket) = socket {
                        socket.send(&text);
                    }
                }),
                Effect::AskAsHost { hello, ask } => self.ask_as_host(hello, ask),
                Effect::AskServer => browser::fetch("api/server", None, move |answer| {
                    let about = answer.and_then(|(_, text)| serde_json::from_str(&text).ok());
                    self.send(Command::Server(about));
                }),
                Effect::KeepKeys => self.keep_keys(),
                // The boards decide whether sound is on; the table does not know that.
                Effect::Common(Common::Sound(_)) if !slots::options().sound => {}
                Effect::Common(effect) => effects::carry_out(self, self.player, effect),
                Effect::Vibrate => vibrate(),
                Effect::Share(link) => {
                    if !browser::share(&link) {
                        self.send(Copied(false));
                    }
                }
                Effect::Report(text) => leptos::logging::error!("{text}"),
            }
        }
    }

    fn connect(self) {
        let tell = move |told| {
            self.send(match told {
                Told::Opened => Command::Opened,
                Told::Heard(text) => Command::Heard(text),
                Told::Closed => Command::Closed,
            });
        };
        // The old socket is silenced before the new one opens.
        self.socket.set_value(None);
        let socket = Socket::open(&self.peek(|online| online.id().to_owned()), tell);
        let is_open = socket.is_some();
        self.socket.set_value(socket);
        if !is_open {
            self.send(Command::Closed);
        }
    }

    fn ask_as_host(self, hello: String, ask: String) {
        let say = move |text: &str| {
            self.aside.with_value(|socket| {
                if let Some(socket) = socket {
                    socket.send(text);
                }
            });
        };
        let tell = move |told| match told {
            Told::Opened => say(&hello),
            Told::Heard(text) if text.contains(WELCOME) => say(&ask),
            Told::Heard(text) => {
                let is_answer = ANSWERS.iter().any(|answer| text.contains(answer));
                self.send(Command::HeardAsHost(text));
                if is_answer {
                    self.aside.set_value(None);
                }
            }
            Told::Closed => {}
        };
        let socket = Socket::open(&self.peek(|online| online.id().to_owned()), tell);
        self.aside.set_value(socket);
    }

    fn keep_keys(self) {
        let id = self.peek(|online| online.id().to_owned());
        let keys = format!("{KEYS}{id}");
        let kept = slots::stored(&keys).map_or_else(Ring::default, |text| Ring::read(&text));
        let ring = self.peek(|online| online.ring().clone().with(kept, online.given_up()));
        let seat = self.peek(Online::invited_seat);
        let name = self.peek(|online| online.name().to_owned());
        match ring == Ring::default() {
            true => slots::forget(&keys),
            false => drop(slots::store(&keys, &ring.write())),
        }
        slots::store_in_tab(&keys, seat.map_or("", Seat::name));
        slots::store(NAME, &name);
        browser::set_fragment(&Address::of(&id).write());
    }

    /// The title alerts the player, and alternates while the page is hidden.
    fn show_title(self) {
        let is_second = browser::now().as_secs() % 2 == 1;
        match document().hidden() && is_second {
            true => document().set_title("Fourfold"),
            false => browser::show_title(&self.peek(Online::title)),
        }
        browser::show_icon(self.peek(Online::is_my_turn));
        if let Some(summary) = self.peek(Online::summary) {
            let key = format!("{KNOWN}{}", self.peek(|online| online.id().to_owned()));
            if slots::stored(&key).as_ref() != Some(&summary) {
                slots::store(&key, &summary);
            }
        }
    }
}

fn vibrate() {
    let navigator = window().navigator();
    let method = js_sys::Reflect::get(&navigator, &"vibrate".into());
    let method = method
        .ok()
        .and_then(|method| method.dyn_into::<js_sys::Function>().ok());
    if let Some(method) = method {
        let _ = method.call1(&navigator, &200.into());
    }
}

/// Letters unique to this visit. They are not secret: they distinguish commands.
fn nonce() -> String {
    let random = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:08x}{:08x}", random(), random())
}
