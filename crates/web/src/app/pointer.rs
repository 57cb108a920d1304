//! Mouse, pen and touch on a rotated board.

use chess::Square;
use leptos::ev::PointerEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, SvgGraphicsElement};

use super::board::Listener;
use crate::geometry::{Point, square_at};
use crate::view::{Gesture, Ink};

/// The pointer that is pressed on a board.
#[derive(Clone, Copy)]
struct Down {
    id: i32,
    start: Point,
}

/// The state of a board between two events.
#[derive(Clone, Copy)]
pub struct Pointer {
    listener: Listener,
    down: StoredValue<Option<Down>>,
    over: StoredValue<Option<Square>>,
    /// Where the right button was pressed, the start of an arrow.
    drawn_from: StoredValue<Option<Square>>,
}

impl Pointer {
    pub fn new(listener: Listener) -> Pointer {
        Pointer {
            listener,
            down: StoredValue::new(None),
            over: StoredValue::new(None),
            drawn_from: StoredValue::new(None),
        }
    }

    /// A touch begins. On a piece that can be moved it drags the piece; elsewhere it scrolls the
    /// page. The browser decides at this event, and the `touch-action` style does not apply to SVG
    /// elements.
    pub fn touch(self, event: &leptos::ev::TouchEvent) {
        let square = super::browser::square_of(event.target());
        let drags = square.is_some_and(|square| self.listener.can_take(square));
        if drags && event.touches().length() == 1 {
            event.prevent_default();
        }
    }

    /// A button is pressed, or a touch begins.
    pub fn press(self, event: &PointerEvent) {
        if event.button() == 2 {
            let from = self.local(event).and_then(square_at);
            self.drawn_from.set_value(from);
            return;
        }
        let is_main = event.button() == 0 && event.is_primary();
        let Some(at) = self.local(event).filter(|_| is_main) else {
            return;
        };
        let Some(square) = square_at(at) else {
            return;
        };
        if let Some(group) = self.group(event) {
            // A pointer that is already gone cannot be captured; then the drag ends by itself.
            let _ = group.set_pointer_capture(event.pointer_id());
        }
        self.down.set_value(Some(Down {
            id: event.pointer_id(),
            start: screen(event),
        }));
        self.listener.tell(Gesture::Press { square, at });
    }

    /// The pointer moves, pressed or not.
    pub fn travel(self, event: &PointerEvent) {
        let Some(at) = self.local(event) else {
            return;
        };
        match self.down.get_value() {
            Some(down) if down.id == event.pointer_id() => {
                let now = screen(event);
                let pixels = (now.x - down.start.x).hypot(now.y - down.start.y);
                self.listener.tell(Gesture::Drag { at, pixels });
            }
            _ if event.pointer_type() == "mouse" => {
                self.hover(square_at(at));
            }
            _ => {}
        }
    }

    pub fn release(self, event: &PointerEvent) {
        if event.button() == 2 {
            let to = self.local(event).and_then(square_at);
            if let (Some(from), Some(to)) = (self.drawn_from.get_value(), to) {
                let has_shift = event.shift_key() || event.ctrl_key();
                let ink = Ink::of_keys(has_shift, event.alt_key() || event.meta_key());
                self.listener.tell(Gesture::Draw { from, to, ink });
            }
            return self.drawn_from.set_value(None);
        }
        if self.take_down(event) {
            let over = self.local(event).and_then(square_at);
            self.listener.tell(Gesture::Release(over));
        }
    }

    /// The browser cancels the pointer.
    pub fn lose(self, event: &PointerEvent) {
        if self.take_down(event) {
            self.listener.tell(Gesture::Release(None));
        }
    }

    pub fn leave(self) {
        if self.down.get_value().is_none() {
            self.hover(None);
        }
    }

    fn take_down(self, event: &PointerEvent) -> bool {
        let is_ours = self
            .down
            .get_value()
            .is_some_and(|down| down.id == event.pointer_id());
        if is_ours {
            self.down.set_value(None);
        }
        is_ours
    }

    fn hover(self, square: Option<Square>) {
        if self.over.get_value() != square {
            self.over.set_value(square);
            self.listener.tell(Gesture::Point(square));
        }
    }

    fn group(self, event: &PointerEvent) -> Option<SvgGraphicsElement> {
        let target = event.target()?.dyn_into::<Element>().ok()?;
        let group = target.closest("g.board").ok()??;
        group.dyn_into().ok()
    }

    /// The point of the event in board coordinates, for any rotation and size.
    fn local(self, event: &PointerEvent) -> Option<Point> {
        let matrix = self.group(event)?.get_screen_ctm()?;
        let [a, b, c, d, e, f] = [
            matrix.a(),
            matrix.b(),
            matrix.c(),
            matrix.d(),
            matrix.e(),
            matrix.f(),
        ]
        .map(f64::from);
        let area = a * d - b * c;
        let Point { x, y } = screen(event);
        let (x, y) = (x - e, y - f);
        (area != 0.0).then(|| Point::new((d * x - c * y) / area, (a * y - b * x) / area))
    }
}

fn screen(event: &PointerEvent) -> Point {
    Point::new(f64::from(event.client_x()), f64::from(event.client_y()))
}
