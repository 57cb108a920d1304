//! The rules in short, and the keys.

use leptos::prelude::*;

use crate::app::dialog;
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::four::TourCommand;

const RULES: [&str; 5] = [
    "North and South play White, East and West play Black. Each player has one army on two boards.",
    "A turn is one move, made identically on both of the player's boards. It must be legal on both.",
    "When a piece is captured on one board, its twin on the other becomes a ghost: it can never \
     move again, but it blocks, defends, gives check and can be captured.",
    "Who is to move, in check and without a move that is legal on both boards is checkmated. Those \
     who give the check win, the mated player loses, the others draw.",
    "No such move and no check is a stalemate: all draw.",
];

const KEYS: [(&str, &str); 11] = [
    (
        "Tab",
        "to the next board; within a board the arrows take over",
    ),
    (
        "Arrows",
        "to the next square, as seen; on a diamond each key is turned an eighth clockwise",
    ),
    ("Enter, Space", "pick up the piece, or put it down"),
    ("Escape", "put the piece back, leave the magnified board"),
    (
        "Home, End",
        "to the first or last square of the line; elsewhere to the start or end",
    ),
    (
        "← →",
        "one move back or forward, unless a square has the focus; the wheel does the same",
    ),
    ("M", "magnify the board of the square"),
    ("U", "the mover's boards upright, or the compass"),
    ("T", "teaching on or off"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("?", "this window"),
];

#[component]
pub fn Help() -> impl IntoView {
    let store = Store::of_context();
    let rules = RULES.map(|rule| view! { <li>{rule}</li> });
    view! {
        <h2 id="dialog-title">"Duplicate chess in a minute"</h2>
        <ul>{rules.into_iter().collect_view()}</ul>
        <h3>"Moving"</h3>
        <p>
            "Click a piece and then a square, drag it, use the keys, or type the move. Green dots are \
             playable; barred rings are legal on that board only: point at one to see why."
        </p>
        <h3>"Keys"</h3>
        {dialog::keys(&KEYS)}
        <div class="row">
            <button data-action="help-tour" on:click=move |_| store.send(TourCommand::Start)>
                "Take the tour"
            </button>
            {dialog::done()}
        </div>
    }
}
