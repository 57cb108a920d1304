//! A room with connections and a store that can be slow, fail or be killed.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::sync::Arc;

use game::MaterialJudge;
use proptest::prelude::*;
use serde_json::json;
use tables::{
    Admission, Connection, Hello, KeyHash, Keys, Occupant, Phase, Room, RoomEffect, Snapshot, Table,
};
use wire::{Act, Event, FromServer, History, NewTable, Offered, Seat, Signal};

/// A room, the stored log, and the messages sent to each connection.
struct World {
    now: u64,
    room: Room,
    log: Vec<Event>,
    keys: Keys,
    /// Whether the store acknowledges at once.
    is_slow: bool,
    unstored: Vec<(Option<Keys>, Option<Box<Event>>)>,
    heard: BTreeMap<Connection, Vec<FromServer>>,
    closed: BTreeMap<Connection, String>,
}

fn hash(byte: u8) -> KeyHash {
    KeyHash([byte; 32])
}

const HOST: u8 = 100;
const OPEN: u8 = 101;

impl World {
    fn open(asked: serde_json::Value) -> World {
        let asked: NewTable = serde_json::from_value(asked).unwrap();
        let log = vec![Table::open(&asked, 0).unwrap().event];
        let invitations = (1..)
            .zip(asked.game.seats())
            .map(|(key, &seat)| (seat, hash(key)));
        let mut keys = Keys::new(hash(HOST), invitations.collect());
        if asked.open {
            keys = keys.open_to_all(hash(OPEN));
        }
        World::of(log, keys, 0)
    }

    fn of(log: Vec<Event>, keys: Keys, now: u64) -> World {
        let judge = Arc::new(MaterialJudge);
        let (room, effects) = Room::open(log.clone(), keys.clone(), judge, now).unwrap();
        let mut world = World {
            now,
            room,
            log,
            keys,
            is_slow: false,
            unstored: Vec::new(),
            heard: BTreeMap::new(),
            closed: BTreeMap::new(),
        };
        world.carry_out(effects);
        world
    }

    fn carry_out(&mut self, effects: Vec<RoomEffect>) {
        let mut stores = Vec::new();
        for effect in effects {
            match effect {
                RoomEffect::Send(to, message) => self.heard.entry(to).or_default().push(*message),
                RoomEffect::Close(to, bye) => drop(self.closed.insert(to, bye.code)),
                RoomEffect::Store { keys, event } => stores.push((keys, event)),
            }
        }
        assert!(stores.len() <= 1, "at most one write is pending");
        for (keys, event) in stores {
            if self.is_slow {
                self.unstored.push((keys, event));
                continue;
            }
            self.keys = keys.unwrap_or_else(|| self.keys.clone());
            self.log.extend(event.map(|event| *event));
            let effects = self.room.stored(true, self.now);
            self.carry_out(effects);
        }
    }

    fn hello(&mut self, from: Connection, key: Option<u8>, have: Option<u64>) {
        let fresh = 150 + u8::try_from(from).unwrap();
        let hello = Hello {
            have,
            name: Some(format!("Ann {from}")),
            ..Hello::new(key.map(hash), (format!("key {fresh}"), hash(fresh)))
        };
        let effects = self.room.hello(from, hello, self.now);
        self.carry_out(effects);
    }

    /// Says hello with the open invitation, for a seat with a claim of one's own.
    fn take_seat(&mut self, from: Connection, seat: Option<Seat>, claim: u8) {
        let fresh = 150 + u8::try_from(from).unwrap();
        let hello = Hello {
            name: Some(format!("Ann {from}")),
            seat,
            claim: Some(hash(claim)),
            ..Hello::new(Some(hash(OPEN)), (format!("key {fresh}"), hash(fresh)))
        };
        let effects = self.room.hello(from, hello, self.now);
        self.carry_out(effects);
    }

    fn act(&mut self, from: Connection, id: &str, act: Act) {
        let ply = Some(self.room.table().ply());
        let effects = self
            .room
            .command(from, id.to_owned(), ply, act, 0, self.now);
        self.carry_out(effects);
    }

    fn play(&mut self, from: Connection, text: &str) {
        let id = format!("{from} {}", self.log.len()).replace(' ', "-");
        self.act(
            from,
            &id,
            Act::Move {
                text: text.to_owned(),
            },
        );
    }

    fn tick(&mut self) {
        let effects = self.room.tick(self.now);
        self.carry_out(effects);
    }

    /// Waits until the presence has been sent to everyone.
    fn settle(&mut self) {
        self.now += 1_000;
        self.tick();
    }

    /// The messages sent to a connection since the last call.
    fn take(&mut self, from: Connection) -> Vec<FromServer> {
        self.heard.remove(&from).unwrap_or_default()
    }

    fn kinds(&mut self, from: Connection) -> Vec<String> {
        let heard = self.take(from);
        let heard = heard
            .iter()
            .filter(|message| !matches!(message, FromServer::Presence(_)));
        heard
            .map(|message| {
                let value = serde_json::to_value(message).unwrap();
                let kind = ["kind", "code", "type"]
                    .iter()
                    .find_map(|key| value[key].as_str());
                kind.unwrap().to_owned()
            })
            .collect()
    }
}

fn chess() -> serde_json::Value {
    json!({"game":"chess","clock":{"base_ms":60_000},"watch":"anyone"})
}

