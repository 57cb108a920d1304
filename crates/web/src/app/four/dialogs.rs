//! The windows that ask or tell something.

mod end;
mod files;
mod help;
mod new_game;
mod players;
mod recent;

use leptos::prelude::*;

use super::store::Store;
pub use new_game::{QUESTIONS, Question, choices};

use crate::app::dialog::DialogFrame;
use crate::app::page::Page;
use crate::four::{Dialog, WindowCommand};

/// The dialogs; at most one is open.
#[component]
pub fn Dialogs() -> impl IntoView {
    let store = Store::of_context();
    let open = store.memo(|state| state.shell().dialog());
    let content = move || match open.get() {
        None => ().into_any(),
        Some(Dialog::Help) => view! { <help::Help/> }.into_any(),
        Some(Dialog::Load) => view! { <files::Load/> }.into_any(),
        Some(Dialog::Share) => view! { <files::Share/> }.into_any(),
        Some(Dialog::New) => view! { <new_game::NewGame/> }.into_any(),
        Some(Dialog::Recent) => view! { <recent::RecentGames/> }.into_any(),
        Some(Dialog::End) => view! { <end::End/> }.into_any(),
        Some(Dialog::Players) => view! { <players::Players/> }.into_any(),
    };
    view! {
        <DialogFrame is_open=Signal::derive(move || open.get().is_some())
            close=Callback::new(move |()| store.send(WindowCommand::Close)) content=content/>
    }
}
