//! The game itself: the boards of the other pages, which follow the table.

use chess::Color;
use leptos::prelude::*;
use wire::Act;

use super::dialogs::Dialogs;
use super::lobby::Live;
use super::parts::{Acts, Board, Dock, Elsewhere, Players};
use super::store::Store;
use crate::app::bar::{self, Button, FLIP, SOUND, Switch};
use crate::app::message;
use crate::app::page::Page;
use crate::app::{browser, four, play};
use crate::four::{Command as FourCommand, GameCommand as FourGame};
use crate::four::{Dialog as FourDialog, OptionsCommand, WindowCommand};
use crate::online::Command;
use crate::play::{Command as PlayCommand, Dialog as PlayDialog, GameCommand, LookCommand};

/// The table with one board.
#[component]
pub fn OneBoard() -> impl IntoView {
    let store = Store::of_context();
    let board = play::Store::following(Callback::new(move |command| ask(store, &command)));
    provide_context(board);
    provide_context(Elsewhere(store));
    play::listen_to_board(board);
    let revision = store.memo(|online| online.revision());
    Effect::new(move |_| {
        revision.get();
        if let Some(game) = store.peek(|online| online.chess()) {
            board.send(PlayCommand::Follow(Box::new(game)));
        }
    });
    let is_playing = store.memo(|online| online.mine().is_some());
    let is_past = board.memo(|play| play.is_past());
    let is_flipped = board.memo(|play| play.is_flipped());
    let above = Signal::derive(move || match is_flipped.get() {
        true => Color::White,
        false => Color::Black,
    });
    let below = Signal::derive(move || !above.get());
    let line = board.memo(|play| {
        let status = crate::play::Status::of(play);
        (status.line, status.tone)
    });
    let look = move |command| Callback::new(move |()| board.send(PlayCommand::Look(command)));
    let open = move |dialog| Callback::new(move |()| board.send(PlayCommand::Open(Some(dialog))));
    let acts = Board {
        claim_with_move: Callback::new(move |()| {
            board.send(PlayCommand::Game(GameCommand::ClaimWithMove));
        }),
        share: open(PlayDialog::Share),
    };
    let scrub = move |event: leptos::ev::WheelEvent| match browser::wheel_steps_back(&event) {
        Some(true) => board.send(PlayCommand::Look(LookCommand::Back)),
        Some(false) => board.send(PlayCommand::Look(LookCommand::Forward)),
        None => {}
    };
    view! {
        <div class="app single online" data-testid="online"
            data-digest=move || store.read(|online| online.final_digest())>
            <bar::Bar words="a table over the network" theme=board.memo(|play| play.options().theme)
                next_theme=look(LookCommand::NextTheme) help=open(PlayDialog::Help)>
                <Button action="flip" word="Flip" icon=FLIP press=look(LookCommand::Flip)/>
                <Switch action="sound" word="Sound" icon=SOUND press=look(LookCommand::ToggleSound)
                    is_on=board.memo(|play| play.options().sound)/>
            </bar::Bar>
            <main class="stage" class:past=is_past aria-label="The board" on:wheel=scrub>
                <div class="table">
                    <play::PlayerStrip side=above/>
                    <play::GameBoard/>
                    <play::PlayerStrip side=below/>
                </div>
            </main>
            <Dock line=line board=acts/>
            <aside class="panel" aria-label="The game">
                <section class="card controls" aria-label="Controls">
                    <Acts choices=store.memo(|online| online.choices()) board=acts/>
                    {move || is_playing.get().then(|| view! { <play::Typed/> })}
                </section>
                <play::Moves/>
            </aside>
            <play::Dialogs/>
            <Dialogs/>
            <Live/>
            <message::Live spoken=board.memo(|play| play.shell().spoken().to_owned())/>
        </div>
    }
}

