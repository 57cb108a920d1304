//! The help of the page.

use leptos::prelude::*;

use super::store::Store;
use crate::app::dialog;
use crate::app::page::Page;
use crate::audit::Dialog;

const KEYS: [(&str, &str); 5] = [
    ("N, P", "the next finding, the one before"),
    ("\u{2190} \u{2192}", "one move back or forward"),
    ("Home, End", "the start of the game, the end of the line"),
    ("F", "flip the board"),
    ("Esc", "back to the list"),
];

#[component]
pub fn Help() -> impl IntoView {
    let store = Store::of_context();
    dialog::dialogs(store.dialog(), store.close(), |dialog| match dialog {
        Dialog::Help => view! { <Words/> }.into_any(),
    })
}

#[component]
fn Words() -> impl IntoView {
    view! {
        <h2 id="dialog-title">"Checking games"</h2>
        <p>
            "Files are audited in this browser, by the same referee as the command "
            <code>"fourfold referee"</code>
            ". A finding is a fact: that a side can never mate is proven, and what is not proven counts as \
             possible. Open a finding to see the game at that move, with the line that mates or the reason \
             why there is none."
        </p>
        <p>
            "One position: paste a FEN anywhere on the page, or set the pieces up, and the referee says who \
             can still mate and what a fallen flag would mean (articles 5.2.2 and 6.9)."
        </p>
        {dialog::keys(&KEYS)}
        <div class="row">{dialog::done()}</div>
    }
}
