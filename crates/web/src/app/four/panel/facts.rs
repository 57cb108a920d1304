//! Each seat with its ghosts during the game and its result afterwards, and the rulings in force.

use duplicate::{Ending, Seat};
use leptos::prelude::*;

use crate::app::drawing::Badge;
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::four::{status, words};

/// The facts about the seats.
#[component]
pub fn Facts() -> impl IntoView {
    let store = Store::of_context();
    let is_over = store.memo(|state| state.shown_game().ending().is_some());
    let rulings = store.memo(|state| words::rulings(state.shown_game()));
    view! {
        <section class="card" aria-label="Seats">
            {move || match is_over.get() {
                false => view! {
                    <ul class="facts" aria-label="Ghosts">
                        {Seat::ALL.map(|seat| view! { <Plate seat=seat/> }).collect_view()}
                    </ul>
                }.into_any(),
                true => verdict().into_any(),
            }}
            {move || rulings.get().map(|text| view! { <p class="rulings" data-testid="rulings">{text}</p> })}
        </section>
    }
}

/// The result of a game at a table over the network, once it is over.
#[component]
pub fn Ended() -> impl IntoView {
    let store = Store::of_context();
    let is_over = store.memo(|state| state.shown_game().ending().is_some());
    move || {
        is_over
            .get()
            .then(|| view! { <section class="card" aria-label="Result">{verdict()}</section> })
    }
}

/// The result of each seat, and why.
fn verdict() -> impl IntoView {
    let store = Store::of_context();
    let ending = store.memo(|state| {
        let game = state.shown_game();
        let ending = game.ending()?;
        let provisional = words::provisional(game, &ending);
        Some((ending, provisional))
    });
    move || {
        let ending = ending.get();
        ending.map(|(ending, provisional)| words_of(&ending, provisional))
    }
}

#[component]
fn Plate(seat: Seat) -> impl IntoView {
    let store = Store::of_context();
    let ghosts = store.memo(move |state| state.ghost_count(seat));
    let is_mover = store.memo(move |state| state.mover() == Some(seat));
    let words = move || match ghosts.get() {
        0 => "no ghosts".to_owned(),
        1 => "1 ghost".to_owned(),
        many => format!("{many} ghosts"),
    };
    view! {
        <li
            aria-current=move || is_mover.get().then_some("true")
            data-ghosts-of=seat.letter().to_string()
            data-ghosts=move || ghosts.get().to_string()
        >
            <Badge seat=seat/>
            <span class="visually-hidden">{seat.to_string()}</span>
            <span class="quiet">{words}</span>
        </li>
    }
}

fn words_of(ending: &Ending, provisional: Option<String>) -> impl IntoView + use<> {
    let scores = ending.scores;
    let seats = Seat::ALL.map(|seat| {
        let score = scores[seat];
        view! {
            <li data-result=seat.letter().to_string() data-score=score.name()>
                <Badge seat=seat/>
                <span>{format!("{seat}: {score}")}</span>
            </li>
        }
    });
    let provisional = provisional.map(|words| {
        view! { <p class="provisional" data-testid="provisional">{words}</p> }
    });
    view! {
        <div class="verdict-words" data-testid="verdict" data-cause=ending.cause.name()>
            <p><strong>{status::result(ending)}</strong></p>
            <ul class="scores">{seats.collect_view()}</ul>
            {provisional}
        </div>
    }
}
