//! The highlights of squares and the lines across them, drawn above the pieces.

use chess::Square;
use leptos::prelude::*;

use super::board::SquareSignals;
use crate::geometry::{Number, Point, center_of, corner_of};
use crate::view::{Drawn, Last, Marks, Stroke, Target};

/// The highlights of one square.
pub fn slot(square: Square, signals: SquareSignals) -> impl IntoView {
    move || {
        let marks = signals.marks.get();
        // Only a target is drawn differently if the square is occupied.
        let is_occupied = marks.target.is_some() && signals.figures.get().piece.is_some();
        marks_of(square, marks, is_occupied)
    }
}

fn marks_of(square: Square, marks: Marks, is_occupied: bool) -> impl IntoView {
    let Point { x, y } = corner_of(square);
    (marks != Marks::default()).then(|| {
        view! {
            <g transform=format!("translate({} {})", Number(x), Number(y))>
                {marks.last.map(last_move)}
                {marks.captured.then(captured)}
                {(marks.check && !marks.mate).then(|| badge("!"))}
                {marks.mate.then(|| badge("#"))}
                {marks.grabbed.then(grabbed)}
                {marks.pointed.then(pointed)}
                {marks.target.map(|target| destination(target, is_occupied))}
                {marks.culprit.then(culprit)}
            </g>
        }
    })
}

/// Filled corners at the target of the move, empty ones at its origin.
fn last_move(last: Last) -> impl IntoView {
    let corners = match last {
        Last::To => "M0 0H22L0 22ZM100 0V22L78 0ZM100 100H78L100 78ZM0 100V78L22 100Z",
        Last::From => "M0 0H14L0 14ZM100 100H86L100 86Z",
    };
    view! { <path class="last-corner" d=corners/> }
}

/// A small cross in a corner: a capture here.
fn captured() -> impl IntoView {
    view! { <path class="captured-mark" d="M78 8L92 22M92 8L78 22"/> }
}

/// The badge on a king in check, or mated.
fn badge(sign: &'static str) -> impl IntoView {
    view! {
        <circle class="check-badge" cx="80" cy="20" r="24"/>
        <text class="check-badge-text" x="80" y="21">{sign}</text>
    }
}

fn grabbed() -> impl IntoView {
    view! {
        <rect class="grab-edge" x="6" y="6" width="88" height="88" rx="6"/>
        <rect class="grab" x="6" y="6" width="88" height="88" rx="6"/>
    }
}

fn pointed() -> impl IntoView {
    view! { <rect class="pointed" x="7" y="7" width="86" height="86" rx="14"/> }
}

fn culprit() -> impl IntoView {
    view! {
        <circle class="culprit-edge" cx="50" cy="50" r="52"/>
        <circle class="culprit" cx="50" cy="50" r="52"/>
    }
}

fn destination(target: Target, is_capture: bool) -> AnyView {
    match (target, is_capture) {
        (Target::Playable, false) => {
            view! { <circle class="dot" cx="50" cy="50" r="17"/> }.into_any()
        }
        (Target::Playable, true) => view! {
            <circle class="capture-ring-edge" cx="50" cy="50" r="41"/>
            <circle class="capture-ring" cx="50" cy="50" r="41"/>
        }
        .into_any(),
        (Target::Only, false) => crossed("only", "19", "M37 63L63 37"),
        (Target::Only, true) => crossed("only capture", "40", "M22 78L78 22"),
    }
}

/// A ring with a bar: a move that is legal on this board only.
pub fn crossed(class: &'static str, radius: &'static str, bar: &'static str) -> AnyView {
    view! {
        <circle class=class cx="50" cy="50" r=radius/>
        <path class="only-bar" d=bar/>
    }
    .into_any()
}

pub fn drawing(Drawn { from, to, ink }: Drawn) -> AnyView {
    let ink = ink.name();
    let (from, to) = (center_of(from), center_of(to));
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    if length == 0.0 {
        let (x, y) = (Number(from.x).to_string(), Number(from.y).to_string());
        return view! { <circle class="drawn" data-drawn="circle" data-ink=ink cx=x cy=y r="44"/> }
            .into_any();
    }
    // The shaft ends where the head begins, and the head ends at the middle of the square.
    let (ux, uy) = (dx / length, dy / length);
    let neck = Point::new(to.x - 44.0 * ux, to.y - 44.0 * uy);
    let corner = |side: f64| {
        let (x, y) = (neck.x - side * 26.0 * uy, neck.y + side * 26.0 * ux);
        format!("{} {}", Number(x), Number(y))
    };
    let head = format!(
        "M{} {}L{}L{}Z",
        Number(to.x),
        Number(to.y),
        corner(1.0),
        corner(-1.0)
    );
    let shaft = format!(
        "M{} {}L{} {}",
        Number(from.x),
        Number(from.y),
        Number(neck.x),
        Number(neck.y)
    );
    view! {
        <g data-drawn="arrow" data-ink=ink>
            <path class="drawn" d=shaft/>
            <path class="drawn-head" d=head/>
        </g>
    }
    .into_any()
}

pub fn attack((from, to): Stroke) -> impl IntoView + use<> {
    let (from, to) = (center_of(from), center_of(to));
    let ends = [from.x, from.y, to.x, to.y].map(|number| Number(number).to_string());
    let line = |class: &'static str| {
        let [x1, y1, x2, y2] = ends.clone();
        view! { <line class=class x1=x1 y1=y1 x2=x2 y2=y2/> }
    };
    view! {
        {line("sight-edge")}
        {line("sight")}
    }
}
