//! Keeps the screen awake while a clock runs, if the browser allows it.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::browser;
use super::watch::Watch;

/// Keeps the screen awake while this is true. A page that was hidden requests it again when it is
/// shown.
pub fn follow(is_wanted: Watch<bool>) {
    let lock = StoredValue::new_local(None::<JsValue>);
    let change = move |is_wanted: bool| {
        browser::spawn(async move {
            if let Some(old) = lock.try_update_value(Option::take).flatten() {
                let _ = call(&old, "release");
            }
            if is_wanted && let Some(new) = request().await {
                lock.try_update_value(|lock| *lock = Some(new));
            }
        });
    };
    Effect::new(move |_| change(is_wanted.get()));
    let back = window_event_listener(leptos::ev::visibilitychange, move |_| {
        let is_shown = !document().hidden();
        change(is_shown && is_wanted.get_untracked());
    });
    on_cleanup(move || {
        back.remove();
        change(false);
    });
}

/// Requests a wake lock; the browser may refuse or not support it.
async fn request() -> Option<JsValue> {
    let lock = Reflect::get(&window().navigator(), &"wakeLock".into()).ok()?;
    let promise = call(&lock, "request")?.dyn_into::<Promise>().ok()?;
    JsFuture::from(promise).await.ok()
}

fn call(object: &JsValue, method: &str) -> Option<JsValue> {
    let method: Function = Reflect::get(object, &method.into()).ok()?.dyn_into().ok()?;
    method.call0(object).ok()
}
