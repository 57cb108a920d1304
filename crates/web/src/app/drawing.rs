//! Pieces and icons.

use chess::Role;
use duplicate::Seat;
use leptos::prelude::*;

use super::look::drawn;
use crate::army::Army;

/// The shapes of all pieces, defined once; [`outline`] refers to them. Their fill is set where they
/// are used.
pub fn definitions() -> impl IntoView {
    let all = Role::ALL.map(|role| {
        view! { <g id=format!("piece-{role}")>{drawn(role)}</g> }
    });
    view! { <defs>{all.into_iter().collect_view()}</defs> }
}

/// A piece on a 100 by 100 canvas.
pub fn outline(role: Role) -> impl IntoView {
    view! { <use class="drawing" href=format!("#piece-{role}")/> }
}

/// The dashed ring around a ghost.
pub fn ghost_ring() -> impl IntoView {
    view! {
        <circle class="ghost-ring-edge" cx="50" cy="50" r="41.4"/>
        <circle class="ghost-ring" cx="50" cy="50" r="41.4"/>
    }
}

/// The round badge of a seat in text.
#[component]
pub fn Badge(seat: Seat) -> impl IntoView {
    view! {
        <span class=format!("badge {}", Army::from(seat).class()) aria-hidden="true">
            {seat.letter().to_string()}
        </span>
    }
}

/// An icon of strokes on a 24 by 24 canvas.
#[component]
pub fn Icon(path: &'static str) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d=path/>
        </svg>
    }
}
