//! The players of the seats: people or programs of a level, and hints of programs.

use duplicate::Seat;
use leptos::prelude::*;
use rival::Level;

use crate::app::dialog::done;
use crate::app::drawing::Badge;
use crate::app::four::store::Store;
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::four::RivalsCommand;
use crate::options::Pace;

#[component]
pub fn Players() -> impl IntoView {
    let store = Store::of_context();
    let rows = Seat::ALL.map(|seat| view! { <Player seat=seat/> });
    let is_paused = store.memo(|state| state.is_paused());
    let has_line = store.memo(|state| state.has_line());
    let pace = store.option(|options| options.pace);
    let paces = Pace::ALL.map(|choice| {
        let word = match choice {
            Pace::Quick => "as fast as they can",
            Pace::Usual => "so that one can follow",
            Pace::Calm => "slowly, move by move",
        };
        view! {
            <option value=choice.name() selected=move || pace.get() == choice>{word}</option>
        }
    });
    let choose_pace = move |name: String| {
        if let Some(pace) = Pace::ALL.into_iter().find(|pace| pace.name() == name) {
            store.send(RivalsCommand::SetPace(pace));
        }
    };
    view! {
        <h2 id="dialog-title">"Players"</h2>
        <p>
            "A program can play any seat, and a person can take it back at any time. Programs wait \
             while a dialog is open or the past is shown."
        </p>
        <div class="players">{rows.collect_view()}</div>
        <label class="player">
            <span>"Programs move"</span>
            <select data-action="pace" on:change:target=move |event| choose_pace(event.target().value())>
                {paces.collect_view()}
            </select>
        </label>
        <div class="row">
            <button data-action="pause" on:click=move |_| store.send(RivalsCommand::TogglePause)>
                {move || if is_paused.get() { "Resume programs" } else { "Pause programs" }}
            </button>
            <button data-action="hint" on:click=move |_| store.send(RivalsCommand::Hint)>"Hint"</button>
            <button data-action="expects" disabled=move || !has_line.get()
                on:click=move |_| store.send(RivalsCommand::ShowLine)>"What did it expect?"</button>
            {done()}
        </div>
    }
}

#[component]
fn Player(seat: Seat) -> impl IntoView {
    let store = Store::of_context();
    let level = store.memo(move |state| state.program(seat).unwrap_or(0));
    let option = move |number: u8, words: String| {
        view! {
            <option value=number.to_string() selected=move || level.get() == number>{words}</option>
        }
    };
    let programs = Level::all().map(|level| {
        let words = format!("Program {}: {}", level.number(), level.words());
        option(level.number(), words)
    });
    view! {
        <label class="player">
            <span><Badge seat=seat/>" "{seat.to_string()}</span>
            <select data-action="seat" data-seat=seat.letter().to_string()
                on:change:target=move |event| {
                    if let Ok(level) = event.target().value().parse() {
                        store.send(RivalsCommand::Seat(seat, level));
                    }
                }>
                {option(0, "A person".to_owned())}
                {programs.collect_view()}
            </select>
        </label>
    }
}
