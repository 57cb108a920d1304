//! The bar above the board.

use leptos::prelude::*;

use super::store::Store;
use crate::app::bar::{self, Button, FLIP, SOUND, Switch};
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::play::{Dialog, LookCommand};

const NEW: &str = "M12 5v14M5 12h14";

#[component]
pub fn Bar() -> impl IntoView {
    let store = Store::of_context();
    view! {
        <bar::Bar words="one board" theme=store.theme()
            next_theme=store.press(LookCommand::NextTheme) help=store.open(Dialog::Help)>
            <Button action="new" word="New game" icon=NEW press=store.open(Dialog::New) is_primary=true/>
            <Button action="flip" word="Flip board" icon=FLIP press=store.press(LookCommand::Flip)/>
            <Switch action="sound" word="Sound" icon=SOUND press=store.press(LookCommand::ToggleSound)
                is_on=store.option(|options| options.sound)/>
        </bar::Bar>
    }
}
