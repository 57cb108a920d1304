//! The messages of a page: a list above its buttons, and announcements for screen readers.

use leptos::html;
use leptos::prelude::*;

use super::browser;
use super::drawing::Icon;
use super::keeper::KeptPage;
use super::watch::Watch;
use crate::notice::{Button, Press, Remedies, Said};
use crate::tone::Tone;

/// Two arrows, up and down.
const FOLD: &str = "M7 10l5-5 5 5M7 14l5 5 5-5";

/// Executes the buttons of a page's messages.
pub fn presses<P: KeptPage>(page: P) -> Callback<Press> {
    Callback::new(move |press| {
        if let Some(command) = P::Command::press(press) {
            page.update(command);
        }
    })
}

/// The frame of all messages. It takes the height that they need, up to a limit, and then scrolls.
/// On a phone it covers the lower edge of the page and can be put away; where it would cover the
/// boards, it is away as long as nothing asks for attention.
#[component]
pub fn Messages(
    /// Its name for screen readers.
    label: &'static str,
    /// Changes whenever there is something new to read.
    news: Watch<String>,
    /// Whether nothing asks for attention.
    is_quiet: Watch<bool>,
    children: Children,
) -> impl IntoView {
    // What the person chose; by default, the size of the screen decides.
    let is_shown = RwSignal::new(None::<bool>);
    Effect::new(move |_| {
        news.get();
        is_shown.set(None);
    });
    let node = NodeRef::<html::Div>::new();
    let toggle = move |_| {
        let is_away = node
            .get_untracked()
            .is_some_and(|list| browser::is_hidden(&list));
        is_shown.set(Some(is_away));
    };
    view! {
        <div class="messages" class:away=move || is_shown.get() == Some(false)
            class:opened=move || is_shown.get() == Some(true) class:quiet=move || is_quiet.get()>
            <div node_ref=node class="messages-list" tabindex="0" role="region" aria-label=label
                data-testid="line">
                {children()}
            </div>
            <button class="put-away" data-action="put-away" aria-label="Show or hide the messages"
                on:click=toggle><Icon path=FOLD/></button>
        </div>
    }
}

/// Whether nothing in these messages asks for attention.
pub fn are_quiet(said: &[Said]) -> bool {
    said.iter()
        .all(|said| matches!(said.tone, Tone::Plain | Tone::Warning) && said.buttons.is_empty())
}

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
