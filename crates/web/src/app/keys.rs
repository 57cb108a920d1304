//! Keys: the page's own, and those of a chooser or dialog above it.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::browser;
use super::watch::Watch;
use crate::promotion::ChooserKey;
use crate::shell::KeyHolder;

/// The promotion chooser.
pub const CHOOSER: &str = "[data-testid=chooser]";

/// Listens to the keys of a page while it is shown.
///
/// A chooser or dialog has all keys from the moment `holder` says so, before anything on the page
/// sees them. `press` gets the others, except for those that an element of the page has used.
pub fn listen(
    holder: impl Fn() -> KeyHolder + Copy + 'static,
    choose: impl Fn(ChooserKey) + 'static,
    press: impl Fn(&KeyboardEvent) + 'static,
) {
    capture(Box::new(move |event| match holder() {
        KeyHolder::Page => {}
        KeyHolder::Dialog => {
            if !browser::is_inside(event.target(), "dialog[open]") {
                event.stop_propagation();
            }
        }
        KeyHolder::Chooser => {
            event.stop_propagation();
            let has_modifier = event.ctrl_key() || event.alt_key() || event.meta_key();
            let key = ChooserKey::of(&event.key(), event.shift_key(), event.repeat());
            if let Some(key) = key.filter(|_| !has_modifier) {
                event.prevent_default();
                choose(key);
            }
        }
    }));
    let others = window_event_listener(leptos::ev::keydown, move |event| {
        // A dialog of the bar belongs to no page.
        let is_in_dialog = browser::is_inside(event.target(), "dialog[open]");
        if holder() == KeyHolder::Page && !is_in_dialog {
            press(&event);
        }
    });
    on_cleanup(move || others.remove());
}

/// Listens to keys before any element gets them.
fn capture(pressed: Box<dyn Fn(KeyboardEvent)>) {
    let listener = Closure::<dyn Fn(KeyboardEvent)>::new(pressed);
    let listener = StoredValue::new_local(listener);
    let set = move |is_on: bool| {
        listener.with_value(|listener| {
            let listener = listener.as_ref().unchecked_ref();
            let window = window();
            let _ = match is_on {
                true => window.add_event_listener_with_callback_and_bool("keydown", listener, true),
                false => {
                    window.remove_event_listener_with_callback_and_bool("keydown", listener, true)
                }
            };
        });
    };
    set(true);
    on_cleanup(move || set(false));
}

/// Keeps the focus on the marked piece of a promotion chooser that is being shown, and returns it to
/// where it was when the chooser closes. `marked` outlives the chooser.
pub fn hold_focus(marked: Watch<Option<chess::Role>>) {
    let before = StoredValue::new_local(document().active_element());
    let focus = move || {
        if let Some(role) = marked.get() {
            let letter = role.letter().to_ascii_lowercase();
            browser::focus(&format!("{CHOOSER} [data-promote={letter}]"));
        }
    };
    Effect::new(move |_| focus());
    // The press that opened the chooser focuses its square afterward. A listener must not cause the
    // event that it listens to, so the focus returns when it is done.
    let stray = window_event_listener(leptos::ev::focusin, move |event| {
        if !browser::is_inside(event.target(), CHOOSER) {
            queue_microtask(move || untrack(focus));
        }
    });
    on_cleanup(move || {
        stray.remove();
        let is_ours = document()
            .active_element()
            .is_some_and(|element| browser::is_inside(Some(element.into()), CHOOSER));
        if let (true, Some(before)) = (is_ours, before.get_value()) {
            browser::focus_element(before);
        }
    });
}
