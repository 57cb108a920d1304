//! A client of a table: it folds the events it receives, and reconnects with what it has.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tables::{Snapshot, Table};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use wire::{Bye, Event, FromServer, History, Seat};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The last message of a table, or how the connection ended.
#[derive(Debug)]
pub enum Received {
    Message(FromServer),
    Closed(Option<CloseCode>),
}

pub struct Client {
    pub address: SocketAddr,
    /// The proxy between the client and the server.
    pub via: Option<SocketAddr>,
    pub table_id: String,
    pub key: Option<String>,
    pub seat: Option<Seat>,
    /// The fold of all events received.
    pub table: Option<Table>,
    pub log: Vec<Event>,
    socket: Socket,
}

pub async fn connect(address: SocketAddr, table: &str) -> Result<Socket, Error> {
    connect_via(address, address, table).await
}

/// Opens a socket to a server by way of another address.
pub async fn connect_via(
    via: SocketAddr,
    address: SocketAddr,
    table: &str,
) -> Result<Socket, Error> {
    let url = format!("ws://{address}/t/{table}/ws");
    let stream = TcpStream::connect(via).await?;
    stream.set_nodelay(true)?;
    let stream = MaybeTlsStream::Plain(stream);
    let (socket, _) = tokio_tungstenite::client_async(url, stream).await?;
    Ok(socket)
}

impl Client {
    /// Opens a socket without sending anything.
    pub async fn open(address: SocketAddr, table: &str) -> Client {
        let socket = connect(address, table).await.unwrap();
        Client::on(socket, address, None, table)
    }

    /// Opens a socket by way of another address, with retries.
    pub async fn open_via(via: SocketAddr, address: SocketAddr, table: &str) -> Client {
        loop {
            if let Ok(socket) = connect_via(via, address, table).await {
                return Client::on(socket, address, Some(via), table);
            }
        }
    }

    fn on(socket: Socket, address: SocketAddr, via: Option<SocketAddr>, table: &str) -> Client {
        Client {
            address,
            via,
            table_id: table.to_owned(),
            key: None,
            seat: None,
            table: None,
            log: Vec::new(),
            socket,
        }
    }

    /// Joins a table with a key, or as a spectator.
    pub async fn join(address: SocketAddr, table: &str, key: Option<&str>) -> Client {
        let mut client = Client::open(address, table).await;
        client.key = key.map(str::to_owned);
        client.hello().await.unwrap();
        client
    }

    /// Sends hello with what the client has, and receives the welcome.
    pub async fn hello(&mut self) -> Result<(), Received> {
        let mut hello = json!({"type":"hello","v":1});
        if let Some(key) = &self.key {
            hello["key"] = json!(key);
        }
        if let Some(table) = &self.table {
            hello["have"] = json!(table.seq());
        }
        self.send(&hello).await;
        loop {
            match self.receive().await {
                Received::Message(FromServer::Welcome { .. }) => return Ok(()),
                Received::Message(FromServer::Bye(bye)) => {
                    return Err(Received::Message(FromServer::Bye(bye)));
                }
                Received::Message(_) => {}
                closed @ Received::Closed(_) => return Err(closed),
            }
        }
    }

    /// Reconnects with the key and the events that it has, until it is admitted.
    pub async fn come_back(&mut self) {
        // A busy server may refuse for a while; minutes mean that it never admits.
        for _ in 0..10_000 {
            let via = self.via.unwrap_or(self.address);
            if let Ok(socket) = connect_via(via, self.address, &self.table_id).await {
                self.socket = socket;
                if self.hello().await.is_ok() {
                    return;
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("cannot reconnect");
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        // A broken socket is noticed when it is read.
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    /// The next message; events and welcomes are folded.
    pub async fn receive(&mut self) -> Received {
        loop {
            let message = timeout(Duration::from_secs(20), self.socket.next()).await;
            match message.expect("the table answers") {
                Some(Ok(Message::Text(text))) => {
                    let said: FromServer = serde_json::from_str(&text).unwrap();
                    self.fold(&said);
                    return Received::Message(said);
                }
                Some(Ok(Message::Close(frame))) => {
                    return Received::Closed(frame.map(|frame| frame.code));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Received::Closed(None),
            }
        }
    }

    fn fold(&mut self, said: &FromServer) {
        match said {
            FromServer::Welcome { you, history, .. } => {
                self.seat = you.seat;
                if let Some(key) = &you.key {
                    self.key = Some(key.clone());
                }
                match history {
                    History::Events(events) => events.iter().for_each(|event| self.take(event)),
                    History::Snapshot(snapshot) => {
                        let snapshot: Snapshot = serde_json::from_value(snapshot.clone()).unwrap();
                        self.table = Some(Table::from_snapshot(&snapshot).unwrap());
                    }
                }
            }
            FromServer::Event(event) => self.take(event),
            _ => {}
        }
    }

    /// Applies an event; its digest says whether the fold equals the server's.
    fn take(&mut self, event: &Event) {
        match &mut self.table {
            None => self.table = Some(Table::from_log([event]).unwrap()),
            Some(table) => table.apply(event).unwrap(),
        }
        self.log.push(event.clone());
    }

    pub fn folded(&self) -> &Table {
        self.table.as_ref().unwrap()
    }

    /// Sends a command and waits for its reply, reconnecting as often as necessary.
    pub async fn act(&mut self, id: &str, act: Value) -> FromServer {
        let ply = self.folded().ply();
        self.act_at(id, Some(ply), act).await
    }

    pub async fn act_at(&mut self, id: &str, ply: Option<u64>, act: Value) -> FromServer {
        let mut command = json!({"type":"do","id":id,"act":act});
        if let Some(ply) = ply {
            command["ply"] = json!(ply);
        }
        for _ in 0..100 {
            self.send(&command).await;
            loop {
                match self.receive().await {
                    Received::Closed(_) => {
                        self.come_back().await;
                        break;
                    }
                    Received::Message(answer) => match &answer {
                        FromServer::Done { id: of, .. }
                        | FromServer::Refused { id: of, .. }
                        | FromServer::Invited { id: of, .. }
                            if of == id =>
                        {
                            return answer;
                        }
                        FromServer::Bye(Bye { retry: None, .. }) => return answer,
                        _ => {}
                    },
                }
            }
        }
        panic!("no reply to {command}");
    }

    pub async fn play(&mut self, text: &str) -> FromServer {
        let id = format!("m{}", self.folded().ply());
        self.act(&id, json!({"do":"move","move":text})).await
    }

    /// Receives events until the fold has reached this one.
    pub async fn listen_until(&mut self, is_there: impl Fn(&Table) -> bool) {
        while !self.table.as_ref().is_some_and(&is_there) {
            if let Received::Closed(_) = self.receive().await {
                self.come_back().await;
            }
        }
    }

    /// Receives messages until the table says goodbye.
    pub async fn goodbye(&mut self) -> (Option<Bye>, Option<CloseCode>) {
        let mut bye = None;
        loop {
            match self.receive().await {
                Received::Message(FromServer::Bye(said)) => bye = Some(said),
                Received::Message(_) => {}
                Received::Closed(code) => return (bye, code),
            }
        }
    }
}

pub fn is_done(answer: &FromServer) -> bool {
    matches!(answer, FromServer::Done { .. })
}

pub fn code(answer: &FromServer) -> &str {
    match answer {
        FromServer::Refused { code, .. } => code,
        other => panic!("expected a refusal, found {other:?}"),
    }
}
