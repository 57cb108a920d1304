//! The dialogs.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{Command, Dialog, FileCommand, Study};
use crate::app::dialog;
use crate::app::page::Page;
use crate::app::share;
use crate::app::single::BoardPage;
use crate::single::import::LoadGame;

/// The dialogs; at most one is open.
#[component]
pub fn Dialogs() -> impl IntoView {
    let store = Store::of_context();
    dialog::dialogs(store.dialog(), store.close(), dialog)
}

fn dialog(dialog: Dialog) -> AnyView {
    match dialog {
        Dialog::Import => view! { <Import/> }.into_any(),
        Dialog::Games => view! { <Games/> }.into_any(),
        Dialog::Share => {
            share::dialog::<Store>(&share::ONE_BOARD, Study::shared, Some(Command::Picture))
        }
        Dialog::Help => view! { <Help/> }.into_any(),
    }
}

#[component]
fn Import() -> impl IntoView {
    let store = Store::of_context();
    let open = Callback::new(move |text: String| store.send(LoadGame::text(text)));
    let open_file = Callback::new(move |file: web_sys::File| store.load_file(&file));
    view! {
        <h2 id="dialog-title">"Open a game or a position"</h2>
        <p>
            "You can also paste a text or drop a file anywhere on the page. "
            <button data-action="new-study"
                on:click=move |_| store.send(FileCommand::New)>"Or start from the beginning"</button>
        </p>
        <dialog::TextOrFile texts=&dialog::ONE_BOARD open=open open_file=open_file notice=store.notice()/>
    }
}

#[component]
fn Games() -> impl IntoView {
    let store = Store::of_context();
    let filter = RwSignal::new(String::new());
    let (rows, chosen) = store.peek(|study| {
        let rows = study.games().iter().map(|game| game.row.clone());
        (
            rows.collect::<Vec<_>>(),
            study.chosen().map(|(index, _)| index),
        )
    });
    let rows = rows.into_iter().enumerate().map(|(index, row)| {
        let words = row.clone();
        let is_hidden = move || filter.with(|filter| !words.matches(filter));
        view! {
            <li hidden=is_hidden>
                <button data-game=index.to_string() aria-current=(chosen == Some(index)).then_some("true")
                    on:click=move |_| store.send(FileCommand::Choose(index))>
                    <span>{index + 1}</span>
                    <strong>{row.players}</strong>
                    <span class="game-result">{row.result}</span>
                    <span class="quiet">{row.event}</span>
                    <span class="quiet game-date">{row.date}</span>
                </button>
            </li>
        }
    });
    view! {
        <h2 id="dialog-title">"Which game?"</h2>
        {dialog::said(store.notice())}
        <input type="search" autofocus placeholder="Player, event, result or year" aria-label="Show only games with"
            data-field="games-filter" on:input:target=move |event| filter.set(event.target().value())/>
        <ol class="games">{rows.collect_view()}</ol>
        <div class="row">
            <button type="button" data-action="close" on:click=move |_| store.close().run(())>"Cancel"</button>
        </div>
    }
}

const KEYS: [(&str, &str); 10] = [
    (
        "\u{2190} \u{2192}",
        "one move back or forward; the wheel does the same",
    ),
    ("\u{2191} \u{2193}", "to the other moves played here"),
    ("Home, End", "the start of the game, the end of the line"),
    (
        "Tab, arrows, Enter",
        "to the board, over its squares, pick up and put down",
    ),
    ("E", "the engine on or off"),
    (
        "Right button",
        "draws a circle or an arrow: green, Shift red, Alt blue, both yellow",
    ),
    ("F", "flip the board"),
    ("Delete", "delete this move and everything after it"),
    ("Ctrl+Z", "undo"),
    ("Ctrl+V", "open a FEN, PGN or link"),
];

#[component]
fn Help() -> impl IntoView {
    view! {
        <h2 id="dialog-title">"Looking at games and positions"</h2>
        <p>
            "Play moves for both sides: another move at the same place becomes a variation. The lines of \
             the engine can be clicked to play them. Evaluations are White's, in pawns; #3 is a mate in three."
        </p>
        <p>
            "The referee says who can still mate by any series of legal moves, with a proof: that decides \
             whether a position is dead (article 5.2.2) and what a fallen flag means (article 6.9)."
        </p>
        {dialog::keys(&KEYS)}
        <div class="row">{dialog::done()}</div>
    }
}
