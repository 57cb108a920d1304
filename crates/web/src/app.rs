//! The pages: everything that uses the document.
//!
//! The URL fragment selects the page: the start page, which is plain HTML, or one of the pages
//! below.

#![expect(
    clippy::redundant_closure,
    reason = "Leptos erases the types of closures that are written in place, which makes the page smaller"
)]

mod analyse;
mod audit;
mod awake;
mod bar;
mod board;
mod browser;
mod controls;
mod dialog;
mod drawing;
mod effects;
mod four;
mod keeper;
mod keys;
mod look;
mod marks;
mod message;
mod offline;
mod online;
mod page;
mod parts;
mod picture;
mod play;
mod pointer;
mod share;
mod single;
mod slots;
mod sound;
mod thinker;
mod watch;

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;

use parts::Shown;

use crate::online::address::Address;
use crate::single::link;

/// The pages that are rendered by the program.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    Start,
    Four,
    Play,
    Analyse,
    Audit,
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
            audit::ROUTE => Page::Audit,
            online::ROUTE => Page::NewTable,
            // Links to games on four boards are older than the page names.
            game if crate::four::link::is_link(game) => Page::Four,
            _ => Page::Start,
        }
    }
}

/// Mounts the app.
pub fn start() {
    browser::show_crashes();
    let shell = Rc::new(Shell::default());
    shell.clone().follow_address();
    offline::follow();
    window_event_listener(leptos::ev::hashchange, move |_| {
        shell.clone().follow_address()
    });
}

/// The requested page, and what is shown of it.
#[derive(Default)]
struct Shell {
    asked: RefCell<Option<Page>>,
    shown: RefCell<Option<Shown>>,
}

impl Shell {
    /// Goes to the page in the address.
    fn follow_address(self: Rc<Self>) {
        let page = Page::of(&browser::fragment());
        if self.asked.borrow().as_ref() == Some(&page) {
            return;
        }
        self.asked.replace(Some(page.clone()));
        self.shown.take();
        browser::show_doors(page == Page::Start);
        if page == Page::NewTable {
            browser::show_title("Play with friends");
        }
        if page == Page::Start {
            document().set_title("Fourfold");
            browser::hide_loading();
            let tables = online::tables();
            let running = [
                ("four", four::has_game()),
                ("play", play::has_game()),
                ("analyse", analyse::has_game()),
                ("online", !tables.is_empty()),
            ];
            browser::show_tables(&tables);
            for (door, is_running) in running {
                browser::show_running(door, is_running);
            }
            browser::show_running("any", running.iter().any(|(_, is_running)| *is_running));
            return;
        }
        browser::show_loading();
        browser::spawn(async move {
            let fetched = parts::fetch(&page).await;
            // The user may have gone elsewhere in the meantime.
            if self.asked.borrow().as_ref() != Some(&page) {
                return;
            }
            let shown = match fetched {
                Ok(()) => parts::show(&page).await,
                Err(error) => Err(error),
            };
            browser::hide_loading();
            match shown {
                Ok(shown) => drop(self.shown.replace(shown)),
                Err(_) => {
                    self.asked.take();
                    browser::show_missing(move || {
                        browser::hide_loading();
                        self.follow_address();
                    });
                }
            }
        });
    }
}
