//! The parts of the program: a page is fetched when it is first opened.
//!
//! `cargo xtask web` splits the compiled program at the functions marked here. Code that only one
//! part needs is in that part; shared code is fetched once. Each set of parts that share code makes a
//! file, so few parts make few files: five make two dozen, and seven would make seventy.

use std::any::Any;

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::analyse::AnalysePage;
use super::audit::AuditPage;
use super::four::FourPage;
use super::online::{NewTable, TablePage};
use super::play::PlayPage;
use super::{Page, browser};
use crate::online::address::Address;

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
        Page::NewTable | Page::Table(_) => fetch_online().await,
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
        Page::NewTable => show_online(None).await.map(Some),
        Page::Table(table) => {
            // The key is in the address only until the page has read it.
            let address = Address::read(&browser::fragment());
            let address = address.unwrap_or_else(|| Address::of(table));
            show_online(Some(address)).await.map(Some)
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

/// Shows a table over the network, or the page that creates one.
#[wasm_split(online, fallible, preload(fetch_online))]
fn show_online(table: Option<Address>) -> Result<Shown, SplitLoaderError> {
    Ok(match table {
        Some(address) => mount(|| view! { <TablePage address=address/> }.into_any()),
        None => mount(|| view! { <NewTable/> }.into_any()),
    })
}

fn mount(page: impl FnOnce() -> AnyView + 'static) -> Shown {
    let body = document()
        .body()
        .expect("a document that runs a program has a body");
    Shown(Box::new(mount_to(body.unchecked_into(), page)))
}
