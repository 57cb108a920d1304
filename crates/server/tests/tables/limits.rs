//! Clients that take too much: floods, giants, the silent and the slow.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use server::TableLimits;
use store::Memory;
use tokio_tungstenite::tungstenite::Error;

use crate::client::{Client, connect, is_done};
use crate::games::{chess, seated};
use crate::running::Running;

async fn server(limits: TableLimits) -> Running {
    Running::with(Arc::new(Memory::new()), limits).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn introducing_oneself_again_and_again_is_a_flood_too() {
    let server = Running::start().await;
    let (_, mut clients) = seated(&server, &chess()).await;
    let have = clients[0].folded().seq();
    let hello = json!({"type":"hello","v":1,"key":clients[0].key,"have":have});
    for _ in 0..300 {
        clients[0].send(&hello).await;
    }
    let (bye, _) = clients[0].farewell().await;
    assert_eq!(bye.unwrap().code, "too_many_messages");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_ends_the_connection_and_nobody_else_s() {
    let server = Running::start().await;
    let (table, mut clients) = seated(&server, &chess()).await;
    let mut spectator = Client::join(server.address, &table, None).await;
    for n in 0..200 {
        spectator.send(&json!({"type":"ping","n":n})).await;
    }
    let (bye, close) = spectator.farewell().await;
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
    let (_, close) = clients[0].farewell().await;
    assert!(matches!(close.map(u16::from), Some(1009) | None));
    clients[0].come_back().await;
    assert!(is_done(&clients[0].play("e2e4").await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hello_comes_in_time() {
    let limits = TableLimits {
        hello: Duration::from_millis(100),
        ..TableLimits::default()
    };
    let server = server(limits).await;
    let created = server.create(&chess()).await;
    let mut silent = Client::open(server.address, &created.table).await;
    let (bye, close) = silent.farewell().await;
    assert_eq!(bye.unwrap().code, "hello_timeout");
    assert_eq!(close.map(u16::from), Some(1008));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_answer_for_long_is_gone() {
    let limits = TableLimits {
        ping: Duration::from_millis(50),
        silence: Duration::from_millis(400),
        ..TableLimits::default()
    };
    let server = server(limits).await;
    let (table, mut clients) = seated(&server, &chess()).await;
    let mut black = clients.pop().unwrap();
    // Black answers pings because it listens; White does not.
    let watch = Client::join(server.address, &table, None).await;
    drop(watch);
    let listening = tokio::time::timeout(Duration::from_secs(5), async {
        loop {
            if let crate::client::Heard::Said(wire::FromServer::Presence(presence)) =
                black.hear().await
                && !presence.seats[&wire::Seat::White]
            {
                return;
            }
        }
    });
    listening.await.expect("White is away by then");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_is_sent_away_and_loses_nothing() {
    let limits = TableLimits {
        queue: 8,
        player_messages: 1_000,
        spectator_messages: 10_000,
        ..TableLimits::default()
    };
    let server = server(limits).await;
    let asked = json!({"game":"chess","watch":"anyone"});
    let (table, mut clients) = seated(&server, &asked).await;
    for n in 0..100 {
        let id = n.to_string();
        assert!(is_done(
            &clients[0].act_at(&id, None, json!({"do":"pause"})).await
        ));
        let decline = json!({"do":"decline","what":"pause"});
        clients[1]
            .listen_until(|table| table.seq() > 4 + 2 * n)
            .await;
        assert!(is_done(&clients[1].act_at(&id, None, decline).await));
    }
    // Each hello is answered with the whole log, which nobody reads.
    let mut slow = Client::join(server.address, &table, None).await;
    for _ in 0..2_000 {
        slow.send(&json!({"type":"hello","v":1,"have":0})).await;
        if server.hall.sockets() < 3 {
            break;
        }
    }
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if server.hall.sockets() < 3 {
            break;
        }
    }
    assert_eq!(server.hall.sockets(), 2, "the slow reader is sent away");
    assert!(
        is_done(&clients[0].play("e2e4").await),
        "others notice nothing"
    );
    slow.come_back().await;
    slow.listen_until(|table| table.ply() == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn places_run_out_for_sockets_and_tables() {
    let limits = TableLimits {
        sockets_per_address: 3,
        sockets_per_table: 2,
        tables_per_address: 2,
        ..TableLimits::default()
    };
    let server = server(limits).await;
    let created = server.create(&chess()).await;
    let first = Client::join(server.address, &created.table, None).await;
    let _second = Client::join(server.address, &created.table, None).await;
    let mut third = Client::open(server.address, &created.table).await;
    let fourth = connect(server.address, &created.table).await;
    let Err(Error::Http(answer)) = fourth else {
        panic!("the address has all it may have");
    };
    assert_eq!(answer.status(), 429);
    third.send(&json!({"type":"hello","v":1})).await;
    assert_eq!(third.farewell().await.0.unwrap().code, "table_full");
    drop((first, third));
    server.create(&chess()).await;
    let (status, _) = server.post(&[], &chess().to_string()).await;
    assert_eq!(status, 429);
}
