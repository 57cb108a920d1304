//! Who a new connection is: keys, invitations, and players who reconnect.

use wire::{Occupant, Seat, VERSION, Watch};

use crate::keys::{Admission, KeyHash};
use crate::table::Step;
use crate::{ABSENCE_MS, LOG_MAX, TableRefusal};

use super::{
    AfterStore, Arrival, Connection, Guest, HOSTS_MAX, Hello, Role, Room, RoomEffect, bye,
};

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
        let (fresh, fresh_hash) = hello.fresh.clone();
        let admission = hello.key.and_then(|key| self.keys.admit(&key, fresh_hash));
        let name = hello.name.as_deref();
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
            Some(Admission::Open) => {
                self.admit_openly(from, hello, came, now, effects);
                return;
            }
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
            Role::Host | Role::Visitor | Role::Spectator => Ok(None),
            Role::Player(invited) => self.arrival(invited, name, key.is_some(), came),
        };
        match step {
            Err(refusal) => effects.push(RoomEffect::Close(from, bye(refusal.code(), None))),
            Ok(step) => {
                let arrival = Arrival {
                    role,
                    have: hello.have,
                    key,
                    legal: hello.legal,
                };
                match step {
                    None if keys.is_none() => self.welcome(from, arrival, now, effects),
                    step => {
                        let then = AfterStore::Welcome(from, arrival);
                        self.store(step.map(Box::new), keys, then, effects);
                    }
                }
            }
        }
    }

    /// Admits a client with the open invitation: it takes the free seat that it names, or looks.
    fn admit_openly(
        &mut self,
        from: Connection,
        hello: Hello,
        came: u64,
        now: u64,
        effects: &mut Vec<RoomEffect>,
    ) {
        let (key, hash) = hello.fresh.clone();
        let taken = hello
            .seat
            .map(|seat| (seat, self.take_seat(from, seat, &hello, came)));
        let arrival = |role, key| Arrival {
            role,
            have: hello.have,
            key,
            legal: hello.legal,
        };
        match taken {
            Some((seat, Ok(step))) => {
                let invited = self.table.seat_invited(seat);
                let keys = self.keys.take(invited, hello.claim, hash);
                let then = AfterStore::Welcome(from, arrival(Role::Player(invited), Some(key)));
                self.store(step.map(Box::new), Some(keys), then, effects);
            }
            Some((_, Err(refusal))) => {
                if !self.guests.contains_key(&from) {
                    self.look(from, arrival(Role::Visitor, None), now, effects);
                }
                self.refuse(from, String::new(), &refusal, effects);
            }
            None => self.look(from, arrival(Role::Visitor, None), now, effects),
        }
    }

    /// What taking a free seat means for the table: nothing if this client has taken it already and
    /// did not hear the answer.
    fn take_seat(
        &self,
        from: Connection,
        seat: Seat,
        hello: &Hello,
        now: u64,
    ) -> Result<Option<Step>, TableRefusal> {
        let is_own = || {
            let invited = self.table.seat_invited(seat);
            hello
                .claim
                .is_some_and(|claim| self.keys.is_invitation(invited, &claim))
        };
        if self.is_person(seat) && is_own() {
            return Ok(None);
        }
        if let Some(Guest {
            role: Role::Player(invited),
            ..
        }) = self.guests.get(&from)
        {
            let seated = self.table.seat_now(*invited);
            if self.is_person(seated) {
                return Err(TableRefusal::Seated(seated));
            }
        }
        self.table.sit(seat, hello.name.as_deref(), now).map(Some)
    }

    /// Shows the table to a client with the open invitation. Once all seats are taken, it is a
    /// spectator like others.
    fn look(
        &mut self,
        from: Connection,
        arrival: Arrival,
        now: u64,
        effects: &mut Vec<RoomEffect>,
    ) {
        if self.is_hidden_from_visitors() {
            effects.push(RoomEffect::Close(from, bye("no_such_table", None)));
        } else if !self.has_place(from, arrival.role) {
            effects.push(RoomEffect::Close(from, bye("table_full", None)));
        } else {
            self.welcome(from, arrival, now, effects);
        }
    }

    /// Whether nobody without a seat may see the table any more.
    fn is_hidden_from_visitors(&self) -> bool {
        let is_full = self.table.free_seats().next().is_none();
        is_full && self.table.asked().watch == Watch::Nobody
    }

    /// Closes the connections of those who found no seat at a table that nobody may watch.
    pub(super) fn dismiss_visitors(&mut self, now: u64, effects: &mut Vec<RoomEffect>) {
        let visitors: Vec<Connection> = self
            .guests
            .iter()
            .filter(|(_, guest)| guest.role == Role::Visitor)
            .map(|(&id, _)| id)
            .collect();
        if visitors.is_empty() || !self.is_hidden_from_visitors() {
            return;
        }
        for id in visitors {
            self.guests.remove(&id);
            effects.push(RoomEffect::Close(id, bye("no_such_table", None)));
        }
        self.presence_changed(now, effects);
    }

    /// Whether one more client may connect. A player is always admitted.
    fn has_place(&self, from: Connection, role: Role) -> bool {
        let others = self.guests.iter().filter(|(id, _)| **id != from);
        let count = |is: fn(&Role) -> bool| others.filter(|(_, guest)| is(&guest.role)).count();
        match role {
            Role::Player(_) => true,
            Role::Host => count(|role| *role == Role::Host) < HOSTS_MAX,
            Role::Visitor | Role::Spectator => count(Role::only_watches) < self.spectators_max,
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
            Role::Visitor | Role::Spectator => Err(TableRefusal::Spectator),
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
