//! The bar above every page: the title, the page's own buttons, the theme and the help.

use leptos::prelude::*;

use super::drawing::Icon;
use super::look::LookDialog;
use super::watch::Watch;
use crate::options::Theme;

/// The icon of a loudspeaker.
pub const SOUND: &str = "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12";
/// The icon of a rotating board.
pub const FLIP: &str = "M7 4v14M4 15l3 3 3-3M17 20V6M14 9l3-3 3 3";
const THEME: &str = "M12 4V2M12 22v-2M4 12H2M22 12h-2M6 6L5 5M19 19l-1-1M6 18l-1 1M19 5l-1 1M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10z";
const LOOK: &str = "M4 4h16v16H4zM4 12h16M12 4v16";
const HELP: &str = "M12 21a9 9 0 1 0 0-18a9 9 0 1 0 0 18zM9.5 9.2a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.9M12 16.8v.2";

#[component]
pub fn Bar(
    /// The title of the page.
    words: &'static str,
    theme: Watch<Theme>,
    next_theme: Callback<()>,
    help: Callback<()>,
    /// The page's own buttons.
    children: Children,
) -> impl IntoView {
    let theme_word = move || match theme.get() {
        Theme::System => "auto",
        Theme::Light => "light",
        Theme::Dark => "dark",
    };
    let is_look = RwSignal::new(false);
    view! {
        <header class="bar">
            <h1 class="brand">
                <a href="#" aria-label="Fourfold: to the start page">
                    <svg viewBox="0 0 64 64" aria-hidden="true">
                        <path class="brand-north" d="M32 2 47 17 32 32 17 17z"/>
                        <path class="brand-east" d="M62 32 47 47 32 32 47 17z"/>
                        <path class="brand-south" d="M32 62 17 47 32 32 47 47z"/>
                        <path class="brand-west" d="M2 32 17 17 32 32 17 47z"/>
                    </svg>
                    "Fourfold"
                </a>
                <small>{words}</small>
            </h1>
            {children()}
            <Button action="look" word="Board" icon=LOOK press=Callback::new(move |()| is_look.set(true))/>
            <button data-action="theme" aria-label=move || format!("Theme: {}", theme_word())
                on:click=move |_| next_theme.run(())>
                <Icon path=THEME/><span class="word">"Theme: " {move || theme_word()}</span>
            </button>
            <Button action="help" word="Help" icon=HELP press=help/>
            <LookDialog is_open=is_look/>
        </header>
    }
}

#[component]
pub fn Button(
    /// Its name for tests.
    action: &'static str,
    /// The label beside the icon, if there is room.
    word: &'static str,
    icon: &'static str,
    press: Callback<()>,
    #[prop(default = false)] is_primary: bool,
) -> impl IntoView {
    view! {
        <button data-action=action aria-label=word class:primary=is_primary on:click=move |_| press.run(())>
            <Icon path=icon/><span class="word">{word}</span>
        </button>
    }
}

#[component]
pub fn Switch(
    /// Its name for tests.
    action: &'static str,
    /// The label beside the icon, if there is room.
    word: &'static str,
    icon: &'static str,
    is_on: Watch<bool>,
    press: Callback<()>,
) -> impl IntoView {
    view! {
        <button data-action=action aria-label=word aria-pressed=move || is_on.get().to_string()
            on:click=move |_| press.run(())>
            <Icon path=icon/><span class="word">{word}</span>
        </button>
    }
}
