//! A client of a table: one socket, the state that follows from its events, and reconnection.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tables::{Differs, Followed, Follower, Phase, Table};
use tungstenite::{Error, Message, WebSocket};
use wire::{Act, Event, FromClient, FromServer, Seat, Signal};

use crate::connection::{Connection, PATIENCE};
use crate::{Authorities, ConnectError, Link, Server};

/// How long one poll of the socket waits for a message.
const GLANCE: Duration = Duration::from_millis(20);

/// How often reconnecting is attempted, and how long between attempts.
const TRIES: u32 = 60;
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error("the connection to the server failed: {0}")]
    Connection(#[from] io::Error),
    /// The server refused to open a socket to the table.
    #[error("{server} has no table for us: {reason}")]
    NoTable { server: Server, reason: String },
    /// The connection was lost, and no attempt to reconnect succeeded.
    #[error("the connection is lost")]
    Lost,
    #[error("unknown message from the server: {0}")]
    Unknown(serde_json::Error),
    #[error("the table does not answer")]
    Silent,
    #[error("the table is closed for this client: {0}")]
    Closed(String),
    /// The seat of an open table cannot be taken.
    #[error("{words}; free: {}", list(.free))]
    NoSeat { words: String, free: Vec<Seat> },
    #[error(transparent)]
    Differs(#[from] Differs),
}

/// What a player waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    Move,
    /// The game is over, in these words.
    Over(String),
}

pub struct Client {
    link: Link,
    authorities: Authorities,
    key: Option<String>,
    name: Option<String>,
    /// The seat to take at an open table, until this client has its key.
    wants: Option<Wanted>,
    /// The free seats of an open table, when they were last told.
    free: Vec<Seat>,
    socket: Option<WebSocket<Connection>>,
    /// The seat that the client was invited to; after each game everyone moves on.
    invited: Option<Seat>,
    follower: Follower,
    /// The command that has not been acknowledged; it is repeated after reconnecting.
    unanswered: Option<FromClient>,
    commands: u64,
    /// Distinguishes the ids of this run from those of others.
    prefix: String,
}

/// A seat of an open table, with a secret that makes a repetition of the request known.
struct Wanted {
    seat: Seat,
    id: String,
}

/// The seats, in words.
fn list(seats: &[Seat]) -> String {
    match seats {
        [] => "none".to_owned(),
        seats => seats
            .iter()
            .map(|seat| seat.name())
            .collect::<Vec<_>>()
            .join(", "),
    }
}

impl Client {
    /// A client that has not connected yet.
    #[must_use]
    pub fn new(link: Link, authorities: Authorities, name: Option<String>) -> Client {
        let started = SystemTime::now().duration_since(UNIX_EPOCH);
        Client {
            key: link.key.clone(),
            link,
            authorities,
            name,
            wants: None,
            free: Vec::new(),
            socket: None,
            invited: None,
            follower: Follower::default(),
            unanswered: None,
            commands: 0,
            prefix: format!("{:x}", started.map_or(0, |time| time.as_millis())),
        }
    }

    /// The same client, which takes this seat if the link is for everybody.
    #[must_use]
    pub fn sitting_on(self, seat: Seat) -> Client {
        let random = || RandomState::new().build_hasher().finish();
        let wants = self.link.is_open.then(|| Wanted {
            seat,
            id: format!("{:016x}{:016x}", random(), random()),
        });
        Client { wants, ..self }
    }

    /// The free seats of an open table, for a client without a seat.
    #[must_use]
    pub fn free_seats(&self) -> &[Seat] {
        &self.free
    }

