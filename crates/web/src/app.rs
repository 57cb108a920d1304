//! The page: everything that touches the document.

use leptos::prelude::*;

/// Puts the app into the page.
pub fn start() {
    console_error_panic_hook::set_once();
    // What the page says while the program is loading has served its purpose.
    if let Some(notice) = document().get_element_by_id("loading") {
        notice.remove();
    }
    mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    view! {
        <main data-testid="app">
            <h1>"Fourfold"</h1>
        </main>
    }
}
