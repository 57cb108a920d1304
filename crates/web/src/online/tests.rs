//! Pages of a table with a real room, over sockets that break, repeat and lose messages.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use game::MaterialJudge;
use repeatable::Random;
use tables::{Hello, KeyHash, Keys, Room, Table};
use wire::{Act, Event, FromClient, FromServer, NewTable, Offered, Score, Seat, Wish};

use super::address::{Address, Role};
use super::{Command, Effect, Link, LinkEnd, Online, Ring, Status, Visitor};
use crate::effects::{Common, Sound};
use crate::shell::PageState;
use crate::tone::Tone;

/// A page, and its socket to the room.
struct Client {
    page: Online,
    socket: Option<u64>,
    /// Messages on their way to the page.
    inbox: VecDeque<String>,
    effects: Vec<Effect>,
}

/// A room with its pages. Keys are hashed by their first letters, which is enough here.
struct World {
    room: Room,
    log: Vec<Event>,
    keys: Keys,
    /// Milliseconds of the table; the time of the pages is a second behind.
    now: u64,
    sockets: u64,
    clients: Vec<Client>,
}

fn hash(key: &str) -> KeyHash {
    let mut bytes = [0; 32];
    for (byte, letter) in bytes.iter_mut().zip(key.bytes()) {
        *byte = letter;
    }
    KeyHash(bytes)
}

const CHESS: &str = r#"{"game":"chess","clock":{"base_ms":60000},"watch":"anyone"}"#;
const FOUR: &str = r#"{"game":"duplicate","clock":null,"watch":"anyone"}"#;

impl World {
    fn open(asked: &str) -> World {
        let asked: NewTable = serde_json::from_str(asked).unwrap();
        let log = vec![Table::open(&asked, 0).unwrap().event];
        let invitations = asked
            .game
            .seats()
            .iter()
            .map(|&seat| (seat, hash(seat.name())));
        let keys = Keys::new(hash("host"), invitations.collect());
        World::of(log, keys, 5_000)
    }

    fn of(log: Vec<Event>, keys: Keys, now: u64) -> World {
        let judge = Arc::new(MaterialJudge);
        let (room, effects) = Room::open(log.clone(), keys.clone(), judge, now).unwrap();
        let mut world = World {
            room,
            log,
            keys,
            now,
            sockets: 0,
            clients: Vec::new(),
        };
        world.carry_out(effects);
        world
    }

    /// Two or four seated players, in turn order.
    fn seated(asked: &str) -> World {
        let mut world = World::open(asked);
        for &seat in world.room.table().asked().game.seats() {
            let client = world.visit(Some((Role::Seat(seat), seat.name())), Ring::default());
            world.send(client, Command::Sit(seat, format!("Ann {seat}")));
        }
        world
    }

    fn page_time(&self) -> Duration {
        Duration::from_millis(self.now - 1_000)
    }

    fn visit(&mut self, key: Option<(Role, &str)>, ring: Ring) -> usize {
        let visitor = Visitor {
            address: Address {
                table: "abc".to_owned(),
                key: key.map(|(role, key)| (role, key.to_owned())),
            },
            ring,
            seat: None,
            name: String::new(),
            nonce: format!("n{}", self.clients.len()),
            base: "https://here/".to_owned(),
        };
        let (page, effects) = Online::open(visitor, self.page_time());
        self.clients.push(Client {
            page,
            socket: None,
            inbox: VecDeque::new(),
            effects: Vec::new(),
        });
        let client = self.clients.len() - 1;
        self.obey(client, effects);
        self.settle();
        client
    }

    fn offer(&mut self, client: usize, what: Offered) {
        self.send(client, Command::Do(Act::Offer { what }));
    }

    fn accept(&mut self, client: usize, what: Offered) {
        self.send(client, Command::Do(Act::Accept { what }));
    }

    fn decline(&mut self, client: usize, what: Offered) {
        self.send(client, Command::Do(Act::Decline { what }));
    }

    /// Gives a page a command, and delivers everything that follows.
    fn send(&mut self, client: usize, command: Command) {
        self.tell(client, command);
        self.settle();
    }

    fn tell(&mut self, client: usize, command: Command) {
        let now = self.page_time();
        let effects = self.clients[client].page.update(command, now);
        self.obey(client, effects);
    }

    fn play(&mut self, client: usize, text: &str) {
        let text = text.to_owned();
        self.send(client, Command::Do(Act::Move { text }));
    }

