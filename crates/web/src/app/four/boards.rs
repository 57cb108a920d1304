//! The four boards: their content, and how input becomes commands.

use duplicate::BoardName;
use leptos::prelude::*;

use super::keys;
use super::store::Store;
use crate::app::board::{self, Board, BoardInputs, Listener};
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::army::Army;
use crate::four::{HandCommand, Place};
use crate::geometry::Scene;
use crate::view::Stroke;

#[component]
pub fn TableBoard(name: BoardName, scene: Watch<Scene>) -> impl IntoView {
    let store = Store::of_context();
    let [white, black] = chess::Color::ALL.map(|color| name.player(color));
    let listener = Listener::new(
        move |gesture| store.send(HandCommand::Pointer(name, gesture)),
        move |square| store.peek(|state| state.can_take(Place::new(name, square))),
        move |event| keys::on_square(store, event),
    );
    let inputs = BoardInputs {
        squares: board::follow(
            store.peek(|state| state.squares(name)),
            Box::new(move || store.read(|state| state.squares(name))),
        ),
        placement: Watch::new(move || scene.with(|scene| scene.boards[name])),
        mover: store.memo(move |state| {
            let mover = state.mover().filter(|seat| seat.plays_on(name));
            mover.map(Army::from)
        }),
        attacks: store.memo(move |state| {
            let why = state.explanation();
            let all = why.map(|why| why.attacks).unwrap_or_default();
            let here = all.into_iter().filter(|attack| attack.board == name);
            here.map(|attack| (attack.from, attack.to))
                .collect::<Vec<Stroke>>()
        }),
        drawings: store.memo(move |state| state.drawings(name).collect::<Vec<_>>()),
        listener,
    };
    view! {
        <Board
            name=name.name()
            label=format!("Board {name}: {white} plays White, {black} plays Black")
            inputs=inputs
        />
    }
}

/// The dragged piece and its twin.
#[component]
pub fn Dragged(scene: Watch<Scene>) -> impl IntoView {
    let store = Store::of_context();
    let dragged = store.memo(|state| {
        let (grab, at) = state.input().dragged()?;
        let owner = state.boards().turn();
        let has_twin = state.boards().lockstep(owner).contains(grab.from);
        let here = move |board: &BoardName| *board == grab.board || has_twin;
        let boards: Vec<BoardName> = owner.boards().into_iter().filter(here).collect();
        Some((owner, grab.piece.role, at, boards))
    });
    let pieces = move || {
        dragged.get().map(|(seat, role, at, boards)| {
            let pieces = boards.into_iter().map(|board| {
                let placement = scene.with(|scene| scene.boards[board]);
                board::dragged(seat.into(), role, at, placement)
            });
            pieces.collect_view().into_any()
        })
    };
    view! { {move || pieces()} }
}
