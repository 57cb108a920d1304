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

use crate::app::dialog::dialogs;
use crate::app::page::Page;
use crate::app::share;
use crate::four::{Dialog, GameCommand, State};

/// The dialogs; at most one is open.
#[component]
pub fn Dialogs() -> impl IntoView {
    let store = Store::of_context();
    dialogs(store.dialog(), store.close(), dialog)
}

/// The content of a dialog.
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
    }
}
