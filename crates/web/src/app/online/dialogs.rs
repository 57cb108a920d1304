//! The dialogs of the page of a table.

use leptos::prelude::*;
use wire::{Act, Seat};

use super::parts::{Board, LinkCard, rare_acts};
use super::store::Store;
use crate::app::controls::button;
use crate::app::dialog::{CloseButton, dialogs, done, purpose, said};
use crate::app::page::Page;
use crate::online::address::Role;
use crate::online::{Command, Dialog};

/// The dialogs; at most one is open.
#[component]
pub fn Dialogs(
    /// The actions of the board, if it is shown.
    #[prop(optional)]
    board: Option<Board>,
) -> impl IntoView {
    let store = Store::of_context();
    dialogs(store.dialog(), store.close(), move |dialog| match dialog {
        Dialog::Resign => view! { <Resign/> }.into_any(),
        Dialog::Invite(seat) => view! { <Invite seat=seat/> }.into_any(),
        Dialog::Device => view! { <Device/> }.into_any(),
        Dialog::More => board.map(|board| rare_acts(store, board)).into_any(),
        Dialog::Help => help().into_any(),
    })
}

#[component]
fn Resign() -> impl IntoView {
    let store = Store::of_context();
    view! {
        <h2 id="dialog-title">"Resign?"</h2>
        <p>"The game ends for everyone at the table."</p>
        <div class="row">
            {purpose("confirm-resign", "Resign", store.press_once(Command::Do(Act::Resign)))}
            <CloseButton/>
        </div>
    }
}

/// The link of a role, as soon as it is available.
fn link_card(store: Store, role: Role) -> impl IntoView {
    let link = store.memo(move |online| online.link_for(role));
    move || {
        link.get()
            .map(|link| view! { <LinkCard role=Some(role) link=link/> })
    }
}

#[component]
fn Invite(seat: Seat) -> impl IntoView {
    let store = Store::of_context();
    // After a rematch, players have other seats than those they were invited to.
    let invited = store.peek(|online| online.table().map(|table| table.seat_invited(seat)));
    let role = Role::Seat(invited.unwrap_or(seat));
    view! {
        <h2 id="dialog-title">{format!("Invite someone to play {seat}")}</h2>
        <p>"Anyone who opens this link can take the seat. It works once."</p>
        {link_card(store, role)}
        {said(store.notice())}
        <div class="row">
            {button("new-link", "Make a new link", move || {
                store.send(Command::Do(Act::Invite { seat }));
                store.send(Command::Open(Some(Dialog::Invite(seat))));
            })}
            {done()}
        </div>
    }
}

#[component]
fn Device() -> impl IntoView {
    let store = Store::of_context();
    let (seat, invited) = store.peek(|online| (online.mine(), online.invited_seat()));
    let is_made = RwSignal::new(false);
    let make = move || {
        if let Some(seat) = seat {
            store.send(Command::Do(Act::Invite { seat }));
            // A command usually closes its dialog; here the reply is shown in it.
            store.send(Command::Open(Some(Dialog::Device)));
            is_made.set(true);
        }
    };
    view! {
        <h2 id="dialog-title">"Continue on another device"</h2>
        <p>"This link carries your seat. Do not share it: anyone who opens it plays for you."</p>
        {move || is_made.get().then(|| invited.map(|seat| link_card(store, Role::Seat(seat))))}
        <div class="row">
            {move || match is_made.get() {
                true => done(),
                false => view! {
                    {purpose("make-device-link", "Make a link", Callback::new(move |()| make()))}
                    <CloseButton/>
                }.into_any(),
            }}
        </div>
    }
}

pub fn help() -> impl IntoView {
    view! {
        <h2 id="dialog-title">"A table over the network"</h2>
        <p>
            "Send each invitation to one person, or put a program on a seat. The game starts when all \
             seats are taken, unless the host starts it."
        </p>
        <p>
            "A move counts when the server has it. If the connection is cut, the page comes back by \
             itself, and a move that you made meanwhile is sent then. There are no accounts: this \
             browser keeps the key of your seat."
        </p>
        <div class="row">{done()}</div>
    }
}
