//! Components that the lobby and the boards share: the dock, the buttons, a seat, a link with its
//! QR code.

use leptos::prelude::*;
use wire::Seat;

use super::store::Store;
use crate::app::controls::button;
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::app::{browser, share};
use crate::online::address::Role;
use crate::online::{Choice, ClockView, Command, Does, Link, LinkEnd, SeatView, Status, qr};
use crate::tone::Tone;

/// Clocks and presence of a game at a table, for the boards of other pages. They are callbacks, so
/// that a board can be drawn without the code of tables.
#[derive(Clone, Copy)]
pub struct Elsewhere {
    clock: Callback<Seat, Option<ClockView>>,
    is_here: Callback<Seat, Option<bool>>,
}

impl Elsewhere {
    /// The clocks and players of a table.
    pub fn of(store: Store) -> Elsewhere {
        let is_here = move |seat| {
            store.read(|online| {
                let seats = online.seats();
                let view = seats.iter().find(|view| view.seat == seat);
                view.and_then(|view| view.is_here)
            })
        };
        Elsewhere {
            clock: Callback::new(move |seat| store.clock(seat)),
            is_here: Callback::new(is_here),
        }
    }

    pub fn clock(self, seat: Seat) -> Option<ClockView> {
        self.clock.run(seat)
    }

    /// Whether the player of a seat is connected; `None` if that is not known.
    pub fn is_here(self, seat: Seat) -> Option<bool> {
        self.is_here.run(seat)
    }
}

/// Over plain HTTP, says what is missing: the browser stores the app for offline use only if it
/// came over HTTPS or from this machine.
pub fn plain_http() -> impl IntoView {
    (!window().is_secure_context()).then(|| {
        view! {
            <p class="quiet" data-testid="plain-http">
                "This page came over plain http. Everything works, but the browser does not keep the app \
                 for use without a network; for that the server needs https."
            </p>
        }
    })
}

/// A dot that shows whether a player is connected.
pub fn presence(is_here: impl Fn() -> Option<bool> + Send + 'static) -> impl IntoView {
    move || {
        is_here().map(|is_here| {
            let words = if is_here { "connected" } else { "away" };
            view! {
                <span class="presence" data-here=is_here.to_string() role="img" aria-label=words
                    title=words></span>
            }
        })
    }
}

pub fn clock_face(clock: ClockView) -> impl IntoView {
    view! {
        <span class="clock" class:running=clock.is_running class:low=clock.is_low role="timer"
            data-testid="clock">{clock.face}</span>
    }
}

/// Whose turn it is, open offers, and the state of the connection; otherwise the message of the
/// board.
#[component]
pub fn Dock(
    /// The message of the board.
    line: Watch<(String, Tone)>,
    /// The actions of its buttons.
    board: Board,
) -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let line = Watch::new(move || status.get().line.unwrap_or_else(|| line.get()));
    let mover = store.memo(|online| {
        let seats = online.seats();
        seats
            .iter()
            .find(|seat| seat.is_mover)
            .map(|seat| seat.seat)
    });
    let spectators = store.memo(|online| online.spectators() as usize);
    view! {
        <section class="dock" aria-label="Status" data-testid="dock">
            <div class="headline" data-testid="turn">
                <strong class="headline-words">{move || status.get().headline}</strong>
                // On a small screen, the players are below it.
                {move || mover.get().and_then(|seat| store.clock(seat)).map(|clock| view! {
                    <span class="dock-clock">{clock_face(clock)}</span>
                })}
                {move || (spectators.get() > 0).then(|| view! {
                    <span class="round" data-testid="spectators">{format!("{} watching", spectators.get())}</span>
                })}
            </div>
            <div class="message" data-tone=move || line.get().1.name() tabindex="0" role="region"
                aria-label="What just happened">
                <p data-testid="line">{move || line.get().0}</p>
                <Acts choices=store.memo(|online| online.answers()) board=board/>
                <Retry/>
                {dismiss(store)}
            </div>
        </section>
    }
}

