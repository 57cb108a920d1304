//! Random scripts of commands under simulated time: repeated, lost and reordered, with crashes in
//! between.
//!
//! Invariants: the fold of the log is the state of the server and of every client, time never runs
//! backwards, and only the running clock loses time.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};

use game::MaterialJudge;
use proptest::prelude::*;
use tables::{Actor, Answer, Circumstances, Step, Table, TableRefusal};
use wire::{
    Act, By, ClockTerms, Event, GameKind, LapsePolicy, NewTable, Offered, Seat, Watch, Wish,
};

/// One step of a script.
#[derive(Clone, Debug)]
enum Op {
    /// A command is given.
    Command {
        who: u8,
        act: u8,
        pick: u16,
        lag: u16,
    },
    /// The player to move plays a move.
    Play { pick: u16, lag: u16 },
    /// An earlier command is repeated.
    Repeat(u16),
    /// An earlier id is reused with different content.
    Reuse(u16),
    /// Time passes.
    Wait(u32),
    /// The server is killed and restarted.
    Crash,
    /// A client catches up, by events or by a snapshot.
    Listen { client: u8, by_snapshot: bool },
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        6 => (any::<u8>(), any::<u8>(), any::<u16>(), 0u16..3_000)
            .prop_map(|(who, act, pick, lag)| Op::Command { who, act, pick, lag }),
        8 => (any::<u16>(), 0u16..3_000).prop_map(|(pick, lag)| Op::Play { pick, lag }),
        2 => any::<u16>().prop_map(Op::Repeat),
        1 => any::<u16>().prop_map(Op::Reuse),
        3 => (0u32..20_000).prop_map(Op::Wait),
        1 => Just(Op::Wait(70_000)),
        1 => Just(Op::Crash),
        2 => (0u8..3, any::<bool>())
            .prop_map(|(client, by_snapshot)| Op::Listen { client, by_snapshot }),
    ]
}

/// A command that a client can repeat.
#[derive(Clone, Debug)]
struct Sent {
    invited: Option<Seat>,
    id: String,
    ply: Option<u64>,
    act: Act,
    done: Option<u64>,
}

struct World {
    now: u64,
    log: Vec<Event>,
    table: Table,
    clients: Vec<Table>,
    sent: Vec<Sent>,
    away: BTreeMap<Seat, u64>,
}

impl World {
    fn open(asked: &NewTable) -> World {
        let step = Table::open(asked, 5).unwrap();
        let mut world = World {
            now: 5,
            log: vec![step.event.clone()],
            clients: vec![step.after().clone(); 3],
            table: step.after().clone(),
            sent: Vec::new(),
            away: BTreeMap::new(),
        };
        for &seat in asked.game.seats() {
            let step = world.table.sit(seat, Some("Ann"), world.now).unwrap();
            world.take(step);
        }
        world.tick();
        world
    }

