//! The bar above the board.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::{Dialog, EditCommand, LookCommand};
use crate::app::bar::{self, Button, FLIP, SOUND, Switch};
use crate::app::keeper::KeptPage;
use crate::app::page::Page;

const OPEN: &str = "M12 4v10M8 10l4 4 4-4M4 16v3h16v-3";
/// The icon of a pencil.
pub const EDIT: &str = "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3";
const SHARE: &str = "M12 14V4M8 8l4-4 4 4M4 16v3h16v-3";

#[component]
pub fn Bar() -> impl IntoView {
    let store = Store::of_context();
    view! {
        <bar::Bar words="any game, any position" theme=store.theme()
            next_theme=store.press(LookCommand::NextTheme) help=store.open(Dialog::Help)>
            <Button action="open" word="Open" icon=OPEN press=store.open(Dialog::Import) is_primary=true/>
            <Button action="edit" word="Set up" icon=EDIT press=store.press(EditCommand::Begin)/>
            <Button action="share" word="Share" icon=SHARE press=store.open(Dialog::Share)/>
            <Button action="flip" word="Flip" icon=FLIP press=store.press(LookCommand::Flip)/>
            <Switch action="sound" word="Sound" icon=SOUND press=store.press(LookCommand::ToggleSound)
                is_on=store.option(|options| options.sound)/>
        </bar::Bar>
    }
}
