//! What is sent to whom: the welcome with the missing events, new events, and presence.

use wire::{FromServer, History, Presence, VERSION, You};

use crate::table::Table;

use super::{Connection, EVENTS_MAX, Guest, Role, Room, RoomEffect, bye};

/// The minimum interval between presence messages, so that a crowd is announced once.
const PRESENCE_INTERVAL_MS: u64 = 1_000;

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
        role: Role,
        have: Option<u64>,
        key: Option<String>,
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
        self.guests.insert(to, Guest { role, heard });
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
        };
        effects.push(RoomEffect::Send(to, Box::new(welcome)));
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
        match (role, &self.behind) {
            (Role::Spectator, Some(behind)) => behind,
            (Role::Spectator, None) | (Role::Player(_) | Role::Host, _) => &self.table,
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
        let is_watched = guests.any(|guest| guest.role == Role::Spectator);
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
            for event in self.log.get(heard..visible).unwrap_or_default() {
                effects.push(RoomEffect::Send(
                    id,
                    Box::new(FromServer::Event(event.clone())),
                ));
            }
            if let Some(guest) = self.guests.get_mut(&id) {
                guest.heard = visible.max(heard);
            }
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
        if role.is_some_and(|role| role != Role::Spectator || self.delay_ms() == 0) {
            let presence = FromServer::Presence(self.presence());
            effects.push(RoomEffect::Send(to, Box::new(presence)));
        }
    }

    fn presence(&self) -> Presence {
        let seats = self.table.asked().game.seats().iter().map(|&invited| {
            (
                self.table.seat_now(invited),
                !self.away_since.contains_key(&invited),
            )
        });
        let watching = self
            .guests
            .values()
            .filter(|guest| guest.role == Role::Spectator);
        Presence {
            seats: seats.collect(),
            spectators: u32::try_from(watching.count()).unwrap_or(u32::MAX),
        }
    }
}
