//! The real `fourfold serve`, and clients at its tables.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tables::{Phase, Snapshot, Table};
use tungstenite::{Message, WebSocket, client};
use wire::{Created, Event, FromServer, History, Seat};

/// A server process, ended with the test.
pub struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    /// Starts `fourfold serve` on any free port.
    pub fn start(args: &[&str]) -> Serving {
        Serving::start_at("0", args)
    }

    pub fn start_at(port: &str, args: &[&str]) -> Serving {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fourfold"))
            .args(["serve", "--port", port])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Tests use the local address, whatever is announced.
        let mut announced = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        announced.read_line(&mut line).unwrap();
        let mut address = line.trim().trim_end_matches('/').to_owned();
        if let Some((_, host)) = address.split_once("://") {
            address = host.to_owned();
        }
        Serving { child, address }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn wait(&mut self) {
        self.child.wait().unwrap();
    }

    /// Asks the server to stop and waits for it.
    pub fn stop(&mut self) {
        let pid = self.pid().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()
                .unwrap()
                .success()
        );
        assert!(self.child.wait().unwrap().success());
    }

    /// The log of a stopped server.
    pub fn log(&mut self) -> String {
        let mut log = String::new();
        let stderr = self.child.stderr.take();
        stderr.unwrap().read_to_string(&mut log).unwrap();
        log
    }

    pub fn create(&mut self, asked: &Value) -> Created {
        create_at(&self.address, asked)
    }
}

/// Asks the server at an address for a table.
pub fn create_at(address: &str, asked: &Value) -> Created {
    create_as(address, None, asked).unwrap()
}

/// Asks as a page of this origin would. The error is the whole answer.
pub fn create_as(address: &str, origin: Option<&str>, asked: &Value) -> Result<Created, String> {
    let body = asked.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {address}\r\n{origin}Content-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    serde_json::from_str(body).map_err(|_| answer)
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn kill_9(pid: u32) {
    let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(killed.unwrap().success());
}

/// A player that follows the events. All methods return `None` once the server is gone.
pub struct Player {
    table_id: String,
    key: String,
    table: Option<Table>,
    log: Vec<Event>,
    seat: Option<Seat>,
    socket: Option<WebSocket<TcpStream>>,
}

impl Player {
    pub fn new(table: &str, key: &str) -> Player {
        Player {
            table_id: table.to_owned(),
            key: key.to_owned(),
            table: None,
            log: Vec::new(),
            seat: None,
            socket: None,
        }
    }

    pub fn table(&self) -> &Table {
        self.table.as_ref().unwrap()
    }

    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    pub fn key(&self) -> &str {
        &self.key
    }

    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// Joins the table with everything that the player has.
    pub fn come(&mut self, address: &str) -> Option<()> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_nodelay(true).ok()?;
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .ok()?;
        let url = format!("ws://{address}/t/{}/ws", self.table_id);
        let (socket, _) = client(url, stream).ok()?;
        self.socket = Some(socket);
        let mut hello = json!({"type":"hello","v":1,"key":self.key});
        if let Some(table) = &self.table {
            hello["have"] = json!(table.seq());
        }
        self.send(&hello)?;
        while !matches!(self.receive()?, FromServer::Welcome { .. }) {}
        Some(())
    }

    fn send(&mut self, message: &Value) -> Option<()> {
        let text = Message::text(message.to_string());
        self.socket.as_mut()?.send(text).ok()
    }

    fn receive(&mut self) -> Option<FromServer> {
        loop {
            let Message::Text(text) = self.socket.as_mut()?.read().ok()? else {
                continue;
            };
            let said: FromServer = serde_json::from_str(&text).unwrap();
            match &said {
                FromServer::Event(event) => self.take(event),
                FromServer::Welcome { you, history, .. } => {
                    self.seat = you.seat;
                    self.key = you.key.clone().unwrap_or_else(|| self.key.clone());
                    match history {
                        History::Events(events) => {
                            events.iter().for_each(|event| self.take(event));
                        }
                        History::Snapshot(snapshot) => {
                            let snapshot: Snapshot =
                                serde_json::from_value(snapshot.clone()).unwrap();
                            self.table = Some(Table::from_snapshot(&snapshot).unwrap());
                        }
                    }
                }
                FromServer::Bye(_) => return None,
                _ => {}
            }
            return Some(said);
        }
    }

    fn take(&mut self, event: &Event) {
        match &mut self.table {
            None => self.table = Some(Table::from_log([event]).unwrap()),
            Some(table) => table.apply(event).unwrap(),
        }
        self.log.push(event.clone());
    }

    /// Sends a command and returns the event that it led to.
    pub fn ask(&mut self, id: &str, command: &Value) -> Option<u64> {
        self.send(command)?;
        loop {
            match self.receive()? {
                FromServer::Done { id: of, seq } if of == id => return Some(seq),
                FromServer::Refused { id: of, words, .. } if of == id => {
                    panic!("{command} was refused: {words}")
                }
                _ => {}
            }
        }
    }

    /// Listens until an event has arrived and the game has started.
    pub fn listen_to(&mut self, seq: u64) -> Option<()> {
        while self.table().seq() < seq || *self.table().phase() == Phase::Gathering {
            self.receive()?;
        }
        Some(())
    }
}
