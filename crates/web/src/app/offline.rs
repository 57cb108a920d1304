//! Offline use: a service worker stores the app's files, and reports new versions.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The event that `boot.js` sends to the page when a new version is waiting.
const READY: &str = "fourfold-new-version";

/// The flag that `boot.js` sets on the window, in case the program was not listening yet.
const WAITS: &str = "fourfoldNewVersion";

/// The element that says that a new version is ready. It is plain HTML, because it belongs to no
/// page.
const BANNER: &str = r#"<p>A new version is ready. Games go on after the page is loaded anew.</p>
    <button data-action="use-new-version">Reload now</button>
    <button data-action="later">Later</button>"#;

/// Says on every page when a new version is ready. It never interrupts a game: the game is stored
/// at each step, and the person chooses when to reload.
pub fn follow() {
    let waits = js_sys::Reflect::get(&window(), &WAITS.into());
    if waits.is_ok_and(|value| value.is_truthy()) {
        announce();
    }
    listen(&window(), READY, announce);
}

fn announce() {
    let document = document();
    let is_there = document.query_selector(".new-version");
    let (Ok(None), Ok(banner), Some(body)) =
        (is_there, document.create_element("div"), document.body())
    else {
        return;
    };
    for (name, value) in [
        ("class", "new-version"),
        ("role", "status"),
        ("data-testid", "new-version"),
    ] {
        let _ = banner.set_attribute(name, value);
    }
    banner.set_inner_html(BANNER);
    let button = |action: &str| {
        let found = banner.query_selector(&format!("[data-action={action}]"));
        found.ok().flatten()
    };
    if let Some(button) = button("use-new-version") {
        listen(&button, "click", reload);
    }
    if let Some(button) = button("later") {
        let banner = banner.clone();
        listen(&button, "click", move || banner.remove());
    }
    let _ = body.append_child(&banner);
}

fn listen(target: &web_sys::EventTarget, event: &str, act: impl Fn() + 'static) {
    let listener = Closure::<dyn FnMut()>::new(act);
    let _ = target.add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
    // The page lives as long as the app.
    listener.forget();
}

/// Reloads the page, with the new version if one is waiting.
fn reload() {
    if let Ok(event) = web_sys::Event::new("fourfold-use-new-version") {
        let _ = window().dispatch_event(&event);
    }
}
