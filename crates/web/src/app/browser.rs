//! Access to the browser: storage, clipboard, files, the address, focus.
//!
//! A browser may refuse any of them. Then the page does without, and says so if it matters.

mod files;

pub use files::{
    TextFile, copy, download, download_from, download_parts, read_beginning, read_bytes, read_file,
};

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::watch::Watch;
use crate::geometry::{Arrow, Shape};
use crate::options::Theme;

pub fn spawn(future: impl Future<Output = ()> + 'static) {
    spawn_boxed(Box::pin(future));
}

/// Not generic, so that the code exists once for all futures.
fn spawn_boxed(future: Pin<Box<dyn Future<Output = ()>>>) {
    spawn_local(future);
}

/// Media queries for a phone in portrait and in landscape orientation, as in the style sheet.
const TALL: &str = "(max-width: 600px)";
const LOW: &str = "(max-height: 500px) and (min-width: 601px)";

/// The notice that a page is being fetched.
const LOADING: &str = "loading";

const DARK: &str = "(prefers-color-scheme: dark)";

/// Sends a request to a path next to the page, with POST if there is a body, and passes on the
/// status and the text; `None` if there is no response.
pub fn fetch(
    path: &str,
    body: Option<&str>,
    answered: impl FnOnce(Option<(u16, String)>) + 'static,
) {
    let options = web_sys::RequestInit::new();
    if let Some(body) = body {
        options.set_method("POST");
        options.set_body(&JsValue::from_str(body));
        let headers = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&headers, &"content-type".into(), &"application/json".into());
        options.set_headers(&headers);
    }
    let request = window().fetch_with_str_and_init(&beside(path), &options);
    spawn(async move {
        let read = async {
            let response: web_sys::Response =
                JsFuture::from(request).await.ok()?.dyn_into().ok()?;
            let text = JsFuture::from(response.text().ok()?).await.ok()?;
            Some((response.status(), text.as_string()?))
        };
        answered(read.await);
    });
}

/// Passes on the table of openings, which a function of `boot.js` fetches; an empty one if it does not
/// arrive.
pub fn read_openings(read: impl FnOnce(String) + 'static) {
    spawn(async move {
        let text = async {
            let fetch = js_sys::Reflect::get(&js_sys::global(), &"fourfoldOpenings".into()).ok()?;
            let fetch: js_sys::Function = fetch.dyn_into().ok()?;
            let promise: js_sys::Promise = fetch.call0(&JsValue::NULL).ok()?.dyn_into().ok()?;
            JsFuture::from(promise).await.ok()?.as_string()
        };
        read(text.await.unwrap_or_default());
    });
}

/// Whether the app comes from this machine.
pub fn is_at_home() -> bool {
    let host = window().location().hostname().unwrap_or_default();
    ["localhost", "127.0.0.1", "[::1]"].contains(&host.as_str())
}

/// The address of a path next to the page.
pub fn beside(path: &str) -> String {
    let address = address();
    let page = address.split('?').next().unwrap_or_default();
    let folder = page.rsplit_once('/').map_or(page, |(folder, _)| folder);
    format!("{folder}/{path}")
}

/// Shares a link with another app of the device; `false` if the browser cannot.
pub fn share(link: &str) -> bool {
    let navigator = window().navigator();
    let method = js_sys::Reflect::get(&navigator, &"share".into());
    let Some(method) = method
        .ok()
        .and_then(|method| method.dyn_into::<js_sys::Function>().ok())
    else {
        return false;
    };
    let what = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&what, &"url".into(), &link.into());
    method.call1(&navigator, &what).is_ok()
}

/// Whether the browser can share links.
pub fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// The address of the page without its fragment.
pub fn address() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// The fragment of the address, without the `#`.
pub fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.trim_start_matches('#').to_owned()
}

/// Replaces the fragment of the address without navigating.
pub fn set_fragment(fragment: &str) {
    if let Ok(history) = window().history() {
        let url = format!("{}#{fragment}", address());
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&url));
    }
}

