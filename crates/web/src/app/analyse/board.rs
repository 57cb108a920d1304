//! The board of the study, and the bar beside it.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{Command, Evaluation};
use crate::app::board;
use crate::app::page::Page;
use crate::app::single::{Sight, SingleBoard};
use crate::army::Army;
use crate::geometry::Number;
use crate::single::hand::Hand;

/// The board.
#[component]
pub fn StudyBoard() -> impl IntoView {
    let store = Store::of_context();
    let sight = Sight {
        squares: board::follow(
            move || store.peek(|study| study.squares()),
            move || store.read(|study| study.squares()),
        ),
        is_flipped: store.memo(|study| study.is_flipped()),
        drawings: store.memo(|study| study.drawings()),
        dragged: store.memo(|study| {
            let (from, at) = study.hand().dragged()?;
            let piece = study.piece_at(from)?;
            Some((Army::from(piece.color), piece.role, at))
        }),
        promoting: store.memo(|study| match study.hand() {
            Hand::Promoting { .. } => Some(Army::from(study.position().turn())),
            Hand::Idle | Hand::Holding { .. } => None,
        }),
        act: Callback::new(move |act| store.send(Command::Board(act))),
        can_take: Callback::new(move |square| store.peek(|study| study.can_take(square))),
    };
    view! { <SingleBoard sight=sight/> }
}

/// The bar that shows who is better.
#[component]
pub fn EvaluationBar() -> impl IntoView {
    let store = Store::of_context();
    let evaluation = store.memo(|study| study.engine().evaluation());
    let is_flipped = store.memo(|study| study.is_flipped());
    let is_on = store.memo(|study| study.engine().is_on());
    let share = move || evaluation.get().map_or(50.0, Evaluation::white_share);
    let words = move || evaluation.get().map_or(String::new(), Evaluation::words);
    view! {
        <div class="evaluation" class:flipped=is_flipped class:off=move || !is_on.get()
            role="meter" aria-label="Evaluation" aria-valuemin="0" aria-valuemax="100"
            aria-valuenow=move || Number(share()).to_string() aria-valuetext=words
            data-testid="evaluation">
            <div class="evaluation-white" style:--share=move || format!("{}%", Number(share()))></div>
            <span aria-hidden="true">{words}</span>
        </div>
    }
}
