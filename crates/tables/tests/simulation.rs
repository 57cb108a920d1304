//! A room, its store and its clients under faults: lost, duplicated and reordered messages, broken
//! connections, and a store that is slow, fails or is killed.
//!
//! Invariants: an acknowledged command is in the log once, only the running clock loses time, and
//! in the end the log, the room and all clients have the same state.
//!
//! To show that the simulation can find faults, four are planted in turn, and each must be found.
//!
//! `PROPTEST_CASES=1000000` makes it a long run.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::env;
use std::sync::Arc;

use game::MaterialJudge;
use repeatable::Random;
use tables::{
    Connection, FoldError, Followed, Follower, Hello, KeyHash, Keys, Room, RoomEffect, Table,
};
use wire::{
    Act, Body, ClockTerms, Event, FromServer, GameKind, LapsePolicy, NewTable, Offered, Seat,
    StartMode, Watch, Wish,
};

/// A fault that is planted between the room and the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sabotage {
    /// The store acknowledges an event that it did not store.
    LoseEvent,
    /// The store stores an event twice.
    KeepTwice,
    /// A clock that is not running loses time.
    TwoClocks,
    /// The room is notified before an event is stored.
    AnswerEarly,
}

/// A message of a client, on its way to the room.
#[derive(Clone, Debug)]
enum Up {
    Hello(Option<u64>),
    Do(Asked),
}

/// A command that a client keeps until it is acknowledged.
#[derive(Clone, Debug)]
struct Asked {
    id: String,
    ply: Option<u64>,
    act: Act,
}

struct Client {
    key: Option<u64>,
    connection: Option<Connection>,
    follower: Follower,
    seat: Option<Seat>,
    up: VecDeque<Up>,
    down: VecDeque<FromServer>,
    unanswered: Vec<Asked>,
    done: BTreeMap<String, u64>,
    commands: u32,
    /// Whether the room has no place for this client.
    is_out: bool,
}

/// A pending write.
type Job = (Option<Keys>, Option<Box<Event>>);

struct World {
    random: Random,
    now: u64,
    room: Room,
    log: Vec<Event>,
    /// The fold of the log.
    truth: Table,
    keys: Keys,
    job: Option<Job>,
    /// Writes that were acknowledged too early, with [`Sabotage::AnswerEarly`].
    unwritten: VecDeque<Job>,
    clients: Vec<Client>,
    connections: Connection,
    fresh: u64,
    sabotage: Option<Sabotage>,
    crashes: u32,
}

/// What went wrong.
type Found = Result<(), String>;

const HOST_KEY: u64 = 1;

fn hash(key: u64) -> KeyHash {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&key.to_le_bytes());
    KeyHash(bytes)
}

fn asked(kind: u64) -> NewTable {
    let policy = |number: u64| {
        let policies = LapsePolicy::ALL.get(usize::try_from(number % 4).unwrap());
        policies.copied().filter(|_| kind % 4 == 3)
    };
    let clock = |base_ms, increment_ms, delay_ms| ClockTerms {
        base_ms,
        increment_ms,
        delay_ms,
    };
    NewTable {
        game: [GameKind::Chess, GameKind::Duplicate][usize::from(kind % 4 == 3)],
        clock: match kind / 4 % 4 {
            0 => None,
            1 => Some(clock(60_000, Some(2_000), None)),
            2 => Some(clock(30_000, None, Some(3_000))),
            _ => Some(clock(20_000, None, None)),
        },
        fen: None,
        chess960: false,
        rulings: BTreeMap::new(),
        flag: policy(kind / 64),
        absence: policy(kind / 256),
        law: wire::Law::Fide,
        watch: Watch::Anyone,
        delay_s: u32::from(kind / 16 % 4 == 3) * 2,
        start: StartMode::Full,
        open: false,
        games: 1 + u32::try_from(kind % 3).unwrap(),
    }
}

impl World {
    fn open(seed: u64, sabotage: Option<Sabotage>) -> World {
        let mut random = Random::new(seed);
        let asked = asked(random.bits() >> 8);
        let opened = Table::open(&asked, 0).unwrap();
        let (log, truth) = (vec![opened.event.clone()], opened.after().clone());
        let seats = asked.game.seats();
        let invitations = (2..).zip(seats).map(|(key, &seat)| (seat, hash(key)));
        let keys = Keys::new(hash(HOST_KEY), invitations.collect());
        let (room, _) = Room::open(log.clone(), keys.clone(), Arc::new(MaterialJudge), 0).unwrap();
        // The players, the host, and a spectator.
        let players = (2..).take(seats.len()).map(Some);
        let clients = players.chain([Some(HOST_KEY), None]).map(Client::new);
        World {
            random,
            now: 0,
            room,
            log,
            truth,
            keys,
            job: None,
            unwritten: VecDeque::new(),
            clients: clients.collect(),
            connections: 0,
            fresh: 1_000,
            sabotage,
            crashes: 0,
        }
    }

