//! The windows that ask or tell something.

mod end;
mod files;
mod help;
mod new_game;
mod recent;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::store::Store;
use crate::four::{Dialog, WindowCommand};

/// The dialogs; at most one is open.
#[component]
pub fn Dialogs() -> impl IntoView {
    let store = Store::of_context();
    let open = store.memo(|state| state.dialog());
    let node = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = node.get() else {
            return;
        };
        match (open.get().is_some(), dialog.open()) {
            (true, false) => {
                // Only a dialog that is already shown refuses, and this one is not.
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let close = move |_| {
        if open.get_untracked().is_some() {
            store.send(WindowCommand::Close);
        }
    };
    // The backdrop belongs to the dialog; what is on the dialog belongs to its children.
    let close_by_backdrop = move |event: leptos::ev::MouseEvent| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|element| element.tag_name() == "DIALOG") {
            store.send(WindowCommand::Close);
        }
    };
    view! {
        <dialog node_ref=node on:close=close on:mousedown=close_by_backdrop
            aria-labelledby="dialog-title" data-testid="dialog">
            <div class="dialog-content">
            {move || match open.get() {
                None => ().into_any(),
                Some(Dialog::Help) => view! { <help::Help/> }.into_any(),
                Some(Dialog::Load) => view! { <files::Load/> }.into_any(),
                Some(Dialog::Share) => view! { <files::Share/> }.into_any(),
                Some(Dialog::New) => view! { <new_game::NewGame/> }.into_any(),
                Some(Dialog::Recent) => view! { <recent::RecentGames/> }.into_any(),
                Some(Dialog::End) => view! { <end::End/> }.into_any(),
            }}
            </div>
        </dialog>
    }
}

/// The button that closes a dialog and changes nothing: the safe choice, which has the focus.
#[component]
fn CloseButton(#[prop(default = "Close")] word: &'static str) -> impl IntoView {
    let store = Store::of_context();
    view! {
        <button class="primary" autofocus data-action="close"
            on:click=move |_| store.send(WindowCommand::Close)>{word}</button>
    }
}
