//! What the page shows of a seat: its player, their presence, and their clock.

use std::time::Duration;

use chess::Color;
use tables::{Occupant, Phase};
use wire::{GameKind, Seat};

use super::Online;
use super::address::Role;
use crate::play::LEVELS;

/// The threshold of the low-time warning.
const LOW: Duration = Duration::from_secs(20);

/// How many letters of a name fit on the plate of a seat.
const PLATE_MAX: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    pub seat: Seat,
    /// Its player in words; `None` if it is free.
    pub name: Option<String>,
    /// What its program sees, or how strong it is.
    pub strength: Option<&'static str>,
    /// Whether the person at this screen has it.
    pub is_mine: bool,
    /// Whether its player is connected; `None` for programs, free seats and if it is unknown.
    pub is_here: Option<bool>,
    pub is_mover: bool,
    /// Whether there is an invitation link for it.
    pub has_invitation: bool,
    /// Whether the person at this screen can take it, or take it over from another device.
    pub can_sit: bool,
    /// Whether the person at this screen can seat a program there.
    pub can_fill: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// The time.
    pub face: String,
    pub is_running: bool,
    pub is_low: bool,
    pub is_fallen: bool,
}

impl ClockView {
    #[must_use]
    pub fn new(left: Duration, is_running: bool) -> ClockView {
        ClockView {
            face: clock::face(left),
            is_running,
            is_low: left < LOW && !left.is_zero(),
            is_fallen: left.is_zero(),
        }
    }
}

impl Online {
    /// The seats, in turn order.
    #[must_use]
    pub fn seats(&self) -> Vec<SeatView> {
        let Some(table) = self.follower.table() else {
            return Vec::new();
        };
        let seats = table.asked().game.seats().iter();
        seats.map(|&seat| self.seat_view(table, seat)).collect()
    }

    fn seat_view(&self, table: &tables::Table, seat: Seat) -> SeatView {
        let occupant = table.seats().get(&seat).cloned().unwrap_or_default();
        let is_free = occupant == Occupant::Nobody;
        let is_gathering = *table.phase() == Phase::Gathering;
        let is_person = matches!(occupant, Occupant::Person { .. });
        let is_offered = self.invited.as_ref().is_some_and(|(to, _)| *to == seat);
        let has_invitation = is_free && self.link_for(Role::Seat(seat)).is_some();
        let presence = self.presence.as_ref().filter(|_| is_person);
        SeatView {
            seat,
            name: (!is_free).then(|| self.name_of(seat)),
            strength: match occupant {
                Occupant::Program { level, .. } => strength(table.asked().game, level),
                Occupant::Nobody | Occupant::Person { .. } => None,
            },
            is_mine: self.mine() == Some(seat) && is_person,
            is_here: presence.and_then(|presence| presence.seats.get(&seat).copied()),
            is_mover: *table.phase() == Phase::Playing && table.turn() == seat,
            has_invitation,
            can_sit: self.mine().is_none()
                && (has_invitation || is_offered && (is_free || is_person)),
            can_fill: is_gathering && self.is_host() && !is_person && self.has_programs(),
        }
    }

    /// Whether the server has programs.
    fn has_programs(&self) -> bool {
        self.about.as_ref().is_some_and(|about| about.programs)
    }

    /// The name of the player of a seat, short enough for its plate.
    #[must_use]
    pub fn plate_name(&self, seat: Seat) -> Option<String> {
        let name = match self.mine() == Some(seat) {
            true => "You".to_owned(),
            false => self.name_of(seat),
        };
        let is_long = name.chars().count() > PLATE_MAX;
        let short = name.chars().take(PLATE_MAX - 1);
        Some(match is_long {
            true => format!("{}\u{2026}", short.collect::<String>().trim_end()),
            false => name,
        })
    }

    pub(super) fn name_of(&self, seat: Seat) -> String {
        let occupant = self
            .follower
            .table()
            .and_then(|table| table.seats().get(&seat));
        match occupant {
            Some(Occupant::Person { name: Some(name) }) => name.clone(),
            Some(Occupant::Program { level, .. }) => match self.kind() {
                Some(GameKind::Duplicate) => format!("Program {level}"),
                Some(GameKind::Chess) | None => format!("Fourfold, level {level}"),
            },
            Some(Occupant::Person { name: None } | Occupant::Nobody) | None => seat.to_string(),
        }
    }

    /// The clock of a seat at this time of the page; `None` without a time limit.
    #[must_use]
    pub fn clock(&self, seat: Seat, page: Duration) -> Option<ClockView> {
        let table = self.follower.table()?;
        let now = self.time.at(page).unwrap_or(table.at());
        // Delayed spectators see an earlier state.
        let delay = match self.seat.is_none() && self.ring.host.is_none() {
            true => u64::from(table.asked().delay_s) * 1_000,
            false => 0,
        };
        let shown = table.clocks_at(now.saturating_sub(delay))?;
        let left = Duration::from_millis(*shown.left.get(&seat)?);
        Some(ClockView::new(left, shown.running == Some(seat)))
    }

    /// Whether a clock is running, so that the page must update it.
    #[must_use]
    pub fn is_clock_running(&self) -> bool {
        self.follower
            .table()
            .is_some_and(|table| table.is_clock_running())
    }
}

/// What a program of this level sees, or how strong it is.
#[must_use]
pub fn strength(game: GameKind, level: u8) -> Option<&'static str> {
    match game {
        GameKind::Duplicate => rival::Level::new(level).map(rival::Level::words),
        GameKind::Chess => LEVELS.get(usize::from(level).checked_sub(1)?).copied(),
    }
}

/// The color of a seat at one board.
pub(super) fn color(seat: Seat) -> Option<Color> {
    match seat {
        Seat::White => Some(Color::White),
        Seat::Black => Some(Color::Black),
        Seat::North | Seat::South | Seat::East | Seat::West => None,
    }
}