    fn below(&mut self, most: usize) -> usize {
        (self.random.bits() >> 11) as usize % most.max(1)
    }

    fn is_one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// One random step.
    fn step(&mut self) -> Found {
        let client = self.below(self.clients.len());
        match self.below(40) {
            0..=3 => self.ask(client),
            4..=7 => {
                let mover = self.mover().unwrap_or(client);
                self.ask(mover);
            }
            8..=18 => {
                for client in 0..self.clients.len() {
                    self.deliver_up(client, true)?;
                }
            }
            19..=28 => {
                for client in 0..self.clients.len() {
                    self.deliver_down(client, true)?;
                }
            }
            29..=33 => self.finish_storing()?,
            34 if self.is_one_in(3) => self.cut(client)?,
            35 => self.resend(client),
            36 if self.is_one_in(6) => self.crash()?,
            _ => {
                let passed = match self.below(40) {
                    0 => 70_000,
                    1..=4 => 4_000,
                    5..=15 => 700,
                    choice => choice as u64,
                };
                self.now += passed;
                let effects = self.room.tick(self.now);
                self.carry_out(effects)?;
            }
        }
        self.check()
    }

    /// The client whose turn it is.
    fn mover(&self) -> Option<usize> {
        let turn = self.truth.turn();
        let has_turn = |client: &Client| {
            let seat = client.seat.map(|seat| self.truth.seat_now(seat));
            client.connection.is_some() && seat == Some(turn)
        };
        self.clients.iter().position(has_turn)
    }

    /// A client gives a random command.
    fn ask(&mut self, client: usize) {
        let (choice, pick) = (self.below(24), self.below(1_000));
        let client = &mut self.clients[client];
        let Some(table) = client.follower.table() else {
            return;
        };
        let seats = table.asked().game.seats();
        let what = [
            Offered::Draw,
            Offered::Takeback,
            Offered::Rematch,
            Offered::Pause,
        ][pick % 4];
        let moves = table.legal_moves();
        let is_turn = client.seat.map(|seat| table.seat_now(seat)) == Some(table.turn());
        let rematch = Offered::Rematch;
        let act = match choice {
            0..=9 if table.ended().is_some() && table.offer(rematch).is_some() => {
                Act::Accept { what: rematch }
            }
            0..=9 if table.ended().is_some() => Act::Offer { what: rematch },
            0..=13 if is_turn && !moves.is_empty() => Act::Move {
                text: moves[pick % moves.len()].clone(),
            },
            0..=15 => Act::Offer { what },
            16 | 17 => Act::Accept { what },
            18 => Act::Decline { what },
            19 => Act::Resume,
            20 => Act::Absent {
                wish: [Wish::Win, Wish::Draw, Wish::Program][pick % 3],
            },
            21 => Act::Fill {
                seat: seats[pick % seats.len()],
                level: 2,
                pace_ms: None,
            },
            22 => [Act::Stand, Act::Claim { text: None }][pick % 2].clone(),
            _ if pick % 5 == 0 => Act::Resign,
            _ => Act::Pause,
        };
        client.commands += 1;
        let asked = Asked {
            id: format!("{}-{}", client.key.unwrap_or(0), client.commands),
            ply: Some(table.ply()),
            act,
        };
        client.unanswered.push(asked.clone());
        client.up.push_back(Up::Do(asked));
    }

    /// A client repeats the commands that were not acknowledged.
    fn resend(&mut self, client: usize) {
        let client = &mut self.clients[client];
        client
            .up
            .extend(client.unanswered.iter().cloned().map(Up::Do));
    }

