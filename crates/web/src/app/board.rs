//! One board: a grid of squares, the pieces above them, and the marks above those.
//!
//! The same component draws all four. Squares are redrawn one by one, and only when what is to be
//! seen on them is another.

mod cell;
mod pieces;
mod signals;

use chess::{File, Rank, Square};
use duplicate::{BoardName, Seat};
use leptos::prelude::*;

pub use signals::SquareSignals;

use super::drawing::{outline, seat_class};
use super::pointer::Pointer;
use super::store::Store;
use super::{keys, marks};
use crate::geometry::{BOARD, FRAME, Number, Placement, Point, Scene, corner_of};

/// A board in its place.
#[component]
pub fn Board(
    /// Which one.
    name: BoardName,
    /// Where everything stands.
    scene: Memo<Scene>,
) -> impl IntoView {
    let store = Store::of_context();
    let placement = Memo::new(move |_| scene.with(|scene| scene.boards[name]));
    let mover = store.memo(move |state| state.mover().filter(|seat| seat.plays_on(name)));
    let squares = signals::follow(store, name);
    let pointer = Pointer::new(store, name);
    let [white, black] = chess::Color::ALL.map(|color| name.player(color));
    view! {
        <g
            class="board"
            role="grid"
            aria-label=format!("Board {name}: {white} plays White, {black} plays Black")
            data-board=name.name()
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
            on:keydown=move |event| keys::on_square(store, &event)
        >
            <Frame mover=mover placement=placement/>
            {Rank::ALL.into_iter().rev().map(|rank| cell::row(rank, &squares)).collect_view()}
            <g class="pieces" aria-hidden="true">
                {Square::ALL
                    .map(|square| pieces::slot(square, squares[square as usize].figures))
                    .collect_view()}
            </g>
            <g class="marks" aria-hidden="true">
                {Square::ALL.map(|square| marks::slot(square, squares[square as usize])).collect_view()}
                <Overlay name=name/>
            </g>
        </g>
    }
}

/// The frame with its letters and digits, which stand upright however the board is turned.
#[component]
fn Frame(
    /// The mover who plays here. Its color is told to the frame and not to the whole board, whose
    /// squares would all have to be styled anew.
    mover: Memo<Option<Seat>>,
    /// How the board lies.
    placement: Memo<Placement>,
) -> impl IntoView {
    let class = move || match mover.get() {
        Some(seat) => format!("surround active {}", seat_class(seat)),
        None => "surround".to_owned(),
    };
    let width = move || placement.with(|placement| placement.frame);
    // The glow is drawn within the frame, so that the glows of two boards cannot tangle.
    let frame = move |class: &'static str, inset: f64| {
        let at = move || Number(inset - width()).to_string();
        let side = move || Number(BOARD + 2.0 * (width() - inset)).to_string();
        let round = Number((16.0 - inset).max(4.0)).to_string();
        view! { <rect class=class x=at y=at width=side height=side rx=round/> }
    };
    let coordinate = move |at: Signal<Point>, text: String| {
        let transform = move || {
            let Point { x, y } = at.get();
            let back = Number(-placement.with(|placement| placement.degrees));
            let scale = Number(width() / FRAME);
            format!(
                "translate({} {}) rotate({back}) scale({scale})",
                Number(x),
                Number(y)
            )
        };
        view! { <text class="coordinate" transform=transform>{text}</text> }
    };
    // Files stand below and ranks to the left as seen, also on a board that is upside down.
    let is_flipped = move || placement.with(|placement| placement.degrees == 180.0);
    let edge = move |is_far: bool| match is_far {
        true => BOARD + width() / 2.0,
        false => -width() / 2.0,
    };
    let files = File::ALL.map(|file| {
        let x = f64::from(file as u8) * 100.0 + 50.0;
        let at = Signal::derive(move || Point::new(x, edge(!is_flipped())));
        coordinate(at, file.to_string())
    });
    let ranks = Rank::ALL.map(|rank| {
        let y = f64::from(7 - rank as u8) * 100.0 + 50.0;
        let at = Signal::derive(move || Point::new(edge(is_flipped()), y));
        coordinate(at, rank.to_string())
    });
    view! {
        <g class=class aria-hidden="true">
            {frame("frame", 0.0)} {frame("glow", 8.0)}
            {files.collect_view()} {ranks.collect_view()}
        </g>
    }
}

/// The corner of a square in whole numbers, which it has.
fn whole_corner(square: Square) -> (i32, i32) {
    let Point { x, y } = corner_of(square);
    (x as i32, y as i32)
}

/// What lies across squares: lines of sight, and arrows that were drawn.
#[component]
fn Overlay(name: BoardName) -> impl IntoView {
    let store = Store::of_context();
    let sights = store.memo(move |state| {
        let all = state
            .explanation()
            .map(|why| why.sights)
            .unwrap_or_default();
        let here = all.into_iter().filter(|sight| sight.board == name);
        here.collect::<Vec<_>>()
    });
    let drawings = store.memo(move |state| state.drawings(name).collect::<Vec<_>>());
    view! {
        {move || sights.get().iter().map(marks::sight).collect_view()}
        {move || drawings.get().into_iter().map(marks::drawing).collect_view()}
    }
}

/// The dragged piece and its twin, above all boards.
#[component]
pub fn Dragged(scene: Memo<Scene>) -> impl IntoView {
    let store = Store::of_context();
    let dragged = store.memo(|state| {
        let grab = state.input().grab()?;
        let at = state.input().dragged_to()?;
        let owner = state.boards().turn();
        let has_twin = state.boards().lockstep(owner).contains(grab.from);
        let here = move |board: &BoardName| *board == grab.board || has_twin;
        let boards: Vec<BoardName> = owner.boards().into_iter().filter(here).collect();
        Some((owner, grab.piece.role, at, boards))
    });
    move || {
        dragged.get().map(|(seat, role, at, boards)| {
            let class = format!("piece {}", seat_class(seat));
            let pieces = boards.into_iter().map(|board| {
                let placement = scene.with(|scene| scene.boards[board]);
                let back = Number(placement.piece_degrees());
                let at = format!(
                    "translate({} {}) rotate({back}) translate(-50 -50)",
                    Number(at.x),
                    Number(at.y)
                );
                view! {
                    <g transform=placement.transform()>
                        <g class=class.clone() transform=at data-dragged="true">{outline(role)}</g>
                    </g>
                }
            });
            pieces.collect_view()
        })
    }
}
