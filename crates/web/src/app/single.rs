//! The board of a page that has one.

use chess::{Role, Square};
use leptos::prelude::*;

use super::board::{self, Board, Desk, Hand, SquareSignals};
use super::browser;
use super::drawing::{definitions, outline};
use crate::army::Army;
use crate::geometry::{self, Arrow, BOARD, NARROW_FRAME, Number, Placement, Point};
use crate::single::Act;
use crate::view::Stroke;

/// The side of the board with its frame.
const SIDE: f64 = BOARD + 2.0 * NARROW_FRAME;

/// The name by which the page and the tests know the board.
const NAME: &str = "game";

/// What a page gives the board.
#[derive(Clone, Copy)]
pub struct Sight {
    /// The squares, a1 first.
    pub squares: [SquareSignals; 64],
    /// Whether Black's side is below.
    pub is_flipped: Memo<bool>,
    /// Arrows and circles.
    pub drawings: Memo<Vec<Stroke>>,
    /// The piece that hangs on the pointer.
    pub dragged: Memo<Option<(Army, Role, Point)>>,
    /// Whose pawn is being promoted.
    pub promoting: Memo<Option<Army>>,
    /// Where acts go.
    pub act: Callback<Act>,
    /// Whether the piece on a square can be taken up.
    pub can_take: Callback<Square, bool>,
}

/// The board.
#[component]
pub fn SingleBoard(
    /// What it shows and whom it tells.
    sight: Sight,
) -> impl IntoView {
    let Sight {
        squares,
        is_flipped,
        drawings,
        dragged,
        promoting,
        act,
        can_take,
    } = sight;
    let placement = Memo::new(move |_| Placement {
        center: Point::new(SIDE / 2.0, SIDE / 2.0),
        degrees: if is_flipped.get() { 180.0 } else { 0.0 },
        scale: 1.0,
        frame: NARROW_FRAME,
    });
    let hand = Hand::new(
        move |gesture| act.run(Act::Hand(gesture)),
        move |square| can_take.run(square),
        move |event| on_key(act, placement, event),
    );
    let desk = Desk {
        squares,
        placement,
        // With one board there is nothing to point out by a glow.
        mover: Memo::new(|_| None),
        sights: Memo::new(|_| Vec::new()),
        drawings,
        hand,
    };
    let view_box = format!("0 0 {} {}", Number(SIDE), Number(SIDE));
    let dragged = move || {
        dragged
            .get()
            .map(|(army, role, at)| board::dragged(army, role, at, placement.get()))
    };
    view! {
        <div class="plane" data-view="single-board" style:--aspect="1">
            <svg viewBox=view_box role="group" aria-label="Board"
                on:focusin=move |event| {
                    if let Some(square) = browser::square_of(event.target()) {
                        act.run(Act::Focus(square));
                    }
                }>
                {definitions()}
                <Board name=NAME label="The board".to_owned() desk=desk/>
                {dragged}
            </svg>
            {move || promoting.get().map(|army| chooser(army, act))}
        </div>
    }
}

/// A field for a move in letters.
#[component]
pub fn TypedMove(
    /// Plays the move and says whether it was one; if not, it stays to be corrected.
    play: Callback<String, bool>,
) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if play.run(text.get_untracked()) {
            text.set(String::new());
        }
    };
    view! {
        <form class="typed" on:submit=submit>
            <input type="text" maxlength="12" autocomplete="off" autocapitalize="none"
                spellcheck="false" placeholder="Type a move: Nf3, e2e4, O-O"
                aria-label="Type a move" data-action="typed" prop:value=text
                on:input:target=move |event| text.set(event.target().value())/>
            <button type="submit" data-action="play">"Play"</button>
        </form>
    }
}

/// From the most to the least wanted.
const CHOICES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The four pieces a pawn may become.
fn chooser(army: Army, act: Callback<Act>) -> impl IntoView {
    let choices = CHOICES.map(|role| {
        view! {
            <button aria-label=format!("Promote to {role}")
                data-promote=role.letter().to_ascii_lowercase().to_string()
                on:click=move |_| act.run(Act::Promote(role))>
                {figure(army, role)}
            </button>
        }
    });
    view! {
        <div class="chooser" role="dialog" aria-label="What does the pawn become?"
            data-testid="chooser">{choices.collect_view()}</div>
    }
}

/// A piece by itself.
pub fn figure(army: Army, role: Role) -> impl IntoView {
    view! {
        <svg viewBox="0 0 100 100" class=format!("piece {}", army.class()) aria-hidden="true">
            {outline(role)}
        </svg>
    }
}

fn on_key(act: Callback<Act>, placement: Memo<Placement>, event: &leptos::ev::KeyboardEvent) {
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
            return act.run(Act::Activate(square));
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
        act.run(Act::Focus(next));
        browser::focus_square(NAME, next);
    }
}
