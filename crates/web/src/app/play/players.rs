//! The strip of a player: name, captured pieces, clock.

use chess::Color;
use leptos::prelude::*;

use super::store::Store;
use crate::app::drawing::outline;
use crate::app::online::{Elsewhere, clock_face, presence};
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::army::Army;
use crate::online::ClockView;
use crate::play::Play;

fn clock_of(play: &Play, side: Color) -> Option<ClockView> {
    let left = play.time_left(side)?;
    let is_running = play.running_clock() == Some(side);
    Some(ClockView::new(left, is_running))
}

#[component]
pub fn PlayerStrip(side: Signal<Color>) -> impl IntoView {
    let store = Store::of_context();
    let name = move || store.read(|play| play.name(side.get()));
    let elsewhere = use_context::<Elsewhere>();
    let seat = move || match side.get() {
        Color::White => wire::Seat::White,
        Color::Black => wire::Seat::Black,
    };
    let clock = Watch::new(move || match elsewhere {
        Some(elsewhere) => elsewhere.clock(seat()),
        None => store.read(|play| clock_of(play, side.get())),
    });
    // The pieces that a player has captured are beside the name.
    let taken = Watch::new(move || store.read(|play| play.lost(!side.get())));
    let ahead = Watch::new(move || {
        let balance = store.read(Play::balance);
        match side.get() {
            Color::White => balance,
            Color::Black => -balance,
        }
    });
    view! {
        <div class="strip" data-strip=move || side.get().to_string()>
            {presence(move || elsewhere.and_then(|elsewhere| elsewhere.is_here(seat())))}
            <strong>{name}</strong>
            <span class="taken-pieces" role="group" aria-label="Captured pieces">
                {move || {
                    let army = Army::from(!side.get());
                    let pieces = taken.get().into_iter().map(|role| view! {
                        <svg viewBox="0 0 100 100" class=format!("piece {}", army.class()) role="img" aria-label=role.to_string()>
                            {outline(role)}
                        </svg>
                    });
                    pieces.collect_view()
                }}
                {move || (ahead.get() > 0).then(|| view! { <span class="ahead">{format!("+{}", ahead.get())}</span> })}
            </span>
            {move || clock.get().map(clock_face)}
        </div>
    }
}
