//! One socket: a client of a table, from its hello to its last message.
//!
//! The task of a socket reads, checks and forwards messages. Messages from the table come through a
//! bounded queue. It makes no decisions about the game.

use std::error::Error as _;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use tables::{Connection, Hello};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until, timeout};
use wire::{Act, BadMessage, Bye, FromClient, FromServer, ID_MAX};

use crate::hall::{Hall, TableHandle};
use crate::limits::{ConnectionSlot, Credits, MESSAGES_WINDOW};
use crate::secret;
use crate::table::{ClientChannels, Disconnect, TableMessage, write};

/// How long a client may take to receive the last message.
const LAST_MESSAGE: Duration = Duration::from_secs(2);

/// WebSocket close codes, from RFC 6455 and its registry.
mod close {
    pub const NORMAL: u16 = 1000;
    pub const POLICY: u16 = 1008;
    pub const TOO_BIG: u16 = 1009;
    pub const RESTART: u16 = 1012;
    pub const TRY_LATER: u16 = 1013;
}

/// Why a socket is closed, with the close code.
struct SocketEnd {
    bye: Bye,
    code: u16,
    /// Whether to send the queued messages first.
    is_patient: bool,
}

fn end_with(code: &str, retry: Option<u64>, close: u16) -> SocketEnd {
    SocketEnd {
        bye: Bye {
            code: code.to_owned(),
            retry,
        },
        code: close,
        is_patient: true,
    }
}

/// Whether a session goes on after an event.
enum SessionStep {
    Go,
    Leave(SocketEnd),
    Gone,
}

struct ClientSession {
    socket: WebSocket,
    hall: Hall,
    table: String,
    me: Connection,
    handle: Option<TableHandle>,
    /// Passed to the table with the first hello.
    channels: Option<ClientChannels>,
    queue: mpsc::Receiver<Utf8Bytes>,
    credits: Credits,
    has_shown_key: bool,
    last_message_at: Instant,
    ping_at: Instant,
    hello_by: Instant,
    pings: u64,
    pinged_at: Instant,
    /// The last round trip.
    lag_ms: u64,
    slot: ConnectionSlot,
}

/// Runs the session until either side leaves.
pub(crate) async fn serve(socket: WebSocket, hall: Hall, table: String, slot: ConnectionSlot) {
    let limits = *hall.limits();
    let (sender, queue) = mpsc::channel(limits.queue);
    let (end, mut ended) = oneshot::channel();
    let now = Instant::now();
    let mut session = ClientSession {
        socket,
        me: hall.next_connection(),
        table,
        handle: None,
        channels: Some(ClientChannels { queue: sender, end }),
        queue,
        credits: Credits::new(limits.spectator_messages, MESSAGES_WINDOW, now),
        has_shown_key: false,
        last_message_at: now,
        ping_at: now,
        hello_by: now + limits.hello,
        pings: 0,
        pinged_at: now,
        lag_ms: 0,
        slot,
        hall,
    };
    let mut closing = session.hall.closing();
    let last = session.run(&mut ended, &mut closing).await;
    if let Some(last) = last {
        // A client that does not read it is cut off.
        let _ = timeout(LAST_MESSAGE, session.close(last)).await;
    }
    if let Some(handle) = &session.handle {
        // A table that is gone need not be told.
        let _ = handle.send(TableMessage::Leave { from: session.me }).await;
    }
}

impl ClientSession {
    async fn run(
        &mut self,
        ended: &mut oneshot::Receiver<Disconnect>,
        closing: &mut watch::Receiver<bool>,
    ) -> Option<SocketEnd> {
        loop {
            let deadline = self.next_deadline();
            let next = tokio::select! {
                biased;
                () = stopping(closing) => {
                    SessionStep::Leave(end_with("restart", Some(1_000), close::RESTART))
                }
                end = &mut *ended => SessionStep::Leave(close_reason(end)),
                Some(text) = self.queue.recv() => {
                    let sent = tokio::select! {
                        biased;
                        end = &mut *ended => Some(end),
                        is_sent = send_queued(&mut self.socket, &mut self.queue, text) => {
                            if is_sent { None } else { return None }
                        }
                    };
                    match sent {
                        None => SessionStep::Go,
                        Some(end) => SessionStep::Leave(close_reason(end)),
                    }
                }
                message = self.socket.recv() => match message {
                    None => SessionStep::Gone,
                    Some(Err(error)) => self.on_error(&error),
                    Some(Ok(message)) => self.receive(message).await,
                },
                () = sleep_until(deadline) => self.on_deadline().await,
            };
            match next {
                SessionStep::Go => {}
                SessionStep::Gone => return None,
                SessionStep::Leave(end) => return Some(end),
            }
        }
    }

