//! Views whose code is fetched after their page is shown: dialogs, the tour, the arbiter's card, the
//! position editor, and the boards of a table.
//!
//! `parts.rs` lists them. Such a view is fetched when the browser is idle, or when it is first shown.
//! In the meantime it says so, and if the code cannot be fetched, it offers to try again.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use wasm_split_helpers::SplitLoaderError;

use super::{browser, dialog};

/// The result of a request for code, as soon as there is one.
pub type Awaited<T> = Pin<Box<dyn Future<Output = Result<T, SplitLoaderError>>>>;

/// A kind of view in a part of its own, created from a `T`.
pub struct Later<T: 'static> {
    /// Whether its code has been fetched. It stays when the page is left.
    is_here: AtomicBool,
    fetch: fn() -> Awaited<()>,
    show: fn(T) -> Awaited<AnyView>,
}

/// How far the code of a view is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    Awaited,
    Here,
    Missing,
}

impl<T: Send + 'static> Later<T> {
    /// A view that is fetched and created by these functions. The first must fetch what the second
    /// needs, so that creating the view does not wait.
    pub const fn new(fetch: fn() -> Awaited<()>, show: fn(T) -> Awaited<AnyView>) -> Later<T> {
        Later {
            is_here: AtomicBool::new(false),
            fetch,
            show,
        }
    }

    /// Fetches the code when the browser has nothing else to do. If that fails, it is fetched again
    /// when it is needed.
    pub fn prefetch(&'static self) {
        let fetch = async {
            if (self.fetch)().await.is_ok() {
                self.is_here.store(true, Ordering::Relaxed);
            }
        };
        if !self.is_here.load(Ordering::Relaxed) {
            browser::when_idle(move || browser::spawn(fetch));
        }
    }

    /// A function that creates the view, or what is shown in its place. It is called where signals are
    /// tracked, and again when the code arrives.
    pub fn views(&'static self) -> impl Fn(T) -> AnyView + Copy + Send + Sync + 'static {
        let part = Part {
            is_here: &self.is_here,
            fetch: self.fetch,
            arrival: RwSignal::new(Arrival::Awaited),
        };
        move |value| match part.arrival.get() {
            _ if self.is_here.load(Ordering::Relaxed) => {
                now((self.show)(value)).unwrap_or_else(|| part.missing())
            }
            Arrival::Missing => part.missing(),
            Arrival::Awaited | Arrival::Here => part.awaited(),
        }
    }
}

/// The part of a view, whatever the view is created from.
#[derive(Clone, Copy)]
struct Part {
    is_here: &'static AtomicBool,
    fetch: fn() -> Awaited<()>,
    arrival: RwSignal<Arrival>,
}

impl Part {
    /// Fetches the code, and says that it is on its way.
    fn awaited(self) -> AnyView {
        let fetched = (self.fetch)();
        browser::spawn(async move {
            let arrival = match fetched.await {
                Ok(()) => Arrival::Here,
                Err(_) => Arrival::Missing,
            };
            if arrival == Arrival::Here {
                self.is_here.store(true, Ordering::Relaxed);
            }
            // The page may have been left in the meantime.
            let _ = self.arrival.try_set(arrival);
        });
        view! {
            <p role="status" data-testid="part-awaited">"Loading…"</p>
            {dialog::way_out()}
        }
        .into_any()
    }

    /// Says that the code could not be fetched.
    fn missing(self) -> AnyView {
        let again = move |_| self.arrival.set(Arrival::Awaited);
        view! {
            <div class="notice bad" role="alert" data-testid="part-missing">
                <p>"This part of the page could not be loaded. Check the connection, then load it again."</p>
                <button data-action="load-part" type="button" on:click=again>"Load it again"</button>
            </div>
            {dialog::way_out()}
        }
        .into_any()
    }
}

/// The view from code that has been fetched, which needs no waiting.
fn now(mut view: Awaited<AnyView>) -> Option<AnyView> {
    match view.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(view)) => Some(view),
        Poll::Ready(Err(_)) | Poll::Pending => None,
    }
}
