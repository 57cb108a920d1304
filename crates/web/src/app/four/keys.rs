//! Keyboard input, on a square and elsewhere.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::store::Store;
use crate::app::page::Page;
use crate::app::{browser, keys};
use crate::four::{
    Command, Dialog, GameCommand, HandCommand, OptionsCommand, Place, TourCommand, WindowCommand,
};
use crate::geometry::{self, Arrow};
use crate::look::Coordinates;
use crate::shell::KeyHolder;

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
    let command: Command = match key.as_str() {
        "Enter" | " " => HandCommand::Activate(place).into(),
        "m" | "M" => OptionsCommand::Magnify(place.board).into(),
        // After a click the arrow keys scrub; for keyboard users they move the focus.
        _ if store.is_by_pointer() => return,
        _ => {
            let degrees =
                store.peek(|state| state.scene(Coordinates::default()).boards[place.board].degrees);
            let next = match key.as_str() {
                "Home" => geometry::leap(place.square, Arrow::Left, degrees),
                "End" => geometry::leap(place.square, Arrow::Right, degrees),
                _ => match browser::arrow(&key) {
                    Some(arrow) => geometry::step(place.square, arrow, degrees),
                    None => return,
                }
                .unwrap_or(place.square),
            };
            event.prevent_default();
            event.stop_propagation();
            return browser::focus_square(place.board.name(), next);
        }
    };
    event.prevent_default();
    event.stop_propagation();
    store.send(command);
}

/// Listens to the keys that work everywhere except in a text field.
pub fn listen(store: Store, holder: impl Fn() -> KeyHolder + Copy + 'static) {
    let pointer = window_event_listener(leptos::ev::pointerdown, move |_| {
        store.set_by_pointer(true);
    });
    on_cleanup(move || pointer.remove());
    let choose = move |key| store.send(HandCommand::Choose(key));
    keys::listen(holder, choose, move |event| {
        if event.key() == "Tab" {
            store.set_by_pointer(false);
        }
        if let Some(command) = everywhere(store, event) {
            event.prevent_default();
            store.send(command);
        }
    });
}

fn everywhere(store: Store, event: &KeyboardEvent) -> Option<Command> {
    let key = event.key();
    if key == "Escape" {
        return Some(WindowCommand::Escape.into());
    }
    if browser::is_in_field(event) {
        return None;
    }
    if event.ctrl_key() || event.meta_key() {
        return match (key.as_str(), event.shift_key()) {
            ("z", false) => Some(GameCommand::Undo.into()),
            ("y", false) | ("Z" | "z", true) => Some(GameCommand::Redo.into()),
            _ => None,
        };
    }
    if event.alt_key() {
        return None;
    }
    let in_tour = store.peek(|state| state.tour().is_some());
    Some(match key.as_str() {
        "?" => WindowCommand::Open(Dialog::Help).into(),
        "u" | "U" => OptionsCommand::ToggleUpright.into(),
        "t" | "T" => OptionsCommand::ToggleTeaching.into(),
        "ArrowLeft" if in_tour => TourCommand::Back.into(),
        "ArrowRight" if in_tour => TourCommand::Forward.into(),
        "ArrowLeft" => GameCommand::Back.into(),
        "ArrowRight" => GameCommand::Forward.into(),
        "Home" if !in_tour => GameCommand::Show(0).into(),
        "End" if !in_tour => GameCommand::Show(usize::MAX).into(),
        _ => return None,
    })
}
