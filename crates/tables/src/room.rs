//! A table with its connections: what is sent to whom, and when a command is acknowledged.
//!
//! A room takes messages from connections and returns [`RoomEffect`]s, which the owner of the
//! sockets and the store executes. It is as pure as its table.
//!
//! - An event is handed to the store first ([`RoomEffect::Store`]). Only when [`Room::stored`]
//!   reports success does the table change, is the event sent to the others, and is the command
//!   acknowledged. Messages that arrive in between wait, and are judged by their time of arrival,
//!   so a slow store costs nobody time.
//! - If a write fails, the room closes and asks all clients to reconnect: the store has the
//!   authoritative state, and a room that is opened again starts from it.
//! - The newest connection of a seat wins (`admission.rs`). To clients that may not watch, the
//!   table does not exist.
//! - Delayed spectators see nothing before its time (`audience.rs`).
//! - Programs at seats have no connection: the owner of the room acts for their seats.

mod admission;
mod audience;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use game::Judge;
use wire::{Act, Bye, Event, FromServer, Occupant, Seat, VERSION};

use crate::TableRefusal;
use crate::decide::{Actor, Answer, Circumstances};
use crate::fold::FoldError;
use crate::keys::{KeyHash, Keys};
use crate::table::{Step, Table};

use audience::PresenceState;

/// How many missing events a client is sent one by one; one that lacks more gets a snapshot.
pub const EVENTS_MAX: usize = 256;

/// The maximum number of connections of a host.
const HOSTS_MAX: usize = 8;

/// How many commands may wait during a write. A client that sends more is disconnected.
const WAITING_MAX: usize = 1_000;

/// A connection, by a number that is never reused.
pub type Connection = u64;

/// Something to do for the owner of the sockets and the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomEffect {
    Send(Connection, Box<FromServer>),
    /// Send a goodbye and close the connection.
    Close(Connection, Bye),
    /// Store these, the keys first, and call [`Room::stored`].
    Store {
        /// The new keys of the table.
        keys: Option<Keys>,
        event: Option<Box<Event>>,
    },
}

#[derive(Clone, Debug)]
pub struct Hello {
    /// The version of the client's messages.
    pub v: u32,
    pub key: Option<KeyHash>,
    /// The last event that it has.
    pub have: Option<u64>,
    /// The name of a player who sits down.
    pub name: Option<String>,
    /// The free seat that a client with the open invitation takes.
    pub seat: Option<Seat>,
    /// What makes a repetition of that known: a secret of the client's own.
    pub claim: Option<KeyHash>,
    /// Whether to send the legal moves when it is this client's turn.
    pub legal: bool,
    /// A new key with its hash, for a client with an invitation.
    pub fresh: (String, KeyHash),
}

impl Hello {
    /// The hello of a client with this key and nothing else to say.
    #[must_use]
    pub fn new(key: Option<KeyHash>, fresh: (String, KeyHash)) -> Hello {
        Hello {
            v: VERSION,
            key,
            have: None,
            name: None,
            seat: None,
            claim: None,
            legal: false,
            fresh,
        }
    }
}

/// A table with its connections.
#[derive(Debug)]
pub struct Room {
    table: Table,
    log: Vec<Event>,
    keys: Keys,
    judge: Arc<dyn Judge>,
    guests: BTreeMap<Connection, Guest>,
    /// Since when the players invited to these seats have been disconnected.
    away_since: BTreeMap<Seat, u64>,
    pending: Option<Pending>,
    /// Waiting messages with their time of arrival.
    waiting: VecDeque<(u64, Request)>,
    /// The table as delayed spectators see it; `None` without a delay.
    behind: Option<Box<Table>>,
    spectators_max: usize,
    presence_state: PresenceState,
    is_closed: bool,
}

#[derive(Clone, Debug)]
struct Guest {
    role: Role,
    /// The last event that was sent.
    heard: usize,
    /// Whether to send the legal moves when it is their turn.
    legal: bool,
    /// When it last said that it is there; `None` if it never does.
    beat: Option<u64>,
    /// Whether it has been silent for so long that the others are told.
    is_quiet: bool,
    /// When it sent its last signals.
    signals: VecDeque<u64>,
}