pub fn go_to(fragment: &str) {
    let _ = window().location().set_hash(fragment);
}

/// Follows a media query and calls back, now and at each change.
fn follow_media(query: &str, mut changed: impl FnMut(bool) + 'static) {
    let Ok(Some(list)) = window().match_media(query) else {
        return;
    };
    changed(list.matches());
    let listener = Closure::<dyn FnMut(web_sys::MediaQueryListEvent)>::new(
        move |event: web_sys::MediaQueryListEvent| changed(event.matches()),
    );
    let _ = list.add_event_listener_with_callback("change", listener.as_ref().unchecked_ref());
    // The page lives as long as the app.
    listener.forget();
}

/// Reports the shape of the page, now and at each change.
pub fn follow_shape(changed: impl Fn(Shape) + 'static) {
    let is_tall = RwSignal::new(false);
    let is_low = RwSignal::new(false);
    follow_media(TALL, move |matches| is_tall.set(matches));
    follow_media(LOW, move |matches| is_low.set(matches));
    Effect::new(move |_| {
        changed(match (is_tall.get(), is_low.get()) {
            (true, _) => Shape::Tall,
            (false, true) => Shape::Low,
            (false, false) => Shape::Wide,
        });
    });
}

pub fn arrow(key: &str) -> Option<Arrow> {
    match key {
        "ArrowUp" => Some(Arrow::Up),
        "ArrowRight" => Some(Arrow::Right),
        "ArrowDown" => Some(Arrow::Down),
        "ArrowLeft" => Some(Arrow::Left),
        _ => None,
    }
}

/// Lets the wheel step through a game, back or forward, where it does not scroll.
pub fn scrub(walk: impl Fn(bool) + Copy) -> impl Fn(leptos::ev::WheelEvent) + Copy {
    move |event| {
        let scrolls = document()
            .document_element()
            .is_some_and(|root| root.scroll_height() > root.client_height() + 1);
        if scrolls || event.ctrl_key() || event.delta_y() == 0.0 {
            return;
        }
        event.prevent_default();
        walk(event.delta_y() < 0.0);
    }
}

/// Reports presses outside the boards and their controls.
pub fn follow_presses_elsewhere(pressed: impl Fn() + 'static) {
    let handle = window_event_listener(leptos::ev::pointerdown, move |event| {
        if !is_inside(event.target(), "g.board, [data-testid=chooser], .messages") {
            pressed();
        }
    });
    on_cleanup(move || handle.remove());
}

/// Passes on a file that is dropped anywhere on the page.
pub fn follow_drops(dropped: impl Fn(web_sys::File) + 'static) {
    follow_dropped_files(move |files| {
        if let Some(file) = files.into_iter().next() {
            dropped(file);
        }
    });
}

pub fn files(list: Option<web_sys::FileList>) -> Vec<web_sys::File> {
    let Some(list) = list else {
        return Vec::new();
    };
    (0..list.length()).filter_map(|at| list.get(at)).collect()
}

