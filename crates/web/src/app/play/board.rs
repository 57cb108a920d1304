//! The board of the game.

use chess::Role;
use leptos::prelude::*;

use super::store::Store;
use crate::app::board::{self, Board, Desk, Hand};
use crate::app::browser;
use crate::app::drawing::{definitions, outline};
use crate::army::Army;
use crate::geometry::{self, Arrow, BOARD, NARROW_FRAME, Number, Placement, Point};
use crate::play::{Command, Hand as State};

/// The side of the board with its frame.
const SIDE: f64 = BOARD + 2.0 * NARROW_FRAME;

/// The board.
#[component]
pub fn SingleBoard() -> impl IntoView {
    let store = Store::of_context();
    let placement = store.memo(|play| Placement {
        center: Point::new(SIDE / 2.0, SIDE / 2.0),
        degrees: if play.is_flipped() { 180.0 } else { 0.0 },
        scale: 1.0,
        frame: NARROW_FRAME,
    });
    let hand = Hand::new(
        move |gesture| store.send(Command::Hand(gesture)),
        move |square| store.peek(|play| play.can_take(square)),
        move |event| on_key(store, placement, event),
    );
    let desk = Desk {
        squares: board::follow(
            move || store.peek(|play| play.squares()),
            move || store.read(|play| play.squares()),
        ),
        placement,
        // With one board there is nothing to point out by a glow.
        mover: Memo::new(|_| None),
        sights: Memo::new(|_| Vec::new()),
        drawings: store.memo(|play| play.drawings()),
        hand,
    };
    let view_box = format!("0 0 {} {}", Number(SIDE), Number(SIDE));
    view! {
        <div class="plane" data-view="single-board" style:--aspect="1">
            <svg viewBox=view_box role="group" aria-label="Board"
                on:focusin=move |event| {
                    if let Some(square) = browser::square_of(event.target()) {
                        store.send(Command::Focus(square));
                    }
                }>
                {definitions()}
                <Board name="game" label="The board".to_owned() desk=desk/>
                <Dragged placement=placement/>
            </svg>
            <Chooser/>
        </div>
    }
}

#[component]
fn Dragged(placement: Memo<Placement>) -> impl IntoView {
    let store = Store::of_context();
    let dragged = store.memo(|play| match play.hand() {
        State::Holding {
            from,
            dragged: Some(at),
            ..
        } => {
            let piece = play.position().board().piece_at(from)?;
            Some((Army::from(piece.color), piece.role, at))
        }
        _ => None,
    });
    move || {
        dragged
            .get()
            .map(|(army, role, at)| board::dragged(army, role, at, placement.get()))
    }
}

/// From the most to the least wanted.
const CHOICES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The four pieces a pawn may become.
#[component]
fn Chooser() -> impl IntoView {
    let store = Store::of_context();
    let open = store.memo(|play| match play.hand() {
        State::Promoting { .. } => Some(Army::from(play.game().position().turn())),
        _ => None,
    });
    move || {
        open.get().map(|army| {
            let choices = CHOICES.map(|role| {
                view! {
                    <button aria-label=format!("Promote to {role}")
                        data-promote=role.letter().to_ascii_lowercase().to_string()
                        on:click=move |_| store.send(Command::Promote(role))>
                        <svg viewBox="0 0 100 100" class=format!("piece {}", army.class())>
                            {outline(role)}
                        </svg>
                    </button>
                }
            });
            view! {
                <div class="chooser" role="dialog" aria-label="What does the pawn become?"
                    data-testid="chooser">{choices.collect_view()}</div>
            }
        })
    }
}

fn on_key(store: Store, placement: Memo<Placement>, event: &leptos::ev::KeyboardEvent) {
    let Some(square) = browser::square_of(event.target()) else {
        return;
    };
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let arrow = match event.key().as_str() {
        "Enter" | " " => {
            event.prevent_default();
            event.stop_propagation();
            return store.send(Command::Activate(square));
        }
        "ArrowUp" => Arrow::Up,
        "ArrowRight" => Arrow::Right,
        "ArrowDown" => Arrow::Down,
        "ArrowLeft" => Arrow::Left,
        _ => return,
    };
    // Whoever came to the square by keys walks over the board; after a click the arrows scrub.
    if !browser::is_keyboard_focus(event) {
        return;
    }
    event.prevent_default();
    event.stop_propagation();
    let degrees = placement.with_untracked(|placement| placement.degrees);
    if let Some(next) = geometry::step(square, arrow, degrees) {
        store.send(Command::Focus(next));
        browser::focus_square("game", next);
    }
}
