//! The dialogs.

mod end;
mod files;
mod help;
mod new_game;
mod players;
mod recent;

use leptos::prelude::*;

use super::store::Store;
pub use new_game::{QUESTIONS, Question, choices};

use crate::app::dialog::{self, dialogs};
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::app::share;
use crate::four::{Dialog, GameCommand, OptionsCommand, State, WindowCommand};
use crate::share::ShareGame;

/// The dialogs; at most one is open.
#[component]
pub fn Dialogs() -> impl IntoView {
    let store = Store::of_context();
    dialogs(store.dialog(), store.close(), dialog)
}

fn dialog(dialog: Dialog) -> AnyView {
    match dialog {
        Dialog::Help => view! { <help::Help/> }.into_any(),
        Dialog::Load => view! { <files::Load/> }.into_any(),
        Dialog::Share => share::dialog::<Store>(
            &files::FORMS,
            State::shared,
            Some(|kind| GameCommand::Picture(kind).into()),
        ),
        Dialog::New => view! { <new_game::NewGame/> }.into_any(),
        Dialog::Recent => view! { <recent::RecentGames/> }.into_any(),
        Dialog::End => view! { <end::End/> }.into_any(),
        Dialog::Players => view! { <players::Players/> }.into_any(),
        Dialog::More => view! { <More/> }.into_any(),
    }
}

/// Everything that is rarely needed.
#[component]
fn More() -> impl IntoView {
    let store = Store::of_context();
    let open = move |action, words, dialog| {
        let press = store.press_once(WindowCommand::Open(dialog));
        dialog::item(action, words, true, press)
    };
    let save = Callback::new(move |()| {
        store.send(WindowCommand::Close);
        store.send(ShareGame::Save);
    });
    view! {
        <h2 id="dialog-title">"More"</h2>
        <div class="menu">
            {open("new", "New game", Dialog::New)}
            {dialog::item("save", "Save to a file", true, save)}
            {open("load", "Load a game", Dialog::Load)}
            {open("share", "Share and export", Dialog::Share)}
            {open("recent", "Recent games", Dialog::Recent)}
            {dialog::switch("letters", "Letters on the pieces", store.option(|options| options.letters),
                store.press(OptionsCommand::ToggleLetters))}
        </div>
        <div class="row">{dialog::done()}</div>
    }
}
