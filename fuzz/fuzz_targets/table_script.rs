//! A room under any script of hellos, commands, disconnects, delays and crashes. The state equals the
//! replayed log, nothing is sent before it is stored, and the room never panics.

#![no_main]

use std::collections::BTreeMap;
use std::sync::Arc;

use fuzz::Bytes;
use game::MaterialJudge;
use libfuzzer_sys::fuzz_target;
use tables::{Hello, KeyHash, Keys, Room, RoomEffect, Table};
use wire::{
    Act, ClockTerms, Event, FromServer, GameKind, LapsePolicy, NewTable, Offered, Seat, Signal,
    Watch, Wish,
};

struct World {
    now: u64,
    room: Room,
    log: Vec<Event>,
    keys: Keys,
    fresh: u8,
}

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let asked = asked(&mut bytes);
    let opened = Table::open(&asked, 0).expect("is a table");
    let invitations = (1..)
        .zip(asked.game.seats())
        .map(|(key, &seat)| (seat, hash(key)));
    let keys = Keys::new(hash(0), invitations.collect::<BTreeMap<_, _>>()).open_to_all(hash(7));
    let mut world = World::of(vec![opened.event], keys, 0);
    while !bytes.is_empty() {
        world.step(&mut bytes);
        let folded = Table::from_log(&world.log).expect("the log can be folded");
        assert_eq!(folded.digest(), world.room.table().digest());
    }
});

fn hash(key: u8) -> KeyHash {
    KeyHash([key; 32])
}

fn asked(bytes: &mut Bytes<'_>) -> NewTable {
    let choice = bytes.byte();
    let policy = LapsePolicy::ALL.get(usize::from(choice / 64)).copied();
    let policy = policy.filter(|_| !choice.is_multiple_of(2));
    NewTable {
        game: [GameKind::Chess, GameKind::Duplicate][usize::from(choice % 2)],
        clock: (choice & 2 != 0).then_some(ClockTerms {
            base_ms: 10_000,
            increment_ms: (choice & 4 != 0).then_some(100),
            delay_ms: None,
        }),
        fen: None,
        chess960: false,
        rulings: BTreeMap::new(),
        flag: policy,
        absence: policy,
        law: wire::Law::default(),
        watch: [Watch::Anyone, Watch::Nobody][usize::from(choice / 8 % 2)],
        delay_s: u32::from(choice / 16 % 4),
        start: wire::StartMode::Full,
        open: true,
        games: 1 + u32::from(choice / 32 % 4),
    }
}

impl World {
    fn of(log: Vec<Event>, keys: Keys, now: u64) -> World {
        let opened = Room::open(log.clone(), keys.clone(), Arc::new(MaterialJudge), now);
        let (room, effects) = opened.expect("the log can be folded");
        let mut world = World {
            now,
            room,
            log,
            keys,
            fresh: 100,
        };
        world.carry_out(effects);
        world
    }

    fn carry_out(&mut self, effects: Vec<RoomEffect>) {
        for effect in effects {
            match effect {
                RoomEffect::Send(_, message) => self.check(&message),
                RoomEffect::Close(..) => {}
                RoomEffect::Store { keys, event } => {
                    self.keys = keys.unwrap_or_else(|| self.keys.clone());
                    self.log.extend(event.map(|event| *event));
                    let effects = self.room.stored(true, self.now);
                    self.carry_out(effects);
                }
            }
        }
    }

    /// Nothing is sent to anyone before it is stored.
    fn check(&self, message: &FromServer) {
        let head = self.log.len() as u64;
        match message {
            FromServer::Event(event) => assert!(event.seq <= head),
            FromServer::Done { seq, .. } => assert!(*seq <= head),
            FromServer::Welcome { head: said, .. } => assert!(*said <= head),
            _ => {}
        }
    }

    fn step(&mut self, bytes: &mut Bytes<'_>) {
        let (choice, from) = (bytes.byte(), u64::from(bytes.byte() % 8));
        let effects = match choice {
            0..=59 => {
                self.fresh = self.fresh.wrapping_add(1).max(100);
                let key = bytes.byte();
                let seats = self.room.table().asked().game.seats();
                let hello = Hello {
                    have: (key % 3 == 0).then(|| u64::from(bytes.byte())),
                    seat: seats.get(usize::from(choice % 8)).copied(),
                    claim: (key % 2 == 0).then(|| hash(key / 64)),
                    legal: choice > 40,
                    ..Hello::new(
                        (key < 250).then(|| hash(key)),
                        (String::new(), hash(self.fresh)),
                    )
                };
                self.room.hello(from, hello, self.now)
            }
            60..=209 => {
                let id = format!("{}", bytes.byte());
                let act = self.act(bytes);
                let ply = Some(self.room.table().ply());
                self.room
                    .command(from, id, ply, act, u64::from(choice), self.now)
            }
            210..=214 => self.room.leave(from, self.now),
            215..=217 => self.room.beat(from, self.now),
            218..=219 => self.room.signal(from, Signal::Thanks, self.now),
            220..=239 => {
                self.now += u64::from(bytes.word());
                self.room.tick(self.now)
            }
            240..=247 => {
                let seat = self.seat(bytes.byte());
                let act = self.act(bytes);
                let ply = Some(self.room.table().ply());
                self.room
                    .program(seat, format!("p{}", self.log.len()), ply, act, self.now)
            }
            _ => {
                *self = World::of(self.log.clone(), self.keys.clone(), self.now);
                Vec::new()
            }
        };
        self.carry_out(effects);
    }

    fn seat(&self, choice: u8) -> Seat {
        let seats = self.room.table().asked().game.seats();
        seats[usize::from(choice) % seats.len()]
    }

    fn act(&self, bytes: &mut Bytes<'_>) -> Act {
        let choice = bytes.byte();
        let offered = [
            Offered::Draw,
            Offered::Takeback,
            Offered::Rematch,
            Offered::Pause,
        ];
        let what = offered[usize::from(choice / 16 % 4)];
        let seat = self.seat(choice / 16);
        match choice % 16 {
            0..=6 => {
                let moves = self.room.table().legal_moves();
                let pick = usize::from(bytes.byte());
                let text = moves.get(pick % moves.len().max(1)).cloned();
                Act::Move {
                    text: text.unwrap_or_else(|| "e2e4".to_owned()),
                }
            }
            7 => Act::Claim { text: None },
            8 => Act::Offer { what },
            9 => Act::Accept { what },
            10 => Act::Decline { what },
            11 => Act::Resume,
            12 => Act::Fill {
                seat,
                level: choice / 16,
                pace_ms: None,
            },
            13 => Act::Absent {
                wish: [Wish::Win, Wish::Draw, Wish::Program][usize::from(choice / 16 % 3)],
            },
            14 => Act::Stand,
            _ => [Act::Resign, Act::Start][usize::from(choice / 16 % 2)].clone(),
        }
    }
}
