//! The app without a network: a service worker keeps its files, and says when there are new ones.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The event that `boot.js` sends to the page when a new version waits.
const READY: &str = "fourfold-new-version";

/// Says when a new version is ready. It is never put under a running game.
pub fn follow(ready: impl Fn() + 'static) {
    let listener = Closure::<dyn FnMut()>::new(ready);
    let _ = window().add_event_listener_with_callback(READY, listener.as_ref().unchecked_ref());
    // The page lives as long as the app does.
    listener.forget();
}

/// Loads the page anew, with the new version if one waits.
pub fn reload() {
    if let Ok(event) = web_sys::Event::new("fourfold-use-new-version") {
        let _ = window().dispatch_event(&event);
    }
}
