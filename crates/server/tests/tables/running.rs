//! A server with tables, in this process.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use server::{Assets, Endings, Gate, Hall, HallPlan, Limits, Server, TableLimits, app_with_tables};
use store::{Memory, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use wire::Created;

/// A server that stops with the test.
pub struct Running {
    pub address: SocketAddr,
    pub hall: Hall,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Running {
    pub async fn start() -> Running {
        Running::with(Arc::new(Memory::new()), TableLimits::default()).await
    }

    pub async fn with(store: Arc<dyn Store>, limits: TableLimits) -> Running {
        Running::behind(store, limits, false).await
    }

    /// A server behind a proxy whose forwarded addresses are trusted.
    pub async fn behind(store: Arc<dyn Store>, limits: TableLimits, trust_proxy: bool) -> Running {
        let address = "127.0.0.1:0".parse().unwrap();
        let server = Server::bind(address, Limits::default()).await.unwrap();
        let address = server.address();
        let hall = Hall::open(HallPlan {
            store,
            gate: Gate::new(address, None).unwrap(),
            limits,
            keep_days: None,
            trust_proxy,
            programs: 1,
            pace: Duration::ZERO,
            node: server::Node::default(),
        })
        .unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let app = app_with_tables(Assets::new(&[]), hall.clone(), Endings::default());
        let closing = hall.clone();
        let stop_all = async move {
            drop(stopped.await);
            closing.close(Duration::from_secs(3)).await;
        };
        Running {
            address,
            hall,
            stop: Some(stop),
            task: tokio::spawn(server.run(app, stop_all)),
        }
    }

    pub async fn create(&self, asked: &Value) -> Created {
        let (status, body) = self.post(&[], &asked.to_string()).await;
        assert_eq!(status, 201, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Posts to `/api/tables`, with extra headers.
    pub async fn post(&self, lines: &[&str], body: &str) -> (u16, String) {
        let length = format!("Content-Length: {}", body.len());
        let lines = [&[length.as_str()], lines].concat();
        self.ask("POST /api/tables", &lines, body).await
    }

    /// Sends a request; returns the status and the body.
    pub async fn ask(&self, what: &str, lines: &[&str], body: &str) -> (u16, String) {
        let host = format!("Host: {}", self.address);
        let has_host = lines.iter().any(|line| line.starts_with("Host:"));
        let mut request = format!("{what} HTTP/1.1\r\n");
        for line in lines.iter().copied().chain((!has_host).then_some(&*host)) {
            request += line;
            request += "\r\n";
        }
        if !lines.iter().any(|line| line.starts_with("Connection:")) {
            request += "Connection: close\r\n";
        }
        request += "\r\n";
        request += body;
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = timeout(Duration::from_secs(20), read_answer(&mut stream)).await;
        let answer = answer.expect("the server answers");
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        (status, body.to_owned())
    }

    /// Stops the server and waits until all clients have been disconnected.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        (&mut self.task).await.unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Reads a response to its end. The connection may stay open, as a socket does.
async fn read_answer(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&answer).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let head = head.to_ascii_lowercase();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.map_or(0, |length| length.parse().unwrap());
            if body.len() >= length {
                return text;
            }
        }
        if stream.read_buf(&mut answer).await.unwrap() == 0 {
            return text;
        }
    }
}
