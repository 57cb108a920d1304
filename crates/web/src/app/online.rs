//! Tables over the network: creation, lobby and game.

mod boards;
mod dialogs;
mod lobby;
mod new_table;
mod parts;
mod socket;
mod store;

use std::time::Duration;

use clock::Seconds;
use leptos::prelude::*;
use tables::Table;
use wire::GameKind;

pub use boards::{Compass, OneBoard};
use lobby::Lobby;
pub use new_table::NewTable;
pub use parts::{Elsewhere, clock_face, presence};
use store::Store;

use super::watch::Watch;
use super::{awake, bar, browser, slots};
use crate::app::page::Page;
use crate::online::address::Address;
use crate::online::{Command, OVER};

/// The fragment of the page that creates tables.
pub const ROUTE: &str = "online";

/// The tables whose keys the browser has and whose game was not over when they were left: the
/// fragment of each, and what was known of it then.
pub fn tables() -> Vec<(String, String)> {
    let ids = slots::names(store::KEYS).into_iter();
    let ids = ids.filter_map(|key| key.strip_prefix(store::KEYS).map(str::to_owned));
    let tables = ids.filter_map(|id| {
        let words = match slots::stored(&format!("{}{id}", store::KNOWN)) {
            Some(known) if known.ends_with(OVER) => return None,
            Some(known) => format!("{known} when you left"),
            None => "A table".to_owned(),
        };
        Some((Address::of(&id).write(), words))
    });
    tables.collect()
}

/// The view of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Lobby,
    Boards(GameKind),
}

#[component]
pub fn TablePage(address: Address) -> impl IntoView {
    let store = Store::open(address);
    provide_context(store);
    listen(store);
    let shown = store.memo(|online| match online.kind() {
        Some(kind) if !online.is_gathering() => Shown::Boards(kind),
        Some(_) | None => Shown::Lobby,
    });
    // A phone shows the boards from their top, however far the lobby was scrolled.
    Effect::new(move |_| {
        shown.get();
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    move || match shown.get() {
        Shown::Lobby => view! { <Lobby/> }.into_any(),
        Shown::Boards(GameKind::Chess) => view! { <OneBoard/> }.into_any(),
        Shown::Boards(GameKind::Duplicate) => view! { <Compass/> }.into_any(),
    }
}

/// Installs the listeners outside the page's own elements.
fn listen(store: Store) {
    awake::follow(store.memo(|online| online.is_clock_running()));
    let shown = window_event_listener(leptos::ev::visibilitychange, move |_| {
        if !document().hidden() {
            store.send(Command::Wake);
        }
    });
    let online = window_event_listener(leptos::ev::online, move |_| store.send(Command::Wake));
    // Another link to the same table, opened in this tab, may have another key.
    let links = window_event_listener(leptos::ev::hashchange, move |_| {
        let address = Address::read(&browser::fragment());
        if address.is_some_and(|address| address.key.is_some()) {
            let _ = window().location().reload();
        }
    });
    on_cleanup(move || {
        shown.remove();
        online.remove();
        links.remove();
    });
}

/// The bar of pages without a board.
#[component]
fn LobbyBar(help: Callback<()>) -> impl IntoView {
    let options = RwSignal::new(slots::options());
    let theme = Watch::new(move || options.get().theme);
    browser::follow_theme(theme);
    let next = Callback::new(move |()| {
        options.update(|options| options.theme = options.theme.next());
        slots::store(slots::OPTIONS, &options.get_untracked().write());
    });
    view! {
        <bar::Bar words="a table" theme=theme next_theme=next help=help>
            <span class="grow"></span>
        </bar::Bar>
    }
}

/// A table in a sentence.
fn describe(table: &Table) -> String {
    let asked = table.asked();
    let game = match asked.game {
        GameKind::Duplicate => "Four boards",
        GameKind::Chess if asked.chess960 => "Chess960",
        GameKind::Chess => "Chess",
    };
    let time = match asked.clock {
        None => "no clock".to_owned(),
        Some(clock) => {
            let seconds = |ms| Seconds(Duration::from_millis(ms));
            let minutes = Seconds(Duration::from_millis(clock.base_ms) / 60);
            match (clock.increment_ms, clock.delay_ms) {
                (Some(ms), _) => format!("{minutes} min + {} s", seconds(ms)),
                (_, Some(ms)) => format!("{minutes} min, {} s delay", seconds(ms)),
                (None, None) => format!("{minutes} min"),
            }
        }
    };
    let watch = match (asked.watch, asked.delay_s) {
        (wire::Watch::Nobody, _) => ", private".to_owned(),
        (wire::Watch::Anyone, 0) => String::new(),
        (wire::Watch::Anyone, seconds) => format!(", spectators {seconds} s behind"),
    };
    format!("{game}, {time}{watch}")
}
