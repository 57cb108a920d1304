//! The referee page: files are audited, findings are listed, and a game or a position is judged.
//!
//! The page has two views, selected by the URL fragment, so that the browser's back button leads
//! from the board to the list.

mod board;
mod dialogs;
mod kept;
mod list;
mod report;
mod store;

use leptos::prelude::*;

pub use board::BoardSide;
use dialogs::Help;
use list::ListSide;
use report::PrintedReport;
use store::Store;

use super::watch::Watch;
use super::{analyse, browser, keys};
use crate::analyse::Command as StudyCommand;
use crate::app::keeper::KeptPage;
use crate::app::message::Live;
use crate::app::page::Page;
use crate::app::single::BoardPage;
use crate::audit::Command;
use crate::hand::HandCommand;
use crate::single::import::LoadGame;

/// The fragment of the page.
pub const ROUTE: &str = "referee";

/// The fragment of the view with the board.
const BOARD: &str = "referee?board";

/// The referee page.
#[component]
pub fn AuditPage() -> impl IntoView {
    let store = Store::open();
    kept::recall(store);
    kept::follow(store);
    provide_context(store);
    provide_context(store.study());
    listen(store);
    view! {
        <div data-testid="referee">
            {move || match store.is_board().get() {
                true => view! { <BoardSide/> }.into_any(),
                false => view! { <ListSide/> }.into_any(),
            }}
            <PrintedReport/>
            <Help/>
            <Live spoken=store.spoken()/>
        </div>
    }
}

/// Installs the listeners outside the page's own elements.
fn listen(store: Store) {
    let study = store.study();
    browser::follow_theme(study.theme());
    browser::follow_title(Watch::new(|| "Referee".to_owned()));
    browser::follow_dropped_files(move |files| store.take(files));
    browser::follow_pastes(move |text| {
        store.open_position();
        study.send(LoadGame::text(text));
    });
    study.follow_presses_elsewhere();
    let holder = move || study.key_holder().max(store.key_holder());
    let choose = move |key| study.send(HandCommand::Choose(key));
    keys::listen(holder, choose, move |event| {
        if browser::is_in_field(event) || !store.is_board().get_untracked() {
            return;
        }
        if event.ctrl_key() || event.meta_key() {
            return;
        }
        let is_editing = study.peek(|study| study.editor().is_some());
        match (event.key().as_str(), is_editing) {
            ("n" | "N", false) => store.send(Command::Step { is_forward: true }),
            ("p" | "P", false) => store.send(Command::Step { is_forward: false }),
            ("Escape", false) => store.show_list(),
            (key, _) => {
                let command = analyse::command_of(study, key, false);
                // The other commands belong to an analysis.
                let is_ours = |command: &StudyCommand| {
                    matches!(command, StudyCommand::Look(_) | StudyCommand::Edit(_))
                };
                let Some(command) = command.filter(is_ours) else {
                    return;
                };
                study.send(command);
            }
        }
        event.prevent_default();
    });
    let sides = window_event_listener(leptos::ev::hashchange, move |_| store.follow_fragment());
    on_cleanup(move || sides.remove());
}
