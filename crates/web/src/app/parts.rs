//! The parts of the program: a page is fetched when it is first opened, and what it does not show at
//! once is fetched later.
//!
//! `cargo xtask web` splits the compiled program at the functions marked here. Code that only one
//! part needs is in that part; shared code is fetched once.

use std::any::Any;

use leptos::mount::mount_to;
use leptos::prelude::*;
use thinker::message::Request;
use wasm_bindgen::JsCast;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::analyse::AnalysePage;
use super::audit::AuditPage;
use super::four::FourPage;
use super::later::Later;
use super::online::{NewTable, TablePage};
use super::play::PlayPage;
use super::thinker::Thinker;
use super::{Page, analyse, audit, browser, four, online, picture, play};
use crate::effects::PictureFile;
use crate::four::{GameCommand, link};
use crate::online::address::Address;
use crate::{
    analyse::Dialog as StudyDialog, four::Dialog as FourDialog, play::Dialog as PlayDialog,
};

/// A page that is shown until this is dropped.
pub struct Shown(#[expect(dead_code, reason = "kept for its drop")] Box<dyn Any>);

/// Fetches the part of a page.
pub async fn fetch(page: &Page) -> Result<(), SplitLoaderError> {
    match page {
        Page::Start => Ok(()),
        Page::Four => fetch_four().await,
        Page::Play => fetch_play().await,
        Page::Analyse => fetch_analyse().await,
        Page::Audit => fetch_audit().await,
        Page::NewTable => fetch_online().await,
        Page::Table(_) => fetch_table().await,
    }
}

/// Shows a page, without waiting if its part has been fetched.
pub async fn show(page: &Page) -> Result<Option<Shown>, SplitLoaderError> {
    match page {
        Page::Start => Ok(None),
        Page::Four => show_four().await.map(Some),
        Page::Play => show_play().await.map(Some),
        Page::Analyse => show_analyse().await.map(Some),
        Page::Audit => show_audit().await.map(Some),
        Page::NewTable => show_online().await.map(Some),
        Page::Table(table) => {
            // The key is in the address only until the page has read it.
            let address = Address::read(&browser::fragment());
            let address = address.unwrap_or_else(|| Address::of(table));
            show_table(address).await.map(Some)
        }
    }
}

#[wasm_split(four, fallible, preload(fetch_four))]
fn show_four() -> Result<Shown, SplitLoaderError> {
    Ok(mount(|| view! { <FourPage/> }.into_any()))
}

#[wasm_split(play, fallible, preload(fetch_play))]
fn show_play() -> Result<Shown, SplitLoaderError> {
    Ok(mount(|| view! { <PlayPage/> }.into_any()))
}

#[wasm_split(analyse, fallible, preload(fetch_analyse))]
fn show_analyse() -> Result<Shown, SplitLoaderError> {
    Ok(mount(|| view! { <AnalysePage/> }.into_any()))
}

#[wasm_split(audit, fallible, preload(fetch_audit))]
fn show_audit() -> Result<Shown, SplitLoaderError> {
    Ok(mount(|| view! { <AuditPage/> }.into_any()))
}

#[wasm_split(online, fallible, preload(fetch_online))]
fn show_online() -> Result<Shown, SplitLoaderError> {
    Ok(mount(|| view! { <NewTable/> }.into_any()))
}

#[wasm_split(table, fallible, preload(fetch_table))]
fn show_table(address: Address) -> Result<Shown, SplitLoaderError> {
    Ok(mount(|| view! { <TablePage address=address/> }.into_any()))
}

/// Mounts a page in the document.
fn mount(page: impl FnOnce() -> AnyView + 'static) -> Shown {
    let body = document()
        .body()
        .expect("a document that runs a program has a body");
    Shown(Box::new(mount_to(body.unchecked_into(), page)))
}

/// The dialogs of the page with four boards.
pub static FOUR_DIALOGS: Later<FourDialog> = Later::new(
    || Box::pin(fetch_four_dialog()),
    |dialog| Box::pin(four_dialog(dialog)),
);

/// The panel of the page with four boards.
pub static FOUR_PANEL: Later<()> =
    Later::new(|| Box::pin(fetch_four_panel()), |()| Box::pin(four_panel()));

/// The text of the tour.
pub static TOUR: Later<()> = Later::new(|| Box::pin(fetch_tour()), |()| Box::pin(tour()));

/// The dialogs of the page for one board.
pub static PLAY_DIALOGS: Later<PlayDialog> = Later::new(
    || Box::pin(fetch_play_dialog()),
    |dialog| Box::pin(play_dialog(dialog)),
);

/// The arbiter's card.
pub static ARBITER: Later<()> = Later::new(|| Box::pin(fetch_arbiter()), |()| Box::pin(arbiter()));

/// The dialogs of the analysis.
pub static STUDY_DIALOGS: Later<StudyDialog> = Later::new(
    || Box::pin(fetch_study_dialog()),
    |dialog| Box::pin(study_dialog(dialog)),
);

/// The position editor; the value is the label of the button that closes it.
pub static EDITOR: Later<&'static str> =
    Later::new(|| Box::pin(fetch_editor()), |done| Box::pin(editor(done)));

/// The referee's view of one game.
pub static REFEREE_BOARD: Later<()> = Later::new(
    || Box::pin(fetch_referee_board()),
    |()| Box::pin(referee_board()),
);

/// The board of a table for two.
pub static TABLE_FOR_TWO: Later<()> = Later::new(
    || Box::pin(fetch_table_for_two()),
    |()| Box::pin(table_for_two()),
);

/// The boards of a table for four.
pub static TABLE_FOR_FOUR: Later<()> = Later::new(
    || Box::pin(fetch_table_for_four()),
    |()| Box::pin(table_for_four()),
);

#[wasm_split(four_extras, fallible, preload(fetch_four_dialog))]
fn four_dialog(dialog: FourDialog) -> Result<AnyView, SplitLoaderError> {
    Ok(four::dialog(dialog))
}

/// The command that a save becomes: it is loaded as a link, or refused.
#[wasm_split(four_extras, fallible)]
pub fn read_save(text: String) -> Result<GameCommand, SplitLoaderError> {
    Ok(match link::of_save(&text) {
        Ok(link) => GameCommand::Load(link),
        Err(why) => GameCommand::LoadRefused(why.to_string()),
    })
}

/// Offers a picture of the boards for download.
#[wasm_split(four_extras, fallible)]
pub fn offer_picture(file: PictureFile) -> Result<(), SplitLoaderError> {
    picture::offer(file);
    Ok(())
}

/// Sends a request to the worker that plays for the seats of programs.
#[wasm_split(four_rivals, fallible)]
pub fn ask_program(thinker: Thinker, request: Request) -> Result<(), SplitLoaderError> {
    thinker.ask(request);
    Ok(())
}

#[wasm_split(four_panel, fallible, preload(fetch_four_panel))]
fn four_panel() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <four::PanelContent/> }.into_any())
}

