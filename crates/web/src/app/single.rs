//! The board of a page with one board.

use chess::{Role, Square};
use leptos::prelude::*;

use super::board::{self, Board, BoardInputs, Listener, SquareSignals};
use super::drawing::{definitions, outline};
use super::look;
use super::page::Page;
use super::watch::Watch;
use super::{browser, keys};
use crate::army::Army;
use crate::geometry::{self, BOARD, NARROW_FRAME, Number, Placement, Point};
use crate::hand::HandCommand;
use crate::look::Coordinates;
use crate::promotion::CHOICES;
use crate::shell::PageState;
use crate::single::import::{BYTES_MAX, LoadGame};
use crate::single::{OneBoard, link};
use crate::view::Drawn;

/// The width of the frame if it has no coordinates.
const THIN_FRAME: f64 = 5.0;

/// The name of the board for the page and the tests.
const NAME: &str = "game";

pub trait BoardPage:
    Page<State: OneBoard, Command: From<HandCommand<Square>> + From<LoadGame>>
{
    /// Loads a file that was chosen or dropped; only the beginning of a large one.
    fn load_file(self, file: &web_sys::File) {
        browser::read_beginning(file, BYTES_MAX, move |read| {
            self.send(match read {
                Ok((text, cut_from)) => LoadGame::Text { text, cut_from },
                Err(why) => LoadGame::Failed(why),
            });
        });
    }

    /// Opens the game in the address whenever there is one, and leaves only the page's name there.
    fn follow_links(self, route: &'static str) {
        let load = move || {
            let fragment = browser::fragment();
            let (page, game) = link::split(&fragment);
            if page == route && game.is_some() {
                self.send(LoadGame::text(format!("#{fragment}")));
                browser::set_fragment(route);
            }
        };
        load();
        let links = window_event_listener(leptos::ev::hashchange, move |_| load());
        on_cleanup(move || links.remove());
    }

    /// Deselects the piece on a press beside the board.
    fn follow_presses_elsewhere(self) {
        browser::follow_presses_elsewhere(move || {
            if self.peek(OneBoard::can_let_go) {
                self.send(HandCommand::LetGo);
            }
        });
    }
}

pub fn board_of<P: BoardPage>(page: P) -> impl IntoView {
    let inputs = Inputs {
        squares: board::follow(
            page.peek(OneBoard::squares),
            Box::new(move || page.read(OneBoard::squares)),
        ),
        is_flipped: page.memo(OneBoard::is_flipped),
        drawings: page.memo(OneBoard::drawings),
        dragged: page.memo(OneBoard::dragged),
        promoting: page.memo(OneBoard::promoting),
        marked: page.memo(PageState::marked),
        act: Callback::new(move |act: HandCommand<Square>| page.send(act)),
        can_take: Callback::new(move |square| page.peek(|state| state.can_take(square))),
    };
    view! { <SingleBoard inputs=inputs/> }
}

#[derive(Clone, Copy)]
struct Inputs {
    /// The squares, a1 first.
    squares: [SquareSignals; 64],
    /// Whether Black is at the bottom.
    is_flipped: Watch<bool>,
    drawings: Watch<Vec<Drawn>>,
    dragged: Watch<Option<(Army, Role, Point)>>,
    /// The owner of the pawn being promoted.
    promoting: Watch<Option<Army>>,
    /// The marked promotion piece.
    marked: Watch<Option<Role>>,
    act: Callback<HandCommand<Square>>,
    /// Whether the piece on a square can be selected.
    can_take: Callback<Square, bool>,
}

