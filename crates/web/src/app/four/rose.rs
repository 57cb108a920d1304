//! The compass rose, which points at the player to move.

use duplicate::Seat;
use leptos::prelude::*;

use super::store::Store;
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::army::Army;
use crate::geometry::{Number, Scene, bearing};

/// The rose, drawn with a radius of 100.
#[component]
pub fn Rose(scene: Watch<Scene>) -> impl IntoView {
    let store = Store::of_context();
    let mover = store.memo(|state| state.mover());
    let round = store.memo(|state| state.round());
    let transform = move || {
        let rose = scene.with(|scene| scene.rose);
        let (x, y) = (Number(rose.center.x), Number(rose.center.y));
        let (turn, scale) = (Number(rose.degrees), Number(rose.radius / 100.0));
        format!("translate({x} {y}) rotate({turn}) scale({scale})")
    };
    let pointing = move || match mover.get() {
        Some(seat) => format!("rotate({})", Number(bearing(seat))),
        None => "scale(0)".to_owned(),
    };
    let minor = [45, 135, 225, 315].map(|turn| {
        view! { <path class="rose-minor" d="M0 -62L9 -20L0 0L-9 -20Z" transform=format!("rotate({turn})")/> }
    });
    let ticks = (0..32).map(|tick| {
        let turn = Number(f64::from(tick) * 11.25);
        view! { <line class="rose-tick" y1="-76" y2="-71" transform=format!("rotate({turn})")/> }
    });
    let hub = move || {
        if mover.get().is_some() {
            "round"
        } else {
            "ended"
        }
    };
    view! {
        <g transform=move || transform() class="rose" data-mover=move || mover.get().map(|seat| seat.letter().to_string())
            role="img" aria-label=move || match mover.get() {
                Some(seat) => format!("The rose points at {seat}: round {}", round.get()),
                None => "The game is over".to_owned(),
            }>
            <circle class="rose-ring" r="80"/>
            {ticks.collect_view()}
            {minor.collect_view()}
            {Seat::ALL.map(|seat| arm(seat, mover)).collect_view()}
            <g class="needle" transform=move || pointing() data-testid="needle">
                <path d="M0 -122L17 -97L0 -103L-17 -97Z"/>
            </g>
            <circle class="hub" r="27"/>
            <g transform=move || format!("rotate({}) scale(0.36)", Number(-scene.with(|scene| scene.rose.degrees)))>
                <text class="hub-number" y="5">{move || round.get().to_string()}</text>
                <text class="hub-word" y="38">{move || hub()}</text>
            </g>
        </g>
    }
}

fn arm(seat: Seat, mover: Watch<Option<Seat>>) -> impl IntoView {
    let class = move || match mover.get() == Some(seat) {
        true => format!("rose-arm active {}", Army::from(seat).class()),
        false => format!("rose-arm {}", Army::from(seat).class()),
    };
    view! {
        <g class=move || class() transform=format!("rotate({})", Number(bearing(seat)))>
            <path class="rose-point lit" d="M0 -94L0 0L-16 -16Z"/>
            <path class="rose-point shade" d="M0 -94L0 0L16 -16Z"/>
        </g>
    }
}
