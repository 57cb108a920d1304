//! The tour: its text in the dock, and the buttons to walk through it.

use leptos::prelude::*;

use super::store::Store;
use crate::app::page::Page;
use crate::four::TourCommand;
use crate::four::tour::CHAPTERS;

#[component]
pub fn TourCard() -> impl IntoView {
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
                    <div class="tour-words" tabindex="0" role="region" aria-label="The tour">
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