/// The board. It does not depend on the page, so that the code exists once.
#[component]
fn SingleBoard(inputs: Inputs) -> impl IntoView {
    let Inputs {
        squares,
        is_flipped,
        drawings,
        dragged,
        promoting,
        marked,
        act,
        can_take,
    } = inputs;
    let coordinates = look::coordinates();
    let frame = move || match coordinates.get() {
        Coordinates::Outside => NARROW_FRAME,
        Coordinates::Inside | Coordinates::Off => THIN_FRAME,
    };
    let letters = move || match coordinates.get() {
        Coordinates::Outside => 30.0,
        Coordinates::Inside | Coordinates::Off => 20.0,
    };
    let placement = Watch::new(move || Placement {
        center: Point::new(BOARD / 2.0 + frame(), BOARD / 2.0 + frame()),
        degrees: if is_flipped.get() { 180.0 } else { 0.0 },
        scale: 1.0,
        frame: frame(),
        letters: letters(),
    });
    let listener = Listener::new(
        move |gesture| act.run(HandCommand::Pointer((), gesture)),
        move |square| can_take.run(square),
        move |event| on_key(act, placement, event),
    );
    let inputs = BoardInputs {
        squares,
        placement,
        // A single board needs no highlight.
        mover: Watch::new(|| None),
        attacks: Watch::new(Vec::new),
        drawings,
        listener,
    };
    let view_box = move || {
        let side = Number(BOARD + 2.0 * frame());
        format!("0 0 {side} {side}")
    };
    let dragged = move || {
        dragged
            .get()
            .map(|(army, role, at)| board::dragged(army, role, at, placement.get()))
    };
    view! {
        <div class="plane" data-view="single-board" style:--aspect="1"
            // The listener is here and not on the board: in Chromium, an SVG element that listens to
            // focus becomes a tab stop.
            on:focusin=move |event| {
                if let Some(square) = browser::square_of(event.target()) {
                    act.run(HandCommand::Focus(square));
                }
            }>
            <svg viewBox=move || view_box() role="group" aria-label="Board">
                {definitions()}
                <Board name=NAME label="The board".to_owned() inputs=inputs/>
                {dragged}
            </svg>
            {move || promoting.get().map(|army| chooser(army, marked, act))}
        </div>
    }
}

#[component]
pub fn TypedMove(
    /// Plays the move and returns whether it was legal; if not, it stays in the field.
    play: Callback<String, bool>,
    #[prop(optional)] children: Option<Children>,
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
                spellcheck="false" placeholder="e2e4 or Nf3"
                aria-label="Type a move, such as e2e4, Nf3 or O-O" data-action="typed" prop:value=text
                on:input:target=move |event| text.set(event.target().value())/>
            <button type="submit" data-action="play">"Play"</button>
            {children.map(|children| children())}
        </form>
    }
}

/// The four promotion pieces.
fn chooser(
    army: Army,
    marked: Watch<Option<Role>>,
    act: Callback<HandCommand<Square>>,
) -> impl IntoView {
    keys::hold_focus(marked);
    let choices = CHOICES.map(|role| {
        view! {
            <button aria-label=format!("Promote to {role}")
                data-promote=role.letter().to_ascii_lowercase().to_string()
                on:click=move |_| act.run(HandCommand::Promote(role))>
                {figure(army, role)}
            </button>
        }
    });
    view! {
        <div class="chooser" role="dialog" aria-modal="true" aria-label="Choose a promotion piece"
            data-testid="chooser">{choices.collect_view()}</div>
    }
}

pub fn figure(army: Army, role: Role) -> impl IntoView {
    view! {
        <svg viewBox="0 0 100 100" class=format!("piece {}", army.class()) aria-hidden="true">
            {outline(role)}
        </svg>
    }
}

fn on_key(
    act: Callback<HandCommand<Square>>,
    placement: Watch<Placement>,
    event: &leptos::ev::KeyboardEvent,
) {
    let Some(square) = browser::square_of(event.target()) else {
        return;
    };
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let key = event.key();
    if matches!(key.as_str(), "Enter" | " ") {
        event.prevent_default();
        event.stop_propagation();
        return act.run(HandCommand::Activate(square));
    }
    let Some(arrow) = browser::arrow(&key) else {
        return;
    };
    // For keyboard users, the arrow keys move over the board; after a click they scrub.
    if !browser::is_keyboard_focus(event) {
        return;
    }
    event.prevent_default();
    event.stop_propagation();
    let degrees = placement.with_untracked(|placement| placement.degrees);
    if let Some(next) = geometry::step(square, arrow, degrees) {
        act.run(HandCommand::Focus(next));
        browser::focus_square(NAME, next);
    }
}