/// What can be done about a closed connection.
#[component]
pub fn Retry() -> impl IntoView {
    let store = Store::of_context();
    let words = store.memo(|online| match online.link() {
        Link::Over(LinkEnd::Replaced) => "Play here",
        Link::Over(LinkEnd::Version) => RELOAD,
        Link::Over(LinkEnd::NoSuchTable | LinkEnd::NoServer | LinkEnd::Closed)
        | Link::Waiting { .. } => "Try again",
        Link::Live | Link::Trying { .. } => "",
    });
    let retry = move || match words.get_untracked() {
        RELOAD => {
            let _ = window().location().reload();
        }
        _ => store.send(Command::Retry),
    };
    move || (!words.get().is_empty()).then(|| button("retry", words.get(), retry))
}

/// What to do if the page is too old.
const RELOAD: &str = "Reload";

/// Removes a notice.
pub fn dismiss(store: Store) -> impl IntoView {
    let notice = store.notice();
    move || {
        let dismiss = || button("dismiss", "OK", move || store.send(Command::Dismiss));
        notice.with(Option::is_some).then(dismiss)
    }
}

/// The actions that the table itself does not handle.
#[derive(Clone, Copy)]
pub struct Board {
    /// The next move is the named move of a claim.
    pub claim_with_move: Callback<()>,
    /// Shows the export of the game.
    pub share: Callback<()>,
}

/// Buttons: the timely ones, or the permanent ones.
#[component]
pub fn Acts(choices: Watch<Vec<Choice>>, board: Board) -> impl IntoView {
    let store = Store::of_context();
    let run = move |does: Does| match does {
        Does::Act(act) => store.send(Command::Do(act)),
        Does::Open(dialog) => store.send(Command::Open(Some(dialog))),
        Does::ClaimWithMove => board.claim_with_move.run(()),
        Does::Share => board.share.run(()),
        Does::Sit(seat) => {
            let name = store.peek(|online| online.name().to_owned());
            store.send(Command::Sit(seat, name));
        }
    };
    view! {
        <div class="row acts" role="group" aria-label="What you can do">
            <For each=move || choices.get()
                key=|choice| (choice.action, choice.is_urgent, choice.is_possible)
                children=move |choice| view! {
                    <button data-action=choice.action class:primary=choice.is_urgent
                        disabled=!choice.is_possible
                        on:click=move |_| run(choice.does.clone())>{choice.words}</button>
                }/>
        </div>
    }
}

/// The players with their clocks, for a table whose boards have no room for them.
#[component]
pub fn Players() -> impl IntoView {
    let store = Store::of_context();
    let seats = store.memo(|online| online.seats());
    let row = move |view: SeatView| {
        let seat = view.seat;
        view! {
            <li data-player=seat.name() class:mover=view.is_mover>
                {presence(move || view.is_here)}
                <span class="player-seat">{seat.to_string()}</span>
                <span class="player-name">
                    {view.name.unwrap_or_default()} {view.is_mine.then_some(" (you)")}
                </span>
                {move || store.clock(seat).map(clock_face)}
            </li>
        }
    };
    view! {
        <section class="card players" aria-label="Players">
            <ul>{move || seats.get().into_iter().map(row).collect_view()}</ul>
        </section>
    }
}

/// A link that can be copied, shared and scanned.
#[component]
pub fn LinkCard(
    /// The role; `None` for spectators.
    role: Option<Role>,
    link: String,
) -> impl IntoView {
    let store = Store::of_context();
    let warning = share::only_here(&link);
    let code = qr::draw(&link).map(|code| {
        let view_box = format!("0 0 {} {}", code.side, code.side);
        view! {
            <svg class="qr" viewBox=view_box role="img" aria-label="The link as a QR code" data-testid="qr">
                <rect width="100%" height="100%" fill="#fff"/>
                <path d=code.path fill="#000"/>
            </svg>
        }
    });
    view! {
        <div class="link-card">
            <label class="field">"Link"
                <input type="text" readonly data-testid="link" prop:value=link/></label>
            {warning}
            <div class="row">
                {button("copy-link", "Copy", move || store.send(Command::CopyLink(role)))}
                {browser::can_share().then(|| {
                    button("share-link", "Share", move || store.send(Command::ShareLink(role)))
                })}
            </div>
            {code}
        </div>
    }
}
