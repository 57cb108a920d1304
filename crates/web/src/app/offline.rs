//! The app without a network: a service worker keeps its files, and says when there are new ones.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The event that `boot.js` sends to the page when a new version waits.
const READY: &str = "fourfold-new-version";

/// What `boot.js` leaves on the window then, for a program that was not yet listening.
const WAITS: &str = "fourfoldNewVersion";

/// Says on every page when a new version is ready. It is never put under a running game: what is
/// played is kept at each step, and the person chooses when the page is loaded anew.
#[component]
pub fn NewVersion() -> impl IntoView {
    let is_ready = RwSignal::new(waits());
    let listener = Closure::<dyn FnMut()>::new(move || is_ready.set(true));
    let _ = window().add_event_listener_with_callback(READY, listener.as_ref().unchecked_ref());
    // The page lives as long as the app does.
    listener.forget();
    move || {
        is_ready.get().then(|| {
            view! {
                <div class="new-version" role="status" data-testid="new-version">
                    <p>"A new version is ready. Games go on after the page is loaded anew."</p>
                    <button data-action="use-new-version" on:click=move |_| reload()>"Reload now"</button>
                    <button data-action="later" on:click=move |_| is_ready.set(false)>"Later"</button>
                </div>
            }
        })
    }
}

/// Whether a new version was announced before the program listened.
fn waits() -> bool {
    let waits = js_sys::Reflect::get(&window(), &WAITS.into());
    waits.is_ok_and(|value| value.is_truthy())
}

/// Loads the page anew, with the new version if one waits.
fn reload() {
    if let Ok(event) = web_sys::Event::new("fourfold-use-new-version") {
        let _ = window().dispatch_event(&event);
    }
}
