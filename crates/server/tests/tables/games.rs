//! Complete games, reconnecting players, and a server that stops.

use std::sync::Arc;

use serde_json::{Value, json};
use server::TableLimits;
use store::{Sqlite, Store};
use tables::Table;
use wire::{FromServer, Score, Seat};

use crate::client::{Client, code, is_done};
use crate::running::Running;

pub fn chess() -> Value {
    json!({"game":"chess","clock":{"base_ms":300_000},"watch":"anyone"})
}

/// All invited players, in turn order.
pub async fn seated(server: &Running, asked: &Value) -> (String, Vec<Client>) {
    let created = server.create(asked).await;
    let mut clients = Vec::new();
    let seats: &[Seat] = match created.invitations.len() {
        2 => &Seat::OF_CHESS,
        _ => &Seat::OF_DUPLICATE,
    };
    for seat in seats {
        let key = created.invitations[seat].clone();
        let client = Client::join(server.address, &created.table, Some(&key)).await;
        assert_eq!(client.seat, Some(*seat));
        assert_ne!(client.key.as_deref(), Some(&*key), "a key of their own");
        clients.push(client);
    }
    for client in &mut clients {
        client
            .listen_until(|table| !table.legal_moves().is_empty())
            .await;
    }
    (created.table, clients)
}

/// Plays moves in turn and waits until all clients have received the last one.
async fn play_all(clients: &mut [Client], moves: &str) {
    for (ply, text) in (1..).zip(moves.split(' ')) {
        let turn = clients[0].folded().turn();
        let mover = clients.iter_mut().find(|client| client.seat == Some(turn));
        let answer = mover.unwrap().play(text).await;
        assert!(is_done(&answer), "{text}: {answer:?}");
        for client in &mut *clients {
            client.listen_until(|table| table.ply() == ply).await;
        }
    }
}