    /// A message arrives at the room; with faults it may be lost, duplicated, or overtake another.
    fn deliver_up(&mut self, client: usize, has_faults: bool) -> Found {
        let (lost, doubled, swapped) = (
            has_faults && self.is_one_in(30),
            has_faults && self.is_one_in(15),
            has_faults && self.is_one_in(8),
        );
        let other = self.below(self.clients[client].up.len());
        let Some(connection) = self.clients[client].connection else {
            self.connections += 1;
            let connection = self.connections;
            self.clients[client].connect(connection);
            return Ok(());
        };
        let up = &mut self.clients[client].up;
        // Nothing overtakes a hello, and a lost hello breaks the connection.
        let is_hello = matches!(up.front(), Some(Up::Hello(_)));
        if swapped && !is_hello && !up.is_empty() {
            up.swap(0, other);
        }
        let Some(message) = up.pop_front() else {
            return Ok(());
        };
        if lost && !is_hello {
            return Ok(());
        }
        if doubled && !is_hello {
            up.push_back(message.clone());
        }
        let effects = match message {
            Up::Hello(have) => {
                self.fresh += 1;
                let hello = Hello {
                    have,
                    name: Some("Ann".to_owned()),
                    ..Hello::new(
                        self.clients[client].key.map(hash),
                        (self.fresh.to_string(), hash(self.fresh)),
                    )
                };
                self.room.hello(connection, hello, self.now)
            }
            Up::Do(Asked { id, ply, act }) => {
                self.room.command(connection, id, ply, act, 40, self.now)
            }
        };
        self.carry_out(effects)
    }

    /// A message arrives at a client.
    fn deliver_down(&mut self, client: usize, has_faults: bool) -> Found {
        let (lost, doubled, swapped) = (
            has_faults && self.is_one_in(40),
            has_faults && self.is_one_in(15),
            has_faults && self.is_one_in(25),
        );
        let down = &mut self.clients[client].down;
        let is_welcome = matches!(down.front(), Some(FromServer::Welcome { .. }));
        if swapped && !is_welcome && down.len() > 1 {
            down.swap(0, 1);
        }
        let Some(message) = down.pop_front() else {
            return Ok(());
        };
        if lost && !is_welcome {
            return Ok(());
        }
        if doubled {
            down.push_front(message.clone());
        }
        match self.clients[client].receive(message)? {
            Received::Fine => Ok(()),
            Received::Missed => self.cut(client),
            Received::Done(id, seq) => self.acknowledged(client, &id, seq),
        }
    }

    /// An acknowledged command is in the log and does not change.
    fn acknowledged(&mut self, client: usize, id: &str, seq: u64) -> Found {
        let kept = self.log.get(seq as usize - 1);
        if kept.is_none_or(|event| event.cmd.as_deref() != Some(id)) {
            return Err(format!(
                "{id} was acknowledged as {seq} and is not in the log"
            ));
        }
        match self.clients[client].done.insert(id.to_owned(), seq) {
            Some(before) if before != seq => Err(format!("{id} is {before} and {seq}")),
            _ => Ok(()),
        }
    }

    fn cut(&mut self, client: usize) -> Found {
        let client = &mut self.clients[client];
        client.up.clear();
        client.down.clear();
        match client.connection.take() {
            None => Ok(()),
            Some(connection) => {
                let effects = self.room.leave(connection, self.now);
                self.carry_out(effects)
            }
        }
    }

    fn carry_out(&mut self, effects: Vec<RoomEffect>) -> Found {
        for effect in effects {
            match effect {
                RoomEffect::Send(to, message) => {
                    if let Some(client) = self.client_of(to) {
                        client.down.push_back(*message);
                    }
                }
                RoomEffect::Close(to, bye) => {
                    if let Some(client) = self.client_of(to) {
                        client.connection = None;
                        client.up.clear();
                        // The host may have filled the seat with a program in the meantime.
                        client.is_out = bye.code == "seat_taken";
                        if bye.code == "unknown_key" {
                            return Err(format!("{:?} is locked out", client.key));
                        }
                    }
                }
                RoomEffect::Store { keys, event } => {
                    if self.job.replace((keys, event)).is_some() {
                        return Err("two writes are pending at a time".to_owned());
                    }
                }
            }
        }
        if self.sabotage == Some(Sabotage::AnswerEarly) && self.job.is_some() && self.is_one_in(3) {
            self.unwritten.extend(self.job.take());
            let effects = self.room.stored(true, self.now);
            return self.carry_out(effects);
        }
        Ok(())
    }

    fn client_of(&mut self, connection: Connection) -> Option<&mut Client> {
        let mut clients = self.clients.iter_mut();
        clients.find(|client| client.connection == Some(connection))
    }

