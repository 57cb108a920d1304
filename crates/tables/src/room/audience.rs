//! What is sent to whom: the welcome with the missing events, new events, and presence.

use std::collections::BTreeMap;

use wire::{FromServer, History, Presence, Seat, Signal, VERSION, You};

use crate::TableRefusal;

use crate::snapshot::Phase;
use crate::table::Table;

use super::{Arrival, Connection, EVENTS_MAX, Guest, Role, Room, RoomEffect, bye};

/// The minimum interval between presence messages, so that a crowd is announced once.
const PRESENCE_INTERVAL_MS: u64 = 1_000;

/// After how long without a word a client that says now and then that it is there is away.
pub const QUIET_MS: u64 = 8_000;

/// How many signals a player may send within this time.
const SIGNALS_MAX: usize = 3;
const SIGNALS_MS: u64 = 10_000;

/// Whether the presence has changed since it was last sent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PresenceState {
    is_changed: bool,
    sent_at: Option<u64>,
}

impl PresenceState {
    /// When to send it.
    pub fn due(self) -> Option<u64> {
        let next = self.sent_at.map_or(0, |told| told + PRESENCE_INTERVAL_MS);
        self.is_changed.then_some(next)
    }
}

/// The number of events in the log of a table.
fn seen(table: &Table) -> usize {
    usize::try_from(table.seq()).unwrap_or(usize::MAX)
}

impl Room {
    pub(super) fn welcome(
        &mut self,
        to: Connection,
        Arrival {
            role,
            have,
            key,
            legal,
        }: Arrival,
        now: u64,
        effects: &mut Vec<RoomEffect>,
    ) {
        let known = self.presence();
        let mut seat = None;
        if let Some(before) = self.guests.get(&to)
            && let Role::Player(left) = before.role
            && before.role != role
        {
            // They reconnect as someone else, so they leave their seat.
            self.away_since.insert(left, now);
        }
        if let Role::Player(invited) = role {
            seat = Some(self.table.seat_now(invited));
            self.away_since.remove(&invited);
            let replaced = self
                .guests
                .iter()
                .find(|(id, guest)| guest.role == role && **id != to);
            if let Some(replaced) = replaced.map(|(&id, _)| id) {
                self.guests.remove(&replaced);
                effects.push(RoomEffect::Close(replaced, bye("replaced", None)));
            }
        }
        self.catch_up(now);
        let shown = self.shown_to(role);
        let (heard, history) = (seen(shown), self.history(have, shown));
        let clocks = shown.clocks_at(now);
        let free = match role {
            Role::Visitor => self.table.free_seats().collect(),
            Role::Host | Role::Player(_) | Role::Spectator => Vec::new(),
        };
        // Another hello brings no further signals.
        let before = self.guests.remove(&to);
        let mut guest = Guest::new(role, heard, legal);
        guest.signals = before.map(|guest| guest.signals).unwrap_or_default();
        self.guests.insert(to, guest);
        let welcome = FromServer::Welcome {
            v: VERSION,
            you: You {
                seat,
                host: role == Role::Host,
                key,
            },
            head: heard as u64,
            history,
            now,
            clocks,
            free,
        };
        effects.push(RoomEffect::Send(to, Box::new(welcome)));
        self.send_turn(to, effects);
        let is_news = self.presence() != known;
        if !is_news || !self.presence_changed(now, effects) {
            self.send_presence_to(to, effects);
        }
    }

    /// What a client lacks that has this much of the log and may see as much as this table.
    fn history(&self, have: Option<u64>, shown: &Table) -> History {
        let have = usize::try_from(have.unwrap_or_default()).unwrap_or(usize::MAX);
        let log = &self.log[..seen(shown)];
        match log.get(have..) {
            Some(missing) if missing.len() <= EVENTS_MAX => History::Events(missing.to_vec()),
            _ => {
                let snapshot = serde_json::to_value(shown.snapshot());
                History::Snapshot(snapshot.expect("snapshots serialize"))
            }
        }
    }

