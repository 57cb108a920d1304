//! Who hears what: the welcome with what a client misses, events, and who is there.

use wire::{Body, Event, FromServer, History, Presence, VERSION, You};

use crate::table::Table;

use super::{Connection, EVENTS_MAX, Effect, Guest, Role, Room, bye};

impl Room {
    pub(super) fn welcome(
        &mut self,
        to: Connection,
        role: Role,
        have: Option<u64>,
        key: Option<String>,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        let known = self.presence();
        let mut seat = None;
        if let Some(before) = self.guests.get(&to)
            && let Role::Player(left) = before.role
            && before.role != role
        {
            // They come in anew as someone else, so their seat is left.
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
                effects.push(Effect::Close(replaced, bye("replaced", None)));
            }
        }
        let heard = self.visible(role, now);
        self.guests.insert(to, Guest { role, heard });
        let welcome = FromServer::Welcome {
            v: VERSION,
            you: You {
                seat,
                host: role == Role::Host,
                key,
            },
            head: heard as u64,
            history: self.history(have, heard),
            now,
        };
        effects.push(Effect::Send(to, Box::new(welcome)));
        if self.presence() == known {
            self.tell_presence_to(to, effects);
        } else {
            self.tell_presence(effects);
        }
    }

    /// What a client misses that has this much of the log and may see that much.
    fn history(&self, have: Option<u64>, visible: usize) -> History {
        let have = usize::try_from(have.unwrap_or_default()).unwrap_or(usize::MAX);
        let log = &self.log[..visible];
        match log.get(have..) {
            Some(missing) if missing.len() <= EVENTS_MAX => History::Events(missing.to_vec()),
            _ => {
                let earlier;
                let table = if visible == self.log.len() {
                    &self.table
                } else {
                    earlier = Table::from_log(log).expect("what was folded before can be folded");
                    &earlier
                };
                let snapshot = serde_json::to_value(table.snapshot());
                History::Snapshot(snapshot.expect("a snapshot can be written"))
            }
        }
    }

    /// How much of the log someone may see. The creation of the table is no secret.
    fn visible(&self, role: Role, now: u64) -> usize {
        match role {
            Role::Host | Role::Player(_) => self.log.len(),
            Role::Spectator if self.delay_ms() == 0 => self.log.len(),
            Role::Spectator => {
                let delay = self.delay_ms();
                let is_visible = |event: &Event| {
                    event.at + delay <= now || matches!(event.body, Body::Created { .. })
                };
                self.log
                    .iter()
                    .take_while(|event| is_visible(event))
                    .count()
            }
        }
    }

    pub(super) fn delay_ms(&self) -> u64 {
        u64::from(self.table.asked().delay_s) * 1_000
    }

    /// Sends everyone what they have not heard and may hear.
    pub(super) fn tell_events(&mut self, now: u64, effects: &mut Vec<Effect>) {
        let guests: Vec<(Connection, Role, usize)> = self
            .guests
            .iter()
            .map(|(&id, guest)| (id, guest.role, guest.heard))
            .collect();
        for (id, role, heard) in guests {
            let visible = self.visible(role, now);
            for event in self.log.get(heard..visible).unwrap_or_default() {
                effects.push(Effect::Send(id, Box::new(FromServer::Event(event.clone()))));
            }
            if let Some(guest) = self.guests.get_mut(&id) {
                guest.heard = visible.max(heard);
            }
        }
    }

    /// Tells everyone who is there.
    pub(super) fn tell_presence(&self, effects: &mut Vec<Effect>) {
        for &id in self.guests.keys() {
            self.tell_presence_to(id, effects);
        }
    }

    /// Tells someone who is there. Spectators with a delay are not told.
    fn tell_presence_to(&self, to: Connection, effects: &mut Vec<Effect>) {
        let role = self.guests.get(&to).map(|guest| guest.role);
        if role.is_some_and(|role| role != Role::Spectator || self.delay_ms() == 0) {
            let presence = FromServer::Presence(self.presence());
            effects.push(Effect::Send(to, Box::new(presence)));
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
