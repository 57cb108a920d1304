//! Who a new connection is: keys, invitations, and players who reconnect.

use wire::{Seat, VERSION, Watch};

use crate::keys::{Admission, KeyHash};
use crate::snapshot::Occupant;
use crate::table::Step;
use crate::{ABSENCE_MS, LOG_MAX, TableRefusal};

use super::{AfterStore, Connection, HOSTS_MAX, Hello, Role, Room, RoomEffect, bye};

impl Room {
    pub(super) fn admit(
        &mut self,
        from: Connection,
        hello: Hello,
        came: u64,
        now: u64,
        effects: &mut Vec<RoomEffect>,
    ) {
        if hello.v != VERSION {
            effects.push(RoomEffect::Close(from, bye("version", None)));
            return;
        }
        let (fresh, fresh_hash) = hello.fresh;
        let admission = match &hello.key {
            Some(key) => self.keys.admit(key, fresh_hash),
            None => None,
        };
        let (have, name) = (hello.have, hello.name.as_deref());
        let (role, keys, key) = match admission {
            None if self.table.asked().watch == Watch::Nobody => {
                effects.push(RoomEffect::Close(from, bye("no_such_table", None)));
                return;
            }
            None if hello.key.is_some() => {
                effects.push(RoomEffect::Close(from, bye("unknown_key", None)));
                return;
            }
            None => (Role::Spectator, None, None),
            Some(Admission::Host) => (Role::Host, None, None),
            Some(Admission::Player(seat)) => (Role::Player(seat), None, None),
            Some(Admission::FirstUse { seat, keys }) => (Role::Player(seat), Some(keys), None),
            Some(Admission::Invited { seat, keys }) => {
                (Role::Player(seat), Some(keys), Some(fresh))
            }
        };
        if !self.has_place(from, role) {
            effects.push(RoomEffect::Close(from, bye("table_full", None)));
            return;
        }
        let step = match role {
            Role::Host | Role::Spectator => Ok(None),
            Role::Player(invited) => self.arrival(invited, name, key.is_some(), came),
        };
        match step {
            Err(refusal) => effects.push(RoomEffect::Close(from, bye(refusal.code(), None))),
            Ok(None) if keys.is_none() => self.welcome(from, role, have, key, now, effects),
            Ok(step) => {
                let then = AfterStore::Welcome(from, role, have, key);
                self.store(step.map(Box::new), keys, then, effects);
            }
        }
    }

    /// Whether one more client may connect. A player is always admitted.
    fn has_place(&self, from: Connection, role: Role) -> bool {
        let others = self.guests.iter().filter(|(id, _)| **id != from);
        let alike = others.filter(|(_, guest)| guest.role == role).count();
        match role {
            Role::Player(_) => true,
            Role::Host => alike < HOSTS_MAX,
            Role::Spectator => alike < self.spectators_max,
        }
    }

    /// What a connecting player means for the table: they sit down, or clocks that stand after a
    /// restart run again.
    fn arrival(
        &self,
        invited: Seat,
        name: Option<&str>,
        is_invited: bool,
        now: u64,
    ) -> Result<Option<Step>, TableRefusal> {
        let seat = self.table.seat_now(invited);
        let is_away = self.away_since.contains_key(&invited);
        match self.table.seats().get(&seat) {
            // A player whose flag has fallen watches a program until the next game.
            Some(Occupant::Program { .. }) if self.table.is_flagged(seat) => {
                Ok(self.table.player_returned(seat, now))
            }
            // The host has filled the seat with a program in the meantime.
            Some(Occupant::Program { .. }) if is_invited => Err(TableRefusal::SeatTaken(seat)),
            Some(Occupant::Person { name: known })
                if !is_invited
                    || !is_away
                    || name.is_none()
                    || known.as_deref() == name
                    || self.table.seq() >= LOG_MAX =>
            {
                Ok(self.table.player_returned(seat, now))
            }
            Some(Occupant::Nobody | Occupant::Person { .. } | Occupant::Program { .. }) | None => {
                self.table.sit_again(seat, name, now).map(Some)
            }
        }
    }

    /// Issues an invitation for a seat, which revokes the key of the seat.
    pub(super) fn renew(
        &mut self,
        from: Connection,
        id: String,
        seat: Seat,
        (key, hash): (String, KeyHash),
        now: u64,
        effects: &mut Vec<RoomEffect>,
    ) {
        let Some(guest) = self.guests.get(&from) else {
            effects.push(RoomEffect::Close(from, bye("hello_first", None)));
            return;
        };
        match self.may_invite(guest.role, seat, now) {
            Err(refusal) => self.refuse(from, id, &refusal, effects),
            Ok(()) => {
                let invited = self.table.seat_invited(seat);
                let keys = self.keys.invite_again(invited, hash);
                let then = AfterStore::Invited(from, id, seat, key);
                self.store(None, Some(keys), then, effects);
            }
        }
    }

    fn may_invite(&self, role: Role, seat: Seat, now: u64) -> Result<(), TableRefusal> {
        let occupant = self.table.seats().get(&seat);
        let occupant = occupant.ok_or(TableRefusal::NoSuchSeat)?;
        match role {
            Role::Spectator => Err(TableRefusal::Spectator),
            Role::Player(invited) if self.table.seat_now(invited) == seat => Ok(()),
            Role::Player(_) => Err(TableRefusal::HostOnly),
            Role::Host => match occupant {
                Occupant::Nobody => Ok(()),
                Occupant::Program { .. } => Err(TableRefusal::SeatTaken(seat)),
                Occupant::Person { .. } => match self.away_ms(now).get(&seat) {
                    Some(&away) if away >= ABSENCE_MS => Ok(()),
                    _ => Err(TableRefusal::SeatTaken(seat)),
                },
            },
        }
    }
}
