//! The pages: everything that touches the document.
//!
//! The fragment of the address says which page is shown: the start page, which is plain HTML, or
//! one of the pages below.

mod analyse;
mod awake;
mod bar;
mod board;
mod browser;
mod dialog;
mod drawing;
mod four;
mod marks;
mod offline;
mod online;
mod picture;
mod play;
mod pointer;
mod single;
mod slots;
mod sound;
mod thinker;

use leptos::prelude::*;

use analyse::AnalysePage;
use four::FourPage;
use online::{NewTable, TablePage};
use play::PlayPage;

use crate::online::address::Address;
use crate::single::link;

/// The pages that the program draws.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    Start,
    Four,
    Play,
    Analyse,
    NewTable,
    /// The table with this id.
    Table(String),
}

impl Page {
    fn of(fragment: &str) -> Page {
        if let Some(address) = Address::read(fragment) {
            return Page::Table(address.table);
        }
        match link::split(fragment).0 {
            four::ROUTE => Page::Four,
            play::ROUTE => Page::Play,
            analyse::ROUTE => Page::Analyse,
            online::ROUTE => Page::NewTable,
            // Links to games on four boards are older than the names of the pages.
            game if crate::four::link::is_link(game) => Page::Four,
            _ => Page::Start,
        }
    }
}

/// Puts the app into the page.
pub fn start() {
    browser::show_crashes();
    // What the page says while the program is loading has served its purpose.
    if let Some(notice) = document().get_element_by_id("loading") {
        notice.remove();
    }
    mount_to_body(App);
}

#[component]
fn App() -> impl IntoView {
    let page = RwSignal::new(Page::of(&browser::fragment()));
    window_event_listener(leptos::ev::hashchange, move |_| {
        let next = Page::of(&browser::fragment());
        if page.get_untracked() != next {
            page.set(next);
        }
    });
    Effect::new(move |_| {
        let is_start = page.get() == Page::Start;
        browser::show_doors(is_start);
        if is_start {
            browser::show_running("four", four::has_game());
            browser::show_running("play", play::has_game());
            browser::show_running("analyse", analyse::has_game());
            browser::show_running("online", online::has_table());
        }
    });
    move || match page.get() {
        Page::Start => ().into_any(),
        Page::Four => view! { <FourPage/> }.into_any(),
        Page::Play => view! { <PlayPage/> }.into_any(),
        Page::Analyse => view! { <AnalysePage/> }.into_any(),
        Page::NewTable => view! { <NewTable/> }.into_any(),
        Page::Table(table) => {
            // The key is in the address only until the page has read it.
            let address = Address::read(&browser::fragment());
            let address = address.unwrap_or_else(|| Address::of(&table));
            view! { <TablePage address=address/> }.into_any()
        }
    }
}