    /// The present seat of this client; `None` for a spectator.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        Some(self.table()?.seat_now(self.invited?))
    }

    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.follower.table()
    }

    /// Opens a socket and says hello.
    ///
    /// # Errors
    ///
    /// Returns an error if the server cannot be reached or has no such table.
    pub fn connect(&mut self) -> Result<(), ClientError> {
        let server = &self.link.server;
        let connection = Connection::open(server, &self.authorities)?;
        let url = server.socket_url(&self.link.table);
        let (socket, _) =
            tungstenite::client(url, connection).map_err(|error| ClientError::NoTable {
                server: server.clone(),
                reason: error.to_string(),
            })?;
        socket.get_ref().set_read_timeout(GLANCE)?;
        self.socket = Some(socket);
        let have = self.follower.have();
        let mut hello = FromClient::hello(self.key.clone(), have, self.name.clone());
        if let (Some(wanted), FromClient::Hello { seat, id, .. }) = (&self.wants, &mut hello) {
            (*seat, *id) = (Some(wanted.seat), Some(wanted.id.clone()));
        }
        self.say(&hello);
        if let Some(unanswered) = self.unanswered.clone() {
            self.say(&unanswered);
        }
        Ok(())
    }

    /// Sends a command. It is repeated after reconnecting until it is acknowledged.
    pub fn act(&mut self, act: Act) {
        self.commands += 1;
        let command = FromClient::Do {
            id: format!("{}-{}", self.prefix, self.commands),
            ply: self.table().map(Table::ply),
            act,
        };
        self.unanswered = Some(command.clone());
        self.say(&command);
    }

    /// Tells the others at the table one of a few things.
    pub fn signal(&mut self, signal: Signal) {
        self.say(&FromClient::Signal { signal });
    }

    /// Whether a command waits for its reply.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.unanswered.is_some()
    }

    fn say(&mut self, message: &FromClient) {
        self.say_text(serde_json::to_string(message).expect("messages serialize"));
    }

    /// Sends a line unchanged. A broken connection is noticed when the socket is read.
    pub fn say_text(&mut self, text: String) {
        if let Some(socket) = &mut self.socket {
            let _ = socket.send(Message::text(text));
        }
    }

    /// The next line of the server; `None` if there is none yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the connection is broken.
    pub fn next_text(&mut self) -> Result<Option<String>, Cut> {
        let socket = self.socket.as_mut().ok_or(Cut)?;
        match socket.read() {
            Ok(Message::Text(text)) => Ok(Some(text.to_string())),
            Ok(Message::Close(_)) => Err(Cut),
            Ok(_) => Ok(None),
            Err(Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
            {
                Ok(None)
            }
            Err(_) => Err(Cut),
        }
    }

    /// The next message, after it was applied to the table; `None` if there is none yet. Reconnects
    /// if the connection is broken.
    ///
    /// # Errors
    ///
    /// Returns an error if the client cannot reconnect or cannot follow the server.
    pub fn next_message(&mut self) -> Result<Option<FromServer>, ClientError> {
        let text = match self.next_text() {
            Ok(None) => return Ok(None),
            Ok(Some(text)) => text,
            Err(Cut) => {
                self.reconnect()?;
                return Ok(None);
            }
        };
        let message: FromServer = serde_json::from_str(&text).map_err(ClientError::Unknown)?;
        self.take(&message)?;
        Ok(Some(message))
    }

    /// Connects and waits for the state of the table.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such table or it does not answer.
    pub fn join(&mut self) -> Result<(), ClientError> {
        self.connect()?;
        let begin = Instant::now();
        while self.table().is_none() {
            if begin.elapsed() > PATIENCE {
                return Err(ClientError::Silent);
            }
            self.next_message()?;
        }
        Ok(())
    }

    /// Waits until it is the client's move and it can be played, or the game is over.
    ///
    /// # Errors
    ///
    /// Returns an error if the client cannot reconnect or cannot follow the server.
    pub fn wait_for_turn(&mut self) -> Result<Turn, ClientError> {
        loop {
            self.next_message()?;
            let (Some(table), Some(seat)) = (self.table(), self.seat()) else {
                continue;
            };
            if let Phase::Over(ended) = table.phase() {
                return Ok(Turn::Over(ended.words.clone()));
            }
            let is_to_move =
                *table.phase() == Phase::Playing && table.turn() == seat && !table.is_flagged(seat);
            if is_to_move && !table.is_paused() && !table.is_held() && !self.is_waiting() {
                return Ok(Turn::Move);
            }
        }
    }

    /// Reconnects. It tries for about a minute.
    ///
    /// # Errors
    ///
    /// Returns the last error.
    pub fn reconnect(&mut self) -> Result<(), ClientError> {
        let mut last = ClientError::Lost;
        for _ in 0..TRIES {
            thread::sleep(PAUSE);
            match self.connect() {
                Ok(()) => return Ok(()),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Handles a message: applies events, stores the key, and notes acknowledgments.
    ///
    /// # Errors
    ///
    /// Returns an error if the events cannot be followed or the table is closed.
    pub fn take(&mut self, message: &FromServer) -> Result<(), ClientError> {
        match message {
            FromServer::Welcome {
                you, history, free, ..
            } => {
                self.free.clone_from(free);
                if you.key.is_some() {
                    self.wants = None;
                }
                self.key = you.key.clone().or_else(|| self.key.take());
                if let Err(differs) = self.follower.catch_up(history) {
                    return self.request_snapshot(differs);
                }
                self.invited = self.table().and_then(|table| {
                    let mut seats = table.asked().game.seats().iter().copied();
                    seats.find(|&invited| Some(table.seat_now(invited)) == you.seat)
                });
            }
            FromServer::Event(event) => match self.follow(event) {
                Followed::New | Followed::Known => {}
                // Missing events come with the next welcome.
                Followed::Missed => self.socket = None,
                Followed::Differs(differs) => return self.request_snapshot(differs),
            },
            FromServer::Refused { id, words, .. } if id.is_empty() && self.wants.is_some() => {
                let (words, free) = (words.clone(), self.free.clone());
                return Err(ClientError::NoSeat { words, free });
            }
            FromServer::Done { id, .. }
            | FromServer::Refused { id, .. }
            | FromServer::Invited { id, .. } => {
                let is_own = |message: &FromClient| matches!(message, FromClient::Do { id: own, .. } if own == id);
                if self.unanswered.as_ref().is_some_and(is_own) {
                    self.unanswered = None;
                }
            }
            FromServer::Bye(bye) if bye.retry.is_none() => {
                return Err(ClientError::Closed(bye.code.clone()));
            }
            FromServer::Bye(_)
            | FromServer::Turn { .. }
            | FromServer::Signal { .. }
            | FromServer::Pong { .. }
            | FromServer::Presence(_) => {}
        }
        Ok(())
    }

    /// Applies an event. A player whose seat a program took over after a fallen flag gets it back
    /// in the next game, by another hello.
    fn follow(&mut self, event: &Event) -> Followed {
        let is_out = |client: &Client| {
            let seat = client.seat();
            seat.is_some_and(|seat| client.table().is_some_and(|table| table.is_flagged(seat)))
        };
        let was_out = is_out(self);
        let followed = self.follower.take(event);
        if was_out && !is_out(self) {
            self.socket = None;
        }
        followed
    }

    /// Our state differs from the server's. The next hello requests a snapshot, once.
    fn request_snapshot(&mut self, differs: Differs) -> Result<(), ClientError> {
        if differs.is_final {
            return Err(differs.into());
        }
        self.socket = None;
        Ok(())
    }
}

/// The connection is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut;
