//! Whose move it is, who is in check, how many ghosts there are, and how it ended.

use duplicate::{Ending, Seat};
use leptos::prelude::*;

use crate::app::drawing::Badge;
use crate::app::store::Store;
use crate::state::{State, words};

/// The turn, or the end.
#[component]
pub fn Turn() -> impl IntoView {
    let store = Store::of_context();
    let ending = store.memo(|state| state.table().ending());
    let story = store.memo(|state| state.last_played().map(|played| words::story(&played)));
    let checks = store.memo(|state| match state.mover() {
        Some(_) => words::checks(state.boards()),
        None => Vec::new(),
    });
    view! {
        <section class="card" aria-label="Turn" data-testid="turn">
            {move || match ending.get() {
                None => view! { <ToMove/> }.into_any(),
                Some(ending) => verdict(&ending).into_any(),
            }}
            {move || {
                let checks = checks.get();
                (!checks.is_empty())
                    .then(|| view! { <p class="alarm-line" data-testid="checks">{checks.join("; ")}</p> })
            }}
            <ul class="facts" aria-label="Ghosts">
                {Seat::ALL.map(|seat| view! { <Facts seat=seat/> }).collect_view()}
            </ul>
            {move || {
                story.get().map(|story| view! { <p class="story" data-testid="story">{story}</p> })
            }}
        </section>
    }
}

#[component]
fn ToMove() -> impl IntoView {
    let store = Store::of_context();
    let turn = store.memo(|state| state.boards().turn());
    let line = store.memo(turn_line);
    move || {
        let seat = turn.get();
        view! {
            <div class="turn" data-turn=seat.letter().to_string()>
                <Badge seat=seat/>
                <div class="turn-words">
                    <strong>{format!("{seat} to move")}</strong>
                    <span>{line.get()}</span>
                </div>
            </div>
        }
    }
}

fn turn_line(state: &State) -> String {
    let seat = state.boards().turn();
    let [first, second] = seat.boards();
    let moves = state.table().legal_moves().len();
    let plural = if moves == 1 { "move" } else { "moves" };
    format!(
        "on {first} and {second}, round {}, {moves} {plural}",
        state.round()
    )
}

/// The small plate of a seat.
#[component]
fn Facts(seat: Seat) -> impl IntoView {
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

/// What each seat gets, and why.
fn verdict(ending: &Ending) -> impl IntoView + use<> {
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
    let rulings: Vec<&str> = ending
        .provisional
        .iter()
        .map(|ruling| ruling.note())
        .collect();
    let provisional = (!rulings.is_empty()).then(|| {
        view! {
            <p class="provisional" data-testid="provisional">
                {format!("Provisional ruling: {}.", rulings.join("; "))}
            </p>
        }
    });
    view! {
        <div class="verdict-words" data-testid="verdict" data-cause=ending.cause.name()>
            <p><strong>{words::ending(ending)}</strong></p>
            <ul class="scores">{seats.collect_view()}</ul>
            {provisional}
        </div>
    }
}
