//! A square as an element that can be focused, named and clicked.

use chess::{File, Rank, Square};
use leptos::prelude::*;

use super::signals::{Figures, SquareSignals};
use super::whole_corner;
use crate::view::{self, Last, Marks, PieceView, Target};

pub fn row(rank: Rank, squares: &[SquareSignals; 64]) -> impl IntoView + use<> {
    let cells = File::ALL.map(|file| {
        let square = Square::new(file, rank);
        cell(square, squares[square as usize])
    });
    view! { <g role="row">{cells.collect_view()}</g> }
}

fn cell(square: Square, signals: SquareSignals) -> impl IntoView {
    let SquareSignals {
        figures,
        marks,
        is_offered,
        is_stop,
    } = signals;
    let (x, y) = whole_corner(square);
    // Numbers are written as texts; attributes of another type would bring code of their own.
    let ring = |class: &'static str| {
        let (x, y) = ((x + 9).to_string(), (y + 9).to_string());
        view! { <rect class=class x=x y=y width="82" height="82" rx="5"/> }
    };
    let shade = if square.is_dark() {
        "square dark"
    } else {
        "square"
    };
    view! {
        <g
            class=move || class(&figures.get(), &marks.get(), is_offered.get())
            role="gridcell"
            tabindex=move || if is_stop.get() { "0" } else { "-1" }
            aria-label=move || view::label(square, figures.get().piece.as_ref(), &marks.get())
            aria-selected=move || marks.get().grabbed.to_string()
            data-square=square.to_string()
            data-piece=move || figures.get().piece.map(piece_name)
        >
            <rect class=shade x=x.to_string() y=y.to_string() width="100" height="100"/>
            {ring("focus-ring-edge")} {ring("focus-ring")}
        </g>
    }
}

/// The state of a square, for the style sheet and for tests.
fn class(figures: &Figures, marks: &Marks, is_offered: bool) -> String {
    let mut class = String::from("cell");
    let is_haunted = figures.piece.is_some_and(|piece| piece.is_ghost);
    let words = [
        (marks.last == Some(Last::From), " left"),
        (marks.last == Some(Last::To), " came"),
        (is_offered, " offered"),
        (marks.target == Some(Target::Playable), " playable"),
        (marks.target == Some(Target::Only), " only-here"),
        (marks.grabbed, " grabbed"),
        (marks.check, " in-check"),
        (marks.mate, " mated"),
        (marks.culprit, " to-blame"),
        (marks.captured, " captured"),
        (marks.premove, " premove"),
        (is_haunted, " haunted-square"),
    ];
    for (is_set, word) in words {
        if is_set {
            class.push_str(word);
        }
    }
    class
}

/// The name of a piece in tests, such as `N-pawn`.
fn piece_name(piece: PieceView) -> String {
    format!("{}-{}", piece.army.letter(), piece.role)
}
