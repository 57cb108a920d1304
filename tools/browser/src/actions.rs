//! Keys and pointers, as lists of WebDriver actions.

use serde_json::{Value, json};

use crate::element::Element;

/// A key: a character, or one of the constants for keys without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub char);

impl Key {
    pub const BACKSPACE: Key = Key('\u{e003}');
    /// Tab, to the next element.
    pub const TAB: Key = Key('\u{e004}');
    pub const ENTER: Key = Key('\u{e007}');
    /// Shift, held for the keys that follow in the same list.
    pub const SHIFT: Key = Key('\u{e008}');
    /// Control, held for the keys that follow in the same list.
    pub const CONTROL: Key = Key('\u{e009}');
    /// Alt, held for the keys that follow in the same list.
    pub const ALT: Key = Key('\u{e00a}');
    pub const ESCAPE: Key = Key('\u{e00c}');
    pub const PAGE_UP: Key = Key('\u{e00e}');
    pub const PAGE_DOWN: Key = Key('\u{e00f}');
    pub const END: Key = Key('\u{e010}');
    pub const HOME: Key = Key('\u{e011}');
    /// Arrow to the left.
    pub const LEFT: Key = Key('\u{e012}');
    /// Arrow up.
    pub const UP: Key = Key('\u{e013}');
    /// Arrow to the right.
    pub const RIGHT: Key = Key('\u{e014}');
    /// Arrow down.
    pub const DOWN: Key = Key('\u{e015}');

    fn is_held(self) -> bool {
        [Key::SHIFT, Key::CONTROL, Key::ALT].contains(&self)
    }
}

/// A pointing device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    Mouse,
    /// A finger.
    Touch,
}

/// Presses keys one after another; Shift, Control and Alt stay pressed until the end.
pub(crate) fn press(keys: &[Key]) -> Value {
    let stroke = |kind: &str, key: Key| json!({ "type": kind, "value": key.0.to_string() });
    let mut strokes = Vec::new();
    for key in keys {
        strokes.push(stroke("keyDown", *key));
        if !key.is_held() {
            strokes.push(stroke("keyUp", *key));
        }
    }
    let held = keys.iter().rev().filter(|key| key.is_held());
    strokes.extend(held.map(|key| stroke("keyUp", *key)));
    json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": strokes }] })
}

/// Moves the pointer to the middle of an element.
pub(crate) fn hover(element: &Element) -> Value {
    pointer(Pointer::Mouse, vec![move_to(element, 0)])
}

/// Taps or clicks the middle of an element.
pub(crate) fn tap(kind: Pointer, element: &Element) -> Value {
    pointer(
        kind,
        vec![
            move_to(element, 0),
            button("pointerDown"),
            button("pointerUp"),
        ],
    )
}

/// Presses on one element, moves to the other in steps, and releases there.
pub(crate) fn drag(kind: Pointer, from: &Element, to: &Element) -> Value {
    pointer(
        kind,
        vec![
            move_to(from, 0),
            button("pointerDown"),
            // A real drag has intermediate moves: the driver generates them from the duration.
            move_to(to, 100),
            button("pointerUp"),
        ],
    )
}

/// Presses the right button on one element and releases it on the other, while these keys are held.
pub(crate) fn right_drag(held: &[Key], from: &Element, to: &Element) -> Value {
    let right = |kind: &str| json!({ "type": kind, "button": 2 });
    let mut drag = pointer(
        Pointer::Mouse,
        vec![
            move_to(from, 0),
            right("pointerDown"),
            move_to(to, 60),
            right("pointerUp"),
        ],
    );
    // The actions of all devices run side by side, step by step.
    if let Some(devices) = drag["actions"].as_array_mut() {
        devices.extend(held.iter().map(|key| {
            let stroke = |kind: &str| json!({ "type": kind, "value": key.0.to_string() });
            let pause = json!({ "type": "pause" });
            let strokes = [
                stroke("keyDown"),
                pause.clone(),
                pause.clone(),
                pause,
                stroke("keyUp"),
            ];
            json!({ "type": "key", "id": format!("key {}", key.0), "actions": strokes })
        }));
    }
    drag
}

/// Turns the wheel over an element, downward if positive.
pub(crate) fn wheel(element: &Element, pixels: i32) -> Value {
    json!({ "actions": [{
        "type": "wheel",
        "id": "wheel",
        "actions": [{
            "type": "scroll",
            "duration": 0,
            "origin": element.to_argument(),
            "x": 0,
            "y": 0,
            "deltaX": 0,
            "deltaY": pixels,
        }],
    }]})
}

fn pointer(kind: Pointer, actions: Vec<Value>) -> Value {
    let kind = match kind {
        Pointer::Mouse => "mouse",
        Pointer::Touch => "touch",
    };
    json!({ "actions": [{
        "type": "pointer",
        "id": kind,
        "parameters": { "pointerType": kind },
        "actions": actions,
    }]})
}

fn move_to(element: &Element, time_ms: u32) -> Value {
    json!({
        "type": "pointerMove",
        "duration": time_ms,
        "origin": element.to_argument(),
        "x": 0,
        "y": 0,
    })
}

fn button(kind: &str) -> Value {
    json!({ "type": kind, "button": 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_key_is_released_last() {
        let actions = press(&[Key::CONTROL, Key('z')]);
        let strokes = actions["actions"][0]["actions"].as_array().unwrap();
        let kinds: Vec<_> = strokes
            .iter()
            .map(|stroke| {
                (
                    stroke["type"].as_str().unwrap(),
                    stroke["value"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            kinds,
            [
                ("keyDown", "\u{e009}"),
                ("keyDown", "z"),
                ("keyUp", "z"),
                ("keyUp", "\u{e009}")
            ]
        );
    }
}
