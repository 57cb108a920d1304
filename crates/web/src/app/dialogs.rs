//! The windows that ask or tell something.

mod help;

use duplicate::Seat;
use leptos::html;
use leptos::prelude::*;

use super::browser;
use super::drawing::Badge;
use super::store::Store;
use crate::state::{Command, Dialog, link};

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
            store.send(Command::Close);
        }
    };
    view! {
        <dialog node_ref=node on:close=close aria-labelledby="dialog-title" data-testid="dialog">
            {move || match open.get() {
                None => ().into_any(),
                Some(Dialog::Help) => view! { <help::Help/> }.into_any(),
                Some(Dialog::Load) => view! { <Load/> }.into_any(),
                Some(Dialog::Share) => view! { <Share/> }.into_any(),
                Some(Dialog::New) => view! { <NewGame/> }.into_any(),
                Some(Dialog::End) => view! { <End/> }.into_any(),
            }}
        </dialog>
    }
}

/// The button that closes a dialog.
#[component]
fn CloseButton(#[prop(default = "Close")] word: &'static str) -> impl IntoView {
    let store = Store::of_context();
    view! {
        <button data-action="close" on:click=move |_| store.send(Command::Close)>{word}</button>
    }
}

#[component]
fn NewGame() -> impl IntoView {
    let store = Store::of_context();
    view! {
        <h2 id="dialog-title">"A new game?"</h2>
        <p>"The game on the table will be gone. Save it first if you want to keep it."</p>
        <div class="row">
            <button class="primary" data-action="confirm-new" on:click=move |_| store.send(Command::New)>
                "New game"
            </button>
            <button data-action="save-first" on:click=move |_| store.send(Command::Save)>"Save"</button>
            <CloseButton word="Keep playing"/>
        </div>
    }
}

#[component]
fn End() -> impl IntoView {
    let store = Store::of_context();
    let seats = Seat::ALL.map(|seat| {
        view! {
            <button
                data-action="resign"
                data-seat=seat.letter().to_string()
                on:click=move |_| store.send(Command::Resign(seat))
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
            <button class="primary" data-action="declare-draw"
                on:click=move |_| store.send(Command::DeclareDraw)>"Declare a draw"</button>
            <CloseButton word="Keep playing"/>
        </div>
    }
}

#[component]
fn Load() -> impl IntoView {
    let store = Store::of_context();
    let text = NodeRef::<html::Textarea>::new();
    let load_text = move |_| {
        if let Some(area) = text.get_untracked() {
            store.send(Command::Load(area.value()));
        }
    };
    let load_file =
        move |event: leptos::ev::Targeted<leptos::ev::Event, web_sys::HtmlInputElement>| {
            let input = event.target();
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                browser::load_file(store, file);
            }
            // The same file chosen again, perhaps mended meanwhile, shall be a change again.
            input.set_value("");
        };
    let notice = store.memo(|state| state.notice().filter(|notice| !notice.is_good).cloned());
    view! {
        <h2 id="dialog-title">"Load a game"</h2>
        <p>
            <label class="field">
                "From a file that was saved here:"
                <input type="file" accept=".json,application/json,text/plain" data-action="file"
                    on:change:target=load_file/>
            </label>
        </p>
        <p>
            <label class="field">
                "Or paste a save, a link, or a line of moves:"
                <textarea node_ref=text data-action="paste" spellcheck="false"></textarea>
            </label>
        </p>
        {move || {
            notice.get().map(|notice| {
                view! { <p class="notice bad" role="alert" data-testid="load-error">{notice.text}</p> }
            })
        }}
        <div class="row">
            <button class="primary" data-action="load-text" on:click=load_text>"Load the text"</button>
            <CloseButton/>
        </div>
    }
}

#[component]
fn Share() -> impl IntoView {
    let store = Store::of_context();
    let address = browser::address();
    let link = store.peek(|state| format!("{address}#{}", link::write(state.game())));
    let save = store.peek(|state| state.save_text());
    let notice = store.memo(|state| state.notice().cloned());
    view! {
        <h2 id="dialog-title">"Share the game"</h2>
        <p>
            <label class="field">
                "A link to this game, at the move that is shown:"
                <input type="text" readonly data-testid="link" prop:value=link/>
            </label>
        </p>
        <p>
            <label class="field">
                "The save:"
                <textarea readonly data-testid="save-text" spellcheck="false" prop:value=save></textarea>
            </label>
        </p>
        {move || {
            notice.get().map(|notice| {
                let class = if notice.is_good { "notice good" } else { "notice bad" };
                view! { <p class=class role="status">{notice.text}</p> }
            })
        }}
        <div class="row">
            <button class="primary" data-action="copy-link"
                on:click=move |_| store.send(Command::CopyLink(address.clone()))>"Copy link"</button>
            <button data-action="copy-save" on:click=move |_| store.send(Command::CopySave)>
                "Copy save"
            </button>
            <CloseButton/>
        </div>
    }
}