impl Guest {
    fn new(role: Role, heard: usize, legal: bool) -> Guest {
        Guest {
            role,
            heard,
            legal,
            beat: None,
            is_quiet: false,
            signals: VecDeque::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Host,
    /// A player, by the seat they were invited to.
    Player(Seat),
    /// Somebody with the open invitation and no seat yet.
    Visitor,
    Spectator,
}

impl Role {
    /// Whether this client sees only what spectators may see.
    fn only_watches(&self) -> bool {
        matches!(self, Role::Visitor | Role::Spectator)
    }
}

/// What a client is told when it is admitted.
#[derive(Clone, Debug)]
struct Arrival {
    role: Role,
    have: Option<u64>,
    /// The key of the seat, when an invitation was used.
    key: Option<String>,
    legal: bool,
}

/// The pending write, and what follows it.
#[derive(Debug)]
struct Pending {
    step: Option<Box<Step>>,
    keys: Option<Keys>,
    then: AfterStore,
}

#[derive(Debug)]
enum AfterStore {
    Nothing,
    Done(Connection, String),
    Welcome(Connection, Arrival),
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
    /// The connection that waits for a reply.
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
    /// Opens a room for a stored table. After a restart its clocks stand until the player to move
    /// is back.
    ///
    /// # Errors
    ///
    /// Returns why the log cannot be folded.
    pub fn open(
        log: Vec<Event>,
        keys: Keys,
        judge: Arc<dyn Judge>,
        now: u64,
    ) -> Result<(Room, Vec<RoomEffect>), FoldError> {
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
            behind: None,
            spectators_max: usize::MAX,
            presence_state: PresenceState::default(),
            is_closed: false,
        };
        room.create_delayed(now);
        let mut effects = Vec::new();
        if let Some(step) = room.table.restart(now) {
            room.store(
                Some(Box::new(step)),
                None,
                AfterStore::Nothing,
                &mut effects,
            );
        }
        Ok((room, effects))
    }

    /// Limits the number of spectators. Players and the host are always admitted.
    #[must_use]
    pub fn with_spectators_max(mut self, most: usize) -> Room {
        self.spectators_max = most;
        self
    }

    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The number of connections.
    #[must_use]
    pub fn guests(&self) -> usize {
        self.guests.len()
    }

    /// Whether there is no connection and nothing pending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.guests.is_empty() && self.pending.is_none() && self.waiting.is_empty()
    }

    /// Whether the room is closed: drop it and open it again from the store.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Whether a command was executed before, or is pending.
    #[must_use]
    pub fn is_repeated(&self, from: Connection, id: &str, ply: Option<u64>, act: &Act) -> bool {
        let Some(who) = self.who(from) else {
            return false;
        };
        let is_stored = |pending: &Pending| {
            let step = pending.step.as_ref();
            step.is_some_and(|step| step.event.cmd.as_deref() == Some(id))
        };
        let waits = |(_, request): &(u64, Request)| matches!(request, Request::Do(_, other, ..) if other == id);
        self.pending.as_ref().is_some_and(is_stored)
            || self.waiting.iter().any(waits)
            || !matches!(self.table.answered(who, id, ply, act), Ok(None))
    }

    /// Whether the next call may need a long proof of the judge: a resignation in a game on one
    /// board, or a fallen flag.
    #[must_use]
    pub fn is_proof_due(&self, now: u64) -> bool {
        let gives_up = |(_, request): &(u64, Request)| match request {
            Request::Do(_, _, _, act, _) => asks_for_proof(act),
            Request::Hello(..) | Request::Invite(..) | Request::Program(..) => false,
        };
        self.table.chess().is_some()
            && (self.table.flag_due().is_some_and(|due| due <= now)
                || self.waiting.iter().any(gives_up))
    }

    /// A client says hello. The time is that of its arrival, here and below; messages from
    /// different connections may be slightly out of order.
    pub fn hello(&mut self, from: Connection, hello: Hello, now: u64) -> Vec<RoomEffect> {
        self.take(Request::Hello(from, Box::new(hello)), now)
    }

    /// A client gives a command; this much of the time was network lag.
    pub fn command(
        &mut self,
        from: Connection,
        id: String,
        ply: Option<u64>,
        act: Act,
        lag_ms: u64,
        now: u64,
    ) -> Vec<RoomEffect> {
        self.take(Request::Do(from, id, ply, act, lag_ms), now)
    }

    /// A client requests an invitation to a seat, with a new key and its hash.
    pub fn invite(
        &mut self,
        from: Connection,
        id: String,
        seat: Seat,
        fresh: (String, KeyHash),
        now: u64,
    ) -> Vec<RoomEffect> {
        self.take(Request::Invite(from, id, seat, fresh), now)
    }

    /// The program of a seat acts. Impossible actions are ignored: the table may have moved on.
    pub fn program(
        &mut self,
        seat: Seat,
        id: String,
        ply: Option<u64>,
        act: Act,
        now: u64,
    ) -> Vec<RoomEffect> {
        self.take(Request::Program(seat, id, ply, act), now)
    }

