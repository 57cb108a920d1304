//! The evaluation bar.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::Evaluation;
use crate::app::page::Page;
use crate::geometry::Number;
use crate::single::OneBoard;

#[component]
pub fn EvaluationBar() -> impl IntoView {
    let store = Store::of_context();
    let evaluation = store.memo(|study| study.evaluation());
    let is_flipped = store.memo(|study| study.is_flipped());
    let is_on = store.memo(|study| study.engine().is_on());
    let share = move || evaluation.get().map_or(50.0, Evaluation::white_share);
    let words = move || evaluation.get().map_or(String::new(), Evaluation::words);
    view! {
        <div class="evaluation" class:flipped=move || is_flipped.get() class:off=move || !is_on.get()
            role="meter" aria-label="Evaluation" aria-valuemin="0" aria-valuemax="100"
            aria-valuenow=move || Number(share()).to_string() aria-valuetext=words
            data-testid="evaluation">
            <div class="evaluation-white" style:--share=move || format!("{}%", Number(share()))></div>
            <span aria-hidden="true">{words}</span>
        </div>
    }
}
