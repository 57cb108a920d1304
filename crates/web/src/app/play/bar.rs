//! The bar above the board.

use leptos::prelude::*;

use super::store::Store;
use crate::app::drawing::Icon;
use crate::options::Theme;
use crate::play::{Command, Dialog, LookCommand};

const FLIP: &str = "M7 4v14M4 15l3 3 3-3M17 20V6M14 9l3-3 3 3";
const TURN: &str = "M20 12a8 8 0 1 1-2.3-5.7M20 4v5h-5";
const QUEEN: &str = "M4 8l4 5 4-8 4 8 4-5-2 10H6zM6 21h12";
const SOUND: &str = "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12";
const THEME: &str = "M12 4V2M12 22v-2M4 12H2M22 12h-2M12 7a5 5 0 1 0 0 10a5 5 0 1 0 0-10z";
const HELP: &str = "M12 21a9 9 0 1 0 0-18a9 9 0 1 0 0 18zM9.5 9.2a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.9M12 16.8v.2";

/// The bar.
#[component]
pub fn Bar() -> impl IntoView {
    let store = Store::of_context();
    let theme = store.memo(|play| play.options().theme);
    let theme_word = move || match theme.get() {
        Theme::System => "Auto",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
    };
    let look = move |command| store.send(Command::Look(command));
    view! {
        <header class="bar">
            <a class="brand" href="#" aria-label="Fourfold: to the start page">
                <svg viewBox="0 0 64 64" aria-hidden="true">
                    <path class="brand-north" d="M32 2 47 17 32 32 17 17z"/>
                    <path class="brand-east" d="M62 32 47 47 32 32 47 17z"/>
                    <path class="brand-south" d="M32 62 17 47 32 32 47 47z"/>
                    <path class="brand-west" d="M2 32 17 17 32 32 17 47z"/>
                </svg>
                "Fourfold"
            </a>
            <button class="primary" data-action="new"
                on:click=move |_| store.send(Command::Open(Some(Dialog::New)))>"New" <span class="word">"game"</span></button>
            <button data-action="flip" on:click=move |_| look(LookCommand::Flip)>
                <Icon path=FLIP/><span class="word">"Flip"</span>
            </button>
            <Switch action="turning" word="Turn" icon=TURN command=LookCommand::ToggleTurning
                is_on=store.memo(|play| play.turns_with_mover())/>
            <Switch action="queens" word="Auto-queen" icon=QUEEN command=LookCommand::ToggleQueens
                is_on=store.memo(|play| play.options().queens)/>
            <Switch action="sound" word="Sound" icon=SOUND command=LookCommand::ToggleSound
                is_on=store.memo(|play| play.options().sound)/>
            <button data-action="theme" aria-label=move || format!("Colors: {}", theme_word())
                on:click=move |_| look(LookCommand::NextTheme)>
                <Icon path=THEME/><span class="word">{theme_word}</span>
            </button>
            <button data-action="help" on:click=move |_| store.send(Command::Open(Some(Dialog::Help)))>
                <Icon path=HELP/><span class="word">"Help"</span>
            </button>
        </header>
    }
}

#[component]
fn Switch(
    action: &'static str,
    word: &'static str,
    icon: &'static str,
    command: LookCommand,
    is_on: Memo<bool>,
) -> impl IntoView {
    let store = Store::of_context();
    view! {
        <button data-action=action aria-label=word aria-pressed=move || is_on.get().to_string()
            on:click=move |_| store.send(Command::Look(command))>
            <Icon path=icon/><span class="word">{word}</span>
        </button>
    }
}
