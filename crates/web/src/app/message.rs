//! What a page says: the sentence beside its board, and words for a screen reader.

use leptos::prelude::*;

use crate::notice::{Notice, Remedy};
use crate::tone::Tone;

/// The sentence that matters most right now, with what can be done about it.
#[component]
pub fn Message(
    /// What the place is called.
    label: &'static str,
    /// The sentence.
    line: Memo<(String, Tone)>,
    /// The notice from which it comes, if it does.
    notice: Memo<Option<Notice>>,
    /// Does what the notice offers.
    help: Callback<Remedy>,
    /// Takes the notice away.
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

/// What a screen reader says.
#[component]
pub fn Live(
    /// The words.
    spoken: Memo<String>,
) -> impl IntoView {
    view! {
        <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="true"
            data-testid="live">{spoken}</div>
    }
}