/// Checks that all clients have the same state, and that it is the stored one.
fn assert_agree(store: &dyn Store, table: &str, clients: &[Client]) {
    let kept = store.read(table).unwrap().unwrap();
    let folded = Table::from_log(&kept.log).unwrap();
    for client in clients {
        assert_eq!(client.folded().digest(), folded.digest());
        assert_eq!(client.log, kept.log);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_players_play_to_mate() {
    let store: Arc<dyn Store> = Arc::new(store::Memory::new());
    let server = Running::with(Arc::clone(&store), TableLimits::default()).await;
    let (table, mut clients) = seated(&server, &chess()).await;
    play_all(&mut clients, "f2f3 e7e5 g2g4 d8h4").await;
    let ended = clients[0].folded().ended().unwrap();
    assert_eq!(ended.reason, "checkmate");
    assert_eq!(ended.scores[&Seat::Black], Score::Win);
    assert_agree(store.as_ref(), &table, &clients);
    // A rematch, with the other color.
    assert!(is_done(
        &clients[0]
            .act("r", json!({"do":"offer","what":"rematch"}))
            .await
    ));
    clients[1].listen_until(|table| table.seq() >= 9).await;
    assert!(is_done(
        &clients[1]
            .act("r", json!({"do":"accept","what":"rematch"}))
            .await
    ));
    clients[1].seat = Some(Seat::White);
    assert!(is_done(&clients[1].play("e2e4").await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_players_play_to_mate_and_a_spectator_watches() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(&folder.path().join("club.db")).unwrap());
    let server = Running::with(store.clone(), TableLimits::default()).await;
    let asked = json!({"game":"duplicate","clock":null,"watch":"anyone"});
    let (table, mut clients) = seated(&server, &asked).await;
    let mut spectator = Client::join(server.address, &table, None).await;
    assert_eq!(spectator.seat, None);
    assert_eq!(code(&spectator.play("f2f3").await), "spectator");
    play_all(&mut clients, "f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 d8h4 d8h4").await;
    spectator
        .listen_until(|table| table.ended().is_some())
        .await;
    clients.push(spectator);
    let ended = clients[0].folded().ended().unwrap();
    assert_eq!(ended.scores[&Seat::North], Score::Loss);
    assert_eq!(ended.scores[&Seat::East], Score::Win);
    assert_agree(store.as_ref(), &table, &clients);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reconnecting_player_gets_missed_events_and_replaces_the_old_socket() {
    let server = Running::start().await;
    let (table, mut clients) = seated(&server, &chess()).await;
    let mut black = clients.pop().unwrap();
    let white = &mut clients[0];
    assert!(is_done(&white.play("e2e4").await));
    let mut second = Client::open(server.address, &table).await;
    second.key.clone_from(&black.key);
    second.hello().await.unwrap();
    assert_eq!(second.folded().ply(), 1, "all of it");
    let (bye, _) = black.goodbye().await;
    let bye = bye.unwrap();
    assert_eq!((bye.code.as_str(), bye.retry), ("replaced", None));
    assert!(is_done(&second.play("e7e5").await));
    black.come_back().await;
    assert_eq!(black.folded().ply(), 2, "only what it missed");
    let whole = black.log.len();
    let mut seqs: Vec<u64> = black.log.iter().map(|event| event.seq).collect();
    seqs.dedup();
    assert_eq!(seqs.len(), whole, "nothing twice");
    // A client that claims more events than there are gets the state.
    let mut lost = Client::open(server.address, &table).await;
    lost.send(&json!({"type":"hello","v":1,"have":999})).await;
    lost.listen_until(|table| table.ply() == 2).await;
    assert!(lost.log.is_empty(), "a snapshot");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopping_server_disconnects_everyone_and_the_next_one_continues() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    let server = Running::with(
        Arc::new(Sqlite::open(&path).unwrap()),
        TableLimits::default(),
    )
    .await;
    let (_, mut clients) = seated(&server, &chess()).await;
    assert!(is_done(&clients[0].play("e2e4").await));
    server.stop().await;
    for client in &mut clients {
        let (bye, close) = client.goodbye().await;
        let bye = bye.unwrap();
        assert_eq!(bye.code, "restart");
        assert!(bye.retry.is_some_and(|retry| retry <= 5_000));
        assert_eq!(close.map(u16::from), Some(1012));
    }
    let server = Running::with(
        Arc::new(Sqlite::open(&path).unwrap()),
        TableLimits::default(),
    )
    .await;
    for client in &mut clients {
        client.address = server.address;
    }
    // White reconnects first; Black's clock stands until Black reconnects.
    clients[0].come_back().await;
    assert!(!clients[0].folded().is_clock_running());
    clients[1].come_back().await;
    assert!(clients[1].folded().is_clock_running());
    let left = clients[1].log.last().unwrap().clocks.clone().unwrap().left[&Seat::Black];
    assert!(left > 299_000, "no clock lost the time in between: {left}");
    assert!(is_done(&clients[1].play("e7e5").await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_by_itself() {
    let server = Running::start().await;
    let asked = json!({"game":"chess","clock":{"base_ms":50},"watch":"anyone"});
    let (_, mut clients) = seated(&server, &asked).await;
    clients[1]
        .listen_until(|table| table.ended().is_some())
        .await;
    let ended = clients[1].folded().ended().unwrap();
    assert_eq!(ended.reason, "flag_fall");
    assert_eq!(ended.scores[&Seat::Black], Score::Win);
    assert_eq!(code(&clients[0].play("e2e4").await), "game_over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_reports_retention_and_health() {
    let server = Running::start().await;
    let (status, body) = server.ask("GET /api/server", &[], "").await;
    let about: wire::About = serde_json::from_str(&body).unwrap();
    assert_eq!((status, about.v, about.kept), (200, 1, false));
    assert_eq!(
        server.ask("GET /health", &[], "").await,
        (200, "ok\n".to_owned())
    );
    let answer = server.ask("GET /api/tables", &[], "").await;
    assert_eq!(answer.0, 405, "tables cannot be listed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn endgame_tables_are_asked_about_legal_positions_only() {
    let server = Running::start().await;
    // Without tables, a page learns that once.
    for query in ["", "?fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1"] {
        let answer = server
            .ask(&format!("GET /api/endings{query}"), &[], "")
            .await;
        assert_eq!(answer, (200, "0\n".to_owned()), "{query}");
    }
    let long = "8".repeat(300);
    for bad in [
        "fen=8/8/8/8/8/8/8/8_w_-_-_0_1",
        "fen=/etc/passwd",
        "file=x",
        &long,
    ] {
        let (status, body) = server
            .ask(&format!("GET /api/endings?{bad}"), &[], "")
            .await;
        assert_eq!(status, 400, "{bad}");
        assert!(body.contains("bad_position"), "{body}");
    }
    let foreign = server
        .ask("GET /api/endings", &["Host: evil.example"], "")
        .await;
    assert_eq!(foreign.0, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_table_is_gone() {
    let server = Running::start().await;
    let (table, mut clients) = seated(&server, &chess()).await;
    assert!(server.hall.close_table(&table).await.unwrap());
    let (bye, _) = clients[0].goodbye().await;
    assert_eq!(bye.unwrap().code, "closed");
    for _ in 0..100 {
        if !server.hall.close_table(&table).await.unwrap() {
            return;
        }
    }
    panic!("the table is still there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_can_be_moved_to_another_device() {
    let server = Running::start().await;
    let (table, mut clients) = seated(&server, &chess()).await;
    let answer = clients[0]
        .act_at("i", None, json!({"do":"invite","seat":"white"}))
        .await;
    let FromServer::Invited { key, .. } = answer else {
        panic!("expected an invitation, found {answer:?}");
    };
    let mut phone = Client::join(server.address, &table, Some(&key)).await;
    assert_eq!(clients[0].goodbye().await.0.unwrap().code, "replaced");
    assert!(is_done(&phone.play("e2e4").await));
}
