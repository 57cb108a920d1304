//! One board: a grid of squares, the pieces above them, and the highlights above those.
//!
//! Pages with one board and with four use the same component. Squares are rendered one by one, and
//! only when their content changes.

mod cell;
mod pieces;
mod signals;

use chess::{File, Rank, Role, Square};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

pub use signals::{SquareSignals, follow};

use super::drawing::outline;
use super::look;
use super::marks;
use super::pointer::Pointer;
use super::watch::Watch;
use crate::army::Army;
use crate::geometry::{BOARD, Number, Placement, Point, corner_of};
use crate::look::Coordinates;
use crate::view::{Drawn, Gesture, Stroke};

/// The inputs of a board: its content, and the receivers of gestures and keys.
#[derive(Clone, Copy)]
pub struct BoardInputs {
    /// The squares, a1 first.
    pub squares: [SquareSignals; 64],
    pub placement: Watch<Placement>,
    /// The player to move, if they play on this board.
    pub mover: Watch<Option<Army>>,
    pub attacks: Watch<Vec<Stroke>>,
    pub drawings: Watch<Vec<Drawn>>,
    pub listener: Listener,
}

/// The receivers of gestures and keys on a board.
#[derive(Clone, Copy)]
pub struct Listener(StoredValue<Actions>);

struct Actions {
    gesture: Box<dyn Fn(Gesture) + Send + Sync>,
    can_take: Box<dyn Fn(Square) -> bool + Send + Sync>,
    key: Box<dyn Fn(&KeyboardEvent) + Send + Sync>,
}

impl Listener {
    /// A receiver with callbacks for gestures and keys, and for whether a piece can be selected.
    pub fn new(
        gesture: impl Fn(Gesture) + Send + Sync + 'static,
        can_take: impl Fn(Square) -> bool + Send + Sync + 'static,
        key: impl Fn(&KeyboardEvent) + Send + Sync + 'static,
    ) -> Listener {
        Listener(StoredValue::new(Actions {
            gesture: Box::new(gesture),
            can_take: Box::new(can_take),
            key: Box::new(key),
        }))
    }

    pub fn tell(self, gesture: Gesture) {
        self.0.with_value(|actions| (actions.gesture)(gesture));
    }

    /// Whether the piece on a square can be selected.
    pub fn can_take(self, square: Square) -> bool {
        self.0.with_value(|actions| (actions.can_take)(square))
    }

    fn press_key(self, event: &KeyboardEvent) {
        self.0.with_value(|actions| (actions.key)(event));
    }
}

#[component]
pub fn Board(
    /// Its name for the page and the tests.
    name: &'static str,
    /// Its label for screen readers.
    label: String,
    inputs: BoardInputs,
) -> impl IntoView {
    let BoardInputs {
        squares,
        placement,
        mover,
        attacks,
        drawings,
        listener,
    } = inputs;
    let pointer = Pointer::new(listener);
    view! {
        <g
            class="board"
            role="grid"
            aria-label=label
            data-board=name
            data-active=move || mover.get().is_some().to_string()
            transform=move || placement.get().transform()
            style:--turn=move || format!("{}deg", Number(placement.get().degrees))
            style:--stand=move || format!("{}deg", Number(placement.get().piece_degrees()))
            class:small=move || placement.get().scale < 0.8
            on:pointerdown=move |event| pointer.press(&event)
            on:pointermove=move |event| pointer.travel(&event)
            on:pointerup=move |event| pointer.release(&event)
            on:pointercancel=move |event| pointer.lose(&event)
            on:pointerleave=move |_| pointer.leave()
            on:touchstart=move |event| pointer.touch(&event)
            on:contextmenu=move |event| event.prevent_default()
            on:keydown=move |event| listener.press_key(&event)
        >
            <Frame mover=mover placement=placement/>
            {Rank::ALL.into_iter().rev().map(|rank| cell::row(rank, &squares)).collect_view()}
            <Names placement=placement/>
            <g class="pieces" aria-hidden="true">
                {Square::ALL
                    .map(|square| pieces::slot(square, squares[square as usize].figures))
                    .collect_view()}
            </g>
            <g class="marks" aria-hidden="true">
                {Square::ALL.map(|square| marks::slot(square, squares[square as usize])).collect_view()}
                {move || attacks.get().into_iter().map(marks::attack).collect_view()}
                {move || drawings.get().into_iter().map(marks::drawing).collect_view()}
            </g>
        </g>
    }
}

