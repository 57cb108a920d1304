//! A proxy that cuts the connections of a game at every message boundary, and within messages: in
//! the end all clients agree.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{SinkExt, StreamExt};
use store::{Memory, Store};
use tables::Table;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::client::{Client, connect, is_done};
use crate::games::chess;
use crate::running::Running;

const PLIES: u64 = 40;

/// The number of games played at the same time.
const GAMES: usize = 16;

/// At how many places within messages a game is cut, unless the environment variable `BYTE_CUTS`
/// gives another number; `BYTE_CUTS=all` cuts at every byte, which takes long.
const BYTE_CUTS: usize = 200;

/// Where all connections are cut, once.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// After this many messages.
    Messages(usize),
    /// After this many bytes, including the handshakes.
    Bytes(usize),
    Never,
}

/// Forwards the messages between clients and a server, and cuts all connections at some point.
struct Proxy {
    address: SocketAddr,
    passed: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Proxy {
    async fn start(server: SocketAddr, cut_at: Cut) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let passed = Arc::new(AtomicUsize::new(0));
        let cut = Arc::new(Notify::new());
        let count = Arc::clone(&passed);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                stream.set_nodelay(true).unwrap();
                let (count, cut) = (Arc::clone(&count), Arc::clone(&cut));
                match cut_at {
                    Cut::Messages(most) => {
                        drop(tokio::spawn(relay(stream, server, count, cut, most)))
                    }
                    Cut::Never => {
                        drop(tokio::spawn(relay(stream, server, count, cut, usize::MAX)));
                    }
                    Cut::Bytes(most) => {
                        drop(tokio::spawn(relay_bytes(stream, server, count, cut, most)));
                    }
                }
            }
        });
        Proxy {
            address,
            passed,
            task,
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[expect(clippy::result_large_err, reason = "the error is the library's")]
async fn relay(
    stream: TcpStream,
    server: SocketAddr,
    passed: Arc<AtomicUsize>,
    cut: Arc<Notify>,
    cut_after: usize,
) {
    let mut path = String::new();
    let read_path = |request: &tungstenite::handshake::server::Request, response| {
        path = request.uri().path().to_owned();
        Ok(response)
    };
    let Ok(client) = tokio_tungstenite::accept_hdr_async(stream, read_path).await else {
        return;
    };
    let table = path.split('/').nth(2).unwrap().to_owned();
    let Ok(server) = connect(server, &table).await else {
        return;
    };
    let (mut to_client, mut from_client) = client.split();
    let (mut to_server, mut from_server) = server.split();
    loop {
        let is_cut = cut.notified();
        let (message, is_from_client) = tokio::select! {
            message = from_client.next() => (message, true),
            message = from_server.next() => (message, false),
            () = is_cut => return,
        };
        let Some(Ok(message)) = message else {
            return;
        };
        let is_text = message.is_text();
        let sent = match is_from_client {
            true => to_server.send(message).await,
            false => to_client.send(message).await,
        };
        if sent.is_err() {
            return;
        }
        if is_text && passed.fetch_add(1, Ordering::SeqCst) + 1 == cut_after {
            return cut.notify_waiters();
        }
    }
}

/// Forwards bytes up to this number.
async fn relay_bytes(
    mut client: TcpStream,
    server: SocketAddr,
    passed: Arc<AtomicUsize>,
    cut: Arc<Notify>,
    cut_after: usize,
) {
    let Ok(mut server) = TcpStream::connect(server).await else {
        return;
    };
    server.set_nodelay(true).unwrap();
    let (mut from_client, mut from_server) = ([0; 4096], [0; 4096]);
    loop {
        let is_cut = cut.notified();
        let (read, to, bytes) = tokio::select! {
            read = client.read(&mut from_client) => (read, &mut server, &from_client),
            read = server.read(&mut from_server) => (read, &mut client, &from_server),
            () = is_cut => return,
        };
        let Ok(count @ 1..) = read else {
            return;
        };
        let before = passed.fetch_add(count, Ordering::SeqCst);
        let is_last = before < cut_after && before + count >= cut_after;
        let some = if is_last { cut_after - before } else { count };
        if to.write_all(&bytes[..some]).await.is_err() || is_last {
            return cut.notify_waiters();
        }
    }
}

/// Plays the game through a proxy; returns how much was forwarded.
async fn play_cut(server: &Running, store: &dyn Store, cut_after: Cut) -> usize {
    let created = server.create(&chess()).await;
    let proxy = Proxy::start(server.address, cut_after).await;
    let mut clients = Vec::new();
    for key in created.invitations.values() {
        let mut client = Client::open_via(proxy.address, server.address, &created.table).await;
        client.key = Some(key.clone());
        if client.hello().await.is_err() {
            client.come_back().await;
        }
        clients.push(client);
    }
    for ply in 0..PLIES {
        for client in &mut clients {
            client
                .listen_until(|table| table.ply() == ply && !table.legal_moves().is_empty())
                .await;
        }
        let turn = clients[0].folded().turn();
        let mover = clients.iter_mut().find(|client| client.seat == Some(turn));
        let mover = mover.unwrap();
        let moves = mover.folded().legal_moves();
        let text = moves[(ply as usize * 7) % moves.len()].clone();
        let answer = mover.play(&text).await;
        assert!(
            is_done(&answer),
            "{text} with a cut at {cut_after:?}: {answer:?}"
        );
    }
    for client in &mut clients {
        client.listen_until(|table| table.ply() == PLIES).await;
    }
    let kept = store.read(&created.table).unwrap().unwrap();
    let folded = Table::from_log(&kept.log).unwrap();
    for client in &clients {
        assert_eq!(client.folded().digest(), folded.digest(), "{cut_after:?}");
        assert_eq!(client.log, kept.log, "{cut_after:?}");
    }
    proxy.passed.load(Ordering::SeqCst)
}

/// A server that allows a table for each cut, however many there are.
async fn patient_server(store: Arc<Memory>) -> Running {
    let limits = server::TableLimits {
        player_messages: 1_000,
        create_burst: 1_000_000,
        tables: 1_000_000,
        ..server::TableLimits::default()
    };
    Running::with(store, limits).await
}

/// Several games at once, each through its own proxy.
async fn play_all_cut(server: &Running, store: &dyn Store, cuts: &[Cut]) {
    for some in cuts.chunks(GAMES) {
        let games = some.iter().map(|&cut| play_cut(server, store, cut));
        futures_util::future::join_all(games).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_interrupted_at_any_message_ends_the_same() {
    let store = Arc::new(Memory::new());
    let server = patient_server(store.clone()).await;
    let whole = play_cut(&server, store.as_ref(), Cut::Never).await;
    assert!(
        whole > 160,
        "each move is a command, a reply and two events: {whole}"
    );
    let cuts: Vec<Cut> = (1..=whole).map(Cut::Messages).collect();
    play_all_cut(&server, store.as_ref(), &cuts).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_interrupted_within_messages_ends_the_same() {
    let store = Arc::new(Memory::new());
    let server = patient_server(store.clone()).await;
    let whole = play_cut(&server, store.as_ref(), Cut::Bytes(usize::MAX)).await;
    let count = match std::env::var("BYTE_CUTS").as_deref() {
        Ok("all") => whole,
        Ok(count) => count.parse().unwrap(),
        Err(_) => BYTE_CUTS,
    };
    let step = (whole / count).max(1);
    let cuts: Vec<Cut> = (1..=count)
        .map(|cut| Cut::Bytes(cut * step + cut % step.min(7)))
        .collect();
    play_all_cut(&server, store.as_ref(), &cuts).await;
}
