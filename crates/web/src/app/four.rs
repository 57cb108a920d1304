//! The page with four boards.
//!
//! [`store`] holds the signal with the state and performs effects; everything else reads values
//! from it and sends commands to it.

mod bar;
mod boards;
mod dialogs;
mod dock;
mod keys;
mod panel;
mod rose;
mod seats;
mod stage;
mod storage;
mod store;
mod tour;

use leptos::prelude::*;

use bar::Bar;
pub use bar::{TEACHING, UPRIGHT};
pub use dialogs::{Dialogs, QUESTIONS, Question, choices};
use dock::Dock;
pub use panel::{Controls, Ended, Legend, Log, Panel, Scrub, Typed};
pub use stage::Stage;
pub use store::Store;

use super::browser;
use crate::app::keeper::KeptPage;
use crate::app::message::Live;
use crate::app::page::Page;
use crate::four::{
    GameCommand, HandCommand, RivalsCommand, State, TourCommand, WindowCommand, link,
};
use crate::shell::KeyHolder;

/// Whether there is a stored game with moves.
pub fn has_game() -> bool {
    storage::has_game()
}

/// The fragment of the page.
pub const ROUTE: &str = "four";

/// The fragment that starts the tour.
const TOUR: &str = "four?tour";

/// The table with four boards.
#[component]
pub fn FourPage() -> impl IntoView {
    let store = Store::open();
    provide_context(store);
    listen(store);
    view! {
        <div class="app" data-testid="app">
            <Bar/>
            <Stage/>
            <div class="side">
                <Dock/>
                <Controls/>
                <Panel/>
            </div>
            <Dialogs/>
            <Live spoken=store.spoken()/>
        </div>
    }
}

/// Listens to keys, to presses beside the boards, and to the size of the page.
///
/// `holder` says who receives keys.
pub fn listen_to_boards(store: Store, holder: impl Fn() -> KeyHolder + Copy + 'static) {
    keys::listen(store, holder);
    browser::follow_shape(move |shape| store.send(WindowCommand::Reshape(shape)));
    browser::follow_theme(store.theme());
    browser::follow_presses_elsewhere(move || {
        if store.peek(|state| state.input().piece().is_some() || state.explanation().is_some()) {
            store.send(HandCommand::LetGo);
        }
    });
}

/// Installs the listeners outside the page's own elements.
fn listen(store: Store) {
    listen_to_boards(store, move || store.key_holder());
    browser::follow_title(store.memo(State::title));
    browser::follow_drops(move |file| store.load_file(file));
    storage::follow_recents(store);
    let load = move || {
        let fragment = browser::fragment();
        if link::is_link(&fragment) {
            store.send(GameCommand::Load(fragment));
        } else if fragment == TOUR {
            store.send(TourCommand::Start);
            browser::set_fragment(ROUTE);
        }
    };
    load();
    store.send(RivalsCommand::Wake);
    let handle = window_event_listener(leptos::ev::hashchange, move |_| load());
    on_cleanup(move || handle.remove());
}
