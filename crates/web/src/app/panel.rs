//! The panel beside the boards.

mod controls;
mod legend;
mod log;
mod turn;

use leptos::prelude::*;

use super::store::Store;
use crate::state::Command;
use crate::state::tour::CHAPTERS;
use controls::Controls;
use legend::Legend;
use log::Log;
use turn::Turn;

/// The panel.
#[component]
pub fn Panel() -> impl IntoView {
    view! {
        <aside class="panel" aria-label="The game">
            <Notice/>
            <TourCard/>
            <Turn/>
            <Controls/>
            <Log/>
            <Legend/>
        </aside>
    }
}

/// A sentence about what has just been done or refused.
#[component]
fn Notice() -> impl IntoView {
    let store = Store::of_context();
    let notice = store.memo(|state| state.notice().cloned());
    move || {
        notice.get().map(|notice| {
            let class = if notice.is_good {
                "notice good"
            } else {
                "notice bad"
            };
            view! {
                <div class=class data-testid="notice" data-good=notice.is_good.to_string()>
                    <p>{notice.text}</p>
                    <button data-action="dismiss" on:click=move |_| store.send(Command::Dismiss)>
                        "OK"
                    </button>
                </div>
            }
        })
    }
}

/// What the tour says.
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
                        on:click=move |_| store.send(Command::TourChapter(index))
                    >
                        {(index + 1).to_string()}
                    </button>
                }
            });
            view! {
                <section class="card tour" data-testid="tour" aria-label="Tour">
                    <span class="count">{count}</span>
                    <h2>{this.title}</h2>
                    <p data-testid="tour-text">{this.stops[stop].text}</p>
                    <div class="row">
                        <button data-action="tour-back" disabled=is_first
                            on:click=move |_| store.send(Command::TourBack)>"Back"</button>
                        <button class="primary grow" data-action="tour-forward"
                            on:click=move |_| store.send(Command::TourForward)>
                            {if is_last { "Play" } else { "Next" }}
                        </button>
                        <button data-action="tour-leave"
                            on:click=move |_| store.send(Command::LeaveTour)>"Leave"</button>
                    </div>
                    <div class="row chapters" role="group" aria-label="Chapters">
                        {chapters.collect_view()}
                    </div>
                </section>
            }
        })
    }
}
