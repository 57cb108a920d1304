//! The legend of the highlights.

use chess::Role;
use duplicate::Seat;
use leptos::prelude::*;

use crate::app::drawing::{Badge, ghost_ring, outline};
use crate::app::marks;
use crate::army::Army;

#[component]
pub fn Legend() -> impl IntoView {
    let players = Seat::ALL.map(|seat| {
        let [first, second] = seat.boards();
        view! {
            <li>
                <Badge seat=seat/>
                {format!("{seat}: {:?} on {first} and {second}", seat.color())}
            </li>
        }
    });
    let grabbed = view! {
        <rect class="grab-edge" x="10" y="10" width="80" height="80" rx="6"/>
        <rect class="grab" x="10" y="10" width="80" height="80" rx="6"/>
    };
    let ghost = view! {
        <g class=format!("piece ghost {}", Army::from(Seat::West).class())>
            {outline(Role::Pawn)} {ghost_ring()}
        </g>
    };
    let check = view! {
        {circle("check-badge", "30")}
        <text class="check-badge-text" x="50" y="52">"!"</text>
    };
    // On a low screen, the moves need the space more.
    let has_room = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64())
        .is_some_and(|height| height > 1000.0);
    view! {
        <details class="card legend" open=has_room>
            <summary>"Legend"</summary>
            <ul>
                {mark(false, circle("dot", "22"), "Dot: playable, legal on both boards")}
                {mark(true, marks::crossed("only", "24", "M33 67L67 33"), "Barred ring: legal on that board only")}
                {mark(false, grabbed.into_any(), "Square frame: the piece in hand")}
                {mark(true, ghost.into_any(), "Dashed ring: a ghost. Its twin is gone, it cannot move")}
                {mark(false, circle("culprit", "36"), "Ring: the piece responsible")}
                {mark(true, check.into_any(), "In check")}
                {sign("took", "Takes a piece on both boards")}
                {sign("diverged", "Takes on one board only, or different pieces: the boards part ways")}
                {players.collect_view()}
            </ul>
        </details>
    }
}

/// A highlight of a square, and its meaning.
fn mark(is_dark: bool, drawing: AnyView, words: &'static str) -> AnyView {
    let class = if is_dark { "square dark" } else { "square" };
    view! {
        <li>
            <svg viewBox="0 0 100 100" aria-hidden="true">
                <rect class=class width="100" height="100"/>
                {drawing}
            </svg>
            {words}
        </li>
    }
    .into_any()
}

/// A sign of the log, and its meaning.
fn sign(class: &'static str, words: &'static str) -> AnyView {
    view! { <li><span class=format!("sign {class}") aria-hidden="true"></span>{words}</li> }
        .into_any()
}

/// A circle in the middle of a square.
fn circle(class: &'static str, radius: &'static str) -> AnyView {
    view! { <circle class=class cx="50" cy="50" r=radius/> }.into_any()
}