/// Two players on connections 1 and 2.
fn seated(asked: serde_json::Value) -> World {
    let mut world = World::open(asked);
    world.hello(1, Some(1), None);
    world.hello(2, Some(2), None);
    world
}

#[test]
fn people_sit_down_by_invitation_and_play() {
    let mut world = seated(chess());
    let heard = world.take(1);
    let FromServer::Welcome { you, head, .. } = &heard[0] else {
        panic!("expected a welcome, found {heard:?}");
    };
    assert_eq!(
        (you.seat, you.key.as_deref(), *head),
        (Some(Seat::White), Some("key 151"), 2)
    );
    world.kinds(2);
    world.play(1, "e2e4");
    assert_eq!(world.kinds(1), ["moved", "done"]);
    assert_eq!(world.kinds(2), ["moved"]);
    world.play(1, "e7e5");
    assert_eq!(world.kinds(1), ["not_your_turn"]);
    assert!(
        world.kinds(2).is_empty(),
        "a refusal is sent only to the sender"
    );
    assert_eq!(
        world.room.table().digest(),
        Table::from_log(&world.log).unwrap().digest()
    );
}

#[test]
fn nothing_is_sent_or_acknowledged_before_it_is_stored() {
    let mut world = seated(chess());
    world.take(1);
    world.take(2);
    world.is_slow = true;
    world.play(1, "e2e4");
    world.play(2, "e7e5");
    assert_eq!(world.unstored.len(), 1, "the second move waits");
    assert!(world.take(1).is_empty() && world.take(2).is_empty());
    assert_eq!(world.room.table().ply(), 0);
    // The program is killed: what was not sent has not happened.
    let mut again = World::of(world.log.clone(), world.keys.clone(), 500);
    again.hello(7, Some(151), Some(2));
    again.play(7, "e2e4");
    assert_eq!(again.room.table().ply(), 1);
    // Or the store fails: all clients are asked to reconnect and get the stored state.
    let effects = world.room.stored(false, world.now);
    world.carry_out(effects);
    assert!(world.room.is_closed());
    assert_eq!(world.closed[&1], "not_stored");
    assert_eq!(world.closed[&2], "not_stored");
    world.hello(3, None, None);
    assert_eq!(world.closed[&3], "busy");
}

#[test]
fn a_reconnecting_client_gets_missed_events() {
    let mut world = seated(chess());
    world.play(1, "e2e4");
    world.take(2);
    let effects = world.room.leave(2, world.now);
    world.carry_out(effects);
    world.now = 10;
    world.hello(3, Some(152), Some(4));
    let heard = world.take(3);
    let FromServer::Welcome {
        you, head, history, ..
    } = &heard[0]
    else {
        panic!("expected a welcome, found {heard:?}");
    };
    assert_eq!((you.seat, *head), (Some(Seat::Black), 5));
    assert_eq!(*history, History::Events(world.log[4..].to_vec()));
    // A client without anything of a long log, or with too much, gets the state.
    world.hello(4, None, Some(99));
    let heard = world.take(4);
    let FromServer::Welcome {
        history: History::Snapshot(snapshot),
        ..
    } = &heard[0]
    else {
        panic!("expected a snapshot, found {heard:?}");
    };
    let snapshot: Snapshot = serde_json::from_value(snapshot.clone()).unwrap();
    let client = Table::from_snapshot(&snapshot).unwrap();
    assert_eq!(client.digest(), world.room.table().digest());
}

#[test]
fn the_newest_connection_of_a_seat_wins_and_an_invitation_is_spent_by_its_key() {
    let mut world = seated(chess());
    world.hello(5, Some(1), None);
    assert_eq!(
        world.closed[&1], "replaced",
        "the invitation may be repeated"
    );
    world.hello(6, Some(151), None);
    assert_eq!(
        world.closed[&6], "unknown_key",
        "its first key is revoked then"
    );
    world.hello(7, Some(155), None);
    assert_eq!(world.closed[&5], "replaced");
    world.hello(8, Some(1), None);
    assert_eq!(
        world.closed[&8], "unknown_key",
        "the invitation has expired"
    );
    world.play(7, "e2e4");
    assert_eq!(world.room.table().ply(), 1);
    let seated = world
        .log
        .iter()
        .filter(|event| matches!(event.body, wire::Body::Seated { .. }));
    assert_eq!(seated.count(), 2);
}

#[test]
fn strangers_learn_nothing_about_a_private_table() {
    let mut asked = chess();
    asked["watch"] = json!("nobody");
    let mut world = World::open(asked);
    world.hello(1, None, None);
    world.hello(2, Some(77), None);
    assert_eq!(
        (world.closed[&1].as_str(), world.closed[&2].as_str()),
        ("no_such_table", "no_such_table")
    );
    assert!(world.heard.is_empty());
    world.act(9, "x", Act::Resign);
    assert_eq!(world.closed[&9], "hello_first");
    world.hello(3, Some(HOST), None);
    world.act(
        3,
        "f",
        Act::Fill {
            seat: Seat::Black,
            level: 2,
            pace_ms: None,
        },
    );
    assert_eq!(world.kinds(3), ["welcome", "filled", "done"]);
}