    fn next_deadline(&self) -> Instant {
        let silent = self.last_message_at + self.hall.limits().silence;
        let hello = self.handle.is_none().then_some(self.hello_by);
        hello.map_or(self.ping_at.min(silent), |hello| hello.min(silent))
    }

    /// Handles timeouts: no hello, no answer to pings, or time for a ping.
    async fn on_deadline(&mut self) -> SessionStep {
        let now = Instant::now();
        if self.handle.is_none() && now >= self.hello_by {
            return SessionStep::Leave(end_with("hello_timeout", None, close::POLICY));
        }
        if now >= self.last_message_at + self.hall.limits().silence {
            return SessionStep::Gone;
        }
        if self.handle.is_some() && now >= self.ping_at {
            self.pings += 1;
            self.pinged_at = now;
            self.ping_at = now + self.hall.limits().ping;
            let number = Bytes::copy_from_slice(&self.pings.to_be_bytes());
            if self.socket.send(Message::Ping(number)).await.is_err() {
                return SessionStep::Gone;
            }
        }
        SessionStep::Go
    }

    async fn receive(&mut self, message: Message) -> SessionStep {
        let now = Instant::now();
        self.last_message_at = now;
        self.hall.metrics().messages.add();
        if !self.credits.take(now) {
            self.hall.metrics().floods.add();
            tracing::info!(
                table = self.table,
                connection = self.me,
                "too many messages"
            );
            return SessionStep::Leave(end_with("too_many_messages", Some(20_000), close::POLICY));
        }
        match message {
            Message::Text(text) => self.read(&text).await,
            Message::Binary(_) => {
                self.refuse(
                    String::new(),
                    "binary",
                    "expected text, found bytes".to_owned(),
                )
                .await
            }
            Message::Pong(number) => {
                if *number == self.pings.to_be_bytes() {
                    let trip = now.saturating_duration_since(self.pinged_at);
                    self.lag_ms = u64::try_from(trip.as_millis()).unwrap_or(u64::MAX);
                }
                SessionStep::Go
            }
            // The library answers pings.
            Message::Ping(_) => SessionStep::Go,
            Message::Close(_) => SessionStep::Gone,
        }
    }

    async fn read(&mut self, text: &str) -> SessionStep {
        match FromClient::parse(text) {
            Err(bad) => {
                self.hall.metrics().bad_messages.add();
                let id = id_in(text);
                self.refuse(id, bad.code(), bad.to_string()).await
            }
            Ok(FromClient::Hello {
                v,
                key,
                have,
                name,
                seat,
                id,
                legal,
            }) => {
                let Ok(fresh) = secret::fresh_key() else {
                    tracing::error!("the system has no random numbers");
                    return SessionStep::Leave(end_with("busy", Some(1_000), close::TRY_LATER));
                };
                let hello = Hello {
                    v,
                    key: key.as_deref().map(secret::hash),
                    have,
                    name,
                    seat,
                    claim: id.as_deref().map(secret::hash),
                    legal,
                    fresh,
                };
                self.hello(hello).await
            }
            Ok(_) if self.handle.is_none() => {
                SessionStep::Leave(end_with("hello_first", None, close::POLICY))
            }
            Ok(FromClient::Ping { n }) => {
                let now = self.handle.as_ref().map_or(0, TableHandle::now);
                match self.send(&FromServer::Pong { n, now }).await {
                    SessionStep::Go => self.forward(TableMessage::Beat { from: self.me }).await,
                    step => step,
                }
            }
            Ok(FromClient::Signal { signal }) => {
                let from = self.me;
                self.forward(TableMessage::Signal { from, signal }).await
            }
            Ok(FromClient::Do { id, ply, act }) => {
                let from = self.me;
                let message = match act {
                    Act::Invite { seat } => {
                        let Ok(fresh) = secret::fresh_key() else {
                            return SessionStep::Leave(end_with(
                                "busy",
                                Some(1_000),
                                close::TRY_LATER,
                            ));
                        };
                        TableMessage::Invite {
                            from,
                            id,
                            seat,
                            fresh,
                        }
                    }
                    act => TableMessage::Do {
                        from,
                        id,
                        ply,
                        act,
                        lag_ms: self.lag_ms,
                        address: self.slot.address(),
                    },
                };
                self.forward(message).await
            }
        }
    }