    /// The table as this client may see it.
    fn shown_to(&self, role: Role) -> &Table {
        match &self.behind {
            // Who looks for a seat has to see which ones are free.
            Some(_) if role == Role::Visitor && *self.table.phase() == Phase::Gathering => {
                &self.table
            }
            Some(behind) if role.only_watches() => behind,
            Some(_) | None => &self.table,
        }
    }

    fn delay_ms(&self) -> u64 {
        u64::from(self.table.asked().delay_s) * 1_000
    }

    /// Creates the table that delayed spectators see. Its creation is visible at once.
    pub(super) fn create_delayed(&mut self, now: u64) {
        if self.delay_ms() > 0 {
            let first = Table::from_log(&self.log[..1]);
            let first = first.expect("the log was folded before");
            self.behind = Some(Box::new(first));
            self.catch_up(now);
        }
    }

    /// Advances the table of delayed spectators to what they may see by now.
    fn catch_up(&mut self, now: u64) {
        let delay = self.delay_ms();
        if let Some(behind) = &mut self.behind {
            let hidden = &self.log[seen(behind)..];
            for event in hidden
                .iter()
                .take_while(|event| event.at.saturating_add(delay) <= now)
            {
                let folded = behind.apply(event);
                folded.expect("the log was folded before");
            }
        }
    }

    /// When delayed spectators may see more.
    pub(super) fn release_due(&self) -> Option<u64> {
        let behind = self.behind.as_ref()?;
        let mut guests = self.guests.values();
        let is_watched = guests.any(|guest| guest.role.only_watches());
        let next = self.log.get(seen(behind)).filter(|_| is_watched)?;
        Some(next.at.saturating_add(self.delay_ms()))
    }

    /// Sends all clients the events that they do not have and may see.
    pub(super) fn send_events(&mut self, now: u64, effects: &mut Vec<RoomEffect>) {
        self.catch_up(now);
        let guests: Vec<(Connection, Role, usize)> = self
            .guests
            .iter()
            .map(|(&id, guest)| (id, guest.role, guest.heard))
            .collect();
        for (id, role, heard) in guests {
            let visible = seen(self.shown_to(role));
            let news = self.log.get(heard..visible).unwrap_or_default();
            for event in news {
                effects.push(RoomEffect::Send(
                    id,
                    Box::new(FromServer::Event(Box::new(event.clone()))),
                ));
            }
            if !news.is_empty() {
                self.send_turn(id, effects);
            }
            if let Some(guest) = self.guests.get_mut(&id) {
                guest.heard = visible.max(heard);
            }
        }
    }

    /// Sends the legal moves to a player who wants them, if it is their turn.
    fn send_turn(&self, to: Connection, effects: &mut Vec<RoomEffect>) {
        let Some(Guest {
            role: Role::Player(invited),
            legal: true,
            ..
        }) = self.guests.get(&to)
        else {
            return;
        };
        let is_theirs = self.table.seat_now(*invited) == self.table.turn();
        if is_theirs && *self.table.phase() == Phase::Playing {
            let turn = FromServer::Turn {
                ply: self.table.ply(),
                legal: self.table.legal_moves(),
            };
            effects.push(RoomEffect::Send(to, Box::new(turn)));
        }
    }

    /// The presence has changed: sends it to all clients, now or together with later changes.
    /// Returns whether it was sent now.
    pub(super) fn presence_changed(&mut self, now: u64, effects: &mut Vec<RoomEffect>) -> bool {
        self.presence_state.is_changed = true;
        self.send_presence(now, effects);
        !self.presence_state.is_changed
    }

    /// Sends the presence to all clients, unless it was sent just now.
    pub(super) fn send_presence(&mut self, now: u64, effects: &mut Vec<RoomEffect>) {
        if self.presence_state.due().is_some_and(|due| due <= now) {
            self.presence_state = PresenceState {
                is_changed: false,
                sent_at: Some(now),
            };
            for &id in self.guests.keys() {
                self.send_presence_to(id, effects);
            }
        }
    }

