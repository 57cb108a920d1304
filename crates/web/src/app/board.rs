//! One board: a grid of squares, the pieces above them, and the marks above those.
//!
//! The same component draws all four. Squares are rebuilt one by one, and only when what is to be
//! seen on them is another.

use chess::{File, Rank, Square};
use duplicate::BoardName;
use leptos::prelude::*;

use super::drawing::{ghost_ring, outline, seat_class};
use super::pointer::Pointer;
use super::store::Store;
use super::{keys, marks};
use crate::geometry::{BOARD, FRAME, Number, Point, Scene, corner_of};
use crate::state::{Last, PieceView, SquareView, Taken, Target, words};

/// A board in its place.
#[component]
pub fn Board(
    /// Which one.
    name: BoardName,
    /// Where everything stands.
    scene: Memo<Scene>,
) -> impl IntoView {
    let store = Store::of_context();
    let placement = Memo::new(move |_| scene.with(|scene| scene.boards[name]));
    let mover = store.memo(move |state| state.mover().filter(|seat| seat.plays_on(name)));
    let squares = store.memo(move |state| state.squares(name));
    let pointer = Pointer::new(store, name);
    let class = move || match mover.get() {
        Some(seat) => format!("board active {}", seat_class(seat)),
        None => "board".to_owned(),
    };
    let [white, black] = chess::Color::ALL.map(|color| name.player(color));
    view! {
        <g
            class=class
            role="grid"
            aria-label=format!("Board {name}: {white} plays White, {black} plays Black")
            data-board=name.name()
            data-active=move || mover.get().is_some().to_string()
            transform=move || placement.get().transform()
            style:--turn=move || format!("{}deg", Number(placement.get().degrees))
            on:pointerdown=move |event| pointer.press(&event)
            on:pointermove=move |event| pointer.travel(&event)
            on:pointerup=move |event| pointer.release(&event)
            on:pointercancel=move |event| pointer.lose(&event)
            on:pointerleave=move |_| pointer.leave()
            on:keydown=move |event| keys::on_square(store, &event)
        >
            <Frame turn=Signal::derive(move || placement.get().degrees)/>
            {Rank::ALL.into_iter().rev().map(|rank| row(name, rank, squares)).collect_view()}
            <g class="pieces" aria-hidden="true">
                {Square::ALL.map(|square| piece_slot(square, squares)).collect_view()}
            </g>
            <g class="marks" aria-hidden="true">
                {Square::ALL.map(|square| mark_slot(square, squares)).collect_view()}
                <Overlay name=name/>
            </g>
        </g>
    }
}

/// The frame with its letters and digits, which stand upright however the board is turned.
#[component]
fn Frame(turn: Signal<f64>) -> impl IntoView {
    let side = BOARD + 2.0 * FRAME;
    let glow = |class: &'static str, out: f64| {
        let at = Number(-FRAME - out).to_string();
        let side = Number(side + 2.0 * out).to_string();
        view! { <rect class=class x=at.clone() y=at width=side.clone() height=side rx="16"/> }
    };
    let coordinate = move |x: f64, y: f64, text: String| {
        let transform = move || {
            format!(
                "translate({} {}) rotate({})",
                Number(x),
                Number(y),
                Number(-turn.get())
            )
        };
        view! { <text class="coordinate" transform=transform>{text}</text> }
    };
    let below = BOARD + FRAME / 2.0;
    let files = File::ALL.map(|file| {
        let x = f64::from(file as u8) * 100.0 + 50.0;
        coordinate(x, below, file.to_string())
    });
    let ranks = Rank::ALL.map(|rank| {
        let y = f64::from(7 - rank as u8) * 100.0 + 50.0;
        coordinate(-FRAME / 2.0, y, rank.to_string())
    });
    view! {
        <g aria-hidden="true">
            {glow("glow", 7.0)} {glow("glow-edge", 18.0)} {glow("frame", 0.0)}
            {files.collect_view()} {ranks.collect_view()}
        </g>
    }
}

fn row(name: BoardName, rank: Rank, squares: Memo<Vec<SquareView>>) -> impl IntoView {
    let cells = File::ALL.map(|file| {
        let square = Square::new(file, rank);
        view! { <Cell name=name square=square squares=squares/> }
    });
    view! { <g role="row">{cells.collect_view()}</g> }
}

/// A square as a field that can be focused, named and pointed at.
#[component]
fn Cell(name: BoardName, square: Square, squares: Memo<Vec<SquareView>>) -> impl IntoView {
    let store = Store::of_context();
    let seen = Memo::new(move |_| squares.with(|all| all[square as usize]));
    let is_stop = store.memo(move |state| state.cursor(name) == square);
    let (x, y) = whole_corner(square);
    let shade = if square.is_dark() {
        "square dark"
    } else {
        "square"
    };
    let marks = move || seen.get().marks;
    view! {
        <g
            class=move || cell_class(&seen.get())
            role="gridcell"
            tabindex=move || if is_stop.get() { "0" } else { "-1" }
            aria-label=move || words::label(&seen.get())
            aria-selected=move || marks().grabbed.to_string()
            data-square=square.to_string()
            data-piece=move || seen.get().piece.map(piece_name)
        >
            <rect class=shade x=x y=y width="100" height="100"/>
            <rect class="focus-ring-edge" x=x + 9 y=y + 9 width="82" height="82" rx="5"/>
            <rect class="focus-ring" x=x + 9 y=y + 9 width="82" height="82" rx="5"/>
        </g>
    }
}