    /// Executes the effects of a page.
    fn obey(&mut self, client: usize, effects: Vec<Effect>) {
        for effect in effects {
            match &effect {
                Effect::Connect => {
                    self.hang_up(client);
                    self.sockets += 1;
                    self.clients[client].socket = Some(self.sockets);
                    self.tell(client, Command::Opened);
                }
                Effect::Disconnect => self.hang_up(client),
                Effect::Send(text) => {
                    if let Some(socket) = self.clients[client].socket {
                        self.hear(socket, text);
                    }
                }
                Effect::AskAsHost { hello, ask } => {
                    self.sockets += 1;
                    let socket = self.sockets;
                    let answers = self.aside(socket, &[hello, ask]);
                    for answer in answers {
                        self.tell(client, Command::HeardAsHost(answer));
                    }
                }
                Effect::AskServer
                | Effect::KeepKeys
                | Effect::Common(_)
                | Effect::Vibrate
                | Effect::Share(_)
                | Effect::Report(_) => {}
            }
            self.clients[client].effects.push(effect);
        }
    }

    /// A second socket that sends a few messages and is closed; returns what it received.
    fn aside(&mut self, socket: u64, messages: &[&String]) -> Vec<String> {
        let visitor = Visitor {
            address: Address::of("abc"),
            ring: Ring::default(),
            seat: None,
            name: String::new(),
            nonce: String::new(),
            base: String::new(),
        };
        let (page, _) = Online::open(visitor, self.page_time());
        self.clients.push(Client {
            page,
            socket: Some(socket),
            inbox: VecDeque::new(),
            effects: Vec::new(),
        });
        for message in messages {
            self.hear(socket, message);
        }
        let gone = self.room.leave(socket, self.now);
        self.carry_out(gone);
        self.clients.pop().unwrap().inbox.into()
    }

    /// The room receives a message.
    fn hear(&mut self, socket: u64, text: &str) {
        let effects = match FromClient::parse(text).unwrap() {
            FromClient::Hello {
                key, have, name, ..
            } => {
                let fresh = format!("fresh-{socket}");
                let hello = Hello {
                    have,
                    name,
                    ..Hello::new(key.as_deref().map(hash), (fresh.clone(), hash(&fresh)))
                };
                self.room.hello(socket, hello, self.now)
            }
            FromClient::Do {
                id,
                act: Act::Invite { seat },
                ..
            } => {
                let fresh = format!("again-{socket}");
                let fresh = (fresh.clone(), hash(&fresh));
                self.room.invite(socket, id, seat, fresh, self.now)
            }
            FromClient::Do { id, ply, act } => self.room.command(socket, id, ply, act, 0, self.now),
            FromClient::Signal { signal } => self.room.signal(socket, signal, self.now),
            FromClient::Ping { n } => {
                let now = self.now;
                vec![tables::RoomEffect::Send(
                    socket,
                    Box::new(FromServer::Pong { n, now }),
                )]
            }
        };
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<tables::RoomEffect>) {
        for effect in effects {
            match effect {
                tables::RoomEffect::Send(to, message) => self.post(to, &message),
                tables::RoomEffect::Close(to, bye) => self.post(to, &FromServer::Bye(bye)),
                tables::RoomEffect::Store { keys, event } => {
                    self.keys = keys.unwrap_or_else(|| self.keys.clone());
                    self.log.extend(event.map(|event| *event));
                    let effects = self.room.stored(true, self.now);
                    self.carry_out(effects);
                }
            }
        }
    }

    fn post(&mut self, to: u64, message: &FromServer) {
        let text = serde_json::to_string(message).unwrap();
        let client = self
            .clients
            .iter_mut()
            .find(|client| client.socket == Some(to));
        if let Some(client) = client {
            client.inbox.push_back(text);
        }
    }

    /// Delivers all messages.
    fn settle(&mut self) {
        loop {
            let waiting = |client: &Client| !client.inbox.is_empty();
            let Some(client) = self.clients.iter().position(waiting) else {
                return;
            };
            let message = self.clients[client].inbox.pop_front().unwrap();
            self.tell(client, Command::Heard(message));
        }
    }

    fn hang_up(&mut self, client: usize) {
        self.clients[client].inbox.clear();
        if let Some(socket) = self.clients[client].socket.take() {
            let effects = self.room.leave(socket, self.now);
            self.carry_out(effects);
        }
    }

    /// A page leaves, and the others are notified: the room sends the presence once a second.
    fn leave(&mut self, client: usize) {
        self.hang_up(client);
        self.pass(1_000);
    }

    /// The network disconnects a page.
    fn cut(&mut self, client: usize) {
        self.hang_up(client);
        self.tell(client, Command::Closed);
    }

    /// Time passes for the room and for all pages.
    fn pass(&mut self, milliseconds: u64) {
        self.now += milliseconds;
        let effects = self.room.tick(self.now);
        self.carry_out(effects);
        for client in 0..self.clients.len() {
            self.tell(client, Command::Tick);
        }
        self.settle();
    }

