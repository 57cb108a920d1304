//! The lines of the engine.

use leptos::prelude::*;

use super::game_report::ReportButton;
use super::referee::RefereeButton;
use super::store::Store;
use crate::analyse::{Command, EngineCommand, LINES_MAX, TreeCommand};
use crate::app::page::Page;

/// The engine: a switch, the number of lines, and the lines.
#[component]
pub fn Lines() -> impl IntoView {
    let store = Store::of_context();
    let is_on = store.memo(|study| study.engine().is_on());
    let count = store.memo(|study| study.engine().lines());
    let engine = move |command| store.send(Command::Engine(command));
    let choices = (1..=LINES_MAX).map(move |number| {
        view! {
            <option value=number.to_string() selected=move || count.get() == number>{number}</option>
        }
    });
    // Each line is rendered again only when it changes.
    let places = (0..LINES_MAX).map(move |place| {
        let line = store.memo(move |study| {
            let found = study.engine().found()?;
            found.lines.get(place).cloned()
        });
        let is_open = RwSignal::new(false);
        view! {
            <li class:empty=move || count.get() <= place class:open=move || is_open.get()>
                {move || line.get().map(|line| {
                    let moves = line.words.into_iter().enumerate().map(|(index, words)| view! {
                        <button on:click=move |_| store.send(Command::Tree(TreeCommand::PlayLine {
                            line: place,
                            plies: index + 1,
                        }))>{words}</button>
                    });
                    view! {
                        <strong data-testid="worth">{line.evaluation.words()}</strong>
                        <span class="line-moves">{moves.collect_view()}</span>
                        <button class="line-more" aria-label="The whole line" data-action="whole-line"
                            aria-expanded=move || is_open.get().to_string()
                            on:click=move |_| is_open.update(|is_open| *is_open ^= true)>"\u{25be}"</button>
                    }
                })}
            </li>
        }
    });
    view! {
        <section class="card engine" aria-label="Engine">
            <div class="row">
                <button class="grow" data-action="engine" aria-pressed=move || is_on.get().to_string()
                    on:click=move |_| engine(EngineCommand::Toggle)>"Engine"</button>
                <select class:gone=move || !is_on.get() aria-label="How many lines" title="Lines" data-field="lines"
                    on:change:target=move |event| {
                        if let Ok(lines) = event.target().value().parse() {
                            engine(EngineCommand::Lines(lines));
                        }
                    }>{choices.collect_view()}</select>
                <ReportButton/>
                <RefereeButton/>
            </div>
            {move || is_on.get().then(|| view! {
                <ol class="engine-lines" data-testid="lines">{places.clone().collect_view()}</ol>
            })}
        </section>
    }
}
