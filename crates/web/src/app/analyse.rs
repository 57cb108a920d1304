//! The analysis page.

mod bar;
mod dialogs;
mod editor;
mod endings;
mod evaluation;
mod game_report;
mod lines;
mod moves;
mod referee;
mod store;

use leptos::prelude::*;

use bar::Bar;
use endings::EndingMoves;
use evaluation::EvaluationBar;
use game_report::GameReport;
use lines::Lines;

// The referee page shows games with the same components.
pub use bar::EDIT;
pub use dialogs::Dialogs;
pub use editor::EditorPanel;
pub use moves::Moves;
pub use referee::Referee;
pub use store::Store;

use super::watch::Watch;
use super::{browser, keys};
pub use crate::analyse::ROUTE;
use crate::analyse::{
    Command, Dialog, EditCommand, EngineCommand, LookCommand, Status, TreeCommand,
};
use crate::app::keeper::KeptPage;
use crate::app::message::{self, Live, Messages};
use crate::app::page::Page;
use crate::app::single::{BoardPage, board_of};
use crate::hand::HandCommand;
use crate::share::ShareGame;
use crate::single::import::LoadGame;

/// Whether there is a stored game with moves.
pub fn has_game() -> bool {
    store::has_game()
}

#[component]
pub fn AnalysePage() -> impl IntoView {
    let store = Store::open();
    provide_context(store);
    listen(store);
    let is_editing = store.memo(|study| study.editor().is_some());
    let scrub = browser::scrub(move |is_back| {
        store.send(match is_back {
            true => LookCommand::Back,
            false => LookCommand::Forward,
        });
    });
    view! {
        <div class="app single study" data-testid="analyse">
            <Bar/>
            <main class="stage" aria-label="The board" on:wheel=scrub>
                <div class="table">
                    <EvaluationBar/>
                    {board_of(store)}
                </div>
            </main>
            <div class="side">
                <Dock/>
                <aside class="panel" aria-label="The analysis">
                    {move || match is_editing.get() {
                        true => view! { <EditorPanel done="Analyze this position"/> }.into_any(),
                        false => view! { <Lines/> <EndingMoves/> <GameReport/> <Moves/> <Referee/> }.into_any(),
                    }}
                </aside>
            </div>
            <Dialogs/>
            <Live spoken=store.spoken()/>
        </div>
    }
}

/// The score, and what the Laws say; always visible and of fixed height.
#[component]
pub fn Dock() -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let messages = Watch::new(move || status.with(|status| status.messages.clone()));
    let news = Watch::new(move || status.with(Status::line));
    let is_quiet = Watch::new(move || messages.with(|said| message::are_quiet(said)));
    view! {
        <section class="dock" aria-label="Status" data-testid="dock">
            <div class="headline" data-testid="turn">
                <strong class="headline-words">{move || status.get().headline}</strong>
                <span class="round" data-testid="effort">{move || status.get().effort}</span>
            </div>
            <Messages label="What the Laws say" news=news is_quiet=is_quiet>
                {message::list(messages, message::presses(store))}
            </Messages>
        </section>
    }
}

/// Installs the listeners outside the page's own elements.
fn listen(store: Store) {
    browser::follow_theme(store.theme());
    browser::follow_title(Watch::new(|| "Analysis".to_owned()));
    browser::follow_drops(move |file| store.load_file(&file));
    browser::follow_pastes(move |text| store.send(LoadGame::text(text)));
    store.follow_presses_elsewhere();
    let choose = move |key| store.send(HandCommand::Choose(key));
    keys::listen(
        move || store.key_holder(),
        choose,
        move |event| {
            if browser::is_in_field(event) {
                return;
            }
            let is_control = event.ctrl_key() || event.meta_key();
            if let Some(command) = command_of(store, event.key().as_str(), is_control) {
                event.prevent_default();
                store.send(command);
            }
        },
    );
    store.follow_links(ROUTE);
}

pub fn command_of(store: Store, key: &str, is_control: bool) -> Option<Command> {
    let is_editing = store.peek(|study| study.editor().is_some());
    if is_editing {
        return match (key, is_control) {
            ("Escape", _) => Some(Command::Edit(EditCommand::Cancel)),
            _ => None,
        };
    }
    Some(match (key, is_control) {
        ("Escape", _) => Command::Board(HandCommand::LetGo),
        ("ArrowLeft", false) => Command::Look(LookCommand::Back),
        ("ArrowRight", false) => Command::Look(LookCommand::Forward),
        ("ArrowUp", false) => Command::Look(LookCommand::Up),
        ("ArrowDown", false) => Command::Look(LookCommand::Down),
        ("Home", false) => Command::Look(LookCommand::First),
        ("End", false) => Command::Look(LookCommand::Last),
        ("f" | "F", false) => Command::Look(LookCommand::Flip),
        ("e" | "E", false) => Command::Engine(EngineCommand::Toggle),
        ("Delete", false) => Command::Tree(TreeCommand::Remove),
        ("z", true) => Command::Tree(TreeCommand::Undo),
        ("s", true) => Command::Share(ShareGame::Save),
        ("?", false) => Command::Open(Some(Dialog::Help)),
        _ => return None,
    })
}
