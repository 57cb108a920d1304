//! The arbiter's card: time adjustments, stopping the clocks, and all decisions so far.

use chess::Color;
use leptos::prelude::*;

use super::store::Store;
use crate::app::page::Page;
use crate::play::{AMOUNTS, Command, GameCommand};

/// The default amount, in seconds.
const USUAL: u32 = 60;

/// The card; empty in a game without an arbiter.
#[component]
pub fn Arbiter() -> impl IntoView {
    let store = Store::of_context();
    let is_arbiter = store.memo(|play| play.setting().is_arbiter);
    move || is_arbiter.get().then(|| view! { <ArbiterCard/> })
}

#[component]
pub fn ArbiterCard() -> impl IntoView {
    let store = Store::of_context();
    let amount = RwSignal::new(USUAL);
    let has_clock = store.memo(|play| play.setting().control.terms().is_some());
    let is_paused = store.memo(|play| play.is_paused());
    let decisions = store.memo(|play| play.decisions().to_vec());
    let act = move |command: GameCommand| store.send(Command::Game(command));
    let shift = move |side: Color, sign: i64| {
        let seconds = sign * i64::from(amount.get_untracked());
        act(GameCommand::AdjustTime { side, seconds });
    };
    let amounts = || {
        AMOUNTS.map(|(seconds, words)| {
            view! { <option value=seconds.to_string() selected=seconds == USUAL>{words}</option> }
        })
    };
    let side = move |side: Color| {
        view! {
            <div class="row places" data-arbiter=side.to_string()>
                <button data-action="take-time" on:click=move |_| shift(side, -1)>{format!("{side} \u{2212}")}</button>
                <button data-action="give-time" on:click=move |_| shift(side, 1)>{format!("{side} +")}</button>
            </div>
        }
    };
    let clocks = move || {
        view! {
            <label class="field">"Time to give or take"
                <select data-field="amount" on:change:target=move |event| {
                    amount.set(event.target().value().parse().unwrap_or(USUAL));
                }>{amounts()}</select>
            </label>
            {Color::ALL.map(side)}
            <div class="row places">
                <button data-action="pause" on:click=move |_| act(GameCommand::Pause)>
                    {move || if is_paused.get() { "Start the clocks" } else { "Stop the clocks" }}
                </button>
            </div>
        }
    };
    view! {
        <section class="card arbiter" aria-label="Arbiter">
            <h2>"Arbiter"</h2>
            {move || has_clock.get().then(clocks)}
            <ol class="decisions" data-testid="decisions">
                {move || decisions.get().into_iter().map(|decision| view! {
                    <li>
                        <span class="quiet">{format!("ply {}: ", decision.ply)}</span>
                        {decision.words}
                    </li>
                }).collect_view()}
            </ol>
        </section>
    }
}
