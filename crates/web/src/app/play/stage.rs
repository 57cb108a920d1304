//! The board with its two players.

use chess::Color;
use leptos::prelude::*;

use super::players::PlayerStrip;
use super::store::Store;
use crate::app::browser;
use crate::app::page::Page;
use crate::app::single::board_of;
use crate::play::LookCommand;
use crate::single::OneBoard;

/// The board between its players; the wheel steps through the game.
#[component]
pub fn Stage() -> impl IntoView {
    let store = Store::of_context();
    let is_past = store.memo(|play| play.is_past());
    let is_flipped = store.memo(OneBoard::is_flipped);
    let above = Signal::derive(move || match is_flipped.get() {
        true => Color::White,
        false => Color::Black,
    });
    let below = Signal::derive(move || !above.get());
    let scrub = browser::scrub(move |is_back| {
        store.send(match is_back {
            true => LookCommand::Back,
            false => LookCommand::Forward,
        });
    });
    view! {
        <main class="stage" class:past=move || is_past.get() aria-label="The board" on:wheel=scrub>
            <div class="table">
                <PlayerStrip side=above/>
                {board_of(store)}
                <PlayerStrip side=below/>
            </div>
        </main>
    }
}
