//! A client of a table: one socket, the fold of what it says, and coming back after a cut.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use tables::{Differs, Followed, Follower, Table};
use tungstenite::{Error, Message, WebSocket};
use wire::{Act, FromClient, FromServer, Seat, VERSION};

use super::link::Link;

/// How long a look at the socket waits for a message.
const GLANCE: Duration = Duration::from_millis(20);

/// How long the server may take to answer a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a lost connection is tried again, and how long between tries.
const TRIES: u32 = 60;
const PAUSE: Duration = Duration::from_secs(1);

/// A client of a table.
pub struct Client {
    link: Link,
    key: Option<String>,
    name: Option<String>,
    socket: Option<WebSocket<TcpStream>>,
    /// The seat that the client was invited to; after each game everyone moves on.
    invited: Option<Seat>,
    follower: Follower,
    /// The command that was sent and not answered, which is repeated after a cut.
    unanswered: Option<FromClient>,
    commands: u64,
    /// Tells the ids of this run from those of others.
    prefix: String,
}

impl Client {
    /// A client that has not connected yet.
    pub fn new(link: Link, name: Option<String>) -> Client {
        let started = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Client {
            key: link.key.clone(),
            link,
            name,
            socket: None,
            invited: None,
            follower: Follower::default(),
            unanswered: None,
            commands: 0,
            prefix: format!("{:x}", started.map_or(0, |time| time.as_millis())),
        }
    }

    /// The seat of this client now; `None` for a spectator.
    pub fn seat(&self) -> Option<Seat> {
        Some(self.table()?.seat_now(self.invited?))
    }

    /// The table as this client knows it.
    pub fn table(&self) -> Option<&Table> {
        self.follower.table()
    }

    /// Opens a socket and says hello.
    pub fn connect(&mut self) -> anyhow::Result<()> {
        let host = &self.link.host;
        let stream = TcpStream::connect(host).with_context(|| format!("cannot reach {host}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let url = format!("ws://{host}/t/{}/ws", self.link.table);
        let (socket, _) = tungstenite::client(url, stream)
            .map_err(|error| anyhow::anyhow!("{host} has no table for us: {error}"))?;
        socket.get_ref().set_read_timeout(Some(GLANCE))?;
        self.socket = Some(socket);
        self.say(&FromClient::Hello {
            v: VERSION,
            key: self.key.clone(),
            have: self.follower.have(),
            name: self.name.clone(),
        })?;
        if let Some(unanswered) = self.unanswered.clone() {
            self.say(&unanswered)?;
        }
        Ok(())
    }

    /// Asks for something. It is repeated after a cut until it is answered.
    pub fn act(&mut self, act: Act) -> anyhow::Result<()> {
        self.commands += 1;
        let command = FromClient::Do {
            id: format!("{}-{}", self.prefix, self.commands),
            ply: self.table().map(Table::ply),
            act,
        };
        self.unanswered = Some(command.clone());
        self.say(&command)
    }

    /// Whether a command waits for its answer.
    pub fn is_waiting(&self) -> bool {
        self.unanswered.is_some()
    }

    fn say(&mut self, message: &FromClient) -> anyhow::Result<()> {
        self.say_text(serde_json::to_string(message)?)
    }

    /// Sends a line as it is. Whether the socket is cut is seen where it is read.
    pub fn say_text(&mut self, text: String) -> anyhow::Result<()> {
        if let Some(socket) = &mut self.socket {
            let _ = socket.send(Message::text(text));
        }
        Ok(())
    }

    /// The next line of the server; `None` if there is none yet, an error if the socket is cut.
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

    /// The next message, folded. A cut is mended; what cannot be is an error.
    pub fn next(&mut self) -> anyhow::Result<Option<FromServer>> {
        let text = match self.next_text() {
            Ok(None) => return Ok(None),
            Ok(Some(text)) => text,
            Err(Cut) => {
                self.come_back()?;
                return Ok(None);
            }
        };
        let message: FromServer =
            serde_json::from_str(&text).context("the server says something unknown")?;
        self.take(&message)?;
        Ok(Some(message))
    }

    /// Waits until something is true of the table.
    pub fn wait_for(&mut self, is_true: impl Fn(&Client) -> bool) -> anyhow::Result<()> {
        let begin = Instant::now();
        while !is_true(self) {
            if begin.elapsed() > PATIENCE {
                bail!("the table does not answer");
            }
            self.next()?;
        }
        Ok(())
    }

    /// Opens a socket again after a cut.
    pub fn come_back(&mut self) -> anyhow::Result<()> {
        let mut last = None;
        for _ in 0..TRIES {
            thread::sleep(PAUSE);
            match self.connect() {
                Ok(()) => return Ok(()),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| anyhow::anyhow!("the connection is lost")))
    }

    /// Takes a message: folds what happened, keeps the key, and notes what was answered.
    pub fn take(&mut self, message: &FromServer) -> anyhow::Result<()> {
        match message {
            FromServer::Welcome { you, history, .. } => {
                self.key = you.key.clone().or_else(|| self.key.take());
                if let Err(differs) = self.follower.catch_up(history) {
                    return self.mistrust(differs);
                }
                self.invited = self.table().and_then(|table| {
                    let mut seats = table.asked().game.seats().iter().copied();
                    seats.find(|&invited| Some(table.seat_now(invited)) == you.seat)
                });
            }
            FromServer::Event(event) => match self.follower.take(event) {
                Followed::New | Followed::Known => {}
                // What is missing comes with the next welcome.
                Followed::Missed => self.socket = None,
                Followed::Differs(differs) => return self.mistrust(differs),
            },
            FromServer::Done { id, .. }
            | FromServer::Refused { id, .. }
            | FromServer::Invited { id, .. } => {
                let is_own = |message: &FromClient| matches!(message, FromClient::Do { id: own, .. } if own == id);
                if self.unanswered.as_ref().is_some_and(is_own) {
                    self.unanswered = None;
                }
            }
            FromServer::Bye(bye) if bye.retry.is_none() => {
                bail!("the table says farewell: {}", bye.code);
            }
            _ => {}
        }
        Ok(())
    }

    /// The fold differs from the server's: its state is asked for by the next hello, once.
    fn mistrust(&mut self, differs: Differs) -> anyhow::Result<()> {
        if differs.is_final {
            return Err(differs.into());
        }
        self.socket = None;
        Ok(())
    }
}

/// The socket is cut.
#[derive(Clone, Copy, Debug)]
pub struct Cut;
