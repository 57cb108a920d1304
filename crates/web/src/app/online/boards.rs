//! The game itself: the boards of the other pages, which follow the table.

use leptos::prelude::*;
use wire::Act;

use super::dialogs::Dialogs;
use super::lobby::Live;
use super::parts::{Acts, Board, Dock, Elsewhere, Players};
use super::store::Store;
use crate::app::bar::{self, Button, FLIP, SOUND, Switch};
use crate::app::keeper::KeptPage;
use crate::app::message;
use crate::app::page::Page;
use crate::app::{four, play};
use crate::four::{Command as FourCommand, Dialog as FourDialog, OptionsCommand};
use crate::online::Command;
use crate::play::{Command as PlayCommand, Dialog as PlayDialog, GameCommand, LookCommand};

#[component]
pub fn OneBoard() -> impl IntoView {
    let store = Store::of_context();
    let board = play::Store::following(Callback::new(move |command| ask(store, &command)));
    provide_context(board);
    provide_context(Elsewhere::of(store));
    play::listen_to_board(board, move || board.key_holder().max(store.key_holder()));
    let revision = store.memo(|online| online.revision());
    Effect::new(move |_| {
        revision.get();
        if let Some(game) = store.peek(|online| online.chess()) {
            board.send(PlayCommand::Follow(Box::new(game)));
        }
    });
    let is_playing = store.memo(|online| online.mine().is_some());
    let said = board.memo(|play| crate::play::Status::of(play).messages);
    let look = move |command: LookCommand| board.press(command);
    let open = move |dialog| board.open(dialog);
    let acts = Board {
        claim: board.press_once(GameCommand::Claim),
        claim_with_move: board.press_once(GameCommand::ClaimWithMove),
        analyze: board.press_once(GameCommand::Analyze),
        share: open(PlayDialog::Share),
    };
    view! {
        <div class="app single online" data-testid="online"
            data-digest=move || store.read(|online| online.final_digest())>
            <bar::Bar words="a table" theme=board.theme()
                next_theme=look(LookCommand::NextTheme) help=open(PlayDialog::Help)>
                <Button action="flip" word="Flip board" icon=FLIP press=look(LookCommand::Flip)/>
                <Switch action="sound" word="Sound" icon=SOUND press=look(LookCommand::ToggleSound)
                    is_on=board.option(|options| options.sound)/>
            </bar::Bar>
            <play::Stage/>
            <div class="side">
                <Dock said=said board_press=message::presses(board) board=acts/>
                <section class="controls" aria-label="Controls">
                    <play::Scrub/>
                    <Acts board=acts/>
                    {move || is_playing.get().then(|| view! { <play::Typed/> })}
                </section>
                <aside class="panel" aria-label="The game">
                    <play::Moves/>
                </aside>
            </div>
            <play::Dialogs/>
            <Dialogs board=acts/>
            <Live/>
            <message::Live spoken=board.spoken()/>
        </div>
    }
}

/// Sends the input on the board to the table.
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
        // Input on the board causes no other command.
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
    provide_context(Elsewhere::of(store));
    four::listen_to_boards(board, move || board.key_holder().max(store.key_holder()));
    let revision = store.memo(|online| online.revision());
    Effect::new(move |_| {
        revision.get();
        if let Some(game) = store.peek(|online| online.four()) {
            board.send(FourCommand::Follow(Box::new(game)));
        }
    });
    let is_playing = store.memo(|online| online.mine().is_some());
    let said = board.memo(|state| crate::four::status::Status::of(state).messages);
    let option = move |command: OptionsCommand| board.press(command);
    let open = move |dialog| board.open(dialog);
    let acts = Board {
        claim: Callback::new(|()| {}),
        claim_with_move: Callback::new(|()| {}),
        analyze: Callback::new(|()| {}),
        share: open(FourDialog::Share),
    };
    view! {
        <div class="app online" data-testid="online"
            data-digest=move || store.read(|online| online.final_digest())>
            <bar::Bar words="a table" theme=board.theme()
                next_theme=option(OptionsCommand::NextTheme) help=open(FourDialog::Help)>
                <Switch action="upright" word="Upright" icon=four::UPRIGHT press=option(OptionsCommand::ToggleUpright)
                    is_on=board.memo(|state| state.is_upright())/>
                <Switch action="teaching" word="Teaching" icon=four::TEACHING press=option(OptionsCommand::ToggleTeaching)
                    is_on=board.option(|options| options.teaching)/>
                <Switch action="sound" word="Sound" icon=SOUND press=option(OptionsCommand::ToggleSound)
                    is_on=board.option(|options| options.sound)/>
            </bar::Bar>
            <four::Stage/>
            <div class="side">
                <Dock said=said board_press=message::presses(board) board=acts/>
                <section class="controls" aria-label="Controls">
                    <four::Scrub/>
                    <Acts board=acts/>
                    {move || is_playing.get().then(|| view! { <four::Typed/> })}
                </section>
                <aside class="panel" aria-label="The game">
                    <four::Ended/>
                    <Players/>
                    {move || store.read(|online| online.policies()).map(|text| view! {
                        <p class="rulings" data-testid="policies">{text}</p>
                    })}
                    <four::Log/>
                    <four::Legend/>
                </aside>
            </div>
            <four::Dialogs/>
            <Dialogs board=acts/>
            <Live/>
            <message::Live spoken=board.spoken()/>
        </div>
    }
}
