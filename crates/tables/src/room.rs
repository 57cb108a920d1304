//! A table with everyone who is connected to it: who hears what, and when a command is answered.
//!
//! A room is told what connections say and answers with [`Effect`]s, which whoever has the sockets
//! and the store carries out. It is as pure as the table in it.
//!
//! - An event is handed to the store first ([`Effect::Store`]). Only when [`Room::stored`] says that
//!   it is kept does the table change, do others hear of it, and is the command answered. What comes
//!   meanwhile waits.
//! - If something cannot be stored, the room closes and sends everyone away for a moment: what is in
//!   the store is the truth, and a room that is opened anew begins with it.
//! - The newest connection of a seat wins. To those who may not watch there is no such table.
//! - Spectators of a table with a delay hear of nothing before its time.

mod audience;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use game::Judge;
use wire::{Act, Bye, Event, FromServer, Seat, VERSION, Watch};

use crate::decide::{Answer, Circumstances, Who};
use crate::fold::FoldError;
use crate::keys::{Admission, KeyHash, Keys};
use crate::snapshot::Occupant;
use crate::table::{Step, Table};

/// How many events a client is sent one by one; one that misses more gets a snapshot.
pub const EVENTS_MAX: usize = 256;

/// How many commands wait while something is stored. Whoever sends more is sent away.
const WAITING_MAX: usize = 1_000;

/// A connection, by a number that is never used twice.
pub type Connection = u64;

/// Something to do for whoever has the sockets and the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Say something.
    Send(Connection, Box<FromServer>),
    /// Say farewell and close the connection.
    Close(Connection, Bye),
    /// Keep these, the keys first, and call [`Room::stored`].
    Store {
        /// The keys of the table from now on.
        keys: Option<Keys>,
        /// The next event.
        event: Option<Box<Event>>,
    },
}

/// How someone introduces themselves.
#[derive(Clone, Debug)]
pub struct Hello {
    /// The version of their messages.
    pub v: u32,
    /// The hash of the key they brought.
    pub key: Option<KeyHash>,
    /// The last event they have.
    pub have: Option<u64>,
    /// The name of a player who sits down.
    pub name: Option<String>,
    /// A key that nobody has yet, for someone who was invited, with its hash.
    pub fresh: (String, KeyHash),
}

/// A table and everyone who is connected to it.
#[derive(Debug)]
pub struct Room {
    table: Table,
    log: Vec<Event>,
    keys: Keys,
    judge: Arc<dyn Judge>,
    guests: BTreeMap<Connection, Guest>,
    /// Since when the players who were invited to these seats are not connected.
    away_since: BTreeMap<Seat, u64>,
    pending: Option<Pending>,
    waiting: VecDeque<Request>,
    is_closed: bool,
}

#[derive(Clone, Debug)]
struct Guest {
    role: Role,
    /// The last event that was sent.
    heard: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Host,
    /// A player, by the seat they were invited to.
    Player(Seat),
    Spectator,
}

/// What is being stored, and what follows.
#[derive(Debug)]
struct Pending {
    step: Option<Box<Step>>,
    keys: Option<Keys>,
    then: Then,
}

#[derive(Debug)]
enum Then {
    Nothing,
    Done(Connection, String),
    Welcome(Connection, Role, Option<u64>, Option<String>),
}

#[derive(Debug)]
enum Request {
    Hello(Connection, Box<Hello>),
    Do(Connection, String, Option<u64>, Act, u64),
}

