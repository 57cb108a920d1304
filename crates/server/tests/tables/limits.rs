//! Clients that exceed the limits: floods, oversized messages, silence and slow reading.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use server::TableLimits;
use store::{Done, Kept, Memory, Store, StoreError, Write};
use tokio_tungstenite::tungstenite::Error;
use wire::Offered;

use crate::client::{Client, connect, is_done};
use crate::games::{chess, seated};
use crate::running::Running;

async fn server(limits: TableLimits) -> Running {
    Running::with(Arc::new(Memory::new()), limits).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_hellos_count_as_a_flood() {
    let server = Running::start().await;
    let (_, mut clients) = seated(&server, &chess()).await;
    let have = clients[0].folded().seq();
    let hello = json!({"type":"hello","v":1,"key":clients[0].key,"have":have});
    for _ in 0..300 {
        clients[0].send(&hello).await;
    }
    let (bye, _) = clients[0].goodbye().await;
    assert_eq!(bye.unwrap().code, "too_many_messages");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_ends_only_its_own_connection() {
    let server = Running::start().await;
    let (table, mut clients) = seated(&server, &chess()).await;
    let mut spectator = Client::join(server.address, &table, None).await;
    for n in 0..200 {
        spectator.send(&json!({"type":"ping","n":n})).await;
    }
    let (bye, close) = spectator.goodbye().await;
    let bye = bye.unwrap();
    assert_eq!(bye.code, "too_many_messages");
    assert!(bye.retry.is_some());
    assert_eq!(close.map(u16::from), Some(1008));
    assert!(is_done(&clients[0].play("e2e4").await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_is_too_long_ends_the_connection() {
    let server = Running::start().await;
    let (_, mut clients) = seated(&server, &chess()).await;
    clients[0].send_text(&"x".repeat(8 * 1024 + 1)).await;
    let (_, close) = clients[0].goodbye().await;
    assert!(matches!(close.map(u16::from), Some(1009) | None));
    clients[0].come_back().await;
    assert!(is_done(&clients[0].play("e2e4").await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_without_hello_is_closed_in_time() {
    let limits = TableLimits {
        hello: Duration::from_millis(100),
        ..TableLimits::default()
    };
    let server = server(limits).await;
    let created = server.create(&chess()).await;
    let mut silent = Client::open(server.address, &created.table).await;
    let (bye, close) = silent.goodbye().await;
    assert_eq!(bye.unwrap().code, "hello_timeout");
    assert_eq!(close.map(u16::from), Some(1008));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_client_is_disconnected() {
    let limits = TableLimits {
        ping: Duration::from_millis(50),
        silence: Duration::from_millis(400),
        ..TableLimits::default()
    };
    let server = server(limits).await;
    let (table, mut clients) = seated(&server, &chess()).await;
    let mut black = clients.pop().unwrap();
    // Black answers pings because it reads; White does not.
    let watch = Client::join(server.address, &table, None).await;
    drop(watch);
    let listening = tokio::time::timeout(Duration::from_secs(5), async {
        loop {
            if let crate::client::Received::Message(wire::FromServer::Presence(presence)) =
                black.receive().await
                && !presence.seats[&wire::Seat::White]
            {
                return;
            }
        }
    });
    listening.await.expect("White is away by then");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_is_disconnected_and_loses_nothing() {
    let limits = TableLimits {
        queue: 8,
        player_messages: 1_000,
        spectator_messages: 10_000,
        ..TableLimits::default()
    };
    let server = server(limits).await;
    let asked = json!({"game":"chess","watch":"anyone"});
    let (table, mut clients) = seated(&server, &asked).await;
    // All pawns move two squares one by one, with offers in between.
    let pawns = ["23", "34"].map(|ranks| (ranks, if ranks == "23" { "76" } else { "65" }));
    let steps = pawns.iter().flat_map(|&(white, black)| {
        let files = "abcdefgh".chars();
        files.flat_map(move |file| [(0, file, white), (1, file, black)])
    });
    for (player, file, ranks) in steps {
        for _ in 0..3 {
            let id = clients[0].folded().seq().to_string();
            let pause = json!({"do":"pause"});
            assert!(is_done(&clients[0].act_at(&id, None, pause).await));
            clients[1]
                .listen_until(|table| table.offer(Offered::Pause).is_some())
                .await;
            let decline = json!({"do":"decline","what":"pause"});
            assert!(is_done(&clients[1].act_at(&id, None, decline).await));
            clients[0]
                .listen_until(|table| table.offer(Offered::Pause).is_none())
                .await;
        }
        let (from, to) = ranks.split_at(1);
        let ply = clients[player].folded().ply();
        let moved = clients[player]
            .play(&format!("{file}{from}{file}{to}"))
            .await;
        assert!(is_done(&moved), "{moved:?}");
        for client in &mut clients {
            client.listen_until(|table| table.ply() > ply).await;
        }
    }
    // Each hello is answered with the whole log, which the client does not read.
    let mut slow = Client::join(server.address, &table, None).await;
    for _ in 0..2_000 {
        slow.send(&json!({"type":"hello","v":1,"have":0})).await;
        if server.hall.sockets() < 3 {
            break;
        }
    }
    // This would never end if the slow reader were not disconnected.
    while server.hall.sockets() > 2 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(
        is_done(&clients[0].play("g1f3").await),
        "others are not affected"
    );
    slow.come_back().await;
    slow.listen_until(|table| table.ply() == 33).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_and_tables_are_limited() {
    let limits = TableLimits {
        sockets_per_address: 3,
        spectators_per_table: 2,
        create_burst: 2,
        ..TableLimits::default()
    };
    let server = server(limits).await;
    let created = server.create(&chess()).await;
    let first = Client::join(server.address, &created.table, None).await;
    let _second = Client::join(server.address, &created.table, None).await;
    let mut third = Client::open(server.address, &created.table).await;
    let fourth = connect(server.address, &created.table).await;
    let Err(Error::Http(answer)) = fourth else {
        panic!("the address has reached its limit");
    };
    assert_eq!(answer.status(), 429);
    third.send(&json!({"type":"hello","v":1})).await;
    assert_eq!(third.goodbye().await.0.unwrap().code, "table_full");
    drop((first, third));
    server.create(&chess()).await;
    let (status, _) = server.post(&[], &chess().to_string()).await;
    assert_eq!(status, 429);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forwarded_address_counts_only_behind_a_proxy_and_only_the_last_one() {
    let limits = || TableLimits {
        create_burst: 1,
        ..TableLimits::default()
    };
    let asked = chess().to_string();
    let server = server(limits()).await;
    let (first, _) = server.post(&[], &asked).await;
    let (spoofed, _) = server.post(&["X-Forwarded-For: 192.0.2.7"], &asked).await;
    assert_eq!((first, spoofed), (201, 429), "the header is not trusted");

    let server = Running::behind(Arc::new(Memory::new()), limits(), true).await;
    for (addresses, expected) in [
        ("192.0.2.1", 201),
        ("192.0.2.1", 429),
        // The client may forge everything before the last address.
        ("192.0.2.9, 192.0.2.1", 429),
        ("192.0.2.1, 192.0.2.2", 201),
    ] {
        let line = format!("X-Forwarded-For: {addresses}");
        let (status, _) = server.post(&[&line], &asked).await;
        assert_eq!(status, expected, "{addresses}");
    }
}

/// A store that cannot be read for a while.
#[derive(Default)]
struct FlakyStore {
    memory: Memory,
    fails: AtomicBool,
}

impl Store for FlakyStore {
    fn write(&self, write: Write, done: Done) {
        self.memory.write(write, done);
    }

    fn read(&self, table: &str) -> Result<Option<Kept>, StoreError> {
        if self.fails.load(Ordering::Relaxed) {
            return Err(StoreError::System("too many open files".to_owned()));
        }
        self.memory.read(table)
    }

    fn tables(&self) -> Result<Vec<String>, StoreError> {
        self.memory.tables()
    }

    fn idle_since(&self, before: u64) -> Result<Vec<String>, StoreError> {
        self.memory.idle_since(before)
    }

    fn is_durable(&self) -> bool {
        false
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_temporary_store_failure_turns_nobody_away_for_good() {
    let store = Arc::new(FlakyStore::default());
    let server = Running::with(store.clone(), TableLimits::default()).await;
    let created = server.create(&chess()).await;
    store.fails.store(true, Ordering::Relaxed);
    let mut client = Client::open(server.address, &created.table).await;
    client.send(&json!({"type":"hello","v":1})).await;
    let bye = client.goodbye().await.0.unwrap();
    assert_eq!((bye.code.as_str(), bye.retry), ("busy", Some(1_000)));
    store.fails.store(false, Ordering::Relaxed);
    Client::join(server.address, &created.table, None).await;
}
