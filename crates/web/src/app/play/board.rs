//! The board of the game.

use leptos::prelude::*;

use super::store::Store;
use crate::app::board;
use crate::app::page::Page;
use crate::app::single::{Sight, SingleBoard};
use crate::army::Army;
use crate::play::Command;
use crate::single::hand::Hand;

/// The board.
#[component]
pub fn GameBoard() -> impl IntoView {
    let store = Store::of_context();
    let sight = Sight {
        squares: board::follow(
            move || store.peek(|play| play.squares()),
            move || store.read(|play| play.squares()),
        ),
        is_flipped: store.memo(|play| play.is_flipped()),
        drawings: store.memo(|play| play.drawings()),
        dragged: store.memo(|play| {
            let (from, at) = play.hand().dragged()?;
            let piece = play.position().board().piece_at(from)?;
            Some((Army::from(piece.color), piece.role, at))
        }),
        promoting: store.memo(|play| match play.hand() {
            Hand::Promoting { .. } => Some(Army::from(play.game().position().turn())),
            Hand::Idle | Hand::Holding { .. } => None,
        }),
        act: Callback::new(move |act| store.send(Command::Board(act))),
        can_take: Callback::new(move |square| store.peek(|play| play.can_take(square))),
    };
    view! { <SingleBoard sight=sight/> }
}
