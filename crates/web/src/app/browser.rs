//! The doors of the browser: storage, clipboard, files, the address, focus.
//!
//! A browser may refuse any of them. Then the page goes on without, and says so where it matters.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::store::Store;
use crate::geometry::Shape;
use crate::state::{GameCommand, HandCommand, Place, Theme, WindowCommand, link};

/// A phone held upright, and one on its side; the style sheet says the same.
const TALL: &str = "(max-width: 600px)";
const LOW: &str = "(max-height: 500px) and (min-width: 601px)";
const DARK: &str = "(prefers-color-scheme: dark)";

/// Offers a text as a file.
pub fn download(name: &str, kind: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    download_from(name, &address)?;
    // The browser has taken hold of the file by the time the click returns to its loop.
    let forget = move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    };
    set_timeout(forget, core::time::Duration::from_secs(10));
    Ok(())
}

/// Offers what is at an address as a file.
pub fn download_from(name: &str, address: &str) -> Result<(), JsValue> {
    let anchor: web_sys::HtmlElement = document().create_element("a")?.unchecked_into();
    anchor.set_attribute("href", address)?;
    anchor.set_attribute("download", name)?;
    anchor.click();
    Ok(())
}

/// Puts a text into the clipboard and tells the state whether that worked.
pub fn copy(store: Store, text: String) {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return store.send(GameCommand::Copied(false));
    }
    spawn_local(async move {
        let copied = JsFuture::from(clipboard.write_text(&text)).await.is_ok();
        store.send(GameCommand::Copied(copied));
    });
}

/// Reads a file and loads it.
pub fn load_file(store: Store, file: web_sys::File) {
    let limit = duplicate::save::LENGTH_MAX as f64;
    if file.size() > limit {
        let why = format!("it has {:.0} bytes, more than any game", file.size());
        return store.send(GameCommand::LoadFailed(why));
    }
    spawn_local(async move {
        match JsFuture::from(file.text())
            .await
            .ok()
            .and_then(|text| text.as_string())
        {
            Some(text) => store.send(GameCommand::Load(text)),
            None => store.send(GameCommand::LoadFailed(
                "the browser gave no text".to_owned(),
            )),
        }
    });
}

/// The address of the page without its fragment.
pub fn address() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Takes the fragment out of the address, so that a reload shows the game and not the link.
pub fn clear_fragment() {
    let has_fragment = window()
        .location()
        .hash()
        .is_ok_and(|hash| !hash.is_empty());
    if has_fragment && let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address()));
    }
}

/// Loads the game of the address, now and whenever the fragment changes.
pub fn follow_fragment(store: Store) {
    let load = move || {
        let hash = window().location().hash().unwrap_or_default();
        let fragment = hash.trim_start_matches('#');
        if link::is_link(fragment) {
            store.send(GameCommand::Load(fragment.to_owned()));
        }
    };
    load();
    window_event_listener(leptos::ev::hashchange, move |_| load());
}

/// Follows the media query with this text and calls back, now and at each change.
fn follow_media(query: &str, mut changed: impl FnMut(bool) + 'static) {
    let Ok(Some(list)) = window().match_media(query) else {
        return;
    };
    changed(list.matches());
    let listener = Closure::<dyn FnMut(web_sys::MediaQueryListEvent)>::new(
        move |event: web_sys::MediaQueryListEvent| changed(event.matches()),
    );
    let _ = list.add_event_listener_with_callback("change", listener.as_ref().unchecked_ref());
    // The page lives as long as the app does.
    listener.forget();
}

/// Tells the state what shape the page has.
pub fn follow_shape(store: Store) {
    let is_tall = RwSignal::new(false);
    let is_low = RwSignal::new(false);
    follow_media(TALL, move |matches| is_tall.set(matches));
    follow_media(LOW, move |matches| is_low.set(matches));
    Effect::new(move |_| {
        let shape = match (is_tall.get(), is_low.get()) {
            (true, _) => Shape::Tall,
            (false, true) => Shape::Low,
            (false, false) => Shape::Wide,
        };
        store.send(WindowCommand::Reshape(shape));
    });
}

/// Turning the wheel over the boards walks through the game, where there is nothing to scroll.
pub fn scrub_by_wheel(store: Store, event: &leptos::ev::WheelEvent) {
    let scrolls = document()
        .document_element()
        .is_some_and(|root| root.scroll_height() > root.client_height() + 1);
    if scrolls || event.ctrl_key() || event.delta_y() == 0.0 {
        return;
    }
    event.prevent_default();
    store.send(match event.delta_y() < 0.0 {
        true => GameCommand::Back,
        false => GameCommand::Forward,
    });
}

/// A pointer that goes down outside the boards lets go of the piece and closes the chooser.
pub fn let_go_elsewhere(store: Store) {
    window_event_listener(leptos::ev::pointerdown, move |event| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let on_board = target.is_some_and(|element| {
            let inside = element.closest("g.board, [data-testid=chooser], .dock");
            inside.ok().flatten().is_some()
        });
        if !on_board && store.peek(|state| state.input().grab().is_some()) {
            store.send(HandCommand::LetGo);
        }
    });
}

/// A file that is dropped anywhere on the page is loaded.
pub fn follow_drops(store: Store) {
    window_event_listener(leptos::ev::dragover, |event| event.prevent_default());
    window_event_listener(leptos::ev::drop, move |event| {
        event.prevent_default();
        let files = event.data_transfer().and_then(|transfer| transfer.files());
        if let Some(file) = files.and_then(|files| files.get(0)) {
            load_file(store, file);
        }
    });
}

/// Keeps the theme of the page as the options and the system have it.
pub fn follow_theme(store: Store) {
    let system_is_dark = RwSignal::new(false);
    follow_media(DARK, move |is_dark| system_is_dark.set(is_dark));
    let theme = store.memo(|state| state.options().theme);
    Effect::new(move |_| {
        let is_dark = match theme.get() {
            Theme::System => system_is_dark.get(),
            Theme::Light => false,
            Theme::Dark => true,
        };
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", if is_dark { "dark" } else { "light" });
        }
    });
}

/// Gives the focus to a square.
pub fn focus_square(place: Place) {
    focus(&format!(
        "[data-board={}] [data-square={}]",
        place.board, place.square
    ));
}

/// Gives the focus to the first choice of a promotion.
pub fn focus_chooser() {
    focus("[data-promote=q]");
}

/// Gives the focus to a choice of a promotion.
pub fn focus_choice(role: chess::Role) {
    focus(&format!(
        "[data-promote={}]",
        role.letter().to_ascii_lowercase()
    ));
}

fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        let _ = element.unchecked_into::<web_sys::SvgElement>().focus();
    }
}

/// When the program breaks, says so on the page. The game is in the storage by then.
pub fn show_crashes() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        if let Some(notice) = document().get_element_by_id("crashed") {
            let _ = notice.remove_attribute("hidden");
        }
    }));
}
