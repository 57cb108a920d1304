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
use crate::geometry::{BOARD, FRAME, Number, Point, Scene, corner_of};

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
            on:pointerdown=move |event| pointer.press(&event)
            on:pointermove=move |event| pointer.travel(&event)
            on:pointerup=move |event| pointer.release(&event)
            on:pointercancel=move |event| pointer.lose(&event)
            on:pointerleave=move |_| pointer.leave()
            on:keydown=move |event| keys::on_square(store, &event)
        >
            <Frame mover=mover turn=Signal::derive(move || placement.get().degrees)/>
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
    /// By how much the board is turned.
    turn: Signal<f64>,
) -> impl IntoView {
    let class = move || match mover.get() {
        Some(seat) => format!("surround active {}", seat_class(seat)),
        None => "surround".to_owned(),
    };
    let side = BOARD + 2.0 * FRAME;
    let glow = |class: &'static str, out: f64| {
        let at = Number(-FRAME - out).to_string();
        let side = Number(side + 2.0 * out).to_string();
        let round = Number(16.0 + out).to_string();
        view! { <rect class=class x=at.clone() y=at width=side.clone() height=side rx=round/> }
    };
    let coordinate = move |x: f64, y: f64, text: String| {
        let transform = move || {
            format!(
                "translate({} {}) rotate({})",
                Number(x),
                Number(y),
                Number(-turn.get())
            )
        };
        view! { <text class="coordinate" transform=transform>{text}</text> }
    };
    let below = BOARD + FRAME / 2.0;
    let files = File::ALL.map(|file| {
        let x = f64::from(file as u8) * 100.0 + 50.0;
        coordinate(x, below, file.to_string())
    });
    let ranks = Rank::ALL.map(|rank| {
        let y = f64::from(7 - rank as u8) * 100.0 + 50.0;
        coordinate(-FRAME / 2.0, y, rank.to_string())
    });
    view! {
        <g class=class aria-hidden="true">
            {glow("glow", 7.0)} {glow("glow-edge", 18.0)} {glow("frame", 0.0)}
            {files.collect_view()} {ranks.collect_view()}
        </g>
    }
}

/// The corner of a square in whole numbers, which it has.
fn whole_corner(square: Square) -> (i32, i32) {
    let Point { x, y } = corner_of(square);
    (x as i32, y as i32)
}

/// What lies across squares: lines of sight, and the piece that hangs on the pointer.
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
    let dragged = store.memo(move |state| {
        let grab = state.input().grab()?;
        let at = state.input().dragged_to()?;
        let owner = state.boards().turn();
        let is_here = grab.board == name
            || owner.plays_on(name) && state.boards().lockstep(owner).contains(grab.from);
        is_here.then_some((owner, grab.piece.role, at))
    });
    view! {
        {move || sights.get().iter().map(marks::sight).collect_view()}
        {move || {
            dragged
                .get()
                .map(|(seat, role, at)| {
                    let transform = format!("translate({} {})", Number(at.x - 50.0), Number(at.y - 50.0));
                    let class = format!("piece {}", seat_class(seat));
                    view! { <g class=class transform=transform data-dragged="true">{outline(role)}</g> }
                })
        }}
    }
}
