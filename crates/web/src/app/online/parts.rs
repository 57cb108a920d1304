//! Components that the lobby and the boards share: the dock, the buttons, a seat, a link with its
//! QR code.

use leptos::prelude::*;
use wire::Seat;

use super::store::Store;
use crate::app::controls::button;
use crate::app::dialog;
use crate::app::message::{self, Messages};
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::app::{browser, share};
use crate::notice::{self, Press, Said};
use crate::online::address::Role;
use crate::online::{
    Choice, ClockView, Command, Dialog, Does, Link, LinkEnd, Online, SeatView, Status, qr,
};

/// Clocks and presence of a game at a table, for the boards of other pages. They are callbacks, so
/// that a board can be drawn without the code of tables.
#[derive(Clone, Copy)]
pub struct Elsewhere {
    clock: Callback<Seat, Option<ClockView>>,
    name: Callback<Seat, Option<String>>,
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
            name: Callback::new(move |seat| store.read(|online| online.plate_name(seat))),
            is_here: Callback::new(is_here),
        }
    }

    pub fn clock(self, seat: Seat) -> Option<ClockView> {
        self.clock.run(seat)
    }

    /// The name of the player of a seat, short enough for its plate.
    pub fn name(self, seat: Seat) -> Option<String> {
        self.name.run(seat)
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
        <span class="clock" class:running=clock.is_running class:low=clock.is_low
            class:fallen=clock.is_fallen role="timer"
            data-testid="clock">{clock.face}</span>
    }
}

/// Whose turn it is, open offers, and the state of the connection; otherwise the message of the
/// board.
#[component]
pub fn Dock(
    /// The messages of the board.
    said: Watch<Vec<Said>>,
    /// Executes their buttons.
    board_press: Callback<Press>,
    /// The actions that the board executes.
    board: Board,
) -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let messages = Watch::new(move || status.with(|status| status.messages.clone()));
    let is_final = Watch::new(move || status.with(|status| status.is_final));
    let news = Watch::new(move || {
        let board = said.with(|said| notice::texts(said));
        format!("{} {board}", status.with(Status::line))
    });
    let is_quiet = Watch::new(move || {
        messages.with(|said| message::are_quiet(said)) && said.with(|said| message::are_quiet(said))
    });
    let press = Callback::new(move |press: Press| match press {
        Press::Dismiss(number) => store.send(Command::Dismiss(number)),
        Press::Act(action) => {
            let choice = store.peek(|online| online.choice(action));
            if let Some(choice) = choice {
                run(store, board, choice.does);
            }
        }
        Press::Remedy(_)
        | Press::Claim
        | Press::ClaimNamed
        | Press::AcceptDraw
        | Press::DeclineDraw => {}
    });
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
            <Messages label="What just happened" news=news is_quiet=is_quiet>
                {message::list(messages, press)}
                {move || is_final.get().then(|| view! { <Retry/> })}
                {move || (!is_final.get()).then(|| message::list(said, board_press))}
            </Messages>
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

/// The actions that the table itself does not handle.
#[derive(Clone, Copy)]
pub struct Board {
    /// Claims a draw in the present position.
    pub claim: Callback<()>,
    /// The next move is the named move of a claim.
    pub claim_with_move: Callback<()>,
    pub analyze: Callback<()>,
    /// Shows the export of the game.
    pub share: Callback<()>,
}

fn run(store: Store, board: Board, does: Does) {
    let here = |act: Callback<()>| {
        store.send(Command::Open(None));
        act.run(());
    };
    match does {
        Does::Act(act) => store.send(Command::Do(act)),
        Does::Open(dialog) => store.send(Command::Open(Some(dialog))),
        Does::Claim => here(board.claim),
        Does::ClaimWithMove => here(board.claim_with_move),
        Does::Analyze => here(board.analyze),
        Does::Share => here(board.share),
        Does::Sit(seat) => {
            let name = store.peek(|online| online.name().to_owned());
            store.send(Command::Sit(seat, name));
        }
    }
}

/// The actions that are possible now.
#[component]
pub fn Acts(board: Board) -> impl IntoView {
    let store = Store::of_context();
    let choices = store.memo(Online::choices);
    view! {
        <div class="row places" role="group" aria-label="What you can do">
            <For each=move || choices.get() key=|choice| (choice.action, choice.is_possible)
                children=move |choice| choice_button(store, board, choice)/>
            {button("menu", "More", move || store.send(Command::Open(Some(Dialog::More))))}
        </div>
    }
}

/// What is rarely needed.
pub fn rare_acts(store: Store, board: Board) -> impl IntoView {
    let choices = store.peek(Online::rare_choices).into_iter();
    let choices = choices.map(|choice| choice_button(store, board, choice));
    view! {
        <h2 id="dialog-title">"More"</h2>
        <div class="menu">{choices.collect_view()}</div>
        <div class="row">{dialog::done()}</div>
    }
}

fn choice_button(store: Store, board: Board, choice: Choice) -> impl IntoView {
    view! {
        <button data-action=choice.action class:primary=choice.is_urgent disabled=!choice.is_possible
            on:click=move |_| run(store, board, choice.does.clone())>{choice.words}</button>
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
