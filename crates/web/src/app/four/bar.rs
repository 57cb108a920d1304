//! The bar above everything: the name, and the switches.

use leptos::prelude::*;

use super::store::Store;
use crate::app::drawing::Icon;
use crate::four::{Dialog, OptionsCommand, TourCommand, WindowCommand};
use crate::options::Theme;

const TOUR: &str = "M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15";
const UPRIGHT: &str = "M3 5h8v14H3zM13 5h8v14h-8z";
const TEACHING: &str =
    "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1 1.2 1 2h5.2c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z";
const LETTERS: &str = "M5 19L11 5h2l6 14M7.5 14h9";
const SOUND: &str = "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12";
const THEME: &str = "M12 4V2M12 22v-2M4 12H2M22 12h-2M6 6L5 5M19 19l-1-1M6 18l-1 1M19 5l-1 1M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10z";
const HELP: &str = "M12 21a9 9 0 1 0 0-18a9 9 0 1 0 0 18zM9.5 9.2a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.9M12 16.8v.2";

/// The bar.
#[component]
pub fn Bar() -> impl IntoView {
    let store = Store::of_context();
    let theme = store.memo(|state| state.options().theme);
    let theme_word = move || match theme.get() {
        Theme::System => "Auto",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
    };
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
                <small>"duplicate chess: four players, four boards, one move on two of them"</small>
            </h1>
            <button class="primary" data-action="tour" on:click=move |_| store.send(TourCommand::Start)>
                <Icon path=TOUR/>
                <span class="word">"Tour"</span>
            </button>
            <Switch action="upright" word="Upright" icon=UPRIGHT command=OptionsCommand::ToggleUpright
                is_on=store.memo(|state| state.is_upright())/>
            <Switch action="teaching" word="Teaching" icon=TEACHING command=OptionsCommand::ToggleTeaching
                is_on=store.memo(|state| state.options().teaching)/>
            <Switch action="letters" word="Letters" icon=LETTERS command=OptionsCommand::ToggleLetters
                is_on=store.memo(|state| state.options().letters)/>
            <Switch action="sound" word="Sound" icon=SOUND command=OptionsCommand::ToggleSound
                is_on=store.memo(|state| state.options().sound)/>
            <button
                data-action="theme"
                aria-label=move || format!("Colors: {}", theme_word())
                on:click=move |_| store.send(OptionsCommand::SetTheme(theme.get_untracked().next()))
            >
                <Icon path=THEME/>
                <span class="word">{theme_word}</span>
            </button>
            <button data-action="help" on:click=move |_| store.send(WindowCommand::Open(Dialog::Help))>
                <Icon path=HELP/>
                <span class="word">"Help"</span>
            </button>
        </header>
    }
}

/// A button that is on or off.
#[component]
fn Switch(
    action: &'static str,
    word: &'static str,
    icon: &'static str,
    command: OptionsCommand,
    is_on: Memo<bool>,
) -> impl IntoView {
    let store = Store::of_context();
    view! {
        <button
            data-action=action
            aria-pressed=move || is_on.get().to_string()
            on:click=move |_| store.send(command)
        >
            <Icon path=icon/>
            <span class="word">{word}</span>
        </button>
    }
}