    fn seats(&self) -> &'static [Seat] {
        self.table.asked().game.seats()
    }

    /// Stores an event and takes the state after it.
    fn take(&mut self, step: Step) {
        let before = self.log.last().unwrap();
        let event = step.event.clone();
        assert_eq!(event.seq, before.seq + 1);
        assert!(event.at >= before.at, "time runs backwards");
        assert_eq!(event.check, step.after().digest());
        self.check_clocks(before, &event);
        self.log.push(event);
        self.table.take(step);
    }

    /// Only the running clock may lose time, and no more than has passed.
    fn check_clocks(&self, before: &Event, after: &Event) {
        let (Some(old), Some(new)) = (&before.clocks, &after.clocks) else {
            return;
        };
        let is_takeback = matches!(
            after.body,
            wire::Body::Offered { what } | wire::Body::Accepted { what } if what == Offered::Takeback
        );
        // A takeback restores what the clocks showed before.
        if self.table.ended().is_some() || is_takeback {
            return;
        }
        let passed = after.at - before.at;
        for (seat, &left) in &old.left {
            let lost = left.saturating_sub(new.left[seat]);
            let may_lose = if old.running == Some(*seat) {
                passed
            } else {
                0
            };
            assert!(
                lost <= may_lose,
                "{seat} lost {lost} of {passed}: {after:?}"
            );
        }
        // A move refunds no more than it cost, and adds the increment.
        let clock = self.table.asked().clock.unwrap();
        if let (By::Seat(mover), wire::Body::Moved { .. }) = (after.by, &after.body) {
            let of_move = self.log.iter().rev().map_while(|event| {
                let clocks = event.clocks.as_ref()?;
                let is_of_move = clocks.running.is_none_or(|running| running == mover);
                is_of_move.then_some(clocks.left[&mover])
            });
            let at_first = of_move.max().unwrap_or_default();
            let gained = new.left[&mover].saturating_sub(at_first);
            assert!(
                gained <= clock.increment_ms.unwrap_or_default(),
                "{mover} gained {gained}: {after:?}"
            );
        }
        let is_over = after.ended.is_some();
        assert!(
            !is_over || new.running.is_none(),
            "a clock runs after the end"
        );
    }

    fn tick(&mut self) {
        for _ in 0..10 {
            match self.table.tick(self.now, &MaterialJudge) {
                Some(step) => self.take(step),
                None => return,
            }
        }
        panic!("the table never comes to rest");
    }

    fn send(&mut self, mut sent: Sent, lag_ms: u64) -> Result<u64, TableRefusal> {
        let who = sent
            .invited
            .map_or(Actor::Host, |seat| Actor::Seat(self.table.seat_now(seat)));
        let away = self.away.clone();
        let given = Circumstances {
            now: self.now,
            lag_ms,
            away_ms: &away,
            judge: &MaterialJudge,
        };
        let answer = self
            .table
            .decide(who, &sent.id, sent.ply, &sent.act, &given);
        let seq = match answer {
            Ok(Answer::New(step)) => {
                let seq = step.event.seq;
                self.take(*step);
                seq
            }
            Ok(Answer::Before(seq)) => seq,
            Err(refusal) => {
                self.sent.push(sent);
                return Err(refusal);
            }
        };
        sent.done = Some(seq);
        self.sent.push(sent);
        Ok(seq)
    }

    fn command(&mut self, who: u8, act: u8, pick: u16) -> Sent {
        let seats = self.seats();
        let invited = seats.get(usize::from(who) % (seats.len() + 1)).copied();
        let what = [
            Offered::Draw,
            Offered::Takeback,
            Offered::Rematch,
            Offered::Pause,
        ];
        let what = match self.table.ended() {
            Some(_) => Offered::Rematch,
            None => what[usize::from(pick) % 4],
        };
        let moves = self.table.legal_moves();
        let text = moves.get(usize::from(pick) % moves.len().max(1)).cloned();
        let act = match act % 16 {
            0..=2 => Act::Offer { what },
            3..=6 => Act::Accept { what },
            7 => Act::Decline { what },
            8 if pick.is_multiple_of(8) => Act::Resign,
            8 | 9 => Act::Claim { text },
            10 => Act::Claim { text: None },
            11 => Act::Resume,
            12 => Act::Absent {
                wish: [Wish::Win, Wish::Draw, Wish::Program][usize::from(pick) % 3],
            },
            13 => Act::Fill {
                seat: seats[usize::from(pick) % seats.len()],
                level: 3,
                pace_ms: None,
            },
            14 => Act::Stand,
            _ => Act::Move {
                text: text.unwrap_or_else(|| "e2e5".to_owned()),
            },
        };
        Sent {
            invited,
            id: format!("c{}", self.sent.len()),
            ply: (!pick.is_multiple_of(7)).then_some(self.table.ply()),
            act,
            done: None,
        }
    }

    fn run(&mut self, op: &Op) {
        match *op {
            Op::Command {
                who,
                act,
                pick,
                lag,
            } => {
                let sent = self.command(who, act, pick);
                let _ = self.send(sent, lag.into());
            }
            Op::Play { pick, lag } => {
                let moves = self.table.legal_moves();
                if let Some(text) = moves.get(usize::from(pick) % moves.len().max(1)) {
                    let seats = self.seats();
                    let turn = self.table.turn();
                    let invited = seats
                        .iter()
                        .find(|&&seat| self.table.seat_now(seat) == turn);
                    let sent = Sent {
                        invited: invited.copied(),
                        id: format!("c{}", self.sent.len()),
                        ply: Some(self.table.ply()),
                        act: Act::Move { text: text.clone() },
                        done: None,
                    };
                    let _ = self.send(sent, lag.into());
                }
            }
            Op::Repeat(which) => self.repeat(which),
            Op::Reuse(which) => self.reuse(which),
            Op::Wait(time) => {
                self.now += u64::from(time);
                let seats = self.seats();
                self.away =
                    BTreeMap::from([(seats[(time % 3) as usize % seats.len()], u64::from(time))]);
            }
            Op::Crash => {
                let folded = Table::from_log(&self.log).unwrap();
                assert_eq!(folded.snapshot(), self.table.snapshot());
                self.table = folded;
                // The time of the table may continue slightly behind where it was.
                self.now = self.now.saturating_sub(2_000);
                if let Some(step) = self.table.restart(self.now) {
                    self.take(step);
                }
            }
            Op::Listen {
                client,
                by_snapshot,
            } => self.listen(client.into(), by_snapshot),
        }
        self.tick();
    }

    fn repeat(&mut self, which: u16) {
        let Some(sent) = self
            .sent
            .get(usize::from(which) % self.sent.len().max(1))
            .cloned()
        else {
            return;
        };
        let (head, done) = (self.log.len(), sent.done);
        let answer = self.send(sent, 0);
        if let Some(done) = done {
            assert_eq!(answer, Ok(done), "a repetition gets the same answer");
            assert_eq!(self.log.len(), head, "and changes nothing");
        }
    }

    fn reuse(&mut self, which: u16) {
        let done: Vec<&Sent> = self
            .sent
            .iter()
            .filter(|sent| sent.done.is_some())
            .collect();
        let Some(&sent) = done.get(usize::from(which) % done.len().max(1)) else {
            return;
        };
        let mut sent = sent.clone();
        sent.act = Act::Move {
            text: "nonsense".to_owned(),
        };
        let head = self.log.len();
        sent.done = None;
        assert_eq!(self.send(sent, 0), Err(TableRefusal::IdReused));
        self.sent.pop();
        assert_eq!(self.log.len(), head);
    }

    fn listen(&mut self, client: usize, by_snapshot: bool) {
        let client = &mut self.clients[client];
        if by_snapshot {
            let text = serde_json::to_string(&self.table.snapshot()).unwrap();
            *client = Table::from_snapshot(&serde_json::from_str(&text).unwrap()).unwrap();
        } else {
            let have = client.seq() as usize;
            for event in &self.log[have..] {
                // It is transferred as text.
                let text = serde_json::to_string(event).unwrap();
                client.apply(&serde_json::from_str(&text).unwrap()).unwrap();
            }
        }
        assert_eq!(client.snapshot(), self.table.snapshot());
        assert_eq!(client.is_clock_running(), self.table.is_clock_running());
        assert_eq!(client.due(), self.table.due());
    }
}

