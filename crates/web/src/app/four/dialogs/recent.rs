//! The recent games.

use leptos::prelude::*;

use crate::app::dialog::done;
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::four::GameCommand;
use crate::four::recent::{NAME_MAX, Recent};

#[component]
pub fn RecentGames() -> impl IntoView {
    let store = Store::of_context();
    let games = store.memo(|state| state.recents().to_vec());
    view! {
        <h2 id="dialog-title">"Recent games"</h2>
        <p>
            "Games that made room for another one. They are kept in this browser only; save a game to \
             a file to keep it for good."
        </p>
        <ul class="recent" data-testid="recent">
            <For each=move || games.get() key=|game| game.at children=move |game| entry(store, game)/>
        </ul>
        {move || games.with(Vec::is_empty).then(|| view! { <p class="quiet">"None so far."</p> })}
        <div class="row">{done()}</div>
    }
}

fn entry(store: Store, game: Recent) -> impl IntoView {
    let at = game.at;
    let date = js_sys::Date::new(&(at as f64).into());
    let time = String::from(date.to_locale_string("default", &wasm_bindgen::JsValue::UNDEFINED));
    view! {
        <li data-game=at.to_string()>
            <input type="text" aria-label="Name" maxlength=NAME_MAX.to_string() prop:value=game.name
                on:change:target=move |event| {
                    store.send(GameCommand::RenameRecent(at, event.target().value()));
                }/>
            <span class="quiet">{time}</span>
            <button data-action="open-recent" on:click=move |_| store.send(GameCommand::OpenRecent(at))>
                "Open"
            </button>
            <button data-action="forget-recent"
                on:click=move |_| store.send(GameCommand::ForgetRecent(at))>"Forget"</button>
        </li>
    }
}