    fn page(&self, client: usize) -> &Online {
        &self.clients[client].page
    }

    fn take_effects(&mut self, client: usize) -> Vec<Effect> {
        core::mem::take(&mut self.clients[client].effects)
    }

    /// Checks that every page has the state of the room.
    fn agrees(&self) -> bool {
        let digest = self.room.table().digest();
        self.clients.iter().all(|client| {
            let table = client.page.table();
            table.is_some_and(|table| table.digest() == digest)
        })
    }

    /// The available actions, replies first.
    fn actions(&self, client: usize) -> Vec<&'static str> {
        let page = self.page(client);
        let choices = page.answers().into_iter().chain(page.choices());
        let choices = choices.chain(page.rare_choices());
        let possible = choices.filter(|choice| choice.is_possible);
        possible.map(|choice| choice.action).collect()
    }
}

fn line(page: &Online) -> String {
    Status::of(page).line()
}

#[test]
fn a_link_shows_the_table_and_only_sitting_down_takes_the_seat() {
    let mut world = World::open(CHESS);
    let ann = world.visit(Some((Role::Seat(Seat::White), "white")), Ring::default());
    assert_eq!(world.page(ann).mine(), None);
    assert_eq!(world.room.table().seq(), 1, "nobody sits");
    let seats = world.page(ann).seats();
    assert!(seats[0].can_sit && !seats[1].can_sit);
    assert_eq!(
        world.take_effects(ann)[1],
        Effect::KeepKeys,
        "the key leaves the address"
    );
    world.send(
        ann,
        Command::Sit(
            Seat::White,
            "  Ann\u{7} of the very long family name ".into(),
        ),
    );
    assert_eq!(world.page(ann).mine(), Some(Seat::White));
    assert_eq!(
        world.page(ann).seats()[0].name.as_deref(),
        Some("Ann of the very long fam")
    );
    assert!(world.page(ann).ring().seats[&Seat::White].starts_with("fresh"));
    assert!(world.take_effects(ann).contains(&Effect::KeepKeys));
    assert!(
        line(world.page(ann)).is_empty(),
        "{}",
        line(world.page(ann))
    );
}

#[test]
fn a_move_is_shown_at_once_and_confirmed_later() {
    let mut world = World::seated(CHESS);
    assert!(world.page(0).is_my_turn() && !world.page(1).is_my_turn());
    world.take_effects(1);
    let text = "e2e4".to_owned();
    world.tell(0, Command::Do(Act::Move { text }));
    let shown = world.page(0).chess().unwrap();
    assert_eq!(
        (shown.game.ply(), world.page(0).table().unwrap().ply()),
        (1, 0)
    );
    assert_eq!(
        Status::of(world.page(0)).headline,
        "Sending your move\u{2026}"
    );
    assert!(!world.page(0).is_my_turn(), "it cannot be made twice");
    world.settle();
    assert_eq!(world.page(0).table().unwrap().ply(), 1);
    assert_eq!(world.page(1).title(), "Your turn");
    let called = world.take_effects(1);
    assert!(
        called.contains(&Common::Sound(Sound::Turn).into()) && called.contains(&Effect::Vibrate)
    );
    assert!(world.agrees());
}

#[test]
fn a_refused_move_is_visibly_taken_back() {
    let mut world = World::seated(CHESS);
    let before = world.page(0).revision();
    world.play(0, "e2e5");
    let page = world.page(0);
    assert_eq!(page.chess().unwrap().game.ply(), 0);
    assert!(page.revision() > before, "the board is drawn again");
    let (said, tone) = (line(page), Status::of(page).tone());
    assert!(said.starts_with("The move e2e5 is taken back: "), "{said}");
    assert_eq!(
        (tone, page.shell().spoken()),
        (Some(Tone::Error), said.as_str())
    );
    assert!(page.is_my_turn());
    world.play(0, "e2e4");
    assert_eq!(world.room.table().ply(), 1);
    assert_eq!(world.page(0).shell().notice(), None);
}

#[test]
fn a_move_made_offline_is_sent_after_reconnecting() {
    let mut world = World::seated(CHESS);
    world.cut(0);
    assert!(matches!(world.page(0).link(), Link::Waiting { .. }));
    assert!(
        line(world.page(0)).contains("Connection lost"),
        "{}",
        line(world.page(0))
    );
    world.play(0, "e2e4");
    assert_eq!(world.page(0).chess().unwrap().game.ply(), 1, "it is shown");
    assert_eq!(world.room.table().ply(), 0);
    world.pass(2_000);
    assert_eq!(world.page(0).link(), Link::Live);
    assert_eq!(world.room.table().ply(), 1);
    assert!(world.agrees());
}

