//! The pieces on the squares, and captured pieces that fade out.

use chess::Square;
use leptos::prelude::*;

use super::signals::Figures;
use super::whole_corner;
use crate::app::drawing::{ghost_ring, outline};
use crate::view::{PieceView, Taken};

/// The piece of a square, and the one that has just been captured there.
pub fn slot(square: Square, figures: RwSignal<Figures>) -> impl IntoView {
    move || {
        let Figures { piece, taken } = figures.get();
        view! {
            {taken.map(|taken| vanishing(square, taken))}
            {piece.map(|piece| standing(square, piece))}
        }
    }
}

fn standing(square: Square, piece: PieceView) -> impl IntoView {
    let (x, y) = whole_corner(square);
    let mut class = format!("piece standing {}", piece.army.class());
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
    let letter = piece.has_letter.then(|| {
        view! { <text class="letter" x="50" y="84">{piece.army.letter().to_string()}</text> }
    });
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

fn vanishing(square: Square, taken: Taken) -> impl IntoView {
    let (x, y) = whole_corner(square);
    view! {
        <g transform=format!("translate({x} {y})")>
            <g class="taken">
                <g class=format!("piece standing {}", taken.army.class())>
                    {outline(taken.role)}
                </g>
            </g>
        </g>
    }
}
