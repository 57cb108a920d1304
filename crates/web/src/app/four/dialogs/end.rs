//! Resignation or agreed draw.

use duplicate::Seat;
use leptos::prelude::*;

use crate::app::dialog::{CloseButton, purpose};
use crate::app::drawing::Badge;
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::four::GameCommand;

/// Ends the game by declaration.
#[component]
pub fn End() -> impl IntoView {
    let store = Store::of_context();
    let seats = Seat::ALL.map(|seat| {
        view! {
            <button
                data-action="resign"
                data-seat=seat.letter().to_string()
                on:click=move |_| store.send(GameCommand::Resign(seat))
            >
                <Badge seat=seat/>
                {format!("{seat} resigns")}
            </button>
        }
    });
    view! {
        <h2 id="dialog-title">"End the game"</h2>
        <p>
            "Who resigns loses; the two opponents who share a board with that player win, and the \
             fourth draws. A declared draw is a draw for all. Both rulings are provisional."
        </p>
        <div class="row">{seats.collect_view()}</div>
        <div class="row">
            {purpose("declare-draw", "Declare a draw", store.press_once(GameCommand::DeclareDraw))}
            <CloseButton/>
        </div>
    }
}
