//! The messages of a page: the text beside its board, and announcements for screen readers.

use leptos::prelude::*;

use super::watch::Watch;
use crate::notice::{Notice, Remedy};
use crate::tone::Tone;

/// The most important message at the moment, with the action it offers.
#[component]
pub fn Message(
    /// The test id.
    label: &'static str,
    line: Watch<(String, Tone)>,
    /// The notice that it comes from, if any.
    notice: Watch<Option<Notice>>,
    /// Executes the action of the notice.
    help: Callback<Remedy>,
    /// Removes the notice.
    dismiss: Callback<()>,
) -> impl IntoView {
    let remedy = move || notice.with(|notice| notice.as_ref()?.remedy);
    let has_notice = move || notice.with(Option::is_some);
    view! {
        <div class="message" data-tone=move || line.with(|(_, tone)| tone.name()) tabindex="0" role="region"
            aria-label=label>
            <p data-testid="line">{move || line.with(|(line, _)| line.clone())}</p>
            {move || remedy().map(|remedy| view! {
                <button data-action="remedy" on:click=move |_| help.run(remedy)>{remedy.word()}</button>
            })}
            {move || has_notice().then(|| view! {
                <button data-action="dismiss" on:click=move |_| dismiss.run(())>"OK"</button>
            })}
        </div>
    }
}

/// The announcement for screen readers.
#[component]
pub fn Live(spoken: Watch<String>) -> impl IntoView {
    view! {
        <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="true"
            data-testid="live">{move || spoken.get()}</div>
    }
}
