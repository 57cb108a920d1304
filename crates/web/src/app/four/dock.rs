//! The dock: whose turn it is, why something was refused, how the game ended, or the text of the
//! tour. It is beside the boards on a large screen and at the lower edge of a small one, always
//! visible and always of the same height, so that nothing below it moves.

use leptos::prelude::*;

use super::panel::{BACK, FORWARD};
use super::store::Store;
use crate::app::drawing::{Badge, Icon};
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::four::status::Status;
use crate::four::tour::CHAPTERS;
use crate::four::{GameCommand, TourCommand, WindowCommand};

/// The dock.
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
                None => view! { <span class="round">"round " {round}</span> }.into_any(),
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

/// The text of the tour.
#[component]
fn TourCard() -> impl IntoView {
    let store = Store::of_context();
    let stop = store.memo(|state| {
        state.tour().map(|tour| {
            let place = (tour.chapter_index(), tour.stop_index());
            (place, tour.is_first(), tour.is_last())
        })
    });
    move || {
        stop.get().map(|((chapter, stop), is_first, is_last)| {
            let this = &CHAPTERS[chapter];
            let count = format!(
                "Chapter {} of {}, step {} of {}",
                chapter + 1,
                CHAPTERS.len(),
                stop + 1,
                this.stops.len()
            );
            let chapters = CHAPTERS.iter().enumerate().map(|(index, chapter)| {
                view! {
                    <button
                        aria-label=format!("Chapter {}: {}", index + 1, chapter.title)
                        aria-current=(this.title == chapter.title).then_some("step")
                        data-chapter=index.to_string()
                        on:click=move |_| store.send(TourCommand::Chapter(index))
                    >
                        {(index + 1).to_string()}
                    </button>
                }
            });
            view! {
                <div class="tour" data-testid="tour" role="region" aria-label="Tour">
                    <div class="tour-words">
                        <span class="count">{count}</span>
                        <h2>{this.title}</h2>
                        <p data-testid="tour-text">{this.stops[stop].text}</p>
                    </div>
                    <div class="row">
                        <button data-action="tour-back" disabled=is_first
                            on:click=move |_| store.send(TourCommand::Back)>"Back"</button>
                        <button class="primary grow" data-action="tour-forward"
                            on:click=move |_| store.send(match is_last {
                                true => TourCommand::Play,
                                false => TourCommand::Forward,
                            })>
                            {if is_last { "Play as North" } else { "Next" }}
                        </button>
                        <button data-action="tour-leave"
                            on:click=move |_| store.send(TourCommand::Leave)>"Leave"</button>
                    </div>
                    <div class="row chapters" role="group" aria-label="Chapters">
                        {chapters.collect_view()}
                    </div>
                </div>
            }
        })
    }
}
