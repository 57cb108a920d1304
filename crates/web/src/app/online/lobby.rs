//! The lobby: seats, invitation links, programs, and the start.

use leptos::prelude::*;
use wire::{Act, GameKind, StartMode};

use super::dialogs::Dialogs;
use super::parts::{LinkCard, Retry, plain_http, presence};
use super::store::Store;
use super::{LobbyBar, describe};
use crate::app::controls::{button, primary, text_field};
use crate::app::message;
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::notice::Press;
use crate::online::{Command, Dialog, Link, SeatView, Status, strength};

/// The lobby, and what is shown if there is no table.
#[component]
pub fn Lobby() -> impl IntoView {
    let store = Store::of_context();
    let status = store.memo(Status::of);
    let messages = Watch::new(move || status.with(|status| status.messages.clone()));
    let press = Callback::new(move |press| {
        if let Press::Dismiss(number) = press {
            store.send(Command::Dismiss(number));
        }
    });
    let has_table = store.memo(|online| online.table().is_some());
    let is_over = store.memo(|online| matches!(online.link(), Link::Over(_)));
    let seats = store.memo(|online| online.seats());
    let invited = store.memo(|online| online.invitation());
    let can_sit = store.memo(|online| online.seats().iter().any(|seat| seat.can_sit));
    let name = RwSignal::new(store.peek(|online| online.name().to_owned()));
    view! {
        <div class="app lobby" data-testid="online">
            <LobbyBar help=store.open(Dialog::Help)/>
            <main class="lobby-main" aria-label="The table">
                <h2 data-testid="turn">{move || match has_table.get() {
                    true => status.get().headline,
                    false if is_over.get() => "This table cannot be shown".to_owned(),
                    false => "Looking for the table\u{2026}".to_owned(),
                }}</h2>
                <p class="quiet" data-testid="terms">{move || store.read(|online| online.table().map(describe))}</p>
                {move || store.read(|online| online.policies()).map(|text| view! {
                    <p class="quiet" data-testid="policies">{text}</p>
                })}
                <div data-testid="line">
                    {message::list(messages, press)}
                    <Retry/>
                </div>
                {move || (!has_table.get() && is_over.get()).then(|| elsewhere(store, invited, name))}
                {move || has_table.get().then(|| view! {
                    {move || can_sit.get().then(|| name_field(name))}
                    <ul class="seats">
                        <For each=move || seats.get() key=|seat| format!("{seat:?}")
                            children=move |seat| row(store, name, seat)/>
                    </ul>
                    <Foot/>
                })}
                {plain_http()}
            </main>
            <Dialogs/>
            <Live/>
        </div>
    }
}

/// The announcement about the table.
#[component]
pub fn Live() -> impl IntoView {
    let store = Store::of_context();
    let spoken = store.spoken();
    view! {
        <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="true"
            data-testid="live-table">{move || spoken.get()}</div>
    }
}

/// The name of a player who sits down.
fn name_field(name: RwSignal<String>) -> AnyView {
    let value = name.get_untracked();
    text_field("Your name", "name", "what others see", value, move |text| {
        name.set(text)
    })
}

/// A seat before the game.
fn row(store: Store, name: RwSignal<String>, view: SeatView) -> impl IntoView {
    let seat = view.seat;
    let is_free = view.name.is_none();
    let who = match &view.name {
        None => "free".to_owned(),
        Some(name) if view.is_mine => format!("{name} (you)"),
        Some(name) => match view.strength {
            Some(strength) => format!("{name}: {strength}"),
            None => name.clone(),
        },
    };
    let level = RwSignal::new(3_u8);
    let sit_words = if is_free {
        "Sit here"
    } else {
        "Play on this device"
    };
    let sit = move || store.send(Command::Sit(seat, name.get_untracked()));
    let fill = move || {
        let level = level.get_untracked();
        let act = Act::Fill {
            seat,
            level,
            pace_ms: None,
        };
        store.send(Command::Do(act));
    };
    let is_host = store.peek(|online| online.is_host());
    let kind = store.peek(|online| online.kind());
    let levels = 1..=kind.map_or(0, GameKind::levels);
    let options = levels.filter_map(|number| {
        let words = format!("{number}: {}", strength(kind?, number)?);
        Some(view! { <option value=number.to_string() selected=number == 3>{words}</option> })
    });
    view! {
        <li class="card seat-row" data-seat=seat.name() data-free=is_free.to_string()>
            <div class="seat-who">
                {presence(move || view.is_here)}
                <strong>{seat.to_string()}</strong>
                <span data-testid="who">{who}</span>
            </div>
            <div class="row">
                {view.can_sit.then(|| primary("sit", sit_words, Signal::from(false), sit))}
                {view.is_mine.then(|| {
                    button("stand", "Stand up", move || store.send(Command::Do(Act::Stand)))
                })}
                {(is_free && is_host).then(|| button("invite", "Invite", move || {
                    store.send(Command::Open(Some(Dialog::Invite(seat))));
                }))}
                {view.can_fill.then(|| view! {
                    <span class="fill">
                        <select data-field="level" aria-label=format!("Level of a program for {seat}")
                            on:change:target=move |event| {
                                level.set(event.target().value().parse().unwrap_or(3));
                            }>{options.collect_view()}</select>
                        {button("fill", if is_free { "Add a program" } else { "Change" }, fill)}
                    </span>
                })}
            </div>
        </li>
    }
}

/// The start, and how to watch.
#[component]
fn Foot() -> impl IntoView {
    let store = Store::of_context();
    let waits = store.memo(|online| {
        let mut table = online.table().into_iter();
        online.is_host() && table.any(|table| table.asked().start == StartMode::Host)
    });
    let is_short = store.memo(|online| online.seats().iter().any(|seat| seat.name.is_none()));
    let is_lost = store.memo(|online| online.about().is_some_and(|about| !about.kept));
    let is_open = store.memo(|online| {
        online
            .table()
            .is_some_and(|table| table.asked().watch == wire::Watch::Anyone)
    });
    let link = store.peek(|online| online.watch_link());
    view! {
        {move || waits.get().then(|| {
            let start = move || store.send(Command::Do(Act::Start));
            primary("start", "Start the game", Signal::derive(move || is_short.get()), start)
        })}
        {move || is_lost.get().then(|| view! {
            <p class="quiet" data-testid="not-kept">
                "This server does not keep tables: they are lost when it stops."
            </p>
        })}
        {move || is_open.get().then(|| view! {
            <details class="watch" data-testid="watch">
                <summary>"Link for people who watch"</summary>
                <LinkCard role=None link=link.clone()/>
            </details>
        })}
    }
}

/// What to do if the table cannot be shown.
fn elsewhere(
    store: Store,
    invited: Watch<Option<wire::Seat>>,
    name: RwSignal<String>,
) -> impl IntoView {
    view! {
        {move || invited.get().map(|seat| view! {
            <div class="card">
                <p>{format!("You are invited to play {seat} at a private table.")}</p>
                {name_field(name)}
                {primary("sit", "Sit here", Signal::from(false), move || {
                    store.send(Command::Sit(seat, name.get_untracked()));
                })}
            </div>
        })}
        <p class="row">
            <a class="button" href="#online">"Open a new table"</a>
            <a class="button" href="#play">"Play against the engine"</a>
            <a class="button" href="#four">"Four boards at this screen"</a>
        </p>
    }
}
