//! The messages of a page: a list above its buttons, and announcements for screen readers.

use leptos::prelude::*;

use super::keeper::KeptPage;
use super::watch::Watch;
use crate::notice::{Button, Press, Remedies, Said};
use crate::tone::Tone;

/// Executes the buttons of a page's messages.
pub fn presses<P: KeptPage>(page: P) -> Callback<Press> {
    Callback::new(move |press| {
        if let Some(command) = P::Command::press(press) {
            page.update(command);
        }
    })
}

/// The frame of all messages. It takes the height that they need, up to a limit, and then scrolls.
/// On a phone it covers the lower edge of the page and can be put away.
#[component]
pub fn Messages(
    /// Its name for screen readers.
    label: &'static str,
    /// Changes whenever there is something new to read.
    news: Watch<String>,
    children: Children,
) -> impl IntoView {
    let is_away = RwSignal::new(false);
    Effect::new(move |_| {
        news.get();
        is_away.set(false);
    });
    let word = move || if is_away.get() { "Show" } else { "Hide" };
    view! {
        <div class="messages" class:away=move || is_away.get()>
            <div class="messages-list" tabindex="0" role="region" aria-label=label data-testid="line">
                {children()}
            </div>
            <button class="put-away" data-action="put-away"
                aria-label=move || format!("{} the messages", word())
                on:click=move |_| is_away.update(|is_away| *is_away ^= true)>{word}</button>
        </div>
    }
}

/// Messages with their buttons.
pub fn list(said: Watch<Vec<Said>>, press: Callback<Press>) -> impl IntoView {
    move || {
        let all = said.get().into_iter();
        all.map(|said| message(said, press)).collect_view()
    }
}

fn message(said: Said, press: Callback<Press>) -> impl IntoView {
    let has_buttons = !said.buttons.is_empty();
    let buttons = said.buttons.into_iter();
    let buttons = buttons.map(|button| one_button(button, press));
    view! {
        <div class="message" data-tone=said.tone.name()
            data-testid=said.is_notice.then_some("notice")
            data-good=said.is_notice.then(|| (said.tone != Tone::Error).to_string())>
            <p>{said.text}</p>
            {has_buttons.then(|| view! { <div class="row">{buttons.collect_view()}</div> })}
        </div>
    }
}

fn one_button(button: Button, press: Callback<Press>) -> impl IntoView {
    let does = button.press;
    view! {
        <button data-action=button.action class:primary=button.is_primary
            on:click=move |_| press.run(does)>{button.words}</button>
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
