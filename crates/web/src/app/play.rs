//! The page for a game on one board.

mod arbiter;
mod bar;
mod dialogs;
mod panel;
mod players;
mod stage;
mod store;

use leptos::prelude::*;

use bar::Bar;
pub use dialogs::Dialogs;
use panel::{Controls, Dock, Panel};
pub use panel::{Moves, Scrub, Typed};
pub use stage::Stage;
pub use store::Store;

use super::{awake, browser, keys};
use crate::app::keeper::KeptPage;
use crate::app::message::Live;
use crate::app::page::Page;
use crate::app::single::BoardPage;
use crate::hand::HandCommand;
pub use crate::play::ROUTE;
use crate::play::{Command, GameCommand, LookCommand, Play, Setting};
use crate::shell::KeyHolder;
use crate::single::import::LoadGame;
use crate::single::link;

/// Whether there is a stored game with moves.
pub fn has_game() -> bool {
    store::has_game()
}

/// A game on one board.
#[component]
pub fn PlayPage() -> impl IntoView {
    let store = Store::open();
    provide_context(store);
    listen(store);
    view! {
        <div class="app single" data-testid="play">
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

/// Installs the listeners outside the page's own elements.
fn listen(store: Store) {
    awake::follow(store.memo(|play| play.running_clock().is_some()));
    browser::follow_title(store.memo(Play::title));
    browser::follow_drops(move |file| store.load_file(&file));
    browser::follow_pastes(move |text| store.send(LoadGame::text(text)));
    listen_to_board(store, move || store.key_holder());
    follow_new_games(store);
    store.follow_links(ROUTE);
}

/// Starts a game when the address asks for one.
fn follow_new_games(store: Store) {
    let begin = move || {
        let fragment = browser::fragment();
        let (page, asked) = link::split(&fragment);
        if let Some(setting) = asked.filter(|_| page == ROUTE).and_then(Setting::of_link) {
            store.send(GameCommand::New(Box::new(setting)));
            browser::set_fragment(ROUTE);
        }
    };
    begin();
    let links = window_event_listener(leptos::ev::hashchange, move |_| begin());
    on_cleanup(move || links.remove());
}

/// Listens to keys, and to presses beside the board. `holder` says who receives keys.
pub fn listen_to_board(store: Store, holder: impl Fn() -> KeyHolder + Copy + 'static) {
    browser::follow_theme(store.theme());
    store.follow_presses_elsewhere();
    let choose = move |key| store.send(HandCommand::Choose(key));
    keys::listen(holder, choose, move |event| {
        if browser::is_in_field(event) {
            return;
        }
        let is_control = event.ctrl_key() || event.meta_key();
        let command = match (event.key().as_str(), is_control) {
            ("Escape", _) => Command::Board(HandCommand::LetGo),
            ("ArrowLeft", false) => Command::Look(LookCommand::Back),
            ("ArrowRight", false) => Command::Look(LookCommand::Forward),
            ("Home", false) => Command::Look(LookCommand::Show(0)),
            ("End", false) => Command::Look(LookCommand::Show(usize::MAX)),
            ("f" | "F", false) => Command::Look(LookCommand::Flip),
            ("z", true) => Command::Game(GameCommand::TakeBack),
            ("y" | "Z", true) => Command::Game(GameCommand::PlayAgain),
            _ => return,
        };
        event.prevent_default();
        store.send(command);
    });
}
