//! The buttons, the slider and the field for typed moves.

use leptos::prelude::*;

use crate::app::controls::button;
use crate::app::drawing::Icon;
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::app::single::TypedMove;
use crate::four::{Dialog, GameCommand, HandCommand, WindowCommand};

const FIRST: &str = "M6 5v14M18 6l-8 6 8 6z";
/// An arrow to the left.
pub const BACK: &str = "M15 6l-8 6 8 6z";
/// An arrow to the right.
pub const FORWARD: &str = "M9 6l8 6-8 6z";
const LAST: &str = "M18 5v14M6 6l8 6-8 6z";

/// The controls of the game; the tour has its own.
#[component]
pub fn Controls() -> impl IntoView {
    let store = Store::of_context();
    let in_tour = store.memo(|state| state.tour().is_some());
    let steps = store.memo(|state| state.game().steps().len());
    let can_redo = store.memo(|state| state.game().can_redo());
    let is_over = store.memo(|state| state.game().ending().is_some());
    let open = move |dialog| move || store.send(WindowCommand::Open(dialog));
    view! {
        <section class="controls" aria-label="Controls" hidden=move || in_tour.get()>
            <Scrub/>
            <div class="row places">
                <button data-action="undo" disabled=move || steps.get() == 0
                    on:click=move |_| store.send(GameCommand::Undo)>"Undo"</button>
                <button data-action="redo" disabled=move || !can_redo.get()
                    on:click=move |_| store.send(GameCommand::Redo)>"Redo"</button>
                {move || match is_over.get() {
                    false => button("end", "End game", open(Dialog::End)),
                    true => button("new-game", "New game", open(Dialog::New)),
                }}
                {button("menu", "More", open(Dialog::More))}
            </div>
            <Typed/>
        </section>
    }
}

/// Navigation in the game.
#[component]
pub fn Scrub() -> impl IntoView {
    let store = Store::of_context();
    let steps = store.memo(|state| state.game().steps().len());
    let shown = store.memo(|state| state.game().shown());
    let at_start = move || shown.get() == 0;
    let at_end = move || shown.get() == steps.get();
    let button = move |action: &'static str,
                       label: &'static str,
                       icon: &'static str,
                       command: GameCommand| {
        let is_backward = matches!(command, GameCommand::Show(0) | GameCommand::Back);
        view! {
            <button
                data-action=action
                aria-label=label
                disabled=move || if is_backward { at_start() } else { at_end() }
                on:click=move |_| store.send(command.clone())
            >
                <Icon path=icon/>
            </button>
        }
    };
    view! {
        <div class="scrub">
            {button("first", "Start of the game", FIRST, GameCommand::Show(0))}
            {button("back", "Previous", BACK, GameCommand::Back)}
            <input
                type="range"
                min="0"
                data-action="scrub"
                aria-label="Position in the game"
                aria-valuetext=move || format!("after {} of {} moves", shown.get(), steps.get())
                max=move || steps.get().to_string()
                prop:value=move || {
                    // A slider whose value is set before its maximum would clamp it.
                    steps.get();
                    shown.get().to_string()
                }
                on:input:target=move |event| {
                    if let Ok(step) = event.target().value().parse() {
                        store.send(GameCommand::Show(step));
                    }
                }
            />
            {button("forward", "Next", FORWARD, GameCommand::Forward)}
            {button("last", "End of the game", LAST, GameCommand::Show(usize::MAX))}
        </div>
    }
}

/// The field for typed moves.
#[component]
pub fn Typed() -> impl IntoView {
    let store = Store::of_context();
    let has_players = store.memo(|state| state.has_players_here());
    let play = Callback::new(move |text| {
        let before = store.peek(|state| state.game().steps().len());
        store.send(HandCommand::Type(text));
        store.peek(|state| state.game().shown() > before) || !store.has_complaint()
    });
    view! {
        <TypedMove play=play>
            {move || has_players.get().then(|| view! {
                <button type="button" data-action="players"
                    on:click=move |_| store.send(WindowCommand::Open(Dialog::Players))>"Players"</button>
            })}
        </TypedMove>
    }
}
