//! The bar above the page: the title and the toggles.

use leptos::prelude::*;

use super::store::Store;
use crate::app::bar::{self, Button, SOUND, Switch};
use crate::app::keeper::KeptPage;
use crate::app::page::Page;
use crate::four::{Dialog, OptionsCommand, TourCommand};

const TOUR: &str = "M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15";
/// The icon of upright boards.
pub const UPRIGHT: &str = "M3 5h8v14H3zM13 5h8v14h-8z";
/// The icon of a lamp.
pub const TEACHING: &str =
    "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1 1.2 1 2h5.2c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z";

#[component]
pub fn Bar() -> impl IntoView {
    let store = Store::of_context();
    view! {
        <bar::Bar words="duplicate chess on four boards"
            theme=store.theme() next_theme=store.press(OptionsCommand::NextTheme)
            help=store.open(Dialog::Help)>
            <Button action="tour" word="Tour" icon=TOUR press=store.press(TourCommand::Start) is_primary=true/>
            <Switch action="upright" word="Upright" icon=UPRIGHT press=store.press(OptionsCommand::ToggleUpright)
                is_on=store.memo(|state| state.is_upright())/>
            <Switch action="teaching" word="Teaching" icon=TEACHING press=store.press(OptionsCommand::ToggleTeaching)
                is_on=store.option(|options| options.teaching)/>
            <Switch action="sound" word="Sound" icon=SOUND press=store.press(OptionsCommand::ToggleSound)
                is_on=store.option(|options| options.sound)/>
        </bar::Bar>
    }
}