    /// The pending write succeeds or fails.
    fn finish_storing(&mut self) -> Found {
        if !self.unwritten.is_empty() && !self.is_one_in(4) {
            return Ok(());
        }
        while let Some(job) = self.unwritten.pop_front() {
            self.keep(job)?;
        }
        let Some(job) = self.job.take() else {
            return Ok(());
        };
        let is_kept = !self.is_one_in(40);
        if is_kept {
            self.keep(job)?;
        }
        let effects = self.room.stored(is_kept, self.now);
        self.carry_out(effects)?;
        if self.room.is_closed() {
            return self.reopen();
        }
        Ok(())
    }

    fn keep(&mut self, (keys, event): Job) -> Found {
        self.keys = keys.unwrap_or_else(|| self.keys.clone());
        let Some(mut event) = event else {
            return Ok(());
        };
        let is_faulty = self.sabotage.is_some() && self.is_one_in(6);
        match self.sabotage.filter(|_| is_faulty) {
            Some(Sabotage::LoseEvent) => return Ok(()),
            Some(Sabotage::KeepTwice) => self.append(&event.clone())?,
            Some(Sabotage::TwoClocks) => {
                if let Some(clocks) = &mut event.clocks {
                    let running = clocks.running;
                    let others = clocks.left.iter_mut();
                    let mut others = others.filter(|(seat, _)| Some(**seat) != running);
                    if let Some((_, left)) = others.next() {
                        *left = left.saturating_sub(900);
                    }
                }
            }
            Some(Sabotage::AnswerEarly) | None => {}
        }
        self.append(&event)
    }

    fn append(&mut self, event: &Event) -> Found {
        self.check_clocks(event)?;
        let applied = self.truth.apply(event);
        applied.map_err(|error| format!("the log cannot be folded: {error}"))?;
        self.log.push(event.clone());
        Ok(())
    }

    /// Only the running clock may lose time, and no more than has passed.
    fn check_clocks(&self, after: &Event) -> Found {
        let before = self.log.last().unwrap();
        let (Some(old), Some(new)) = (&before.clocks, &after.clocks) else {
            return Ok(());
        };
        let begins_game = self.truth.ended().is_some();
        // A takeback restores what the clocks showed before.
        let is_takeback = matches!(
            after.body,
            Body::Offered { what } | Body::Accepted { what } if what == Offered::Takeback
        );
        for (seat, &left) in &old.left {
            let lost = left.saturating_sub(new.left[seat]);
            let may_lose = match old.running == Some(*seat) {
                true => after.at.saturating_sub(before.at),
                false => 0,
            };
            if lost > may_lose && !begins_game && !is_takeback {
                return Err(format!("{seat} lost {lost} ms of {may_lose}"));
            }
        }
        Ok(())
    }

    /// The server is killed. The pending write may be stored or not.
    fn crash(&mut self) -> Found {
        self.crashes += 1;
        self.unwritten.clear();
        if let Some(job) = self.job.take()
            && self.is_one_in(2)
        {
            self.keep(job)?;
        }
        self.reopen()
    }

    fn reopen(&mut self) -> Found {
        self.job = None;
        for client in &mut self.clients {
            client.connection = None;
            client.up.clear();
            client.down.clear();
        }
        let judge = Arc::new(MaterialJudge);
        let opened = Room::open(self.log.clone(), self.keys.clone(), judge, self.now);
        let (room, effects) = opened.map_err(|error| format!("the log is broken: {error}"))?;
        self.room = room;
        self.carry_out(effects)
    }

    /// Checks the invariants.
    fn check(&self) -> Found {
        if self.unwritten.is_empty() && self.room.table().seq() != self.truth.seq() {
            return Err("the room is not at the end of the log".to_owned());
        }
        for client in &self.clients {
            for (id, &seq) in &client.done {
                let kept = self.log.get(seq as usize - 1);
                if kept.is_none_or(|event| event.cmd.as_ref() != Some(id)) {
                    return Err(format!("{id} was acknowledged and is lost"));
                }
            }
        }
        Ok(())
    }

    /// Runs without faults for a while.
    fn rest(&mut self, rounds: usize) -> Found {
        for _ in 0..rounds {
            for client in 0..self.clients.len() {
                self.deliver_up(client, false)?;
                self.deliver_down(client, false)?;
            }
            self.finish_storing()?;
            let effects = self.room.tick(self.now);
            self.carry_out(effects)?;
        }
        Ok(())
    }

