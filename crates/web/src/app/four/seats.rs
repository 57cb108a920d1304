//! The plates of the four seats between the boards.

use duplicate::Seat;
use leptos::prelude::*;

use super::store::Store;
use crate::app::online::Elsewhere;
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::army::Army;
use crate::four::State;
use crate::geometry::{Number, Scene};

/// The content of a plate.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plate {
    is_mover: bool,
    note: String,
    is_alarm: bool,
}

fn plate(state: &State, seat: Seat) -> Plate {
    let color = match seat.color() {
        chess::Color::White => "White",
        chess::Color::Black => "Black",
    };
    let checks = state.boards().checks_against(seat);
    let (note, is_alarm) = match state.shown_game().ending() {
        Some(ending) => (ending.scores[seat].to_string(), false),
        None if !checks.is_empty() => ("in check!".to_owned(), true),
        None => match state.ghost_count(seat) {
            0 => (color.to_owned(), false),
            1 => (format!("{color}, 1 ghost"), false),
            many => (format!("{color}, {many} ghosts"), false),
        },
    };
    Plate {
        is_mover: state.mover() == Some(seat),
        note,
        is_alarm,
    }
}

/// A seat of a table over the network.
fn network_seat(seat: Seat) -> Option<wire::Seat> {
    let mut seats = wire::Seat::OF_DUPLICATE.into_iter();
    seats.find(|&other| tables::compass_of(other) == Some(seat))
}

#[component]
pub fn SeatPlate(seat: Seat, scene: Watch<Scene>) -> impl IntoView {
    let store = Store::of_context();
    let plate = store.memo(move |state| plate(state, seat));
    // At a timed table the note is the clock, unless something is more urgent.
    let elsewhere = use_context::<Elsewhere>();
    let clock = Watch::new(move || {
        let clock = elsewhere?.clock(network_seat(seat)?)?;
        let is_calm = plate.with(|plate| !plate.is_alarm) || clock.is_running;
        is_calm.then_some(clock)
    });
    // At a table, the name of the player.
    let name = move || {
        let player = elsewhere.and_then(|elsewhere| elsewhere.name(network_seat(seat)?));
        player.unwrap_or_else(|| seat.to_string())
    };
    let class = move || match plate.with(|plate| plate.is_mover) {
        true => format!("seat active {}", Army::from(seat).class()),
        false => format!("seat {}", Army::from(seat).class()),
    };
    let transform = move || {
        let at = scene.with(|scene| scene.seats[seat]);
        let scale = scene.with(|scene| scene.plate_scale());
        format!(
            "translate({} {}) scale({})",
            Number(at.x),
            Number(at.y),
            Number(scale)
        )
    };
    let note_class = move || match (clock.get(), plate.with(|plate| plate.is_alarm)) {
        (Some(clock), _) if clock.is_fallen => "seat-note seat-clock fallen",
        (Some(clock), _) if clock.is_low => "seat-note seat-clock alarm",
        (Some(_), _) => "seat-note seat-clock",
        (None, true) => "seat-note alarm",
        (None, false) => "seat-note",
    };
    let note = move || match clock.get() {
        Some(clock) => clock.face,
        None => plate.with(|plate| plate.note.clone()),
    };
    view! {
        <g class=move || class() transform=move || transform() data-seat=seat.letter().to_string()>
            <circle class="seat-halo" cy="-30" r="72"/>
            <circle class="seat-disc" cy="-30" r="58"/>
            <text class="seat-letter" y="-28">{seat.letter().to_string()}</text>
            <text class="seat-name" y="78">{move || name()}</text>
            <text class=move || note_class() y="116">{move || note()}</text>
        </g>
    }
}
