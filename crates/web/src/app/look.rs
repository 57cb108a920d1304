//! The look of boards and pieces: applied to the page, stored, and chosen in one dialog.

use chess::{Color, Role};
use leptos::prelude::*;

use super::dialog::{DialogFrame, done};
use super::slots;
use super::watch::Watch;
use crate::army::Army;
use crate::look::{BOARDS, COORDINATES, Look, PIECES};
use crate::pieces;

/// Where the look is stored; `theme.js` reads it before the first paint.
const KEY: &str = "fourfold.look";

thread_local! {
    static LOOK: ArcRwSignal<Look> =
        ArcRwSignal::new(Look::read(&slots::stored(KEY).unwrap_or_default()));
}

fn signal() -> ArcRwSignal<Look> {
    LOOK.with(ArcRwSignal::clone)
}

/// The look, which is the same on all pages.
pub fn look() -> Look {
    signal().get()
}

/// Uses and stores a look.
fn choose(look: Look) {
    signal().set(look);
    slots::store(KEY, &look.write());
    if let Some(root) = document().document_element() {
        for (part, name) in look.parts() {
            let _ = root.set_attribute(&format!("data-{part}"), name);
        }
    }
}

/// The dialog, with a preview of each choice.
#[component]
pub fn LookDialog(is_open: RwSignal<bool>) -> impl IntoView {
    let content = move || {
        let now = signal().get_untracked();
        let group = |title: &'static str, part: &'static str, choices: Vec<AnyView>| {
            view! {
                <fieldset data-look=part>
                    <legend>{title}</legend>
                    <div class="looks">{choices}</div>
                </fieldset>
            }
        };
        let boards = BOARDS.map(|(board, name, words)| {
            let look = Look { board, ..now };
            choice("board", name, words, board == now.board, Some(look))
        });
        let sets = PIECES.map(|(pieces, name, words)| {
            let look = Look { pieces, ..now };
            choice("pieces", name, words, pieces == now.pieces, Some(look))
        });
        let places = COORDINATES.map(|(place, name, words)| {
            choice("coordinates", name, words, place == now.coordinates, None)
        });
        view! {
            <h2 id="dialog-title">"Board and pieces"</h2>
            {group("Board", "board", boards.into())}
            {group("Pieces", "pieces", sets.into())}
            {group("Coordinates", "coordinates", places.into())}
            <div class="row">{done()}</div>
        }
        .into_any()
    };
    let content = move || match is_open.get() {
        true => content(),
        false => ().into_any(),
    };
    let close = Callback::new(move |()| is_open.set(false));
    view! { <DialogFrame is_open=is_open.into() close=close content=content/> }
}

/// A choice for one part of the look.
fn choice(
    part: &'static str,
    name: &'static str,
    words: &'static str,
    is_chosen: bool,
    shown: Option<Look>,
) -> AnyView {
    view! {
        <label class="look">
            {shown.map(preview)}
            <span class="choice-line">
                <input type="radio" name=part value=name checked=is_chosen
                    on:change=move |_| choose(signal().get_untracked().with(part, name))/>
                {words}
            </span>
        </label>
    }
    .into_any()
}

/// Four squares with pieces of both sides.
fn preview(look: Look) -> impl IntoView {
    let [(_, board), (_, set), _] = look.parts();
    let piece = |role: Role, color: Color, x: u32, y: u32| {
        let class = format!("piece {}", Army::from(color).class());
        view! { <g class=class transform=format!("translate({x} {y})")>{drawn(role)}</g> }
    };
    view! {
        <svg viewBox="0 0 200 200" aria-hidden="true" data-board=board data-pieces=set>
            <path class="square" d="M0 0h200v200H0z"/>
            <path class="square dark" d="M100 0h100v100H100zM0 100h100v100H0z"/>
            {piece(Role::Knight, Color::White, 0, 0)}
            {piece(Role::Queen, Color::Black, 100, 0)}
            {piece(Role::Pawn, Color::Black, 0, 100)}
            {piece(Role::King, Color::White, 100, 100)}
        </svg>
    }
}

/// The drawings of a piece in all sets; the style sheet shows one of them.
pub fn drawn(role: Role) -> impl IntoView {
    let drawing = pieces::drawing(role);
    let body = drawing
        .body
        .iter()
        .map(|&d| view! { <path class="body" d=d/> });
    let detail = drawing
        .detail
        .iter()
        .map(|&d| view! { <path class="detail" d=d/> });
    view! {
        <g class="shape">{body.collect_view()} {detail.collect_view()}</g>
        <g class="disc">
            <circle class="body" cx="50" cy="50" r="38"/>
            <text class="disc-letter" x="50" y="67">{role.letter().to_string()}</text>
        </g>
    }
}

pub fn coordinates() -> Watch<crate::look::Coordinates> {
    Watch::new(|| look().coordinates)
}