    /// Runs without faults until everything is at rest, and checks that all agree.
    fn settle(&mut self) -> Found {
        self.now += 4_000;
        for client in 0..self.clients.len() {
            self.cut(client)?;
        }
        self.rest(300)?;
        // Waits until delayed spectators see everything.
        self.now += 4_000;
        self.rest(100)?;
        let folded = Table::from_log(&self.log).map_err(|error| error.to_string())?;
        let digest = folded.digest();
        if self.room.table().digest() != digest {
            return Err("the room differs from the log".to_owned());
        }
        for client in &self.clients {
            let table = match client.follower.table() {
                None if client.is_out => continue,
                table => table.ok_or("a client has no table")?,
            };
            // Only delayed spectators may be behind.
            let is_behind = client.key.is_none() && folded.asked().delay_s > 0;
            let expected = match is_behind {
                false => digest.clone(),
                true => self.log[table.seq() as usize - 1].check.clone(),
            };
            if table.digest() != expected {
                return Err(format!("{:?} differs from the log", client.key));
            }
        }
        let ids = self.log.iter().filter_map(|event| event.cmd.as_ref());
        let mut seen = BTreeSet::new();
        match ids.into_iter().find(|id| !seen.insert(*id)) {
            Some(id) => Err(format!("{id} was carried out twice")),
            None => self.check(),
        }
    }
}

/// The effect of a message on a client.
enum Received {
    Fine,
    Missed,
    Done(String, u64),
}

impl Client {
    fn new(key: Option<u64>) -> Client {
        Client {
            key,
            connection: None,
            follower: Follower::default(),
            seat: None,
            up: VecDeque::new(),
            down: VecDeque::new(),
            unanswered: Vec::new(),
            done: BTreeMap::new(),
            commands: 0,
            is_out: false,
        }
    }

    fn connect(&mut self, connection: Connection) {
        self.connection = Some(connection);
        self.up = VecDeque::from([Up::Hello(self.follower.have())]);
        self.down.clear();
        self.up.extend(self.unanswered.iter().cloned().map(Up::Do));
    }

    fn receive(&mut self, message: FromServer) -> Result<Received, String> {
        match message {
            FromServer::Welcome { you, history, .. } => {
                if let Some(key) = you.key {
                    self.key = Some(key.parse().unwrap());
                }
                match self.follower.catch_up(&history) {
                    Ok(()) => {}
                    Err(differs) if matches!(differs.error, FoldError::Gap { .. }) => {
                        return Ok(Received::Missed);
                    }
                    Err(differs) => return Err(differs.to_string()),
                }
                let table = self.follower.table().unwrap();
                self.seat = you.seat.map(|seat| table.seat_invited(seat));
            }
            FromServer::Event(event) => match self.follower.take(&event) {
                Followed::New | Followed::Known => {}
                Followed::Missed => return Ok(Received::Missed),
                Followed::Differs(differs) => return Err(differs.to_string()),
            },
            FromServer::Done { id, seq } => {
                self.unanswered.retain(|asked| asked.id != id);
                return Ok(Received::Done(id, seq));
            }
            FromServer::Refused { id, .. } => self.unanswered.retain(|asked| asked.id != id),
            _ => {}
        }
        Ok(Received::Fine)
    }
}

fn run(seed: u64, sabotage: Option<Sabotage>) -> Result<World, String> {
    let mut world = World::open(seed, sabotage);
    world.rest(12)?;
    for _ in 0..400 {
        world.step()?;
    }
    world.settle()?;
    Ok(world)
}

#[test]
fn log_room_and_clients_agree_under_all_faults() {
    let scripts = env::var("PROPTEST_CASES").map_or(2_000, |cases| cases.parse().unwrap());
    let (mut moves, mut endings, mut crashes) = (0, 0, 0);
    for seed in 0..scripts {
        let world = run(seed, None).unwrap_or_else(|found| panic!("script {seed}: {found}"));
        let is_move = |event: &&Event| matches!(event.body, Body::Moved { .. });
        moves += world.log.iter().filter(is_move).count() as u64;
        endings += u64::from(world.truth.ended().is_some());
        crashes += u64::from(world.crashes);
    }
    // The scripts would prove little if nothing happened in them.
    assert!(moves > 3 * scripts, "{moves} moves");
    assert!(endings > scripts / 20, "{endings} games ended");
    assert!(crashes > scripts, "{crashes} crashes");
}

#[test]
fn every_planted_fault_is_found() {
    for sabotage in [
        Sabotage::LoseEvent,
        Sabotage::KeepTwice,
        Sabotage::TwoClocks,
        Sabotage::AnswerEarly,
    ] {
        let found = (0..100).filter(|&seed| run(seed, Some(sabotage)).is_err());
        let found = found.count();
        assert!(
            found > 10,
            "{sabotage:?} is found by {found} of 100 scripts"
        );
    }
}