#[test]
fn spectators_only_watch_and_with_their_delay() {
    let mut asked = chess();
    asked["delay_s"] = json!(10);
    let mut world = seated(asked);
    world.now = 1_000;
    world.play(1, "e2e4");
    world.hello(3, None, None);
    let heard = world.take(3);
    let FromServer::Welcome { head, .. } = &heard[0] else {
        panic!("expected a welcome, found {heard:?}");
    };
    assert_eq!((*head, heard.len()), (1, 1), "not even the presence");
    world.act(3, "x", Act::Resign);
    assert_eq!(world.kinds(3), ["spectator"]);
    world.settle();
    assert!(world.kinds(3).is_empty());
    assert_eq!(world.room.due(), Some(10_000));
    world.now = 10_000;
    world.tick();
    assert_eq!(world.kinds(3), ["seated", "seated", "started"]);
    world.now = 11_000;
    world.tick();
    assert_eq!(world.kinds(3), ["moved"]);
}

#[test]
fn a_flag_falls_by_itself_and_clocks_wait_for_players_after_a_restart() {
    let mut world = seated(chess());
    world.settle();
    world.now = world.room.due().unwrap();
    world.tick();
    assert_eq!(world.kinds(2).last().unwrap(), "flagged");

    let mut world = seated(chess());
    world.now = 5_000;
    let mut again = World::of(world.log, world.keys, 5_000);
    assert!(!again.room.table().is_clock_running());
    again.hello(2, Some(152), None);
    assert!(!again.room.table().is_clock_running(), "White is to move");
    again.hello(1, Some(151), None);
    assert!(again.room.table().is_clock_running());
}

#[test]
fn a_player_gone_for_a_minute_is_away_until_they_return() {
    let mut world = seated(json!({"game":"chess","watch":"anyone"}));
    let absent = || Act::Absent {
        wish: wire::Wish::Win,
    };
    world.take(2);
    world.now = 100_000;
    world.act(2, "a", absent());
    assert_eq!(world.kinds(2), ["not_away"]);
    let effects = world.room.leave(1, world.now);
    world.carry_out(effects);
    world.now += 59_999;
    world.act(2, "b", absent());
    assert_eq!(world.kinds(2), ["not_away"]);
    world.hello(3, Some(151), None);
    world.now += 1;
    world.act(2, "c", absent());
    assert_eq!(world.kinds(2), ["not_away"], "White is back");
    let effects = world.room.leave(3, world.now);
    world.carry_out(effects);
    world.now += 60_000;
    world.act(2, "d", absent());
    assert_eq!(world.kinds(2), ["absent", "done"]);
    assert_eq!(world.room.table().ended().unwrap().reason, "absence");
}

#[test]
fn a_client_that_leaves_before_the_welcome_is_not_present() {
    let mut world = seated(chess());
    world.is_slow = true;
    world.play(1, "e2e4");
    world.hello(3, None, None);
    let effects = world.room.leave(3, world.now);
    world.carry_out(effects);
    let effects = world.room.stored(true, world.now);
    world.carry_out(effects);
    assert!(world.take(3).is_empty(), "waiting messages are dropped");
    // The first use of a key is stored before the welcome.
    let effects = world.room.leave(2, world.now);
    world.carry_out(effects);
    world.hello(4, Some(152), None);
    let effects = world.room.leave(4, world.now);
    world.carry_out(effects);
    let effects = world.room.stored(true, world.now);
    world.carry_out(effects);
    assert!(world.take(4).is_empty());
    let effects = world.room.leave(1, world.now);
    world.carry_out(effects);
    assert!(world.room.is_empty());
}

#[test]
fn a_player_who_reconnects_as_a_spectator_has_left_the_seat() {
    let mut world = seated(chess());
    world.hello(2, None, None);
    let presence = world.take(2).pop().unwrap();
    let FromServer::Presence(presence) = presence else {
        panic!("expected the presence, found {presence:?}");
    };
    assert_eq!(
        (presence.seats[&Seat::Black], presence.spectators),
        (false, 1)
    );
    world.act(2, "x", Act::Resign);
    assert_eq!(world.kinds(2), ["spectator"]);
    world.hello(2, Some(152), None);
    world.act(2, "y", Act::Resign);
    assert_eq!(world.kinds(2), ["welcome", "resigned", "done"]);
}

/// Requests an invitation with the key 200.
fn invite(world: &mut World, from: Connection, seat: Seat) {
    let fresh = ("key 200".to_owned(), hash(200));
    let effects = world
        .room
        .invite(from, "i".to_owned(), seat, fresh, world.now);
    world.carry_out(effects);
}

#[test]
fn a_player_moves_to_another_device_by_inviting_themselves() {
    let mut world = seated(chess());
    world.take(1);
    invite(&mut world, 1, Seat::Black);
    assert_eq!(world.kinds(1), ["host_only"]);
    invite(&mut world, 1, Seat::White);
    assert_eq!(
        world.take(1),
        [FromServer::Invited {
            id: "i".to_owned(),
            seat: Seat::White,
            key: "key 200".to_owned(),
        }]
    );
    world.hello(3, Some(151), None);
    assert_eq!(world.closed[&3], "unknown_key", "the old key is revoked");
    world.hello(4, Some(200), None);
    assert_eq!(world.closed[&1], "replaced");
    world.take(4);
    world.play(4, "e2e4");
    assert_eq!(world.kinds(4), ["moved", "done"]);
}