/// Passes on all files that are dropped together anywhere on the page.
pub fn follow_dropped_files(dropped: impl Fn(Vec<web_sys::File>) + 'static) {
    let over = window_event_listener(leptos::ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(leptos::ev::drop, move |event| {
        event.prevent_default();
        let transfer = event.data_transfer();
        dropped(files(transfer.and_then(|transfer| transfer.files())));
    });
    on_cleanup(move || {
        over.remove();
        drop.remove();
    });
}

/// Passes on texts that are pasted outside of fields.
pub fn follow_pastes(pasted: impl Fn(String) + 'static) {
    let handle = window_event_listener(leptos::ev::paste, move |event| {
        let is_field = element(event.target())
            .is_some_and(|element| element.matches("input, textarea, select").unwrap_or(true));
        let text = event
            .clipboard_data()
            .and_then(|board| board.get_data("text/plain").ok());
        if let Some(text) = text.filter(|text| !is_field && !text.is_empty()) {
            event.prevent_default();
            pasted(text);
        }
    });
    on_cleanup(move || handle.remove());
}

fn element(target: Option<web_sys::EventTarget>) -> Option<web_sys::Element> {
    target?.dyn_into().ok()
}

/// Whether the key belongs to the field in which it was pressed. An empty field does not use the
/// arrow keys, and the slider handles them anyway.
pub fn is_in_field(event: &leptos::ev::KeyboardEvent) -> bool {
    let Some(element) = element(event.target()) else {
        return false;
    };
    if !element.matches("input, textarea, select").unwrap_or(true) {
        return false;
    }
    let is_empty = element
        .dyn_into::<web_sys::HtmlInputElement>()
        .is_ok_and(|field| field.type_() == "text" && field.value().is_empty());
    !(is_empty && matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight"))
}

/// Whether the focus is visible, as browsers show it for keyboard users.
pub fn is_keyboard_focus(event: &leptos::ev::KeyboardEvent) -> bool {
    element(event.target()).is_some_and(|element| element.matches(":focus-visible").unwrap_or(true))
}

/// Scrolls the current move of a list into view without scrolling the page.
pub fn show_current_move() {
    let find = |selector: &str| document().query_selector(selector).ok().flatten();
    let (Some(list), Some(entry)) = (find(".log-scroll"), find(".log [aria-current=true]")) else {
        return;
    };
    let (frame, line) = (
        list.get_bounding_client_rect(),
        entry.get_bounding_client_rect(),
    );
    // The heading of the list covers the moves, if there is one.
    let head = find(".log thead").map_or(0.0, |head| head.get_bounding_client_rect().height());
    if line.bottom() > frame.bottom() {
        list.set_scroll_top(list.scroll_top() + (line.bottom() - frame.bottom()) as i32 + 6);
    } else if line.top() < frame.top() + head {
        list.set_scroll_top(list.scroll_top() + (line.top() - frame.top() - head) as i32);
    }
}

pub fn square_of(target: Option<web_sys::EventTarget>) -> Option<chess::Square> {
    let cell = element(target)?.closest("[data-square]").ok()??;
    cell.get_attribute("data-square")?.parse().ok()
}

/// Says in the title of the window where the person is.
pub fn follow_title(title: Watch<String>) {
    Effect::new(move |_| title.with(|title| show_title(title)));
    on_cleanup(|| document().set_title("Fourfold"));
}

/// Sets the title of the window to this and the name of the app.
pub fn show_title(title: &str) {
    let title = format!("{title} \u{2013} Fourfold");
    if document().title() != title {
        document().set_title(&title);
    }
}

/// Shows the icon of the app, with a mark if it is the person's turn.
pub fn show_icon(is_turn: bool) {
    // The page knows the names of its files.
    let name = if is_turn { "data-turn" } else { "data-usual" };
    let Ok(Some(icon)) = document().query_selector("link[rel=icon]") else {
        return;
    };
    if let Some(file) = icon
        .get_attribute(name)
        .filter(|file| icon.get_attribute("href").as_ref() != Some(file))
    {
        let _ = icon.set_attribute("href", &file);
    }
}

/// Sets the theme of the page from the preferences and the system.
pub fn follow_theme(theme: Watch<Theme>) {
    let system_is_dark = RwSignal::new(false);
    follow_media(DARK, move |is_dark| system_is_dark.set(is_dark));
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

pub fn focus_square(board: &str, square: chess::Square) {
    focus(&format!("[data-board={board}] [data-square={square}]"));
}

/// Focuses the first element that matches.
pub fn focus(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        focus_element(element);
    }
}

pub fn focus_element(element: web_sys::Element) {
    // Elements of SVG and HTML have the same method.
    let _ = element.unchecked_into::<web_sys::SvgElement>().focus();
}

/// Whether the style sheet hides an element.
pub fn is_hidden(element: &web_sys::Element) -> bool {
    let style = window().get_computed_style(element).ok().flatten();
    let visibility = style.and_then(|style| style.get_property_value("visibility").ok());
    visibility.as_deref() == Some("hidden")
}

pub fn is_inside(target: Option<web_sys::EventTarget>, selector: &str) -> bool {
    let outer = element(target).and_then(|element| element.closest(selector).ok().flatten());
    outer.is_some()
}

/// Shows or hides the start page, which is plain HTML.
pub fn show_doors(are_shown: bool) {
    if let Some(doors) = document().get_element_by_id("doors") {
        let _ = doors.class_list().add_1("decided");
        let _ = match are_shown {
            true => doors.remove_attribute("hidden"),
            false => doors.set_attribute("hidden", ""),
        };
    }
}

/// Shows on the start page whether a page has a game in progress.
pub fn show_running(door: &str, is_running: bool) {
    if let Ok(Some(words)) = document().query_selector(&format!("[data-running={door}]")) {
        let _ = match is_running {
            true => words.remove_attribute("hidden"),
            false => words.set_attribute("hidden", ""),
        };
    }
}

/// Shows the tables of this browser on the start page: their addresses and what is known of them.
pub fn show_tables(tables: &[(String, String)]) {
    let Ok(Some(list)) = document().query_selector("[data-running=online]") else {
        return;
    };
    list.set_inner_html("");
    for (fragment, words) in tables {
        if let (Ok(item), Ok(link)) = (
            document().create_element("li"),
            document().create_element("a"),
        ) {
            let _ = link.set_attribute("href", &format!("#{fragment}"));
            link.set_text_content(Some(words));
            let _ = item.append_child(&link);
            let _ = list.append_child(&item);
        }
    }
}

/// Shows that a page is being fetched. Until the program runs, `index.html` does so.
pub fn show_loading() {
    if document().get_element_by_id(LOADING).is_none()
        && let (Some(body), Ok(notice)) = (document().body(), document().create_element("p"))
    {
        notice.set_id(LOADING);
        let _ = notice.set_attribute("role", "status");
        notice.set_text_content(Some("Setting up the boards…"));
        let _ = body.append_child(&notice);
    }
}

/// Hides the fetch notice, and the board that was painted before the program arrived.
pub fn hide_loading() {
    while let Ok(Some(first)) = document().query_selector(".first") {
        first.remove();
    }
    if let Some(notice) = document().get_element_by_id(LOADING) {
        notice.remove();
    }
}

/// Shows that a page could not be fetched, with a retry button.
pub fn show_missing(try_again: impl FnOnce() + 'static) {
    show_loading();
    let (Some(notice), Ok(button)) = (
        document().get_element_by_id(LOADING),
        document().create_element("button"),
    ) else {
        return;
    };
    let _ = notice.set_attribute("role", "alert");
    notice.set_text_content(Some(
        "This page could not be loaded. Check the connection, then load it again. Your games are \
         kept in this browser. ",
    ));
    button.set_text_content(Some("Load it again"));
    let clicked = Closure::once_into_js(try_again);
    let _ = button.add_event_listener_with_callback("click", clicked.unchecked_ref());
    let _ = notice.append_child(&button);
}

/// Shows a message when the program panics. The game has been stored by then.
pub fn show_crashes() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        if let Some(notice) = document().get_element_by_id("crashed") {
            let _ = notice.remove_attribute("hidden");
        }
    }));
}

/// The time from the beginning of 1970, in the time zone of the person, until the page was opened.
pub fn calendar() -> Duration {
    let date = js_sys::Date::new_0();
    let milliseconds = date.get_time() - 60_000.0 * date.get_timezone_offset();
    Duration::from_millis(milliseconds as u64).saturating_sub(now())
}

/// The time since the page was opened.
pub fn now() -> Duration {
    let performance = web_sys::window().and_then(|window| window.performance());
    let milliseconds = performance.map_or(0.0, |performance| performance.now());
    Duration::from_micros((milliseconds * 1000.0) as u64)
}