impl Room {
    /// Opens a room for a table that was kept. After a restart its clocks stand until the player to
    /// move is back.
    ///
    /// # Errors
    ///
    /// Returns why the log cannot be folded.
    pub fn open(
        log: Vec<Event>,
        keys: Keys,
        judge: Arc<dyn Judge>,
        now: u64,
    ) -> Result<(Room, Vec<Effect>), FoldError> {
        let table = Table::from_log(&log)?;
        let seats = table.asked().game.seats();
        let mut room = Room {
            away_since: seats.iter().map(|&seat| (seat, now)).collect(),
            table,
            log,
            keys,
            judge,
            guests: BTreeMap::new(),
            pending: None,
            waiting: VecDeque::new(),
            is_closed: false,
        };
        let mut effects = Vec::new();
        if let Some(step) = room.table.restart(now) {
            room.store(Some(Box::new(step)), None, Then::Nothing, &mut effects);
        }
        Ok((room, effects))
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whether the room is closed: it is to be dropped and opened anew from the store.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Someone introduces themselves.
    pub fn hello(&mut self, from: Connection, hello: Hello, now: u64) -> Vec<Effect> {
        self.take(Request::Hello(from, Box::new(hello)), now)
    }

    /// Someone gives a command, of whose time this much was the network's.
    pub fn command(
        &mut self,
        from: Connection,
        id: String,
        ply: Option<u64>,
        act: Act,
        lag_ms: u64,
        now: u64,
    ) -> Vec<Effect> {
        self.take(Request::Do(from, id, ply, act, lag_ms), now)
    }

    /// A connection is gone.
    pub fn leave(&mut self, from: Connection, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        if let Some(guest) = self.guests.remove(&from) {
            if let Role::Player(invited) = guest.role {
                self.away_since.insert(invited, now);
            }
            self.tell_presence(&mut effects);
        }
        effects
    }

    /// Time has passed: to be called at [`Room::due`].
    pub fn tick(&mut self, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.go_on(now, &mut effects);
        effects
    }

    /// When [`Room::tick`] has something to do.
    #[must_use]
    pub fn due(&self) -> Option<u64> {
        let table = self.table.due().filter(|_| self.pending.is_none());
        let delay = self.delay_ms();
        let held_back = self
            .guests
            .values()
            .filter(|guest| guest.role == Role::Spectator);
        let release = held_back
            .filter_map(|guest| Some(self.log.get(guest.heard)?.at + delay))
            .min();
        table.into_iter().chain(release).min()
    }

    /// What was handed in is kept, or cannot be.
    pub fn stored(&mut self, is_kept: bool, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        let Some(pending) = self.pending.take() else {
            return effects;
        };
        if !is_kept {
            self.close(&mut effects);
            return effects;
        }
        self.keys = pending.keys.unwrap_or_else(|| self.keys.clone());
        if let Some(step) = pending.step {
            self.log.push(step.event);
            self.table = step.after;
        }
        self.tell_events(now, &mut effects);
        match pending.then {
            Then::Nothing => {}
            Then::Done(to, id) => {
                let seq = self.table.seq();
                self.send(to, FromServer::Done { id, seq }, &mut effects);
            }
            Then::Welcome(to, role, have, key) => {
                self.welcome(to, role, have, key, now, &mut effects);
            }
        }
        self.go_on(now, &mut effects);
        effects
    }

    fn take(&mut self, request: Request, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.is_closed || self.waiting.len() >= WAITING_MAX {
            let (Request::Hello(from, _) | Request::Do(from, ..)) = request;
            effects.push(Effect::Close(from, bye("busy", Some(1_000))));
            return effects;
        }
        self.waiting.push_back(request);
        self.go_on(now, &mut effects);
        effects
    }

    /// Does what is due and what waits, until something has to be stored.
    fn go_on(&mut self, now: u64, effects: &mut Vec<Effect>) {
        self.tell_events(now, effects);
        while self.pending.is_none() && !self.is_closed {
            if let Some(step) = self.table.tick(now, self.judge.as_ref()) {
                self.store(Some(Box::new(step)), None, Then::Nothing, effects);
                return;
            }
            match self.waiting.pop_front() {
                None => return,
                Some(Request::Hello(from, hello)) => self.admit(from, *hello, now, effects),
                Some(Request::Do(from, id, ply, act, lag_ms)) => {
                    self.obey(from, id, ply, &act, lag_ms, now, effects);
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a command has as many parts")]
    fn obey(
        &mut self,
        from: Connection,
        id: String,
        ply: Option<u64>,
        act: &Act,
        lag_ms: u64,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        let Some(guest) = self.guests.get(&from) else {
            effects.push(Effect::Close(from, bye("hello_first", None)));
            return;
        };
        let who = match guest.role {
            Role::Host => Who::Host,
            Role::Player(invited) => Who::Seat(self.table.seat_now(invited)),
            Role::Spectator => Who::Spectator,
        };
        let away = self
            .away_since
            .iter()
            .map(|(&invited, &since)| (self.table.seat_now(invited), now.saturating_sub(since)));
        let given = Circumstances {
            now,
            lag_ms,
            away_ms: &away.collect(),
            judge: self.judge.as_ref(),
        };
        match self.table.decide(who, &id, ply, act, &given) {
            Ok(Answer::Before(seq)) => self.send(from, FromServer::Done { id, seq }, effects),
            Ok(Answer::New(step)) => self.store(Some(step), None, Then::Done(from, id), effects),
            Err(refusal) => {
                let refused = FromServer::Refused {
                    id,
                    code: refusal.code().to_owned(),
                    words: refusal.to_string(),
                };
                self.send(from, refused, effects);
            }
        }
    }

    fn admit(&mut self, from: Connection, hello: Hello, now: u64, effects: &mut Vec<Effect>) {
        if hello.v != VERSION {
            effects.push(Effect::Close(from, bye("version", None)));
            return;
        }
        let (fresh, fresh_hash) = hello.fresh;
        let admission = match &hello.key {
            Some(key) => self.keys.admit(key, fresh_hash),
            None => None,
        };
        let have = hello.have;
        match admission {
            None if self.table.asked().watch == Watch::Nobody => {
                effects.push(Effect::Close(from, bye("no_such_table", None)));
            }
            None if hello.key.is_some() => {
                effects.push(Effect::Close(from, bye("unknown_key", None)));
            }
            None => self.welcome(from, Role::Spectator, have, None, now, effects),
            Some(Admission::Host) => self.welcome(from, Role::Host, have, None, now, effects),
            Some(Admission::Player(seat)) => {
                self.return_of(from, seat, have, None, now, effects);
            }
            Some(Admission::FirstUse { seat, keys }) => {
                self.return_of(from, seat, have, Some(keys), now, effects);
            }
            Some(Admission::Invited { seat, keys }) => {
                let then = Then::Welcome(from, Role::Player(seat), have, Some(fresh));
                let place = self.table.seat_now(seat);
                let step = match self.table.seats().get(&place) {
                    Some(Occupant::Person { .. }) => None,
                    _ => match self.table.sit(place, hello.name.as_deref(), now) {
                        Ok(step) => Some(Box::new(step)),
                        Err(refusal) => {
                            effects.push(Effect::Close(from, bye(refusal.code(), None)));
                            return;
                        }
                    },
                };
                self.store(step, Some(keys), then, effects);
            }
        }
    }

    /// A player is back: clocks that stand after a restart run again.
    fn return_of(
        &mut self,
        from: Connection,
        invited: Seat,
        have: Option<u64>,
        keys: Option<Keys>,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        let role = Role::Player(invited);
        let step = self
            .table
            .greet(self.table.seat_now(invited), now)
            .map(Box::new);
        if step.is_none() && keys.is_none() {
            self.welcome(from, role, have, None, now, effects);
        } else {
            self.store(step, keys, Then::Welcome(from, role, have, None), effects);
        }
    }

    fn store(
        &mut self,
        step: Option<Box<Step>>,
        keys: Option<Keys>,
        then: Then,
        effects: &mut Vec<Effect>,
    ) {
        effects.push(Effect::Store {
            keys: keys.clone(),
            event: step.as_ref().map(|step| Box::new(step.event.clone())),
        });
        self.pending = Some(Pending { step, keys, then });
    }

    /// Says something to someone who is still there.
    fn send(&self, to: Connection, message: FromServer, effects: &mut Vec<Effect>) {
        if self.guests.contains_key(&to) {
            effects.push(Effect::Send(to, Box::new(message)));
        }
    }

    fn close(&mut self, effects: &mut Vec<Effect>) {
        self.is_closed = true;
        let mut connections: Vec<Connection> = self.guests.keys().copied().collect();
        connections.extend(self.waiting.drain(..).map(|request| match request {
            Request::Hello(from, _) | Request::Do(from, ..) => from,
        }));
        connections.sort_unstable();
        connections.dedup();
        self.guests.clear();
        for id in connections {
            effects.push(Effect::Close(id, bye("not_stored", Some(1_000))));
        }
    }
}

fn bye(code: &str, retry: Option<u64>) -> Bye {
    Bye {
        code: code.to_owned(),
        retry,
    }
}