    /// A client says that it is there. One that does so and then stops is shown as away, long before
    /// its connection is known to be broken.
    pub fn beat(&mut self, from: Connection, now: u64) -> Vec<RoomEffect> {
        let mut effects = Vec::new();
        let Some(guest) = self.guests.get_mut(&from) else {
            return effects;
        };
        guest.beat = Some(now);
        if std::mem::take(&mut guest.is_quiet) {
            self.presence_changed(now, &mut effects);
        }
        effects
    }

    /// A connection has closed. Its waiting messages are dropped.
    pub fn leave(&mut self, from: Connection, now: u64) -> Vec<RoomEffect> {
        let mut effects = Vec::new();
        self.waiting
            .retain(|(_, request)| request.from() != Some(from));
        if let Some(pending) = &mut self.pending
            && matches!(pending.then, AfterStore::Welcome(to, ..) if to == from)
        {
            pending.then = AfterStore::Nothing;
        }
        if let Some(guest) = self.guests.remove(&from) {
            if let Role::Player(invited) = guest.role {
                let silent = guest.beat.filter(|_| guest.is_quiet);
                self.away_since.insert(invited, silent.unwrap_or(now));
            }
            self.presence_changed(now, &mut effects);
        }
        effects
    }

    /// Time has passed; call this at [`Room::due`].
    pub fn tick(&mut self, now: u64) -> Vec<RoomEffect> {
        let mut effects = Vec::new();
        self.advance(now, &mut effects);
        effects
    }

    /// When [`Room::tick`] has something to do.
    #[must_use]
    pub fn due(&self) -> Option<u64> {
        let table = self.table.due().filter(|_| self.pending.is_none());
        let others = [
            self.release_due(),
            self.presence_state.due(),
            self.quiet_due(),
        ];
        table.into_iter().chain(others.into_iter().flatten()).min()
    }

