//! The page: everything that touches the document.
//!
//! [`store`] holds the one signal with the state and carries out what only a page can do;
//! everything else reads values from it and sends commands to it.

mod bar;
mod board;
mod browser;
mod dialogs;
mod dock;
mod drawing;
mod keys;
mod marks;
mod offline;
mod panel;
mod picture;
mod pointer;
mod rose;
mod seats;
mod sound;
mod stage;
mod storage;
mod store;

use leptos::prelude::*;

use bar::Bar;
use dialogs::Dialogs;
use dock::Dock;
use panel::Panel;
use stage::Stage;
use store::Store;

/// Puts the app into the page.
pub fn start() {
    browser::show_crashes();
    // What the page says while the program is loading has served its purpose.
    if let Some(notice) = document().get_element_by_id("loading") {
        notice.remove();
    }
    mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    let store = Store::open();
    provide_context(store);
    keys::listen(store);
    browser::follow_shape(store);
    browser::follow_theme(store);
    browser::follow_fragment(store);
    browser::follow_drops(store);
    browser::let_go_elsewhere(store);
    storage::follow_other_tabs(store);
    offline::follow(store);
    let is_past = store.memo(|state| state.past().is_some());
    view! {
        <div class="app" data-testid="app">
            <Bar/>
            <main class="stage" class:past=is_past aria-label="The four boards"
                on:wheel=move |event| browser::scrub_by_wheel(store, &event)>
                <Stage/>
            </main>
            <Dock/>
            <Panel/>
            <Dialogs/>
            <div
                class="visually-hidden"
                role="status"
                aria-live="polite"
                aria-atomic="true"
                data-testid="live"
            >
                {move || store.read(|state| state.spoken().to_owned())}
            </div>
        </div>
    }
}
