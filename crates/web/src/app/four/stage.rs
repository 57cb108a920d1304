//! The scene with boards, seats, compass rose and overlays.

use duplicate::{BoardName, Seat};
use leptos::prelude::*;

use super::boards::{Dragged, TableBoard};
use super::rose::Rose;
use super::seats::SeatPlate;
use super::store::Store;
use crate::app::drawing::{definitions, outline};
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::app::{browser, keys, look};
use crate::army::Army;
use crate::four::{Explanation, GameCommand, HandCommand, Input, OptionsCommand, Place};
use crate::geometry::{Number, Point, Scene, Side, View, center_of};
use crate::promotion::CHOICES;
use crate::shell::PageState;

/// The scene; the wheel steps through the game.
#[component]
pub fn Stage() -> impl IntoView {
    let store = Store::of_context();
    let is_past = store.memo(|state| state.past().is_some());
    let scrub = browser::scrub(move |is_back| {
        store.send(match is_back {
            true => GameCommand::Back,
            false => GameCommand::Forward,
        });
    });
    view! {
        <main class="stage" class:past=move || is_past.get() aria-label="The four boards" on:wheel=scrub>
            <Plane/>
        </main>
    }
}

/// The scene.
#[component]
fn Plane() -> impl IntoView {
    let store = Store::of_context();
    let coordinates = look::coordinates();
    let scene = Watch::new(move || store.read(|state| state.scene(coordinates.get())));
    let aspect = move || scene.with(|scene| Number(scene.width / scene.visible).to_string());
    let view_name = store.memo(|state| match state.view() {
        View::Compass(_) => "compass",
        View::Upright(_) => "upright",
        View::Single(_) => "single",
    });
    view! {
        <div
            class="plane"
            data-view=move || view_name.get()
            style:--aspect=move || aspect()
            // The listener is here and not on the boards: in Chromium, an SVG element that listens
            // to focus becomes a tab stop.
            on:focusin=move |event| {
                if let Some(place) = super::keys::place_of(event.target()) {
                    store.send(HandCommand::Focus(place));
                }
            }
        >
            <svg viewBox=move || scene.with(Scene::view_box) role="group" aria-label="Compass">
                {definitions()}
                <Rose scene=scene/>
                {BoardName::ALL.map(|name| view! { <TableBoard name=name scene=scene/> }).collect_view()}
                {BoardName::ALL.map(|name| view! { <Label name=name scene=scene/> }).collect_view()}
                {Seat::ALL.map(|seat| view! { <SeatPlate seat=seat scene=scene/> }).collect_view()}
                <Dragged scene=scene/>
                <Chooser scene=scene/>
            </svg>
            <Bubble scene=scene/>
        </div>
    }
}

/// The name of a board, a button that enlarges it.
#[component]
fn Label(name: BoardName, scene: Watch<Scene>) -> impl IntoView {
    let store = Store::of_context();
    let is_large = store.memo(move |state| state.magnified() == Some(name));
    let transform = move || {
        let (at, scale) = scene.with(|scene| scene.label(name));
        format!(
            "translate({} {}) scale({})",
            Number(at.x),
            Number(at.y),
            Number(scale)
        )
    };
    let class = move || match scene.with(|scene| scene.label(name).1) < 1.0 {
        true => "board-label framed",
        false => "board-label",
    };
    view! {
        <g
            class=move || class()
            transform=move || transform()
            role="button"
            tabindex="0"
            aria-pressed=move || is_large.get().to_string()
            aria-label=format!("Magnify board {name}")
            data-action="magnify"
            data-magnify=name.name()
            on:click=move |_| store.send(OptionsCommand::Magnify(name))
            on:keydown=move |event| {
                if matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    store.send(OptionsCommand::Magnify(name));
                }
            }
        >
            <rect class="label-field" x="-74" y="-28" width="148" height="56" rx="28"/>
            <text class="board-name" x="-22">{name.name()}</text>
            <path
                class="label-icon"
                transform="translate(6)"
                d=move || match is_large.get() {
                    true => "M40 -16V-4H28M38 -6L52 -20M28 8H40V20M38 10L24 24",
                    false => "M40 -16H52V-4M50 -14L40 -4M40 16H28V4M30 14L40 4",
                }
            />
        </g>
    }
}