    /// The pending write has succeeded or failed.
    pub fn stored(&mut self, is_kept: bool, now: u64) -> Vec<RoomEffect> {
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
            self.log.push(step.event.clone());
            self.table.take(*step);
        }
        self.send_events(now, &mut effects);
        self.dismiss_visitors(now, &mut effects);
        match pending.then {
            AfterStore::Nothing => {}
            AfterStore::Done(to, id) => {
                let seq = self.table.seq();
                self.send(to, FromServer::Done { id, seq }, &mut effects);
            }
            AfterStore::Welcome(to, arrival) => self.welcome(to, arrival, now, &mut effects),
            AfterStore::Invited(to, id, seat, key) => {
                self.send(to, FromServer::Invited { id, seat, key }, &mut effects);
            }
        }
        self.advance(now, &mut effects);
        effects
    }

    fn take(&mut self, request: Request, now: u64) -> Vec<RoomEffect> {
        let mut effects = Vec::new();
        if self.is_closed || self.waiting.len() >= WAITING_MAX {
            let busy = |from| RoomEffect::Close(from, bye("busy", Some(1_000)));
            effects.extend(request.from().map(busy));
            return effects;
        }
        self.waiting.push_back((now, request));
        self.advance(now, &mut effects);
        effects
    }

    /// Does what is due and what waits, until something has to be stored.
    fn advance(&mut self, now: u64, effects: &mut Vec<RoomEffect>) {
        self.send_events(now, effects);
        self.notice_silence(now, effects);
        self.send_presence(now, effects);
        while self.pending.is_none() && !self.is_closed {
            // A flag falls after the messages that arrived before it, however long they have
            // waited.
            let until = self.waiting.front().map_or(now, |&(came, _)| came);
            if let Some(step) = self.table.tick(until, self.judge.as_ref()) {
                self.store(Some(Box::new(step)), None, AfterStore::Nothing, effects);
                return;
            }
            let Some((came, request)) = self.waiting.pop_front() else {
                return;
            };
            match request {
                Request::Hello(from, hello) => self.admit(from, *hello, came, now, effects),
                Request::Do(from, id, ply, act, lag_ms) => {
                    self.execute(from, id, ply, &act, lag_ms, came, effects);
                }
                Request::Invite(from, id, seat, fresh) => {
                    self.renew(from, id, seat, fresh, came, effects);
                }
                Request::Program(seat, id, ply, act) => {
                    self.execute_program(seat, &id, ply, &act, came, effects);
                }
            }
        }
    }

    fn who(&self, from: Connection) -> Option<Actor> {
        Some(match self.guests.get(&from)?.role {
            Role::Host => Actor::Host,
            Role::Player(invited) => Actor::Seat(self.table.seat_now(invited)),
            Role::Visitor | Role::Spectator => Actor::Spectator,
        })
    }

    #[expect(clippy::too_many_arguments, reason = "a command has this many parts")]
    fn execute(
        &mut self,
        from: Connection,
        id: String,
        ply: Option<u64>,
        act: &Act,
        lag_ms: u64,
        now: u64,
        effects: &mut Vec<RoomEffect>,
    ) {
        let Some(who) = self.who(from) else {
            effects.push(RoomEffect::Close(from, bye("hello_first", None)));
            return;
        };
        let answer = match who {
            Actor::Seat(seat) if !self.is_person(seat) => {
                // A client that stood up may not have received the acknowledgment.
                let before = self.table.answered(who, &id, ply, act);
                before.and_then(|seq| seq.map(Answer::Before).ok_or(TableRefusal::NotSeated(seat)))
            }
            who => self.decide(who, &id, ply, act, lag_ms, now),
        };
        match answer {
            Ok(Answer::Before(seq)) => self.send(from, FromServer::Done { id, seq }, effects),
            Ok(Answer::New(step)) => {
                self.store(Some(step), None, AfterStore::Done(from, id), effects)
            }
            Err(refusal) => self.refuse(from, id, &refusal, effects),
        }
    }

    fn execute_program(
        &mut self,
        seat: Seat,
        id: &str,
        ply: Option<u64>,
        act: &Act,
        now: u64,
        effects: &mut Vec<RoomEffect>,
    ) {
        let occupant = self.table.seats().get(&seat);
        if matches!(occupant, Some(Occupant::Program { .. }))
            && let Ok(Answer::New(step)) = self.decide(Actor::Seat(seat), id, ply, act, 0, now)
        {
            self.store(Some(step), None, AfterStore::Nothing, effects);
        }
    }

    fn decide(
        &self,
        who: Actor,
        id: &str,
        ply: Option<u64>,
        act: &Act,
        lag_ms: u64,
        now: u64,
    ) -> Result<Answer, TableRefusal> {
        let given = Circumstances {
            now,
            lag_ms,
            away_ms: &self.away_ms(now),
            judge: self.judge.as_ref(),
        };
        self.table.decide(who, id, ply, act, &given)
    }

    /// How long the players of seats have been away.
    fn away_ms(&self, now: u64) -> BTreeMap<Seat, u64> {
        let away = self.away_since.iter();
        away.map(|(&invited, &since)| (self.table.seat_now(invited), now.saturating_sub(since)))
            .collect()
    }

    fn is_person(&self, seat: Seat) -> bool {
        matches!(self.table.seats().get(&seat), Some(Occupant::Person { .. }))
    }

    fn refuse(
        &self,
        to: Connection,
        id: String,
        refusal: &TableRefusal,
        effects: &mut Vec<RoomEffect>,
    ) {
        let refused = FromServer::Refused {
            id,
            code: refusal.code().to_owned(),
            words: refusal.to_string(),
            ply: match refusal {
                TableRefusal::StalePly { expected, .. } => Some(*expected),
                _ => None,
            },
        };
        self.send(to, refused, effects);
    }

    fn store(
        &mut self,
        step: Option<Box<Step>>,
        keys: Option<Keys>,
        then: AfterStore,
        effects: &mut Vec<RoomEffect>,
    ) {
        effects.push(RoomEffect::Store {
            keys: keys.clone(),
            event: step.as_ref().map(|step| Box::new(step.event.clone())),
        });
        self.pending = Some(Pending { step, keys, then });
    }

    /// Sends a message to a client that is still connected.
    fn send(&self, to: Connection, message: FromServer, effects: &mut Vec<RoomEffect>) {
        if self.guests.contains_key(&to) {
            effects.push(RoomEffect::Send(to, Box::new(message)));
        }
    }

    fn close(&mut self, effects: &mut Vec<RoomEffect>) {
        self.is_closed = true;
        let mut connections: Vec<Connection> = self.guests.keys().copied().collect();
        let waiting = self.waiting.drain(..);
        connections.extend(waiting.filter_map(|(_, request)| request.from()));
        connections.sort_unstable();
        connections.dedup();
        self.guests.clear();
        for id in connections {
            effects.push(RoomEffect::Close(id, bye("not_stored", Some(1_000))));
        }
    }
}

/// Whether a command may need a long proof: a resignation only loses to a player who can mate.
#[must_use]
pub fn asks_for_proof(act: &Act) -> bool {
    matches!(act, Act::Resign | Act::Absent { .. })
}

fn bye(code: &str, retry: Option<u64>) -> Bye {
    Bye {
        code: code.to_owned(),
        retry,
    }
}