/// Asks the table for what the hand on the board wants.
fn ask(store: Store, command: &game::Command) {
    let mode = store.peek(|online| {
        let table = online.table()?;
        Some(table.chess()?.start().mode)
    });
    let Some(mode) = mode else {
        return;
    };
    let act = match command {
        game::Command::Play(m) => Act::Move {
            text: m.to_uci(mode).to_string(),
        },
        game::Command::Claim { with, .. } => Act::Claim {
            text: with.map(|m| m.to_uci(mode).to_string()),
        },
        // The hand on the board asks for nothing else.
        game::Command::Offer(_)
        | game::Command::Accept(_)
        | game::Command::Decline(_)
        | game::Command::Resign(_)
        | game::Command::Flag(_)
        | game::Command::Undo(_)
        | game::Command::Redo(_)
        | game::Command::New(_)
        | game::Command::Load(_) => return,
    };
    store.send(Command::Do(act));
}

/// The table with four boards.
#[component]
pub fn Compass() -> impl IntoView {
    let store = Store::of_context();
    let board = four::Store::following(Callback::new(move |m: duplicate::SyncedMove| {
        let text = m.to_string();
        store.send(Command::Do(Act::Move { text }));
    }));
    provide_context(board);
    provide_context(Elsewhere(store));
    four::listen_to_boards(board);
    let revision = store.memo(|online| online.revision());
    Effect::new(move |_| {
        revision.get();
        if let Some(game) = store.peek(|online| online.four()) {
            board.send(FourCommand::Follow(Box::new(game)));
        }
    });
    let is_playing = store.memo(|online| online.mine().is_some());
    let is_past = board.memo(|state| state.past().is_some());
    let theme = board.memo(|state| state.options().theme);
    let line = board.memo(|state| {
        let status = crate::four::status::Status::of(state);
        (status.line, status.tone)
    });
    let option = move |command: OptionsCommand| Callback::new(move |()| board.send(command));
    let open = move |dialog| Callback::new(move |()| board.send(WindowCommand::Open(dialog)));
    let acts = Board {
        claim_with_move: Callback::new(|()| {}),
        share: open(FourDialog::Share),
    };
    let next_theme = Callback::new(move |()| {
        board.send(OptionsCommand::SetTheme(theme.get_untracked().next()));
    });
    let scrub = move |event: leptos::ev::WheelEvent| match browser::wheel_steps_back(&event) {
        Some(true) => board.send(FourGame::Back),
        Some(false) => board.send(FourGame::Forward),
        None => {}
    };
    view! {
        <div class="app online" data-testid="online"
            data-digest=move || store.read(|online| online.final_digest())>
            <bar::Bar words="a table over the network" theme=theme next_theme=next_theme
                help=open(FourDialog::Help)>
                <Switch action="upright" word="Upright" icon=four::UPRIGHT press=option(OptionsCommand::ToggleUpright)
                    is_on=board.memo(|state| state.is_upright())/>
                <Switch action="teaching" word="Teaching" icon=four::TEACHING press=option(OptionsCommand::ToggleTeaching)
                    is_on=board.memo(|state| state.options().teaching)/>
                <Switch action="sound" word="Sound" icon=SOUND press=option(OptionsCommand::ToggleSound)
                    is_on=board.memo(|state| state.options().sound)/>
            </bar::Bar>
            <main class="stage" class:past=is_past aria-label="The four boards" on:wheel=scrub>
                <four::Stage/>
            </main>
            <Dock line=line board=acts/>
            <aside class="panel" aria-label="The game">
                <Players/>
                {move || store.read(|online| online.policies()).map(|text| view! {
                    <p class="rulings" data-testid="policies">{text}</p>
                })}
                <section class="card controls" aria-label="Controls">
                    <four::Scrub/>
                    <Acts choices=store.memo(|online| online.choices()) board=acts/>
                    {move || is_playing.get().then(|| view! { <four::Typed/> })}
                </section>
                <four::Log/>
            </aside>
            <four::Dialogs/>
            <Dialogs/>
            <Live/>
            <message::Live spoken=board.memo(|state| state.shell().spoken().to_owned())/>
        </div>
    }
}
