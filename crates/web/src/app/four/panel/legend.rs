//! What the marks mean.

use chess::Role;
use duplicate::Seat;
use leptos::prelude::*;

use crate::app::drawing::{Badge, ghost_ring, outline};
use crate::army::Army;

/// The legend.
#[component]
pub fn Legend() -> impl IntoView {
    let field = |is_dark: bool| {
        let class = if is_dark { "square dark" } else { "square" };
        view! { <rect class=class width="100" height="100"/> }
    };
    let players = Seat::ALL.map(|seat| {
        let [first, second] = seat.boards();
        view! {
            <li>
                <Badge seat=seat/>
                {format!("{seat}: {:?} on {first} and {second}", seat.color())}
            </li>
        }
    });
    // On a low screen the moves need the room more.
    let has_room = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64())
        .is_some_and(|height| height > 1000.0);
    view! {
        <details class="card legend" open=has_room>
            <summary>"Legend"</summary>
            <ul>
                <li>
                    <svg viewBox="0 0 100 100" aria-hidden="true">
                        {field(false)} <circle class="dot" cx="50" cy="50" r="22"/>
                    </svg>
                    "Dot: playable, legal on both boards"
                </li>
                <li>
                    <svg viewBox="0 0 100 100" aria-hidden="true">
                        {field(true)} <circle class="only" cx="50" cy="50" r="24"/>
                    </svg>
                    "Dashed ring: legal on that board only"
                </li>
                <li>
                    <svg viewBox="0 0 100 100" aria-hidden="true">
                        {field(false)}
                        <rect class="grab-edge" x="10" y="10" width="80" height="80" rx="6"/>
                        <rect class="grab" x="10" y="10" width="80" height="80" rx="6"/>
                    </svg>
                    "Outline: the grabbed piece"
                </li>
                <li>
                    <svg viewBox="0 0 100 100" aria-hidden="true">
                        {field(true)}
                        <g class=format!("piece ghost {}", Army::from(Seat::West).class())>
                            {outline(Role::Pawn)} {ghost_ring()}
                        </g>
                    </svg>
                    "Ghost: its twin is gone, it cannot move"
                </li>
                <li>
                    <svg viewBox="0 0 100 100" aria-hidden="true">
                        {field(false)} <circle class="culprit" cx="50" cy="50" r="36"/>
                    </svg>
                    "Ring: the piece to blame"
                </li>
                <li>
                    <svg viewBox="0 0 100 100" aria-hidden="true">
                        {field(true)} <circle class="check-badge" cx="50" cy="50" r="30"/>
                        <text class="check-badge-text" x="50" y="52">"!"</text>
                    </svg>
                    "In check"
                </li>
                {players.collect_view()}
            </ul>
        </details>
    }
}