#[wasm_split(four_extras, fallible, preload(fetch_tour))]
fn tour() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <four::TourCard/> }.into_any())
}

#[wasm_split(play_extras, fallible, preload(fetch_play_dialog))]
fn play_dialog(dialog: PlayDialog) -> Result<AnyView, SplitLoaderError> {
    Ok(play::dialog(dialog))
}

#[wasm_split(play_extras, fallible, preload(fetch_arbiter))]
fn arbiter() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <play::ArbiterCard/> }.into_any())
}

#[wasm_split(analyse_extras, fallible, preload(fetch_study_dialog))]
fn study_dialog(dialog: StudyDialog) -> Result<AnyView, SplitLoaderError> {
    Ok(analyse::dialog(dialog))
}

#[wasm_split(analyse_extras, fallible, preload(fetch_editor))]
fn editor(done: &'static str) -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <analyse::EditorPanel done=done/> }.into_any())
}

#[wasm_split(audit_analyse, fallible, preload(fetch_referee_board))]
fn referee_board() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <audit::BoardSide/> }.into_any())
}

#[wasm_split(table_play, fallible, preload(fetch_table_for_two))]
fn table_for_two() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <online::OneBoard/> }.into_any())
}

#[wasm_split(table_four, fallible, preload(fetch_table_for_four))]
fn table_for_four() -> Result<AnyView, SplitLoaderError> {
    Ok(view! { <online::Compass/> }.into_any())
}