fn asked(kind: u8) -> NewTable {
    let policy = |number: u8| {
        let policies = LapsePolicy::ALL.get(usize::from(number % 4));
        policies.copied().filter(|_| !kind.is_multiple_of(2))
    };
    let clock = |base_ms, increment_ms, delay_ms| {
        Some(ClockTerms {
            base_ms,
            increment_ms,
            delay_ms,
        })
    };
    NewTable {
        game: if kind.is_multiple_of(2) {
            GameKind::Chess
        } else {
            GameKind::Duplicate
        },
        clock: match kind / 2 % 4 {
            0 => None,
            1 => clock(60_000, Some(2_000), None),
            2 => clock(90_000, None, Some(3_000)),
            _ => clock(20_000, None, None),
        },
        fen: None,
        chess960: false,
        rulings: BTreeMap::new(),
        flag: policy(kind / 8),
        absence: policy(kind / 32),
        law: wire::Law::Fide,
        watch: Watch::Anyone,
        delay_s: 0,
        start: wire::StartMode::Full,
        open: false,
        games: 1 + u32::from(kind % 3),
    }
}

proptest! {
    #[test]
    fn folding_the_log_gives_the_state(kind in 0u8..128, ops in prop::collection::vec(op(), 0..80)) {
        let mut world = World::open(&asked(kind));
        for op in &ops {
            world.run(op);
        }
        for client in 0..3 {
            world.listen(client, false);
        }
        let folded = Table::from_log(&world.log).unwrap();
        prop_assert_eq!(folded.snapshot(), world.table.snapshot());
    }

    #[test]
    fn a_damaged_log_is_never_folded_silently(
        ops in prop::collection::vec(op(), 20..60),
        which: prop::sample::Index,
        damage in 0u8..4,
    ) {
        let mut world = World::open(&asked(2));
        for op in &ops {
            world.run(op);
        }
        let mut log = world.log;
        let at = which.index(log.len());
        match damage {
            0 => drop(log.remove(at)),
            1 => log.insert(at, log[at].clone()),
            2 => log[at].at += 1,
            _ => {
                let next = (at + 1) % log.len();
                log.swap(at, next);
            }
        }
        // A log that only lost its last event is a valid shorter log.
        let is_shorter = damage == 0 && at == log.len();
        prop_assert!(is_shorter || Table::from_log(&log).is_err(), "{} {}", damage, at);
    }
}

/// The scripts would prove little if nothing happened in them.
#[test]
fn scripts_reach_late_states() {
    let (mut kinds, mut endings) = (BTreeSet::new(), BTreeSet::new());
    let mut games = 0;
    for seed in 0..40 {
        let mut world = World::open(&asked(2));
        let mut random = repeatable::Random::new(seed);
        for step in 0..150 {
            let mixed = random.bits();
            let (who, act, pick) = (mixed as u8, (mixed >> 8) as u8, (mixed >> 16) as u16);
            world.run(&match step % 7 {
                0 | 3 => Op::Command {
                    who,
                    act,
                    pick,
                    lag: 50,
                },
                6 => Op::Wait(if pick.is_multiple_of(9) { 70_000 } else { 300 }),
                _ => Op::Play { pick, lag: 20 },
            });
            if step % 50 == 49 {
                world.run(&Op::Crash);
            }
        }
        games += world.table.snapshot().games;
        for event in &world.log {
            let value = serde_json::to_value(event).unwrap();
            kinds.insert(value["kind"].as_str().unwrap().to_owned());
            endings.extend(event.ended.as_ref().map(|ended| ended.reason.clone()));
        }
    }
    for kind in [
        "moved", "claimed", "offered", "accepted", "declined", "flagged", "held", "resumed",
        "absent", "filled", "resigned",
    ] {
        assert!(kinds.contains(kind), "{kind} is not in {kinds:?}");
    }
    for ending in ["flag_fall", "resignation", "absence", "agreement"] {
        assert!(endings.contains(ending), "{ending} is not in {endings:?}");
    }
    assert!(games > 2, "{games} rematches");
}
