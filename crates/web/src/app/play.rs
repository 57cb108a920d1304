//! The page for a game on one board.

mod arbiter;
mod bar;
mod board;
mod dialogs;
mod panel;
mod players;
mod store;

use leptos::prelude::*;

use bar::Bar;
pub use board::GameBoard;
use chess::Color;
pub use dialogs::Dialogs;
use panel::{Dock, Panel};
pub use panel::{Moves, Typed};
pub use players::PlayerStrip;
pub use store::Store;

use super::{awake, browser};
use crate::app::message::Live;
use crate::app::page::Page;
use crate::play::{Command, GameCommand, LookCommand};
use crate::single::Act;
use crate::single::hand::Hand;

/// The fragment of the page.
pub const ROUTE: &str = "play";

/// Whether a game is kept that has begun.
pub fn has_game() -> bool {
    store::has_game()
}

/// A game on one board.
#[component]
pub fn PlayPage() -> impl IntoView {
    let store = Store::open();
    provide_context(store);
    listen(store);
    let is_past = store.memo(|play| play.is_past());
    let is_flipped = store.memo(|play| play.is_flipped());
    let above = Signal::derive(move || match is_flipped.get() {
        true => Color::White,
        false => Color::Black,
    });
    let below = Signal::derive(move || !above.get());
    let scrub = move |event: leptos::ev::WheelEvent| match browser::wheel_steps_back(&event) {
        Some(true) => store.send(Command::Look(LookCommand::Back)),
        Some(false) => store.send(Command::Look(LookCommand::Forward)),
        None => {}
    };
    view! {
        <div class="app single" data-testid="play">
            <Bar/>
            <main class="stage" class:past=is_past aria-label="The board" on:wheel=scrub>
                <div class="table">
                    <PlayerStrip side=above/>
                    <GameBoard/>
                    <PlayerStrip side=below/>
                </div>
            </main>
            <Dock/>
            <Panel/>
            <Dialogs/>
            <Live spoken=store.memo(|play| play.shell().spoken().to_owned())/>
        </div>
    }
}

/// Listens to everything outside of the page's own elements.
fn listen(store: Store) {
    awake::follow(store.memo(|play| play.running_clock().is_some()));
    browser::follow_drops(move |file| store.load_file(&file));
    browser::follow_pastes(move |text| store.send(Command::Game(GameCommand::Load(text))));
    listen_to_board(store);
    let load = move || store.open_link(&browser::fragment());
    load();
    let links = window_event_listener(leptos::ev::hashchange, move |_| load());
    on_cleanup(move || links.remove());
}

/// Listens to keys, and to presses beside the board.
pub fn listen_to_board(store: Store) {
    browser::follow_theme(store.memo(|play| play.options().theme));
    browser::follow_presses_elsewhere(move || {
        if store.peek(|play| play.hand() != Hand::Idle) {
            store.send(Command::Board(Act::LetGo));
        }
    });
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if browser::is_in_field(&event) || store.peek(|play| play.shell().dialog().is_some()) {
            return;
        }
        let is_control = event.ctrl_key() || event.meta_key();
        let command = match (event.key().as_str(), is_control) {
            ("Escape", _) => Command::Board(Act::LetGo),
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
    on_cleanup(move || keys.remove());
}
