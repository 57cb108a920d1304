//! Who can still mate, by the referee.

use chess::Color;
use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{Command, RefereeCommand, Ruling};
use crate::app::drawing::Icon;
use crate::app::page::Page;

/// The icon of a pair of scales.
const SCALES: &str = "M12 4v16M8 20h8M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z";

/// Who can still mate.
#[component]
pub fn Referee() -> impl IntoView {
    let store = Store::of_context();
    let ruling = store.memo(|study| study.ruling().clone());
    let referee = move |command| store.send(Command::Referee(command));
    let side = move |side: Color| {
        move || {
            let words = ruling.with(|ruling| ruling.words(side))?;
            let has_line =
                ruling.with(|ruling| ruling.line(side).is_some_and(|line| !line.is_empty()));
            Some(view! {
                <p data-ruling=side.to_string()>
                    {words}
                    {has_line.then(|| view! {
                        <button data-action="show-mate" on:click=move |_| referee(RefereeCommand::Show(side))>
                            "Show the moves"
                        </button>
                    })}
                </p>
            })
        }
    };
    let is_asked = store.memo(|study| study.ruling().is_asked());
    view! {
        {move || is_asked.get().then(|| view! {
            <section class="card referee" aria-label="Referee">
                {move || ruling.with(Ruling::is_waiting).then(|| view! {
                    <p class="quiet">"The referee is looking for a proof\u{2026}"</p>
                })}
                {side(Color::White)} {side(Color::Black)}
                {move || ruling.with(Ruling::conclusion).map(|sentences| view! {
                    <div data-testid="conclusion">
                        {sentences.into_iter().map(|words| view! { <p>{words}</p> }).collect_view()}
                    </div>
                })}
            </section>
        })}
    }
}

/// Asks who can still mate.
#[component]
pub fn RefereeButton() -> impl IntoView {
    let store = Store::of_context();
    let is_asked = store.memo(|study| study.ruling().is_asked());
    view! {
        <button data-action="referee" aria-label="Who can still mate?" title="Who can still mate?"
            disabled=move || is_asked.get() on:click=move |_| store.send(RefereeCommand::Ask)>
            <Icon path=SCALES/>
        </button>
    }
}