#[test]
fn the_host_can_reinvite_for_an_absent_seat() {
    let mut world = seated(json!({"game":"chess","watch":"anyone"}));
    world.hello(9, Some(HOST), None);
    let FromServer::Welcome { you, .. } = &world.take(9)[0] else {
        panic!("expected a welcome");
    };
    assert!(you.host);
    invite(&mut world, 9, Seat::Black);
    assert_eq!(world.kinds(9), ["seat_taken"]);
    let effects = world.room.leave(2, world.now);
    world.carry_out(effects);
    world.now += 60_000;
    invite(&mut world, 9, Seat::Black);
    assert_eq!(world.kinds(9), ["invited"]);
    world.hello(3, Some(200), None);
    assert_eq!(world.kinds(9), ["seated"], "someone else sits there now");
    world.hello(4, Some(152), None);
    assert_eq!(world.closed[&4], "unknown_key");
}

#[test]
fn a_player_who_stood_up_can_sit_down_again_with_the_seat_key() {
    let mut world = World::open(chess());
    world.hello(1, Some(1), None);
    world.take(1);
    world.act(1, "s", Act::Stand);
    world.play(1, "e2e4");
    assert_eq!(world.kinds(1), ["stood", "done", "not_seated"]);
    world.hello(1, Some(151), None);
    world.hello(2, Some(2), None);
    world.play(1, "e2e4");
    assert_eq!(world.room.table().ply(), 1);
}

#[test]
fn a_program_plays_until_the_seat_owner_is_back() {
    let mut world = seated(json!({"game":"chess","watch":"anyone"}));
    let effects = world.room.leave(1, world.now);
    world.carry_out(effects);
    world.now += 60_000;
    world.act(
        2,
        "p",
        Act::Absent {
            wish: wire::Wish::Program,
        },
    );
    let play = |world: &mut World, seat, id: &str, text: &str| {
        let (ply, text) = (Some(world.room.table().ply()), text.to_owned());
        let act = Act::Move { text };
        let effects = world.room.program(seat, id.to_owned(), ply, act, world.now);
        world.carry_out(effects);
    };
    play(&mut world, Seat::White, "p0", "e2e5");
    assert_eq!(
        world.room.table().ply(),
        0,
        "an impossible action is ignored"
    );
    play(&mut world, Seat::White, "p1", "e2e4");
    play(&mut world, Seat::Black, "p2", "e7e5");
    assert_eq!(world.room.table().ply(), 1, "Black is a person");
    world.play(2, "e7e5");
    world.hello(3, Some(151), None);
    play(&mut world, Seat::White, "p3", "g1f3");
    assert_eq!(world.room.table().ply(), 2, "the owner is back");
    world.play(3, "g1f3");
    assert_eq!(world.room.table().ply(), 3);
}

#[test]
fn a_player_replaced_after_a_flag_gets_a_seat_back_in_the_next_game() {
    let mut world = World::open(json!({
        "game":"duplicate","watch":"anyone","clock":{"base_ms":60_000},"flag":"program",
    }));
    for (player, key) in (1..).zip(1..=4) {
        world.hello(player, Some(key), None);
    }
    world.settle();
    world.now = world.room.due().unwrap();
    world.tick();
    let is_program =
        |world: &World, seat| matches!(world.room.table().seats()[&seat], Occupant::Program { .. });
    assert!(is_program(&world, Seat::North));
    // The player comes back and watches the program play on.
    world.hello(5, Some(151), None);
    assert!(is_program(&world, Seat::North));
    world.take(5);
    world.play(5, "e2e4");
    assert_eq!(world.kinds(5), ["not_seated"]);
    assert_eq!(world.room.table().ply(), 0);
    // In the next game everyone moves on by a seat, and the player has one again.
    world.act(2, "over", Act::Resign);
    let what = Offered::Rematch;
    world.act(2, "again", Act::Offer { what });
    for player in [3, 4] {
        world.act(player, "again", Act::Accept { what });
    }
    let table = world.room.table();
    assert_eq!(table.phase(), &Phase::Playing);
    let seat = table.seat_now(Seat::North);
    assert_ne!(seat, Seat::North);
    assert!(table.seats().keys().all(|&seat| !table.is_flagged(seat)));
    world.hello(6, Some(151), None);
    assert!(!is_program(&world, seat));
}

#[test]
fn an_unknown_program_level_is_refused() {
    let mut world = World::open(json!({"game":"duplicate","watch":"anyone"}));
    world.hello(9, Some(HOST), None);
    for (level, expected) in [(9, "bad_level"), (0, "bad_level"), (8, "filled")] {
        world.take(9);
        let seat = Seat::East;
        world.act(
            9,
            &format!("f{level}"),
            Act::Fill {
                seat,
                level,
                pace_ms: None,
            },
        );
        assert_eq!(world.kinds(9)[0], expected);
    }
}

#[test]
fn a_hello_is_announced_only_if_it_changes_the_presence() {
    let mut world = seated(chess());
    world.hello(3, None, None);
    world.settle();
    world.settle();
    world.take(1);
    world.hello(3, None, None);
    assert!(world.take(1).is_empty(), "the same spectator as before");
    world.hello(4, None, None);
    assert_eq!(world.take(1).len(), 1);
}

#[test]
fn a_crowd_is_announced_once() {
    let mut world = seated(chess());
    world.settle();
    world.settle();
    world.take(1);
    for from in 10..60 {
        world.hello(from, None, None);
    }
    let told = world.take(1).len();
    assert_eq!(told, 1, "the first is announced at once");
    assert_eq!(
        world.take(30).len(),
        2,
        "each gets a welcome and the presence"
    );
    assert_eq!(world.room.due(), Some(3_000));
    world.now = 3_000;
    world.tick();
    let heard = world.take(1);
    let [FromServer::Presence(presence)] = heard.as_slice() else {
        panic!("expected the presence, found {heard:?}");
    };
    assert_eq!(presence.spectators, 50);
}