/// The four promotion pieces, at the target square.
#[component]
fn Chooser(scene: Watch<Scene>) -> impl IntoView {
    let store = Store::of_context();
    let open = store.memo(|state| match state.input() {
        Input::Promoting { to, .. } => Some((state.boards().turn(), *to)),
        Input::Idle | Input::Holding { .. } => None,
    });
    let marked = store.memo(PageState::marked);
    view! {
        {move || open.get().map(|(seat, to)| {
            keys::hold_focus(marked);
            chooser(seat, to, &scene.get()).into_any()
        })}
    }
}

fn chooser(seat: Seat, to: Place, scene: &Scene) -> impl IntoView + use<> {
    let store = Store::of_context();
    let (width, height) = (660.0, 186.0);
    let Point { x, y } = scene.boards[to.board].to_scene(center_of(to.square));
    // `clamp` would bring the formatting of numbers with it, for the message of its panic.
    let left = (x - width / 2.0).min(scene.width - width).max(0.0);
    let top = match y + 70.0 + height < scene.height {
        true => y + 70.0,
        false => y - 70.0 - height,
    };
    let choices = CHOICES.iter().enumerate().map(|(index, &role)| {
        let transform = format!("translate({} 18)", 18 + index * 158);
        let letter = role.letter().to_ascii_lowercase().to_string();
        view! {
            <g
                class="choice"
                role="button"
                tabindex="0"
                transform=transform
                aria-label=format!("Promote to {role}")
                data-promote=letter
                on:click=move |_| store.send(HandCommand::Promote(role))
            >
                <rect width="150" height="150" rx="16"/>
                <g class=format!("piece {}", Army::from(seat).class()) transform="translate(15 15) scale(1.2)">
                    {outline(role)}
                </g>
            </g>
        }
    });
    view! {
        <g
            role="dialog"
            aria-modal="true"
            aria-label="Choose a promotion piece"
            data-testid="chooser"
            transform=format!("translate({} {})", Number(left), Number(top))
        >
            <rect class="chooser-card" width="660" height="186" rx="24"/>
            {choices.collect_view()}
        </g>
    }
}

/// The explanation of a refusal, next to the square.
#[component]
fn Bubble(scene: Watch<Scene>) -> impl IntoView {
    let store = Store::of_context();
    let why = store.memo(|state| match state.input().dragged() {
        // During a drag, the text would be in the way.
        Some(_) => None,
        None => state.explanation(),
    });
    let held = store.memo(|state| {
        let grab = state.input().piece()?;
        Some(Place::new(grab.board, grab.from))
    });
    view! { {move || why.get().map(|why| bubble(&why, held.get(), &scene.get()).into_any())} }
}

fn bubble(why: &Explanation, held: Option<Place>, scene: &Scene) -> impl IntoView + use<> {
    let placement = scene.boards[why.place.board];
    let point = |place: Place| scene.boards[place.board].to_scene(center_of(place.square));
    let at = point(why.place);
    let (x, y) = (at.x / scene.width, at.y / scene.height);
    // Half the diagonal of a square: that far it reaches on a board that stands on a corner.
    let reach = 76.0 * placement.scale;
    let (aside, away) = (reach / scene.width, reach / scene.height);
    // Near the edges the tooltip extends inward.
    let (across, down) = ((x * 100.0).clamp(4.0, 96.0), (y * 100.0).clamp(4.0, 96.0));
    let (left, top, move_x, move_y) = match scene.tooltip_side(at, held.map(point)) {
        Side::Above => (across / 100.0, y - away, -across, -100.0),
        Side::Below => (across / 100.0, y + away, -across, 0.0),
        Side::Left => (x - aside, down / 100.0, -100.0, -down),
        Side::Right => (x + aside, down / 100.0, 0.0, -down),
    };
    let lines = why.lines.iter().map(|line| view! { <p>{line.clone()}</p> });
    view! {
        <div
            class="bubble"
            data-testid="reason"
            data-board=why.place.board.name()
            style:left=format!("{}%", Number(left * 100.0))
            style:top=format!("{}%", Number(top * 100.0))
            style:transform=format!("translate({}%, {}%)", Number(move_x), Number(move_y))
        >
            <p><strong>{why.title.clone()}</strong></p>
            {lines.collect_view()}
        </div>
    }
}