    /// Sends the presence to one client. Delayed spectators do not get it.
    fn send_presence_to(&self, to: Connection, effects: &mut Vec<RoomEffect>) {
        let role = self.guests.get(&to).map(|guest| guest.role);
        if role.is_some_and(|role| !role.only_watches() || self.delay_ms() == 0) {
            let presence = FromServer::Presence(self.presence());
            effects.push(RoomEffect::Send(to, Box::new(presence)));
        }
    }

    /// When somebody who says now and then that they are there has been silent for too long.
    pub(super) fn quiet_due(&self) -> Option<u64> {
        let talking = self.guests.values().filter(|guest| !guest.is_quiet);
        talking
            .filter_map(|guest| guest.beat)
            .min()
            .map(|beat| beat + QUIET_MS)
    }

    /// Notes who has become silent.
    pub(super) fn notice_silence(&mut self, now: u64, effects: &mut Vec<RoomEffect>) {
        if self.quiet_due().is_none_or(|due| now < due) {
            return;
        }
        for guest in self.guests.values_mut() {
            guest.is_quiet = guest.beat.is_some_and(|beat| now >= beat + QUIET_MS);
        }
        self.presence_changed(now, effects);
    }

    /// A player says something to all who see the table as it is.
    pub fn signal(&mut self, from: Connection, signal: Signal, now: u64) -> Vec<RoomEffect> {
        let mut effects = Vec::new();
        let refusal = match self.guests.get_mut(&from) {
            None => return vec![RoomEffect::Close(from, bye("hello_first", None))],
            Some(guest) => match guest.role {
                Role::Player(invited) => {
                    let recent = |at: &u64| *at + SIGNALS_MS > now;
                    guest.signals.retain(recent);
                    if guest.signals.len() < SIGNALS_MAX {
                        guest.signals.push_back(now);
                        let seat = self.table.seat_now(invited);
                        self.tell_all(&FromServer::Signal { seat, signal }, &mut effects);
                        return effects;
                    }
                    TableRefusal::SignaledEnough
                }
                Role::Host => TableRefusal::PlayersOnly,
                Role::Visitor | Role::Spectator => TableRefusal::Spectator,
            },
        };
        self.refuse(from, String::new(), &refusal, &mut effects);
        effects
    }

    /// Sends a message to all clients that see the table as it is.
    fn tell_all(&self, message: &FromServer, effects: &mut Vec<RoomEffect>) {
        let is_delayed = self.delay_ms() > 0;
        for (&id, guest) in &self.guests {
            if !(is_delayed && guest.role.only_watches()) {
                effects.push(RoomEffect::Send(id, Box::new(message.clone())));
            }
        }
    }

    /// Since when a player has been away; `None` if they are here.
    fn away_since(&self, invited: Seat) -> Option<u64> {
        let disconnected = self.away_since.get(&invited).copied();
        disconnected.or_else(|| {
            let mut guests = self.guests.values();
            let own = guests.find(|guest| guest.role == Role::Player(invited))?;
            own.beat.filter(|_| own.is_quiet)
        })
    }

    fn presence(&self) -> Presence {
        let invited = self.table.asked().game.seats().iter();
        let seats: BTreeMap<Seat, Option<u64>> = invited
            .map(|&invited| (self.table.seat_now(invited), self.away_since(invited)))
            .collect();
        let people = seats.iter().filter(|(seat, _)| self.is_person(**seat));
        let away = people.filter_map(|(&seat, since)| Some((seat, (*since)?)));
        let watching = self
            .guests
            .values()
            .filter(|guest| guest.role.only_watches());
        Presence {
            away: away.collect(),
            seats: seats
                .iter()
                .map(|(&seat, since)| (seat, since.is_none()))
                .collect(),
            spectators: u32::try_from(watching.count()).unwrap_or(u32::MAX),
        }
    }
}