#[test]
fn spectators_do_not_crowd_players_out() {
    let mut world = World::open(chess());
    world.room = world.room.with_spectators_max(3);
    for from in 10..14 {
        world.hello(from, None, None);
    }
    assert_eq!(world.closed.len(), 1);
    assert_eq!(world.closed[&13], "table_full");
    world.hello(1, Some(1), None);
    world.hello(2, Some(2), None);
    world.hello(9, Some(HOST), None);
    assert_eq!(world.closed.len(), 1, "clients with a key are admitted");
    world.hello(10, None, Some(1));
    assert_eq!(world.closed.len(), 1, "connected spectators may stay");
    let effects = world.room.leave(11, world.now);
    world.carry_out(effects);
    world.hello(15, None, None);
    assert_eq!(world.closed.len(), 1, "a place is free again");
}

/// Completes the pending write.
fn store(world: &mut World, now: u64) {
    world.now = now;
    let effects = world.room.stored(true, now);
    world.carry_out(effects);
}

#[test]
fn a_move_delayed_by_a_slow_store_is_judged_by_its_arrival_time() {
    let mut world = seated(json!({"game":"chess","clock":{"base_ms":10_000},"watch":"anyone"}));
    world.play(1, "e2e4");
    world.is_slow = true;
    world.now = 9_000;
    // A spectator's name is not stored, so something else keeps the store busy.
    world.act(
        1,
        "o",
        Act::Offer {
            what: Offered::Takeback,
        },
    );
    world.take(2);
    world.now = 9_500;
    world.play(2, "e7e5");
    // The store acknowledges long after the flag would have fallen.
    store(&mut world, 60_000);
    store(&mut world, 60_000);
    assert_eq!(world.room.table().ply(), 2, "{:?}", world.kinds(2));
    let left = world.room.table().clocks_at(0).unwrap().left[&Seat::Black];
    assert_eq!(left, 500);
    // White's flag falls by the time of the table, not earlier than White could have moved.
    assert!(world.room.table().ended().is_none());
}

#[test]
fn a_repeated_command_gets_the_same_reply_after_standing_up() {
    let mut world = World::open(chess());
    world.hello(1, Some(1), None);
    let stand = |world: &mut World| {
        let act = Act::Stand;
        let effects = world
            .room
            .command(1, "s".to_owned(), None, act, 0, world.now);
        world.carry_out(effects);
    };
    stand(&mut world);
    world.take(1);
    let head = world.log.len();
    assert!(world.room.is_repeated(1, "s", None, &Act::Stand));
    assert!(!world.room.is_repeated(1, "t", None, &Act::Stand));
    stand(&mut world);
    assert_eq!(world.kinds(1), ["done"]);
    assert_eq!(world.log.len(), head);
}

#[test]
fn a_repeated_hello_of_a_spectator_does_not_fold_the_log() {
    let mut asked = chess();
    asked["delay_s"] = json!(10);
    let mut world = seated(asked);
    world.now = 1_000;
    world.play(1, "e2e4");
    world.now = 10_500;
    for have in [99, 0, 2] {
        world.hello(3, None, Some(have));
        let heard = world.take(3);
        let FromServer::Welcome { head, history, .. } = &heard[0] else {
            panic!("expected a welcome, found {heard:?}");
        };
        assert_eq!(*head, 4, "the move is not visible yet");
        match (have, history) {
            (99, History::Snapshot(snapshot)) => {
                let snapshot: Snapshot = serde_json::from_value(snapshot.clone()).unwrap();
                assert_eq!((snapshot.seq, snapshot.moves.len()), (4, 0));
            }
            (have, History::Events(events)) => assert_eq!(events.len() as u64, 4 - have),
            (have, other) => panic!("{have}: {other:?}"),
        }
    }
}

#[test]
fn a_program_to_move_after_a_restart_waits_for_the_first_player_only() {
    let mut world = World::open(chess());
    world.hello(9, Some(HOST), None);
    let fill = Act::Fill {
        seat: Seat::White,
        level: 1,
        pace_ms: None,
    };
    world.act(9, "f", fill);
    world.hello(2, Some(2), None);
    let mut again = World::of(world.log, world.keys, 5_000);
    assert!(again.room.table().is_held());
    again.hello(2, Some(152), None);
    assert!(
        !again.room.table().is_held(),
        "there is someone to play with"
    );
}

fn open_table(watch: &str) -> World {
    World::open(json!({"game":"duplicate","watch":watch,"open":true}))
}

/// The seat, the key and the free seats of the last welcome.
fn welcomed(world: &mut World, from: Connection) -> (Option<Seat>, Option<String>, Vec<Seat>) {
    let heard = world.take(from);
    let welcome = heard.iter().rev().find_map(|message| match message {
        FromServer::Welcome { you, free, .. } => Some((you.seat, you.key.clone(), free.clone())),
        _ => None,
    });
    welcome.unwrap()
}

