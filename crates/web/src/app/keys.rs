//! The keyboard: on a square, and everywhere else.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::store::Store;
use crate::geometry::Arrow;
use crate::state::{Command, Dialog, Place};

fn arrow(key: &str) -> Option<Arrow> {
    match key {
        "ArrowUp" => Some(Arrow::Up),
        "ArrowRight" => Some(Arrow::Right),
        "ArrowDown" => Some(Arrow::Down),
        "ArrowLeft" => Some(Arrow::Left),
        _ => None,
    }
}

/// The place that an event belongs to.
pub fn place_of(target: Option<web_sys::EventTarget>) -> Option<Place> {
    let element = target?.dyn_into::<Element>().ok()?;
    let cell = element.closest("[data-square]").ok()??;
    let board = cell.closest("[data-board]").ok()??;
    Place::from_names(
        &board.get_attribute("data-board")?,
        &cell.get_attribute("data-square")?,
    )
}

/// A key on a square of a board.
pub fn on_square(store: Store, event: &KeyboardEvent) {
    let Some(place) = place_of(event.target()) else {
        return;
    };
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let key = event.key();
    let command = match key.as_str() {
        "Enter" | " " => Command::Activate(place),
        "Home" => Command::Leap(place, Arrow::Left),
        "End" => Command::Leap(place, Arrow::Right),
        "m" | "M" => Command::Magnify(place.board),
        _ => match arrow(&key) {
            Some(arrow) => Command::Step(place, arrow),
            None => return,
        },
    };
    event.prevent_default();
    event.stop_propagation();
    store.send(command);
}

/// Listens to the keys that mean the same everywhere but in a field of text.
pub fn listen(store: Store) {
    window_event_listener(leptos::ev::keydown, move |event| {
        if let Some(command) = everywhere(store, &event) {
            event.prevent_default();
            store.send(command);
        }
    });
}

fn everywhere(store: Store, event: &KeyboardEvent) -> Option<Command> {
    let key = event.key();
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let is_field = target.is_some_and(|element| element.matches("input, textarea").unwrap_or(true));
    if key == "Escape" {
        // A dialog closes itself; everything else is ours.
        return store
            .peek(|state| state.dialog().is_none())
            .then_some(Command::Escape);
    }
    if is_field || store.peek(|state| state.dialog().is_some()) {
        return None;
    }
    if event.ctrl_key() || event.meta_key() {
        return match (key.as_str(), event.shift_key()) {
            ("z", false) => Some(Command::Undo),
            ("y", false) | ("Z" | "z", true) => Some(Command::Redo),
            _ => None,
        };
    }
    if event.alt_key() {
        return None;
    }
    let in_tour = store.peek(|state| state.tour().is_some());
    match key.as_str() {
        "?" => Some(Command::Open(Dialog::Help)),
        "u" => Some(Command::ToggleUpright),
        "t" => Some(Command::ToggleTeaching),
        "ArrowLeft" if in_tour => Some(Command::TourBack),
        "ArrowRight" if in_tour => Some(Command::TourForward),
        "ArrowLeft" => Some(Command::Back),
        "ArrowRight" => Some(Command::Forward),
        "Home" if !in_tour => Some(Command::Show(0)),
        "End" if !in_tour => Some(Command::Show(usize::MAX)),
        _ => None,
    }
}
