//! The dock: whose turn it is, why something was refused, how the game ended, or the text of the
//! tour. It is beside the boards on a large screen and at the lower edge of a small one. What it says
//! takes its height from the moves, so that no control moves.

use leptos::prelude::*;

use super::panel::{BACK, FORWARD};
use super::store::Store;
use super::tour::TourCard;
use crate::app::drawing::{Badge, Icon};
use crate::app::message::{self, Messages};
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::four::GameCommand;
use crate::four::status::Status;

#[component]
pub fn Dock() -> impl IntoView {
    let store = Store::of_context();
    let in_tour = store.memo(|state| state.tour().is_some());
    view! {
        <section class="dock" aria-label="Status" data-testid="dock">
            {move || match in_tour.get() {
                true => view! { <TourCard/> }.into_any(),
                false => view! { <Headline/> <Told/> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Headline() -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let round = store.memo(|state| state.round());
    let past = store.memo(|state| state.past());
    let steps = store.memo(|state| state.game().steps().len());
    let shown = store.memo(|state| state.game().shown());
    view! {
        <div class="headline" data-testid="turn">
            {move || status.get().seat.map(|seat| view! {
                <span class="turn" data-turn=seat.letter().to_string()><Badge seat=seat/></span>
            })}
            <strong class="headline-words">{move || status.get().headline}</strong>
            {move || match past.get() {
                None => view! { <span class="round">"round " {move || round.get().to_string()}</span> }.into_any(),
                Some((shown, steps)) => view! {
                    <button class="present" data-action="present" data-testid="past"
                        aria-label=format!("Viewing move {shown} of {steps}: return to the game")
                        on:click=move |_| store.send(GameCommand::Show(usize::MAX))>
                        {format!("{shown}/{steps}")} <span class="word">"Back to now"</span>
                    </button>
                }.into_any(),
            }}
            <span class="dock-scrub">
                <button aria-label="Previous" data-action="dock-back" disabled=move || shown.get() == 0
                    on:click=move |_| store.send(GameCommand::Back)><Icon path=BACK/></button>
                <button aria-label="Next" data-action="dock-forward"
                    disabled=move || shown.get() == steps.get()
                    on:click=move |_| store.send(GameCommand::Forward)><Icon path=FORWARD/></button>
            </span>
        </div>
    }
}

/// The messages, and the effect of the last move.
#[component]
fn Told() -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let messages = Watch::new(move || status.with(|status| status.messages.clone()));
    let news = Watch::new(move || status.with(Status::line));
    let is_quiet = Watch::new(move || messages.with(|said| message::are_quiet(said)));
    view! {
        <Messages label="What just happened" news=news is_quiet=is_quiet>
            {message::list(messages, message::presses(store))}
            {move || status.get().story.map(|story| view! {
                <p class="story" data-testid="story">{story}</p>
            })}
        </Messages>
    }
}