#[test]
fn a_lost_reply_is_requested_again_and_nothing_happens_twice() {
    let mut world = World::seated(CHESS);
    let text = "e2e4".to_owned();
    world.tell(0, Command::Do(Act::Move { text }));
    // The room has it, the reply is on its way, and the socket breaks.
    assert_eq!(world.room.table().ply(), 1);
    world.cut(0);
    world.pass(2_000);
    assert!(world.page(0).pending.is_empty());
    assert_eq!(
        (world.room.table().ply(), world.page(0).shell().notice()),
        (1, None)
    );
    assert!(world.agrees());
}

#[test]
fn a_diverging_state_is_replaced_by_a_snapshot() {
    let mut world = World::seated(CHESS);
    let text = "e2e4".to_owned();
    world.tell(0, Command::Do(Act::Move { text }));
    let event = world.clients[1].inbox.pop_front().unwrap();
    let damaged = event.replace("e2e4", "d2d4");
    assert_ne!(event, damaged);
    world.send(1, Command::Heard(damaged));
    let effects = world.take_effects(1);
    let snapshots = effects.iter().filter(
        |effect| matches!(effect, Effect::Send(text) if text.contains("18446744073709551615")),
    );
    assert_eq!(snapshots.count(), 1);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Report(_)))
    );
    assert!(world.agrees());
    world.play(1, "e7e5");
    assert_eq!(world.room.table().ply(), 2, "it goes on");
}

#[test]
fn a_lost_event_is_requested_when_the_next_one_arrives() {
    let mut world = World::seated(CHESS);
    let text = "e2e4".to_owned();
    world.tell(0, Command::Do(Act::Move { text }));
    world.clients[1].inbox.clear();
    world.settle();
    assert_eq!(world.page(1).table().unwrap().ply(), 0);
    world.send(0, Command::Do(Act::Resign));
    assert!(world.agrees());
}

#[test]
fn a_replaced_connection_does_not_reconnect_by_itself() {
    let mut world = World::seated(CHESS);
    assert_eq!(world.page(0).link_for(Role::Seat(Seat::White)), None);
    world.send(0, Command::Do(Act::Invite { seat: Seat::White }));
    let link = world.page(0).link_for(Role::Seat(Seat::White)).unwrap();
    assert_eq!(
        world.page(0).link(),
        Link::Live,
        "it goes on here as long as nobody uses the link"
    );
    world.cut(0);
    world.pass(2_000);
    assert_eq!(world.page(0).mine(), Some(Seat::White), "also after a cut");
    let address = Address::read(link.split_once('#').unwrap().1).unwrap();
    let (role, key) = address.key.unwrap();
    let phone = world.visit(Some((role, &key)), Ring::default());
    assert_eq!(
        world.page(phone).mine(),
        None,
        "opening the link only shows the table"
    );
    assert!(
        world.page(phone).seats()[0].can_sit,
        "the link brings the key"
    );
    world.send(phone, Command::Sit(Seat::White, String::new()));
    assert_eq!(world.page(phone).mine(), Some(Seat::White));
    assert_eq!(world.page(0).link(), Link::Over(LinkEnd::Replaced));
    world.pass(30_000);
    assert_eq!(world.page(0).link(), Link::Over(LinkEnd::Replaced));
    world.play(phone, "e2e4");
    assert_eq!(world.room.table().ply(), 1);
    world.send(0, Command::Retry);
    assert_eq!(
        world.page(0).mine(),
        None,
        "the other device has the only key"
    );
    assert!(line(world.page(0)).contains("no longer yours"));
    assert_eq!(world.page(phone).link(), Link::Live);
}

#[test]
fn used_invitations_and_revoked_keys_are_reported() {
    let mut world = World::seated(CHESS);
    // The seat key is used, which expires the invitation.
    world.cut(0);
    world.pass(2_000);
    let late = world.visit(Some((Role::Seat(Seat::White), "white")), Ring::default());
    world.send(late, Command::Sit(Seat::White, "Late".to_owned()));
    assert!(
        line(world.page(late)).contains("used already"),
        "{}",
        line(world.page(late))
    );
    assert_eq!(
        (world.page(late).mine(), world.page(late).link()),
        (None, Link::Live)
    );
    let keys = world.keys.renew(Seat::Black, hash("elsewhere"));
    let judge = Arc::new(MaterialJudge);
    let (room, effects) = Room::open(world.log.clone(), keys, judge, world.now).unwrap();
    world.room = room;
    world.carry_out(effects);
    world.send(1, Command::Retry);
    assert_eq!(world.page(1).mine(), None);
    assert!(world.page(1).ring().seats.is_empty());
    assert!(line(world.page(1)).contains("no longer yours"));
}

