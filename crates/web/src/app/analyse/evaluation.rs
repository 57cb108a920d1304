//! The evaluation bar.

use leptos::prelude::*;
use report::{Chances, Evaluation};

use super::store::Store;
use crate::app::page::Page;
use crate::geometry::Number;
use crate::single::OneBoard;

/// The bar beside the board. Its place stays empty if nothing is known about the position.
#[component]
pub fn EvaluationBar() -> impl IntoView {
    let store = Store::of_context();
    let evaluation = store.memo(|study| study.evaluation());
    let is_flipped = store.memo(|study| study.is_flipped());
    let share = move || evaluation.get().map_or(50.0, |at| Chances::of(at).white());
    let share = move || Number((share() * 10.0).round() / 10.0);
    let words = move || evaluation.get().map_or(String::new(), Evaluation::words);
    let short = move || evaluation.get().map_or(String::new(), Evaluation::short);
    view! {
        <div class="evaluation" class:flipped=move || is_flipped.get()
            class:absent=move || evaluation.get().is_none() class:behind=move || share().0 < 50.0
            role="meter" aria-label="Evaluation" aria-valuemin="0" aria-valuemax="100"
            aria-valuenow=move || share().to_string() aria-valuetext=words data-testid="evaluation">
            <div class="evaluation-white" style:--share=move || format!("{}%", share())></div>
            <span aria-hidden="true">{short}</span>
        </div>
    }
}