#[test]
fn an_open_invitation_shows_the_free_seats_and_gives_each_to_one_person() {
    let mut world = open_table("anyone");
    world.take_seat(1, None, 11);
    let all = Seat::OF_DUPLICATE.to_vec();
    assert_eq!(welcomed(&mut world, 1), (None, None, all));
    world.take_seat(1, Some(Seat::East), 11);
    let key = Some("key 151".to_owned());
    assert_eq!(welcomed(&mut world, 1), (Some(Seat::East), key, Vec::new()));
    // The next one is told that it is taken, sees what is left, and picks that.
    world.take_seat(2, Some(Seat::East), 12);
    assert_eq!(world.kinds(2), ["welcome", "seat_taken"]);
    world.take_seat(2, Some(Seat::North), 12);
    assert_eq!(world.kinds(2), ["seated", "welcome"]);
    // Nobody has two seats.
    world.take_seat(2, Some(Seat::West), 12);
    assert_eq!(world.kinds(2), ["already_seated"]);
    world.act(2, "up", Act::Stand);
    world.take_seat(2, Some(Seat::West), 12);
    world.take(2);
    assert_eq!(
        world.room.table().free_seats().collect::<Vec<_>>(),
        [Seat::North, Seat::South]
    );
}

#[test]
fn a_seat_whose_answer_was_lost_is_given_again_to_the_same_person_only() {
    let mut world = open_table("anyone");
    world.take_seat(1, Some(Seat::East), 11);
    let events = world.log.len();
    let effects = world.room.leave(1, world.now);
    world.carry_out(effects);
    // From another connection: the same claim gets the seat, another one does not.
    world.take_seat(3, Some(Seat::East), 12);
    assert_eq!(world.kinds(3), ["welcome", "seat_taken"]);
    world.take_seat(2, Some(Seat::East), 11);
    let key = Some("key 152".to_owned());
    assert_eq!(welcomed(&mut world, 2), (Some(Seat::East), key, Vec::new()));
    assert_eq!(world.log.len(), events, "they sat down once");
    // The first key is void, and the claim is spent when the second one is used.
    world.hello(4, Some(151), None);
    assert_eq!(
        world.closed.get(&4).map(String::as_str),
        Some("unknown_key")
    );
    world.hello(2, Some(152), None);
    world.take_seat(5, Some(Seat::East), 11);
    assert_eq!(world.kinds(5), ["welcome", "seat_taken"]);
    // The invitation to that seat alone is void too.
    world.hello(6, Some(3), None);
    assert_eq!(
        world.closed.get(&6).map(String::as_str),
        Some("unknown_key")
    );
}

#[test]
fn who_found_no_seat_at_a_private_table_does_not_see_the_game() {
    let mut world = open_table("nobody");
    world.take_seat(9, None, 19);
    assert_eq!(world.kinds(9), ["welcome"]);
    for (from, seat) in (1..).zip(Seat::OF_DUPLICATE) {
        assert!(!world.closed.contains_key(&9));
        world.take_seat(from, Some(seat), 10 + u8::try_from(from).unwrap());
    }
    assert_eq!(*world.room.table().phase(), Phase::Playing);
    assert_eq!(
        world.closed.get(&9).map(String::as_str),
        Some("no_such_table")
    );
    for seat in [None, Some(Seat::East)] {
        world.take_seat(8, seat, 18);
        assert_eq!(world.closed.remove(&8).as_deref(), Some("no_such_table"));
        assert!(world.take(8).is_empty());
    }
    let moved = world.log.len();
    world.play(1, "e2e4");
    assert!(
        world.log.len() > moved
            && world.take(9).iter().all(|message| {
                !matches!(message, FromServer::Event(event) if event.seq as usize > moved)
            })
    );
}

#[test]
fn legal_moves_are_told_to_who_wants_them_when_it_is_their_turn() {
    let mut world = World::open(chess());
    for (from, legal) in [(1, true), (2, false)] {
        let key = u8::try_from(from).unwrap();
        let hello = Hello {
            legal,
            ..Hello::new(Some(hash(key)), (format!("key {key}"), hash(150 + key)))
        };
        let effects = world.room.hello(from, hello, world.now);
        world.carry_out(effects);
    }
    let turn = |heard: Vec<FromServer>| {
        heard.into_iter().find_map(|message| match message {
            FromServer::Turn { ply, legal } => Some((ply, legal.len())),
            _ => None,
        })
    };
    assert_eq!(turn(world.take(1)), Some((0, 20)));
    world.play(1, "e2e4");
    assert_eq!(turn(world.take(1)), None, "it is the turn of the other");
    world.play(2, "e7e5");
    assert_eq!(turn(world.take(1)), Some((2, 29)));
    assert_eq!(turn(world.take(2)), None);
}

