//! The messages are a contract: each is compared with the text that bots read and write.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use wire::{
    About, Act, BadMessage, Body, By, Bye, ClocksShown, Created, Ended, Event, Failure, FromClient,
    FromServer, GameKind, History, NewTable, Offered, Presence, Score, Seat, Signal, Watch, Wish,
    You,
};

fn is_written_as<
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
>(
    value: &T,
    expected: Value,
) {
    assert_eq!(serde_json::to_value(value).unwrap(), expected);
    assert_eq!(&serde_json::from_value::<T>(expected).unwrap(), value);
}

fn event(body: Body) -> Event {
    Event {
        seq: 12,
        at: 34_567,
        by: By::Seat(Seat::North),
        cmd: Some("c7".to_owned()),
        act: None,
        check: "00ff".to_owned(),
        body,
        clocks: None,
        ended: None,
        match_state: None,
        seats: None,
    }
}

#[test]
fn creating_a_table_round_trips() {
    let asked =
        r#"{"game":"duplicate","clock":{"base_ms":300000,"increment_ms":3000},"watch":"anyone"}"#;
    let table: NewTable = serde_json::from_str(asked).unwrap();
    assert_eq!(table.game, GameKind::Duplicate);
    assert_eq!(table.clock.unwrap().base_ms, 300_000);
    assert_eq!(table.watch, Watch::Anyone);
    let asked = r#"{"game":"chess","clock":null,"fen":"x","chess960":true,"watch":"nobody","delay_s":9,"later":1}"#;
    let table: NewTable = serde_json::from_str(asked).unwrap();
    assert_eq!(
        (table.clock, table.chess960, table.delay_s),
        (None, true, 9)
    );
    let created = Created {
        table: "t".to_owned(),
        host: "h".to_owned(),
        invitations: BTreeMap::from([(Seat::White, "w".to_owned()), (Seat::Black, "b".to_owned())]),
        open: Some("o".to_owned()),
    };
    is_written_as(
        &created,
        json!({"table":"t","host":"h","invitations":{"white":"w","black":"b"},"open":"o"}),
    );
}

#[test]
fn client_messages_round_trip() {
    for (message, text) in [
        (
            FromClient::hello(Some("k".to_owned()), Some(3), None),
            json!({"type":"hello","v":1,"key":"k","have":3}),
        ),
        (
            FromClient::Hello {
                v: 1,
                key: Some("open".to_owned()),
                have: None,
                name: Some("Ann".to_owned()),
                seat: Some(Seat::East),
                id: Some("mine".to_owned()),
                legal: true,
            },
            json!({"type":"hello","v":1,"key":"open","name":"Ann","seat":"east","id":"mine","legal":true}),
        ),
        (
            FromClient::Do {
                id: "a".to_owned(),
                ply: Some(4),
                act: Act::Move {
                    text: "e2e4".to_owned(),
                },
            },
            json!({"type":"do","id":"a","ply":4,"act":{"do":"move","move":"e2e4"}}),
        ),
        (FromClient::Ping { n: 5 }, json!({"type":"ping","n":5})),
    ] {
        is_written_as(&message, text);
    }
}

#[test]
fn commands_round_trip() {
    for (act, text) in [
        (Act::Claim { text: None }, json!({"do":"claim"})),
        (
            Act::Claim {
                text: Some("g1f3".to_owned()),
            },
            json!({"do":"claim","move":"g1f3"}),
        ),
        (
            Act::Offer {
                what: Offered::Takeback,
            },
            json!({"do":"offer","what":"takeback"}),
        ),
        (
            Act::Accept {
                what: Offered::Rematch,
            },
            json!({"do":"accept","what":"rematch"}),
        ),
        (
            Act::Decline {
                what: Offered::Draw,
            },
            json!({"do":"decline","what":"draw"}),
        ),
        (Act::Resign, json!({"do":"resign"})),
        (Act::Stand, json!({"do":"stand"})),
        (
            Act::Fill {
                seat: Seat::West,
                level: 3,
                pace_ms: None,
            },
            json!({"do":"fill","seat":"west","level":3}),
        ),
        (
            Act::Fill {
                seat: Seat::West,
                level: 3,
                pace_ms: Some(200),
            },
            json!({"do":"fill","seat":"west","level":3,"pace_ms":200}),
        ),
        (Act::Start, json!({"do":"start"})),
        (Act::Pause, json!({"do":"pause"})),
        (
            Act::Absent {
                wish: Wish::Program,
            },
            json!({"do":"absent","wish":"program"}),
        ),
    ] {
        is_written_as(&act, text);
    }
}

