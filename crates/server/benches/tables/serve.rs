//! The two servers: tables, and a minimal axum echo server.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use server::{Assets, Endings, Gate, Hall, HallPlan, Limits, Server, TableLimits, app_with_tables};
use store::{Memory, Sqlite, Store};
use tokio::runtime::Runtime;

async fn bind() -> Server {
    let address: SocketAddr = "127.0.0.1:0".parse().unwrap();
    let limits = Limits {
        connections: 100_000,
        ..Limits::default()
    };
    let server = Server::bind(address, limits).await.unwrap();
    println!("{}", server.address());
    server
}

/// Sends every message back.
pub fn echo() {
    async fn answer(mut socket: WebSocket) {
        while let Some(Ok(message)) = socket.recv().await {
            if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
                return;
            }
        }
    }
    let route = get(|upgrade: WebSocketUpgrade| async { upgrade.on_upgrade(answer) });
    let app = Router::new().route("/t/{id}/ws", route);
    Runtime::new().unwrap().block_on(async {
        bind().await.run(app, std::future::pending()).await;
    });
}

/// Serves tables without limits on messages.
pub fn tables(path: Option<&str>) {
    let store: Arc<dyn Store> = match path {
        Some(path) => Arc::new(Sqlite::open(Path::new(path)).unwrap()),
        None => Arc::new(Memory::new()),
    };
    Runtime::new().unwrap().block_on(async {
        let server = bind().await;
        let hall = Hall::open(HallPlan {
            store,
            gate: Gate::new(server.address(), None).unwrap(),
            limits: TableLimits {
                sockets: 100_000,
                sockets_per_address: 100_000,
                create_burst: 1_000_000,
                player_messages: 1_000_000_000,
                spectator_messages: 1_000_000_000,
                hello: Duration::from_secs(60),
                silence: Duration::from_secs(600),
                ..TableLimits::default()
            },
            keep_days: None,
            trust_proxy: false,
            programs: 0,
            pace: Duration::ZERO,
            node: server::Node::default(),
        })
        .unwrap();
        let app = app_with_tables(Assets::new(&[]), hall, Endings::default());
        server.run(app, std::future::pending()).await;
    });
}
