//! The moves of a position by endgame tables.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{Command, TreeCommand};
use crate::app::page::Page;

/// The moves with their outcomes, if the server has a table for the position.
#[component]
pub fn EndingMoves() -> impl IntoView {
    let store = Store::of_context();
    let moves = store.memo(|study| study.ending_moves().to_vec());
    let item = move |of: crate::analyse::EndingMove| {
        let m = of.m;
        view! {
            <li>
                <button data-outcome=of.outcome
                    on:click=move |_| store.send(Command::Tree(TreeCommand::Play(m)))>
                    <strong>{of.san}</strong> " " {of.words}
                </button>
            </li>
        }
    };
    view! {
        {move || (!moves.with(Vec::is_empty)).then(|| view! {
            <section class="card" aria-label="Endgame tables" data-testid="endings">
                <ol class="ending-moves">{moves.get().into_iter().map(item).collect_view()}</ol>
            </section>
        })}
    }
}
