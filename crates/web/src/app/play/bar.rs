//! The bar above the board.

use leptos::prelude::*;

use super::store::Store;
use crate::app::bar::{self, Button, FLIP, SOUND, Switch};
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::play::{Dialog, LookCommand};

const NEW: &str = "M12 5v14M5 12h14";
const LOAD: &str = "M12 4v10M8 10l4 4 4-4M4 16v3h16v-3";
const TURN: &str = "M20 12a8 8 0 1 1-2.3-5.7M20 4v5h-5";
const QUEEN: &str = "M4 8l4 5 4-8 4 8 4-5-2 10H6zM6 21h12";

#[component]
pub fn Bar() -> impl IntoView {
    let store = Store::of_context();
    view! {
        <bar::Bar words="a game under the Laws" theme=store.theme()
            next_theme=store.press(LookCommand::NextTheme) help=store.open(Dialog::Help)>
            <Button action="new" word="New game" icon=NEW press=store.open(Dialog::New) is_primary=true/>
            <Button action="load" word="Load" icon=LOAD press=store.open(Dialog::Load)/>
            <Button action="flip" word="Flip" icon=FLIP press=store.press(LookCommand::Flip)/>
            <Switch action="turning" word="Turn" icon=TURN press=store.press(LookCommand::ToggleTurning)
                is_on=store.memo(|play| play.turns_with_mover())/>
            <Switch action="queens" word="Auto-queen" icon=QUEEN press=store.press(LookCommand::ToggleQueens)
                is_on=store.option(|options| options.queens)/>
            <Switch action="sound" word="Sound" icon=SOUND press=store.press(LookCommand::ToggleSound)
                is_on=store.option(|options| options.sound)/>
        </bar::Bar>
    }
}
