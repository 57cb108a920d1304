//! The game as a file, a text, a link or a picture, in and out.

use leptos::html;
use leptos::prelude::*;

use crate::app::browser;
use crate::app::dialog::CloseButton;
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::effects::Picture;
use crate::four::{GameCommand, link};

/// A game from a file or a text.
#[component]
pub fn Load() -> impl IntoView {
    let store = Store::of_context();
    let text = NodeRef::<html::Textarea>::new();
    let load_text = move |_| {
        if let Some(area) = text.get_untracked() {
            store.send(GameCommand::Load(area.value()));
        }
    };
    let load_file =
        move |event: leptos::ev::Targeted<leptos::ev::Event, web_sys::HtmlInputElement>| {
            let input = event.target();
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                store.load_file(file);
            }
            // The same file chosen again, perhaps mended meanwhile, shall be a change again.
            input.set_value("");
        };
    let notice = store.memo(|state| state.shell().complaint().cloned());
    view! {
        <h2 id="dialog-title">"Load a game"</h2>
        <p>"The game on the table is put aside and can be found among the recent games. Files can also be dropped anywhere on the page."</p>
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
            <button data-action="load-text" on:click=load_text>"Load the text"</button>
            <CloseButton/>
        </div>
    }
}

/// The link, the save and a picture.
#[component]
pub fn Share() -> impl IntoView {
    let store = Store::of_context();
    let address = browser::address();
    let link = store.peek(|state| format!("{address}#{}", link::write(state.game())));
    let save = store.peek(|state| state.save_text());
    let notice = store.memo(|state| state.shell().notice().cloned());
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
            <button data-action="copy-link"
                on:click=move |_| store.send(GameCommand::CopyLink(address.clone()))>"Copy link"</button>
            <button data-action="copy-save" on:click=move |_| store.send(GameCommand::CopySave)>
                "Copy save"
            </button>
            <button data-action="picture-png"
                on:click=move |_| store.send(GameCommand::Picture(Picture::Png))>"Picture (PNG)"</button>
            <button data-action="picture-svg"
                on:click=move |_| store.send(GameCommand::Picture(Picture::Svg))>"Picture (SVG)"</button>
            <CloseButton/>
        </div>
    }
}