    /// Connects to the table. A missing table takes as long and looks the same as one that nobody
    /// may watch.
    async fn hello(&mut self, hello: Hello) -> SessionStep {
        if self.handle.is_none() {
            self.handle = match self.hall.enter(&self.table).await {
                Ok(Some(handle)) => Some(handle),
                Ok(None) => {
                    return SessionStep::Leave(end_with("no_such_table", None, close::NORMAL));
                }
                Err(error) => {
                    tracing::error!(table = self.table, %error, "cannot open a table");
                    return SessionStep::Leave(match error.is_lasting() {
                        true => end_with("damaged", None, close::NORMAL),
                        false => end_with("busy", Some(1_000), close::TRY_LATER),
                    });
                }
            };
            self.ping_at = Instant::now();
        }
        // Only once: a client that repeats its hello gets no extra messages.
        if hello.key.is_some() && !self.has_shown_key {
            self.has_shown_key = true;
            let most = self.hall.limits().player_messages;
            self.credits = Credits::new(most, MESSAGES_WINDOW, Instant::now());
        }
        let message = TableMessage::Hello {
            from: self.me,
            channels: self.channels.take(),
            hello: Box::new(hello),
        };
        self.forward(message).await
    }

    async fn forward(&mut self, message: TableMessage) -> SessionStep {
        match &self.handle {
            Some(handle) if handle.send(message).await => SessionStep::Go,
            _ => SessionStep::Leave(end_with("restart", Some(100), close::RESTART)),
        }
    }

    async fn refuse(&mut self, id: String, code: &str, words: String) -> SessionStep {
        let code = code.to_owned();
        let refused = FromServer::Refused {
            id,
            code,
            words,
            ply: None,
        };
        self.send(&refused).await
    }

    async fn send(&mut self, message: &FromServer) -> SessionStep {
        match self.socket.send(Message::Text(write(message))).await {
            Ok(()) => SessionStep::Go,
            Err(_) => SessionStep::Gone,
        }
    }

    /// The response to a client whose bytes cannot be read.
    fn on_error(&self, error: &axum::Error) -> SessionStep {
        tracing::debug!(table = self.table, connection = self.me, %error, "unreadable bytes");
        let protocol = error.source().and_then(|inner| inner.downcast_ref());
        if let Some(tungstenite::Error::Capacity(_)) = protocol {
            return SessionStep::Leave(end_with(
                BadMessage::TooLong(0).code(),
                Some(1_000),
                close::TOO_BIG,
            ));
        }
        SessionStep::Gone
    }

    async fn close(&mut self, end: SocketEnd) {
        if end.is_patient {
            while let Ok(text) = self.queue.try_recv() {
                if self.socket.feed(Message::Text(text)).await.is_err() {
                    return;
                }
            }
        }
        let bye = write(&FromServer::Bye(end.bye));
        let frame = CloseFrame {
            code: end.code,
            reason: Utf8Bytes::from_static(""),
        };
        let sent = async {
            self.socket.send(Message::Text(bye)).await?;
            self.socket.send(Message::Close(Some(frame))).await
        };
        if sent.await.is_ok() {
            // Reads what the client still sends; otherwise the system could discard our last
            // message.
            while let Some(Ok(_)) = self.socket.recv().await {}
        }
    }
}

/// Waits until the server stops.
async fn stopping(closing: &mut watch::Receiver<bool>) {
    // The hall lives as long as its sockets.
    let _ = closing.wait_for(|is_closing| *is_closing).await;
}

/// Sends the queued messages in one write; `false` if the client is gone.
async fn send_queued(
    socket: &mut WebSocket,
    queue: &mut mpsc::Receiver<Utf8Bytes>,
    first: Utf8Bytes,
) -> bool {
    let mut text = first;
    loop {
        if socket.feed(Message::Text(text)).await.is_err() {
            return false;
        }
        match queue.try_recv() {
            Ok(next) => text = next,
            Err(_) => return socket.flush().await.is_ok(),
        }
    }
}

/// The close reason for a table's end of a connection.
fn close_reason(end: Result<Disconnect, oneshot::error::RecvError>) -> SocketEnd {
    match end {
        Ok(Disconnect::Bye(bye)) => {
            let code = if bye.retry.is_some() {
                close::TRY_LATER
            } else {
                close::NORMAL
            };
            SocketEnd {
                bye,
                code,
                is_patient: true,
            }
        }
        Ok(Disconnect::Slow) => SocketEnd {
            is_patient: false,
            ..end_with("slow", Some(1_000), close::TRY_LATER)
        },
        // The task of the table ended.
        Err(_) => end_with("restart", Some(100), close::RESTART),
    }
}

/// The id of a command that cannot be parsed, so that the client knows which one it was.
fn id_in(text: &str) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let id = value.as_ref().and_then(|value| value["id"].as_str());
    id.filter(|id| id.len() <= ID_MAX)
        .unwrap_or_default()
        .to_owned()
}
