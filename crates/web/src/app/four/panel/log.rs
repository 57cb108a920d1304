//! The log: rounds in rows, seats in columns.

use duplicate::Seat;
use leptos::prelude::*;

use crate::app::drawing::Badge;
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::four::GameCommand;
use crate::four::log::{self, Capture, Entry, Round};

#[component]
pub fn Log() -> impl IntoView {
    let store = Store::of_context();
    let revision = store.memo(|state| state.revision());
    // Distinguishing captures replays the whole game, so it is done once per change.
    let rounds = Watch::new(move || {
        revision.get();
        store.peek(|state| log::rounds(state.shown_game()))
    });
    let declaration = Watch::new(move || {
        revision.get();
        store.peek(|state| log::declaration(state.shown_game()))
    });
    let shown = store.memo(|state| state.shown_game().ply());
    let current = Selector::new(move || shown.get());
    let keep_in_sight = move |_: Option<()>| {
        shown.get();
        revision.get();
        request_animation_frame(crate::app::browser::show_current_move);
    };
    Effect::new(keep_in_sight);
    view! {
        <section class="card log-box" aria-label="Moves">
            <h2>"Moves"</h2>
            <div class="log-scroll" tabindex="0" role="region" aria-label="Move log">
                <table class="log" data-testid="log">
                    <thead>
                        <tr>
                            <th scope="col"><span class="visually-hidden">"Round"</span></th>
                            {Seat::ALL.map(heading).collect_view()}
                        </tr>
                    </thead>
                    <tbody>
                        <For
                            each=move || rounds.get()
                            key=|round| round_key(round)
                            children={
                                let current = current.clone();
                                move |round| row(store, &round, &current)
                            }
                        />
                    </tbody>
                </table>
                {move || declaration.get().map(|text| view! { <p class="story">{text}</p> })}
            </div>
        </section>
    }
}

fn heading(seat: Seat) -> impl IntoView {
    view! {
        <th scope="col">
            <Badge seat=seat/>
            <span class="visually-hidden">{seat.to_string()}</span>
        </th>
    }
}

/// A row changes whenever one of its moves does.
fn round_key(round: &Round) -> String {
    let tokens = round.entries.iter().map(|entry| match entry {
        Some(entry) => format!("{}{:?}", entry.token, entry.capture),
        None => String::new(),
    });
    format!("{} {}", round.number, tokens.collect::<Vec<_>>().join(" "))
}

fn row(store: Store, round: &Round, current: &Selector<usize>) -> impl IntoView + use<> {
    let cells = round.entries.clone().map(|entry| match entry {
        Some(entry) => cell(store, entry, current.clone()).into_any(),
        None => view! { <td></td> }.into_any(),
    });
    view! {
        <tr>
            <th scope="row">{round.number.to_string()}</th>
            {cells.into_iter().collect_view()}
        </tr>
    }
}

fn cell(store: Store, entry: Entry, current: Selector<usize>) -> impl IntoView {
    let Entry {
        step,
        token,
        capture,
    } = entry;
    let (class, words) = match capture {
        Capture::None => ("", ""),
        Capture::Alike => ("took", ", captures on both boards"),
        Capture::Diverging => ("diverged", ", the boards part ways"),
    };
    view! {
        <td>
            <button
                class=class
                data-step=step.to_string()
                aria-label=format!("{token}{words}")
                aria-current=move || current.selected(&step).then_some("true")
                on:click=move |_| store.send(GameCommand::Show(step))
            >
                {token.clone()}
            </button>
        </td>
    }
}