/// A dragged piece, above all boards.
pub fn dragged(army: Army, role: Role, at: Point, placement: Placement) -> impl IntoView {
    let back = Number(placement.piece_degrees());
    let at = format!(
        "translate({} {}) rotate({back}) translate(-50 -50)",
        Number(at.x),
        Number(at.y)
    );
    view! {
        <g transform=placement.transform()>
            <g class=format!("piece {}", army.class()) transform=at data-dragged="true">
                {outline(role)}
            </g>
        </g>
    }
}

/// The frame, which shows the player to move.
#[component]
fn Frame(
    /// The player to move on this board. The color is set on the frame and not on the whole board,
    /// because that would restyle all squares.
    mover: Watch<Option<Army>>,
    placement: Watch<Placement>,
) -> impl IntoView {
    let class = move || match mover.get() {
        Some(army) => format!("surround active {}", army.class()),
        None => "surround".to_owned(),
    };
    let width = move || placement.with(|placement| placement.frame);
    // The glow is inside the frame, so that the glows of two boards do not overlap.
    let frame = move |class: &'static str, inset: f64| {
        let at = move || Number(inset - width()).to_string();
        let side = move || Number(BOARD + 2.0 * (width() - inset)).to_string();
        let round = Number((16.0 - inset).max(4.0)).to_string();
        view! { <rect class=class x=move || at() y=move || at() width=move || side() height=move || side() rx=round/> }
    };
    view! {
        <g class=move || class() aria-hidden="true">{frame("frame", 0.0)} {frame("glow", 8.0)}</g>
    }
}

/// The names of files and ranks, upright for every rotation of the board: inside the squares at the
/// edge, or on the frame.
#[component]
fn Names(placement: Watch<Placement>) -> impl IntoView {
    let coordinates = look::coordinates();
    let is_outside = move || coordinates.get() == Coordinates::Outside;
    let letters = Watch::new(move || placement.with(|placement| placement.letters));
    // How far a coordinate inside a square is from its edges; a turned one needs more room.
    let inset = Watch::new(move || {
        let share = match placement.with(Placement::is_diamond) {
            true => 0.64,
            false => 0.55,
        };
        share * letters.get()
    });
    // Files are below and ranks to the left as seen, also on a board that is upside down.
    let is_flipped = move || placement.with(|placement| placement.degrees == 180.0);
    let name = move |at: Signal<Point>, text: String, is_on_dark: bool| {
        let transform = move || {
            let Point { x, y } = at.get();
            let back = placement.with(|placement| Number(-placement.degrees));
            format!("translate({} {}) rotate({back})", Number(x), Number(y))
        };
        let class = move || match (is_outside(), is_on_dark != is_flipped()) {
            (true, _) => "coordinate",
            (false, true) => "coordinate inside on-dark",
            (false, false) => "coordinate inside",
        };
        view! { <text class=move || class() transform=move || transform()>{text}</text> }
    };
    // The place across the edge, and along it from the middle of the square.
    let place = move |is_far: bool, along: f64| {
        let width = placement.with(|placement| placement.frame);
        let step = match is_outside() {
            true => -width / 2.0,
            false => inset.get(),
        };
        let across = match is_far {
            true => BOARD - step,
            false => step,
        };
        let aside = match (is_outside(), is_flipped()) {
            (true, _) => 0.0,
            (false, true) => -along,
            (false, false) => along,
        };
        (across, aside)
    };
    let files = File::ALL.map(|file| {
        let x = f64::from(file as u8) * 100.0 + 50.0;
        let at = Signal::derive(move || {
            let (y, aside) = place(!is_flipped(), 50.0 - inset.get());
            Point::new(x + aside, y)
        });
        // The first file ends on a dark square.
        name(at, file.to_string(), (file as u8).is_multiple_of(2))
    });
    let ranks = Rank::ALL.map(|rank| {
        let y = f64::from(7 - rank as u8) * 100.0 + 50.0;
        let at = Signal::derive(move || {
            let (x, aside) = place(is_flipped(), inset.get() - 50.0);
            Point::new(x, y + aside)
        });
        name(at, rank.to_string(), (rank as u8).is_multiple_of(2))
    });
    view! { <g class="names" aria-hidden="true" style:--letters=move || format!("{}px", Number(letters.get()))>{files.collect_view()} {ranks.collect_view()}</g> }
}

/// The corner of a square, which has integer coordinates.
fn whole_corner(square: Square) -> (i32, i32) {
    let Point { x, y } = corner_of(square);
    (x as i32, y as i32)
}
