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
//! - The newest connection of a seat wins (`admission.rs`). To those who may not watch there is no such table.
//! - Spectators of a table with a delay hear of nothing before its time (`audience.rs`).
//! - Programs at seats are not connected: whoever runs them acts for their seats.

mod admission;
mod audience;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use game::Judge;
use wire::{Act, Bye, Event, FromServer, Seat};

use crate::Refusal;
use crate::decide::{Answer, Circumstances, Who};
use crate::fold::FoldError;
use crate::keys::{KeyHash, Keys};
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
    Invited(Connection, String, Seat, String),
}

#[derive(Debug)]
enum Request {
    Hello(Connection, Box<Hello>),
    Do(Connection, String, Option<u64>, Act, u64),
    Invite(Connection, String, Seat, (String, KeyHash)),
    Program(Seat, String, Option<u64>, Act),
}

impl Request {
    /// The connection that waits for an answer.
    fn from(&self) -> Option<Connection> {
        match self {
            Request::Hello(from, ..) | Request::Do(from, ..) | Request::Invite(from, ..) => {
                Some(*from)
            }
            Request::Program(..) => None,
        }
    }
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

    /// How many are connected.
    #[must_use]
    pub fn guests(&self) -> usize {
        self.guests.len()
    }

    /// Whether nobody is connected and nothing is under way.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.guests.is_empty() && self.pending.is_none() && self.waiting.is_empty()
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

    /// Someone asks for an invitation to a seat: a key that nobody has yet, with its hash.
    pub fn invite(
        &mut self,
        from: Connection,
        id: String,
        seat: Seat,
        fresh: (String, KeyHash),
        now: u64,
    ) -> Vec<Effect> {
        self.take(Request::Invite(from, id, seat, fresh), now)
    }

    /// The program of a seat acts. What it cannot do is ignored: the table may have moved on.
    pub fn program(
        &mut self,
        seat: Seat,
        id: String,
        ply: Option<u64>,
        act: Act,
        now: u64,
    ) -> Vec<Effect> {
        self.take(Request::Program(seat, id, ply, act), now)
    }

    /// A connection is gone. What it said and was not carried out is dropped.
    pub fn leave(&mut self, from: Connection, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.waiting.retain(|request| request.from() != Some(from));
        if let Some(pending) = &mut self.pending
            && matches!(pending.then, Then::Welcome(to, ..) if to == from)
        {
            pending.then = Then::Nothing;
        }
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
            Then::Invited(to, id, seat, key) => {
                self.send(to, FromServer::Invited { id, seat, key }, &mut effects);
            }
        }
        self.go_on(now, &mut effects);
        effects
    }

    fn take(&mut self, request: Request, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.is_closed || self.waiting.len() >= WAITING_MAX {
            let busy = |from| Effect::Close(from, bye("busy", Some(1_000)));
            effects.extend(request.from().map(busy));
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
                Some(Request::Invite(from, id, seat, fresh)) => {
                    self.renew(from, id, seat, fresh, now, effects);
                }
                Some(Request::Program(seat, id, ply, act)) => {
                    self.obey_program(seat, &id, ply, &act, now, effects);
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
        let answer = match who {
            Who::Seat(seat) if !self.is_person(seat) => Err(Refusal::NotSeated(seat)),
            who => self.decide(who, &id, ply, act, lag_ms, now),
        };
        match answer {
            Ok(Answer::Before(seq)) => self.send(from, FromServer::Done { id, seq }, effects),
            Ok(Answer::New(step)) => self.store(Some(step), None, Then::Done(from, id), effects),
            Err(refusal) => self.refuse(from, id, &refusal, effects),
        }
    }

    fn obey_program(
        &mut self,
        seat: Seat,
        id: &str,
        ply: Option<u64>,
        act: &Act,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        let occupant = self.table.seats().get(&seat);
        if matches!(occupant, Some(Occupant::Program { .. }))
            && let Ok(Answer::New(step)) = self.decide(Who::Seat(seat), id, ply, act, 0, now)
        {
            self.store(Some(step), None, Then::Nothing, effects);
        }
    }

    fn decide(
        &self,
        who: Who,
        id: &str,
        ply: Option<u64>,
        act: &Act,
        lag_ms: u64,
        now: u64,
    ) -> Result<Answer, Refusal> {
        let given = Circumstances {
            now,
            lag_ms,
            away_ms: &self.away_ms(now),
            judge: self.judge.as_ref(),
        };
        self.table.decide(who, id, ply, act, &given)
    }

    /// For how long the players of seats have been away.
    fn away_ms(&self, now: u64) -> BTreeMap<Seat, u64> {
        let away = self.away_since.iter();
        away.map(|(&invited, &since)| (self.table.seat_now(invited), now.saturating_sub(since)))
            .collect()
    }

    fn is_person(&self, seat: Seat) -> bool {
        matches!(self.table.seats().get(&seat), Some(Occupant::Person { .. }))
    }

    fn refuse(&self, to: Connection, id: String, refusal: &Refusal, effects: &mut Vec<Effect>) {
        let refused = FromServer::Refused {
            id,
            code: refusal.code().to_owned(),
            words: refusal.to_string(),
        };
        self.send(to, refused, effects);
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
        let waiting = self.waiting.drain(..);
        connections.extend(waiting.filter_map(|request| request.from()));
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