#[test]
fn a_match_adds_up_the_scores_of_each_person() {
    let mut world = seated(json!({"game":"chess","watch":"anyone","match":2}));
    let began = |world: &World| world.log.last().unwrap().seats.clone();
    let name = |seats: Option<BTreeMap<Seat, Occupant>>, seat| match seats.unwrap()[&seat].clone() {
        Occupant::Person { name } => name.unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!(name(began(&world), Seat::White), "Ann 1");
    // White is mated, whoever that is.
    let lose = |world: &mut World, white: Connection, black: Connection| {
        for (from, text) in [
            (white, "f2f3"),
            (black, "e7e5"),
            (white, "g2g4"),
            (black, "d8h4"),
        ] {
            world.play(from, text);
        }
        serde_json::to_value(world.log.last().unwrap()).unwrap()["match"].clone()
    };
    let after = lose(&mut world, 1, 2);
    assert_eq!(
        after,
        json!({"game":1,"of":2,"scores":{"white":0,"black":1}})
    );
    let rematch = |world: &mut World| {
        let what = Offered::Rematch;
        let id = world.log.len();
        world.act(1, &format!("a{id}"), Act::Offer { what });
        world.act(2, &format!("b{id}"), Act::Accept { what });
    };
    rematch(&mut world);
    assert_eq!(
        name(began(&world), Seat::White),
        "Ann 2",
        "they have changed seats"
    );
    let after = lose(&mut world, 2, 1);
    assert_eq!(
        after,
        json!({"game":2,"of":2,"scores":{"white":1,"black":1}})
    );
    // What was stored gives the same match, and another one begins at nought.
    let again = World::of(world.log.clone(), world.keys.clone(), world.now);
    assert_eq!(
        again.room.table().match_state(),
        world.room.table().match_state()
    );
    rematch(&mut world);
    let state = world.room.table().match_state().unwrap();
    assert_eq!((state.game, state.scores.len()), (0, 0));
}

#[test]
fn a_match_has_a_sensible_number_of_games() {
    for games in [0, 101] {
        let asked = json!({"game":"chess","watch":"anyone","match":games});
        let asked: NewTable = serde_json::from_value(asked).unwrap();
        assert!(Table::open(&asked, 0).is_err(), "{games}");
    }
}

/// The seats that are present, and since when others are away, as a connection was last told.
fn presence(world: &mut World, of: Connection) -> (Vec<Seat>, Vec<(Seat, u64)>) {
    world.settle();
    let heard = world.take(of);
    let told = heard.into_iter().rev().find_map(|message| match message {
        FromServer::Presence(presence) => Some(presence),
        _ => None,
    });
    let told = told.unwrap();
    let here = told.seats.into_iter().filter(|(_, is_here)| *is_here);
    (
        here.map(|(seat, _)| seat).collect(),
        told.away.into_iter().collect(),
    )
}

#[test]
fn who_says_that_they_are_there_and_stops_is_away_before_the_connection_breaks() {
    let mut world = seated(chess());
    let both = vec![Seat::White, Seat::Black];
    assert_eq!(presence(&mut world, 1), (both.clone(), Vec::new()));
    let beat = |world: &mut World, from: Connection| {
        let effects = world.room.beat(from, world.now);
        world.carry_out(effects);
    };
    for _ in 0..5 {
        world.now += 5_000;
        beat(&mut world, 2);
        world.tick();
    }
    // Nothing has changed, so nothing was told. White never says that they are there.
    assert!(world.take(1).is_empty());
    let last = world.now;
    world.now = world.room.due().unwrap();
    assert!(world.now - last <= 10_000);
    world.tick();
    assert_eq!(
        presence(&mut world, 1),
        (vec![Seat::White], vec![(Seat::Black, last)])
    );
    beat(&mut world, 2);
    assert_eq!(presence(&mut world, 1), (both, Vec::new()));
    // A connection that breaks while it is silent has been away since the last word.
    let last = world.now - 1_000;
    world.now = last + 30_000;
    world.tick();
    let effects = world.room.leave(2, world.now);
    world.carry_out(effects);
    assert_eq!(
        presence(&mut world, 1),
        (vec![Seat::White], vec![(Seat::Black, last)])
    );
}

#[test]
fn players_tell_each_other_a_few_things_now_and_then() {
    let mut world = seated(chess());
    world.hello(3, None, None);
    world.hello(4, Some(HOST), None);
    for from in 1..=4 {
        world.take(from);
    }
    let say = |world: &mut World, from| {
        let effects = world.room.signal(from, Signal::GoodMove, world.now);
        world.carry_out(effects);
    };
    say(&mut world, 1);
    for to in 1..=4 {
        let (seat, signal) = (Seat::White, Signal::GoodMove);
        assert_eq!(world.take(to), [FromServer::Signal { seat, signal }]);
    }
    say(&mut world, 1);
    say(&mut world, 1);
    world.take(1);
    say(&mut world, 1);
    assert_eq!(world.kinds(1), ["signaled_enough"]);
    world.hello(1, Some(151), None);
    world.take(1);
    say(&mut world, 1);
    assert_eq!(
        world.kinds(1),
        ["signaled_enough"],
        "another hello brings no more"
    );
    assert_eq!(world.take(2).len(), 2);
    world.now += 10_000;
    say(&mut world, 1);
    assert_eq!(world.take(2).len(), 1, "after a while they may again");
    say(&mut world, 3);
    assert_eq!(world.kinds(3).last().map(String::as_str), Some("spectator"));
    say(&mut world, 4);
    assert_eq!(
        world.kinds(4).last().map(String::as_str),
        Some("players_only")
    );
    assert!(world.take(2).is_empty());
}

/// What happens at an open table.
#[derive(Clone, Debug)]
enum AtOpenTable {
    /// A client takes a seat; the answer may be lost with the connection.
    Take {
        client: u8,
        seat: Seat,
        is_lost: bool,
    },
    /// A client comes back with its seat key.
    Return {
        client: u8,
    },
    Stand {
        client: u8,
    },
    /// The store answers, in its own time.
    Store,
}

fn at_open_table() -> impl Strategy<Value = AtOpenTable> {
    let client = 0..4u8;
    let seat = prop::sample::select(Seat::OF_DUPLICATE.to_vec());
    prop_oneof![
        4 => (client.clone(), seat, any::<bool>()).prop_map(|(client, seat, is_lost)| {
            AtOpenTable::Take { client, seat, is_lost }
        }),
        1 => client.clone().prop_map(|client| AtOpenTable::Return { client }),
        1 => client.prop_map(|client| AtOpenTable::Stand { client }),
        3 => Just(AtOpenTable::Store),
    ]
}

/// Four people with an open invitation, and who of them may hold which seat.
struct Crowd {
    world: World,
    connection: Connection,
    /// The connection of each client.
    at: [Option<Connection>; 4],
    /// The seat and the key that each client has heard of.
    has: [Option<(Seat, u8)>; 4],
    /// Whether a client has stood up since it last took a seat.
    has_stood: [bool; 4],
}

impl Crowd {
    fn does(&mut self, op: &AtOpenTable) {
        match *op {
            AtOpenTable::Take {
                client,
                seat,
                is_lost,
            } => {
                self.has[usize::from(client)] = None;
                self.has_stood[usize::from(client)] = false;
                let from = self.connect(client);
                let fresh = 110 + u8::try_from(from).unwrap();
                let hello = Hello {
                    seat: Some(seat),
                    claim: Some(hash(20 + client)),
                    ..Hello::new(Some(hash(OPEN)), (fresh.to_string(), hash(fresh)))
                };
                let effects = self.world.room.hello(from, hello, self.world.now);
                self.world.carry_out(effects);
                if is_lost {
                    self.leave(client);
                }
            }
            AtOpenTable::Return { client } => {
                if let Some((_, key)) = self.has[usize::from(client)] {
                    let from = self.connect(client);
                    let hello = Hello::new(Some(hash(key)), ("none".to_owned(), hash(99)));
                    let effects = self.world.room.hello(from, hello, self.world.now);
                    self.world.carry_out(effects);
                }
            }
            AtOpenTable::Stand { client } => {
                self.has_stood[usize::from(client)] = true;
                if let Some(from) = self.at[usize::from(client)] {
                    let id = format!("up-{}", self.connection);
                    self.connection += 1;
                    self.world.act(from, &id, Act::Stand);
                }
            }
            AtOpenTable::Store => self.store(),
        }
        self.listen();
    }

    /// A new connection in place of the client's old one.
    fn connect(&mut self, client: u8) -> Connection {
        self.leave(client);
        self.connection += 1;
        self.at[usize::from(client)] = Some(self.connection);
        self.connection
    }

    fn leave(&mut self, client: u8) {
        if let Some(old) = self.at[usize::from(client)].take() {
            let effects = self.world.room.leave(old, self.world.now);
            self.world.carry_out(effects);
            self.world.take(old);
        }
    }

    fn store(&mut self) {
        while let Some((keys, event)) = self.world.unstored.pop() {
            self.world.keys = keys.unwrap_or_else(|| self.world.keys.clone());
            self.world.log.extend(event.map(|event| *event));
            let effects = self.world.room.stored(true, self.world.now);
            self.world.carry_out(effects);
        }
    }

    /// Notes the keys that clients were given.
    fn listen(&mut self) {
        for client in 0..4 {
            let Some(from) = self.at[client] else {
                continue;
            };
            for message in self.world.take(from) {
                let FromServer::Welcome { you, .. } = message else {
                    continue;
                };
                if let (Some(seat), Some(key)) = (you.seat, you.key) {
                    self.has[client] = Some((seat, key.parse().unwrap()));
                }
            }
        }
    }

    fn opens(&self, seat: Seat, key: u8) -> bool {
        match self.world.keys.admit(&hash(key), hash(0)) {
            Some(Admission::Player(opened) | Admission::FirstUse { seat: opened, .. }) => {
                opened == seat
            }
            _ => false,
        }
    }

    /// How many clients have a key that opens this seat.
    fn owners(&self, seat: Seat) -> usize {
        let keys = self.has.iter().flatten();
        keys.filter(|(_, key)| self.opens(seat, *key)).count()
    }

    /// Whether everybody who was given a seat and did nothing since can still return to it.
    fn all_keep_what_they_have(&self) -> bool {
        let clients = self.has.iter().zip(self.has_stood);
        clients
            .filter(|(_, has_stood)| !has_stood)
            .all(|(has, _)| has.is_none_or(|(seat, key)| self.opens(seat, key)))
    }
}

proptest! {
    #[test]
    fn a_seat_of_an_open_table_has_one_owner_in_any_order_of_events(
        ops in prop::collection::vec(at_open_table(), 0..60),
        is_slow in any::<bool>(),
    ) {
        let mut world = open_table("anyone");
        world.is_slow = is_slow;
        let mut crowd = Crowd {
            world,
            connection: 0,
            at: [None; 4],
            has: [None; 4],
            has_stood: [false; 4],
        };
        for op in &ops {
            crowd.does(op);
            for seat in Seat::OF_DUPLICATE {
                prop_assert!(crowd.owners(seat) <= 1, "{seat} after {op:?}");
            }
            prop_assert!(crowd.all_keep_what_they_have(), "after {op:?}");
        }
        crowd.store();
        crowd.listen();
        let again = World::of(crowd.world.log.clone(), crowd.world.keys.clone(), 0);
        prop_assert_eq!(again.room.table().seats(), crowd.world.room.table().seats());
    }
}
