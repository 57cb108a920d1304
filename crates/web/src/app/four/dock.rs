//! The dock: whose turn it is, why something was refused, how the game ended, or the text of the
//! tour. It is beside the boards on a large screen and at the lower edge of a small one, always
//! visible and always of the same height, so that nothing below it moves.

use leptos::prelude::*;

use super::panel::{BACK, FORWARD};
use super::store::Store;
use super::tour::TourCard;
use crate::app::drawing::{Badge, Icon};
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::four::status::Status;
use crate::four::{GameCommand, WindowCommand};

#[component]
pub fn Dock() -> impl IntoView {
    let store = Store::of_context();
    let in_tour = store.memo(|state| state.tour().is_some());
    view! {
        <section class="dock" aria-label="Status" data-testid="dock">
            {move || match in_tour.get() {
                true => view! { <TourCard/> }.into_any(),
                false => view! { <Headline/> <Message/> }.into_any(),
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

/// The most important message at the moment, with the action it offers.
#[component]
fn Message() -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let notice = store.notice();
    let help = store.remedies();
    view! {
        <div class="message" data-tone=move || status.get().tone.name() tabindex="0" role="region"
            aria-label="What just happened">
            {move || match notice.get() {
                Some(notice) => {
                    let class = if notice.is_good { "notice good" } else { "notice bad" };
                    let remedy = notice.remedy.map(|remedy| view! {
                        <button data-action="remedy" on:click=move |_| help.run(remedy)>
                            {remedy.word()}
                        </button>
                    });
                    view! {
                        <div class=class data-testid="notice" data-good=notice.is_good.to_string()>
                            <p>{notice.text}</p>
                            {remedy}
                            <button data-action="dismiss"
                                on:click=move |_| store.send(WindowCommand::Dismiss)>"OK"</button>
                        </div>
                    }.into_any()
                }
                None => view! { <p data-testid="line">{move || status.get().line}</p> }.into_any(),
            }}
            {move || status.get().story.map(|story| view! {
                <p class="story" data-testid="story">{story}</p>
            })}
        </div>
    }
}