#[test]
fn server_messages_round_trip() {
    let welcome = FromServer::Welcome {
        v: 1,
        you: You {
            seat: Some(Seat::North),
            host: false,
            key: None,
        },
        head: 7,
        history: History::Events(Vec::new()),
        now: 9,
        clocks: None,
        free: Vec::new(),
    };
    let text = json!({"type":"welcome","v":1,"you":{"seat":"north"},"head":7,"events":[],"now":9});
    is_written_as(&welcome, text);
    let mut moved = event(Body::Moved {
        text: "e2e4".to_owned(),
        lag_ms: 0,
    });
    moved.clocks = Some(ClocksShown {
        running: Some(Seat::South),
        left: BTreeMap::from([(Seat::North, 299_000)]),
    });
    moved.ended = Some(Ended {
        reason: "checkmate".to_owned(),
        scores: BTreeMap::from([(Seat::North, Score::Win), (Seat::East, Score::Draw)]),
        words: "East is mated".to_owned(),
    });
    is_written_as(
        &FromServer::Event(Box::new(moved)),
        json!({
            "type":"event","seq":12,"at":34567,"by":"north","cmd":"c7","check":"00ff",
            "kind":"moved","move":"e2e4","clocks":{"running":"south","north":299000},
            "ended":{"reason":"checkmate","scores":{"north":1,"east":0.5},"words":"East is mated"},
        }),
    );
    let done = FromServer::Done {
        id: "a".to_owned(),
        seq: 3,
    };
    is_written_as(&done, json!({"type":"done","id":"a","seq":3}));
    let refused = FromServer::Refused {
        id: "a".to_owned(),
        code: "stale_ply".to_owned(),
        words: "wait".to_owned(),
        ply: Some(3),
    };
    let text = json!({"type":"refused","id":"a","code":"stale_ply","words":"wait","ply":3});
    is_written_as(&refused, text);
    is_written_as(
        &FromServer::Pong { n: 1, now: 2 },
        json!({"type":"pong","n":1,"now":2}),
    );
    let presence = Presence {
        seats: BTreeMap::from([(Seat::White, true)]),
        spectators: 2,
        away: BTreeMap::from([(Seat::Black, 40_000)]),
    };
    let text =
        json!({"type":"presence","seats":{"white":true},"spectators":2,"away":{"black":40000}});
    is_written_as(&FromServer::Presence(presence), text);
    let signal = FromServer::Signal {
        seat: Seat::East,
        signal: Signal::GoodMove,
    };
    let text = json!({"type":"signal","seat":"east","signal":"good_move"});
    is_written_as(&signal, text);
    for signal in Signal::ALL {
        is_written_as(&signal, json!(signal.name()));
        assert_eq!(Signal::from_name(signal.name()), Some(signal));
    }
    let bye = Bye {
        code: "replaced".to_owned(),
        retry: None,
    };
    let text = json!({"type":"bye","code":"replaced","retry":null});
    is_written_as(&FromServer::Bye(bye), text);
}

#[test]
fn events_of_table_and_host_are_read_and_unknown_kinds_are_skipped() {
    let by = |by| serde_json::to_value(by).unwrap();
    assert_eq!(by(By::Table), "table");
    assert_eq!(by(By::Host), "host");
    let text = r#"{"seq":1,"at":0,"by":"table","check":"0","kind":"danced","floor":2}"#;
    let event: Event = serde_json::from_str(text).unwrap();
    assert_eq!((event.by, event.body), (By::Table, Body::Unknown));
}

#[test]
fn values_beyond_the_limits_are_refused() {
    let parse = |value: Value| FromClient::parse(&value.to_string());
    let command = |id: &str| json!({"type":"do","id":id,"act":{"do":"resign"}});
    assert!(parse(command(&"x".repeat(64))).is_ok());
    for id in ["", "two words", "ümlaut", &"x".repeat(65)] {
        assert_eq!(parse(command(id)), Err(BadMessage::BadId), "{id}");
    }
    let hello = |name: &str| json!({"type":"hello","v":1,"name":name});
    assert!(parse(hello("Åsa Öberg 李")).is_ok());
    for name in ["", " a", "a\nb", "a\u{202e}b", &"x".repeat(25)] {
        assert_eq!(parse(hello(name)), Err(BadMessage::BadName), "{name}");
    }
    let long = format!("{:1$}", command("x").to_string(), 8193);
    assert_eq!(FromClient::parse(&long), Err(BadMessage::TooLong(8193)));
    for text in [
        "",
        "[]",
        "{}",
        "null",
        r#"{"type":"do"}"#,
        r#"{"type":"fly"}"#,
    ] {
        let refused = FromClient::parse(text).unwrap_err();
        assert_eq!(refused.code(), "bad_message", "{text}");
    }
}

#[test]
fn a_key_is_never_shown() {
    let hello = r#"{"type":"hello","v":1,"key":"secret"}"#;
    let shown = format!("{:?}", FromClient::parse(hello).unwrap());
    assert!(!shown.contains("secret"), "{shown}");
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in ".{0,200}") {
        let _ = FromClient::parse(&text);
    }
}

#[test]
fn invitations_round_trip() {
    let act = Act::Invite { seat: Seat::East };
    is_written_as(&act, json!({"do":"invite","seat":"east"}));
    let invited = FromServer::Invited {
        id: "i".to_owned(),
        seat: Seat::East,
        key: "k".to_owned(),
    };
    let text = json!({"type":"invited","id":"i","seat":"east","key":"k"});
    is_written_as(&invited, text);
    let host = You {
        host: true,
        ..You::default()
    };
    is_written_as(&host, json!({"seat":null,"host":true}));
}

#[test]
fn server_info_and_refusals_round_trip() {
    let about = About {
        v: 1,
        kept: false,
        keep_days: None,
        programs: true,
    };
    is_written_as(&about, json!({"v":1,"kept":false,"programs":true}));
    let failure = Failure {
        code: "bad_table".to_owned(),
        words: "w".to_owned(),
    };
    is_written_as(&failure, json!({"code":"bad_table","words":"w"}));
}
