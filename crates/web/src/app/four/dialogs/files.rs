//! Import and export of the game as a file, text, link or picture.

use leptos::prelude::*;

use crate::app::dialog::{TextOrFile, Texts};
use crate::app::four::store::Store;
use crate::app::page::Page;
use crate::app::share::Forms;
use crate::four::GameCommand;

/// Saves and links.
static SAVES: Texts = Texts {
    text: "A save, a link, or a line of moves:",
    file: "Or a file that was saved here:",
    accept: ".json,application/json,text/plain",
    open: "Load the text",
};

/// The labels for a game on four boards.
pub static FORMS: Forms = Forms {
    title: "Share the game",
    link: "A link to this game, at the move that is shown",
    position: ("The four boards that are shown", "Copy boards"),
    text: ("The save", "Copy save", "Save to a file"),
};

/// Import from a file or text.
#[component]
pub fn Load() -> impl IntoView {
    let store = Store::of_context();
    let load = Callback::new(move |text| store.send(GameCommand::Load(text)));
    let load_file = Callback::new(move |file| store.load_file(file));
    view! {
        <h2 id="dialog-title">"Load a game"</h2>
        <p>"The game on the table is kept among the recent games. Files can also be dropped anywhere on the page."</p>
        <TextOrFile texts=&SAVES open=load open_file=load_file notice=store.complaint()/>
    }
}