#[test]
fn a_private_table_does_not_exist_for_strangers() {
    let mut world = World::open(r#"{"game":"chess","clock":null,"watch":"nobody"}"#);
    let stranger = world.visit(None, Ring::default());
    assert_eq!(
        world.page(stranger).link(),
        Link::Over(LinkEnd::NoSuchTable)
    );
    let guest = world.visit(Some((Role::Seat(Seat::Black), "black")), Ring::default());
    assert_eq!(world.page(guest).link(), Link::Over(LinkEnd::NoSuchTable));
    world.send(guest, Command::Sit(Seat::Black, "Bo".to_owned()));
    assert_eq!(world.page(guest).mine(), Some(Seat::Black));
}

#[test]
fn offers_are_made_answered_and_reported() {
    let mut world = World::seated(CHESS);
    let draw = Offered::Draw;
    assert!(
        !world.actions(0).contains(&"draw"),
        "before everyone has moved"
    );
    world.play(0, "e2e4");
    world.play(1, "e7e5");
    assert!(world.actions(0).contains(&"draw"));
    world.offer(0, draw);
    assert_eq!(world.actions(1)[..2], ["accept-draw", "decline-draw"]);
    assert!(!world.actions(0).contains(&"draw"));
    assert_eq!(line(world.page(1)), "Ann White offers a draw.");
    assert_eq!(world.page(1).shell().spoken(), "Ann White offers a draw.");
    assert_eq!(world.page(0).shell().spoken(), "You offered a draw.");
    assert_eq!(line(world.page(0)), "You offered a draw.");
    world.decline(1, draw);
    assert_eq!(line(world.page(0)), "Ann Black declines the draw.");
    assert_eq!(world.page(1).shell().spoken(), "You decline the draw.");
    world.send(0, Command::Do(Act::Claim { text: None }));
    let why = "threefold repetition: the position occurs once, not three times; fifty moves: 0 \
               of 100 half-moves without a capture or pawn move. It counts as an offer of a draw, and";
    let told = [
        format!("Wrong claim: {why} Ann Black gets a minute."),
        format!("Wrong claim by Ann White: {why} you get a minute."),
    ];
    for (page, told) in told.iter().enumerate() {
        let line = line(world.page(page));
        assert!(line.starts_with(told), "{line}");
        assert_eq!(world.page(page).shell().spoken(), told);
    }
    assert_eq!(world.actions(1)[0], "accept-draw", "it counts as an offer");
    world.decline(1, draw);
    let both = format!("Ann Black declines the draw. {}", told[0]);
    assert_eq!(line(world.page(0)), both);
    world.offer(1, Offered::Takeback);
    world.accept(0, Offered::Takeback);
    assert_eq!(world.room.table().ply(), 1);
    assert_eq!(world.page(1).chess().unwrap().game.ply(), 1);
    world.send(1, Command::Do(Act::Resign));
    let status = Status::of(world.page(0));
    assert_eq!(status.headline, "1\u{2013}0, White wins");
    assert_eq!(status.tone(), Some(Tone::Verdict));
    let result = world.page(0).chess().unwrap().game.result().to_string();
    assert_eq!(result, "1-0", "the PGN knows it");
    world.offer(0, Offered::Rematch);
    world.accept(1, Offered::Rematch);
    assert_eq!(world.page(0).mine(), Some(Seat::Black), "the seats rotate");
    assert!(world.page(1).is_my_turn());
    world.play(1, "d2d4");
    assert_eq!(world.room.table().ply(), 1);
    assert!(world.agrees());
}

#[test]
fn all_open_offers_are_named_in_plain_words() {
    let mut world = World::seated(CHESS);
    world.play(0, "e2e4");
    world.play(1, "e7e5");
    world.offer(1, Offered::Takeback);
    assert_eq!(line(world.page(1)), "You asked to take back a move.");
    assert_eq!(line(world.page(0)), "Ann Black asks to take back a move.");
    world.offer(0, Offered::Draw);
    assert_eq!(
        line(world.page(0)),
        "Ann Black asks to take back a move. You offered a draw."
    );
    assert_eq!(
        line(world.page(1)),
        "Ann White offers a draw. You asked to take back a move."
    );
    assert_eq!(Status::of(world.page(1)).tone(), Some(Tone::Offer));
    // Each offer has its own buttons.
    let said = Status::of(world.page(1)).messages;
    let actions: Vec<&str> = said[0].buttons.iter().map(|button| button.action).collect();
    assert_eq!(actions, ["accept-draw", "decline-draw"]);
    assert!(said[1].buttons.is_empty(), "an own offer only waits");
}

#[test]
fn every_offer_reads_well_in_every_sentence() {
    use crate::online::words::{Does, offer};
    let sentences = |who: &str, does| {
        let all = [
            Offered::Draw,
            Offered::Takeback,
            Offered::Rematch,
            Offered::Pause,
        ];
        all.map(|what| offer(who, does, what)).join(" ")
    };
    assert_eq!(
        sentences("You", Does::YouMade),
        "You offered a draw. You asked to take back a move. You offered a rematch. You asked for a pause."
    );
    assert_eq!(
        sentences("Ann", Does::Makes),
        "Ann offers a draw. Ann asks to take back a move. Ann offers a rematch. Ann asks for a pause."
    );
    assert_eq!(
        sentences("You agreed", Does::AgreesTo),
        "You agreed to a draw. You agreed to the takeback. You agreed to a rematch. You agreed to a pause."
    );
}

#[test]
fn a_host_who_plays_fills_the_other_seat_with_a_program() {
    let mut world = World::open(CHESS);
    let seats = Seat::OF_CHESS.map(|seat| (seat, seat.name().to_owned()));
    let ring = Ring {
        host: Some("host".to_owned()),
        invitations: BTreeMap::from(seats),
        seats: BTreeMap::new(),
    };
    let host = world.visit(None, ring);
    let about = r#"{"v":1,"kept":false,"programs":true}"#;
    let about = serde_json::from_str(about).unwrap();
    world.send(host, Command::Server(Some(about)));
    let seats = world.page(host).seats();
    assert!(
        seats
            .iter()
            .all(|seat| seat.can_sit && seat.can_fill && seat.has_invitation)
    );
    let link = world.page(host).link_for(Role::Seat(Seat::Black)).unwrap();
    assert_eq!(link, "https://here/#t/abc/black/black");
    world.send(host, Command::Sit(Seat::White, "Ann".to_owned()));
    let fill = |level| Act::Fill {
        seat: Seat::Black,
        level,
        pace_ms: None,
    };
    world.send(host, Command::Do(fill(11)));
    assert!(
        line(world.page(host)).contains("level"),
        "{}",
        line(world.page(host))
    );
    world.send(host, Command::Do(fill(4)));
    assert!(world.page(host).pending.is_empty());
    assert!(
        !world.page(host).is_gathering(),
        "all seats are taken, so it starts"
    );
    assert_eq!(
        world.page(host).seats()[1].name.as_deref(),
        Some("Fourfold, level 4")
    );
    assert!(world.page(host).is_my_turn());
}

#[test]
fn a_player_who_stands_up_becomes_a_spectator() {
    let mut world = World::open(FOUR);
    let ann = world.visit(Some((Role::Seat(Seat::East), "east")), Ring::default());
    world.send(ann, Command::Sit(Seat::East, "Ann".to_owned()));
    world.send(ann, Command::Do(Act::Stand));
    assert_eq!(world.page(ann).mine(), None);
    world.pass(30_000);
    assert!(world.page(ann).ring().seats.is_empty());
    assert_eq!(world.page(ann).link(), Link::Live);
    assert!(
        world
            .page(ann)
            .seats()
            .iter()
            .all(|seat| seat.name.is_none())
    );
    assert!(world.page(ann).seats()[2].can_sit);
    world.send(ann, Command::Sit(Seat::East, "Ann again".to_owned()));
    assert_eq!(world.page(ann).mine(), Some(Seat::East));
}

#[test]
fn clocks_follow_the_servers_time() {
    let mut world = World::seated(CHESS);
    let face = |world: &World, client: usize, seat| {
        let clock = world.page(client).clock(seat, world.page_time()).unwrap();
        (clock.face, clock.is_running, clock.is_low)
    };
    world.now += 12_000;
    assert_eq!(
        face(&world, 1, Seat::White),
        ("0:48".to_owned(), true, false)
    );
    world.now += 30_000;
    assert_eq!(
        face(&world, 0, Seat::White),
        ("0:18.0".to_owned(), true, true)
    );
    assert_eq!(
        face(&world, 0, Seat::Black),
        ("1:00".to_owned(), false, false)
    );
    world.play(0, "e2e4");
    assert!(face(&world, 0, Seat::Black).1);
    world.now += 70_000;
    world.pass(0);
    assert_eq!(Status::of(world.page(0)).headline, "1\u{2013}0, White wins");
    assert!(!world.page(0).is_clock_running());
}

#[test]
fn an_absent_player_can_be_replaced_after_a_minute() {
    let mut world = World::seated(CHESS);
    world.leave(0);
    assert_eq!(world.page(1).seats()[0].is_here, Some(false));
    world.pass(30_000);
    assert!(!world.actions(1).contains(&"absent-win"));
    let mut world = World::seated(r#"{"game":"chess","clock":null,"watch":"anyone"}"#);
    world.leave(0);
    // The replaced page must not reconnect by itself.
    world.clients[0].page.connection.ends(LinkEnd::Closed);
    world.pass(61_000);
    assert_eq!(
        world.actions(1)[..3],
        ["absent-win", "absent-draw", "absent-program"]
    );
    assert!(line(world.page(1)).contains("is away"));
    world.send(
        1,
        Command::Do(Act::Absent {
            wish: Wish::Program,
        }),
    );
    assert_eq!(
        world.page(1).seats()[0].name.as_deref(),
        Some("Fourfold, level 5")
    );
}

/// A table with four boards, a minute for everyone, and these policies.
fn four_with(policies: &str) -> String {
    format!(r#"{{"game":"duplicate","clock":{{"base_ms":60000}},"watch":"anyone",{policies}}}"#)
}

#[test]
fn a_game_on_four_boards_that_ended_by_a_flag_is_saved_as_such() {
    use duplicate::{Declaration, Lapse, LapseKind, LapseOutcome, Seat as Compass, Step, save};
    for (policy, outcome, headline) in [
        (
            "resignation",
            LapseOutcome::Resignation,
            "East and West win",
        ),
        ("draw", LapseOutcome::Draw, "A draw"),
    ] {
        let mut world = World::seated(&four_with(&format!(r#""flag":"{policy}""#)));
        world.play(0, "e2e4");
        world.play(1, "d2d4");
        world.play(2, "e7e5");
        world.play(3, "e7e5");
        world.now += 70_000;
        world.pass(0);
        assert_eq!(Status::of(world.page(0)).headline, headline);
        let game = world.page(0).four().unwrap().game;
        let lapse = Declaration::Lapse(Lapse {
            seat: Compass::North,
            kind: LapseKind::Flag,
            outcome,
        });
        assert_eq!(game.steps().last(), Some(&Step::Declared(lapse)));
        let ended = world.page(0).table().unwrap().ended().unwrap();
        assert_eq!(game.ending().unwrap().to_string(), ended.words);
        // Only a fallen flag is red.
        assert_eq!(Status::of(world.page(0)).tone(), Some(Tone::Flag));
        let now = world.page_time();
        let clock = |seat| world.page(0).clock(seat, now).unwrap();
        assert!(clock(Seat::North).is_fallen && !clock(Seat::South).is_fallen);
        let told = line(world.page(0));
        let scores = match outcome {
            LapseOutcome::Resignation => "North: loss, South: draw, East: win, West: win.",
            LapseOutcome::Draw => "North: draw, South: draw, East: draw, West: draw.",
        };
        assert!(told.starts_with("The time of North is up, "), "{told}");
        assert!(told.contains(scores), "{told}");
        for text in [
            save::to_json(&game),
            save::to_line(&game),
            save::to_link(&game),
        ] {
            assert_eq!(save::load(&text).unwrap().steps(), game.steps(), "{text}");
        }
    }
}

#[test]
fn a_program_plays_on_for_a_fallen_flag_and_its_player_watches() {
    let mut world = World::seated(&four_with(r#""flag":"program","absence":"draw""#));
    let policies = world.page(1).policies().unwrap();
    assert!(policies.contains("a program plays on") && policies.contains("all draw"));
    assert_eq!(world.page(0).mine(), Some(Seat::North));
    world.now += 70_000;
    world.pass(0);
    assert!(world.page(0).table().unwrap().ended().is_none());
    assert_eq!(world.page(0).mine(), None);
    assert!(!world.page(0).is_my_turn());
    assert_eq!(world.page(1).seats()[0].name.as_deref(), Some("Program 5"));
    assert_eq!(
        Status::of(world.page(1)).headline,
        "North to move: Program 5 (sees one move)"
    );
    // Reconnecting does not take the seat from the program.
    world.cut(0);
    world.pass(5_000);
    assert_eq!(world.page(0).link(), Link::Live);
    assert_eq!(world.page(0).mine(), None);
}

#[test]
fn a_host_can_reinvite_for_an_absent_seat() {
    let mut world = World::seated(r#"{"game":"chess","clock":null,"watch":"anyone"}"#);
    let ring = Ring {
        host: Some("host".to_owned()),
        ..Ring::default()
    };
    let host = world.visit(None, ring);
    world.leave(0);
    world.clients[0].page.connection.ends(LinkEnd::Closed);
    assert!(!world.actions(host).contains(&"invite-again"));
    world.pass(61_000);
    assert_eq!(world.actions(host)[0], "invite-again");
    world.send(host, Command::Do(Act::Invite { seat: Seat::White }));
    let link = world.page(host).link_for(Role::Seat(Seat::White)).unwrap();
    let (_, key) = Address::read(link.split_once('#').unwrap().1)
        .unwrap()
        .key
        .unwrap();
    let cy = world.visit(Some((Role::Seat(Seat::White), &key)), Ring::default());
    world.send(cy, Command::Sit(Seat::White, "Cy".to_owned()));
    assert!(world.page(cy).is_my_turn());
    assert_eq!(world.page(1).seats()[0].name.as_deref(), Some("Cy"));
}

#[test]
fn a_missing_server_is_reported_and_retried_on_request() {
    let visitor = Visitor {
        address: Address::of("abc"),
        ring: Ring::default(),
        seat: None,
        name: String::new(),
        nonce: "n".to_owned(),
        base: String::new(),
    };
    let (mut page, _) = Online::open(visitor, Duration::ZERO);
    let second = Duration::from_secs(1);
    assert_eq!(page.update(Command::Closed, second), [Effect::AskServer]);
    page.update(Command::Server(None), second);
    assert_eq!(page.link(), Link::Over(LinkEnd::NoServer));
    assert!(line(&page).contains("no game server"));
    assert_eq!(page.update(Command::Tick, second * 100), []);
    assert_eq!(page.update(Command::Wake, second * 101), [Effect::Connect]);
}

#[test]
fn a_tab_returns_to_its_own_seat() {
    let mut world = World::seated(CHESS);
    let both = Ring {
        host: None,
        invitations: BTreeMap::new(),
        seats: [0, 1]
            .into_iter()
            .flat_map(|client| world.page(client).ring().seats.clone())
            .collect(),
    };
    let visitor = |seat| Visitor {
        address: Address::of("abc"),
        ring: both.clone(),
        seat,
        name: String::new(),
        nonce: "n".to_owned(),
        base: String::new(),
    };
    let open = |seat| Online::open(visitor(seat), Duration::ZERO).0.invited_seat();
    assert_eq!(open(Some(Seat::Black)), Some(Seat::Black));
    assert_eq!(open(None), None, "with two keys nobody guesses");
    world.settle();
}

#[test]
fn four_boards_end_as_the_server_says() {
    let mut world = World::seated(FOUR);
    for (client, text) in ["e2e4", "e2e4", "e7e5", "e7e5"].into_iter().enumerate() {
        world.play(client, text);
    }
    assert_eq!(world.page(2).four().unwrap().game.ply(), 4);
    world.send(2, Command::Do(Act::Resign));
    assert_eq!(Status::of(world.page(0)).headline, "North and South win");
    let ending = world.page(0).four().unwrap().game.ending().unwrap();
    assert_eq!(ending.scores[duplicate::Seat::East], duplicate::Score::Loss);
    assert_eq!(
        line(world.page(0)),
        "East resigns, North and South win.\nNorth: win, South: win, East: loss, West: draw.\n\
         Provisional ruling: both opponents of a player who resigns win, the fourth draws."
    );
    let scores = &world.room.table().ended().unwrap().scores;
    assert_eq!(scores[&Seat::North], Score::Win);
}

#[test]
fn all_pages_agree_over_an_unreliable_network() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut world = World::seated(if seed % 2 == 0 { CHESS } else { FOUR });
        world.visit(None, Ring::default());
        for _ in 0..120 {
            let client = random.below(world.clients.len());
            let inbox = world.clients[client].inbox.len();
            match random.below(12) {
                0 => world.cut(client),
                1 => world.tell(client, Command::Wake),
                2 => {
                    world.now += random.below(3_000) as u64;
                    world.tell(client, Command::Tick);
                }
                3 if inbox > 0 => drop(world.clients[client].inbox.pop_front()),
                4 if inbox > 0 => {
                    let again = world.clients[client].inbox[0].clone();
                    world.clients[client].inbox.push_back(again);
                }
                5 if inbox > 1 => world.clients[client].inbox.swap(0, 1),
                6..9 => {
                    let table = world.clients[client].page.table();
                    let moves = table.map(Table::legal_moves).unwrap_or_default();
                    if let Some(text) = random.pick(&moves).cloned() {
                        world.tell(client, Command::Do(Act::Move { text }));
                    }
                }
                _ => {
                    if let Some(message) = world.clients[client].inbox.pop_front() {
                        world.tell(client, Command::Heard(message));
                    }
                }
            }
        }
        // The network recovers.
        for client in 0..world.clients.len() {
            world.settle();
            world.cut(client);
        }
        for _ in 0..4 {
            world.pass(20_000);
        }
        assert!(world.agrees(), "seed {seed}");
        let is_settled = |client: &Client| client.page.pending.is_empty();
        assert!(world.clients.iter().all(is_settled), "seed {seed}");
    }
}