/// The state of a square in words, for the style sheet and for tests.
fn cell_class(view: &SquareView) -> String {
    let mut class = String::from("cell");
    let marks = &view.marks;
    let words = [
        (marks.last == Some(Last::From), " left"),
        (marks.last == Some(Last::To), " came"),
        (marks.movable, " movable"),
        (marks.target == Some(Target::Playable), " playable"),
        (marks.target == Some(Target::Only), " only-here"),
        (marks.grabbed, " grabbed"),
        (marks.check, " in-check"),
        (marks.culprit, " to-blame"),
        (marks.captured, " captured"),
        (
            view.piece.is_some_and(|piece| piece.is_ghost),
            " haunted-square",
        ),
    ];
    for (is_set, word) in words {
        if is_set {
            class.push_str(word);
        }
    }
    class
}

/// The name under which tests find a piece, such as `N-pawn`.
fn piece_name(piece: PieceView) -> String {
    format!("{}-{}", piece.seat.letter(), piece.role)
}

/// The piece of a square, and the one that has just been captured there.
fn piece_slot(square: Square, squares: Memo<Vec<SquareView>>) -> impl IntoView {
    let seen = Memo::new(move |_| {
        squares.with(|all| {
            let view = &all[square as usize];
            (view.piece, view.taken)
        })
    });
    move || {
        let (piece, taken) = seen.get();
        view! {
            {taken.map(|taken| vanishing(square, taken))}
            {piece.map(|piece| standing(square, piece))}
        }
    }
}

fn standing(square: Square, piece: PieceView) -> impl IntoView {
    let store = Store::of_context();
    let (x, y) = whole_corner(square);
    let mut class = format!("piece {}", seat_class(piece.seat));
    if piece.is_ghost {
        class.push_str(" ghost");
    }
    if piece.is_lifted {
        class.push_str(" lifted");
    }
    let (dx, dy) = piece.arrival.map_or((0, 0), |arrival| {
        let (from_x, from_y) = whole_corner(arrival.from);
        (from_x - x, from_y - y)
    });
    let glide = if piece.arrival.is_some() {
        "arriving"
    } else {
        ""
    };
    let ring = if piece.haunted.is_some() {
        "haunted"
    } else {
        ""
    };
    let letters = store.memo(|state| state.options().letters);
    let letter = move || {
        letters.get().then(|| {
            view! { <text class="letter" x="50" y="84">{piece.seat.letter().to_string()}</text> }
        })
    };
    view! {
        <g transform=format!("translate({x} {y})")>
            <g class=glide style:--from-x=format!("{dx}px") style:--from-y=format!("{dy}px")>
                <g class=class>
                    {outline(piece.role)} {letter}
                    {piece.is_ghost.then(|| view! { <g class=ring>{ghost_ring()}</g> })}
                </g>
            </g>
        </g>
    }
}

/// The corner of a square in whole numbers, which it has.
fn whole_corner(square: Square) -> (i32, i32) {
    let Point { x, y } = corner_of(square);
    (x as i32, y as i32)
}

fn vanishing(square: Square, taken: Taken) -> impl IntoView {
    let (x, y) = whole_corner(square);
    view! {
        <g transform=format!("translate({x} {y})")>
            <g class="taken">
                <g class=format!("piece {}", seat_class(taken.seat))>{outline(taken.role)}</g>
            </g>
        </g>
    }
}

fn mark_slot(square: Square, squares: Memo<Vec<SquareView>>) -> impl IntoView {
    let seen = Memo::new(move |_| {
        squares.with(|all| {
            let view = &all[square as usize];
            (view.marks, view.piece.is_some())
        })
    });
    move || {
        let (marks, is_occupied) = seen.get();
        marks::marks(square, marks, is_occupied)
    }
}

/// What lies across squares: lines of sight, and the piece that hangs on the pointer.
#[component]
fn Overlay(name: BoardName) -> impl IntoView {
    let store = Store::of_context();
    let sights = store.memo(move |state| {
        let all = state
            .explanation()
            .map(|why| why.sights)
            .unwrap_or_default();
        let here = all.into_iter().filter(|sight| sight.board == name);
        here.collect::<Vec<_>>()
    });
    let dragged = store.memo(move |state| {
        let grab = state.input().grab()?;
        let at = state.input().dragged_to()?;
        let owner = state.boards().turn();
        let is_here = grab.board == name
            || owner.plays_on(name) && state.boards().lockstep(owner).contains(grab.from);
        is_here.then_some((owner, grab.piece.role, at))
    });
    view! {
        {move || sights.get().iter().map(marks::sight).collect_view()}
        {move || {
            dragged
                .get()
                .map(|(seat, role, at)| {
                    let transform = format!("translate({} {})", Number(at.x - 50.0), Number(at.y - 50.0));
                    let class = format!("piece {}", seat_class(seat));
                    view! { <g class=class transform=transform data-dragged="true">{outline(role)}</g> }
                })
        }}
    }
}
