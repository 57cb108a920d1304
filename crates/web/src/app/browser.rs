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
use crate::state::autosave::{self, Kept};
use crate::state::{Command, Options, Place, State, Theme, link};

const SLOTS: [&str; autosave::SLOTS] = ["fourfold.game.0", "fourfold.game.1"];
const OPTIONS: &str = "fourfold.options";

/// Narrower than this a page is a phone; the style sheet says the same.
const PHONE: &str = "(max-width: 860px)";
const DARK: &str = "(prefers-color-scheme: dark)";

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// The state as the last visit left it, and the number of its last write.
pub fn recover() -> (State, u64) {
    let options = stored(OPTIONS).map_or_else(Options::default, |line| Options::read(&line));
    let mut state = State::new(options);
    let slots = SLOTS.map(stored);
    let kept = autosave::newest_first(slots.iter().map(Option::as_deref));
    let number = kept.first().map_or(0, |kept| kept.number);
    let restored = kept.iter().any(|kept| state.restore(&kept.text));
    if !restored && slots.iter().any(Option::is_some) {
        state.report_lost();
    }
    (state, number)
}

/// Writes the state to the slot whose turn it is.
pub fn keep(state: &State, number: u64) {
    let Some(storage) = storage() else {
        return;
    };
    let kept = Kept {
        number,
        text: state.kept_text(),
    };
    // A full or forbidden storage costs the recovery, not the game.
    let _ = storage.set_item(SLOTS[kept.slot()], &kept.write());
    let _ = storage.set_item(OPTIONS, &state.options().write());
}

/// Offers a text as a file.
pub fn download(name: &str, text: &str) {
    if let Err(error) = try_download(name, text) {
        leptos::logging::error!("the file could not be offered: {error:?}");
    }
}

fn try_download(name: &str, text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("application/json");
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let anchor: web_sys::HtmlElement = document().create_element("a")?.unchecked_into();
    anchor.set_attribute("href", &address)?;
    anchor.set_attribute("download", name)?;
    anchor.click();
    // The browser has taken hold of the file by the time the click returns to its loop.
    let forget = move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    };
    set_timeout(forget, core::time::Duration::from_secs(10));
    Ok(())
}

/// Puts a text into the clipboard and tells the state whether that worked.
pub fn copy(store: Store, text: String) {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return store.send(Command::Copied(false));
    }
    spawn_local(async move {
        let copied = JsFuture::from(clipboard.write_text(&text)).await.is_ok();
        store.send(Command::Copied(copied));
    });
}

/// Reads a file and loads it.
pub fn load_file(store: Store, file: web_sys::File) {
    let limit = duplicate::save::LENGTH_MAX as f64;
    if file.size() > limit {
        let why = format!("it has {:.0} bytes, more than any game", file.size());
        return store.send(Command::LoadFailed(why));
    }
    spawn_local(async move {
        match JsFuture::from(file.text())
            .await
            .ok()
            .and_then(|text| text.as_string())
        {
            Some(text) => store.send(Command::Load(text)),
            None => store.send(Command::LoadFailed("the browser gave no text".to_owned())),
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
            store.send(Command::Load(fragment.to_owned()));
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

/// Tells the state whether the page is a phone.
pub fn follow_shape(store: Store) {
    follow_media(PHONE, move |is_phone| {
        let shape = if is_phone { Shape::Tall } else { Shape::Wide };
        store.send(Command::Reshape(shape));
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
