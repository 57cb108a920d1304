//! The load generator: tables full of players who move as fast as they are answered, or at a fixed
//! rate.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tables::Table;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use wire::{Created, NewTable, Seat};

const CLOCK_MS: u64 = 3_600_000;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The load to generate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub address: String,
    pub asked: Value,
    pub tables: usize,
    pub spectators: usize,
    /// The number of moves at each table.
    pub turns: usize,
    /// The number of moves per second at all tables together; `None` for as many as possible.
    pub turns_per_second: Option<f64>,
    pub is_echo: bool,
    pub is_resuming: bool,
    pub is_clocked: bool,
}

/// The measurements. The percentiles are of acknowledgments, of reconnections or of clock errors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Result {
    pub messages_per_second: f64,
    pub p50_us: u64,
    pub p99_us: u64,
}

impl Plan {
    pub fn chess(tables: usize) -> Plan {
        Plan {
            address: String::new(),
            asked: json!({"game":"chess","watch":"anyone","clock":{"base_ms":CLOCK_MS}}),
            tables,
            spectators: 0,
            turns: 150,
            turns_per_second: None,
            is_echo: false,
            is_resuming: false,
            is_clocked: false,
        }
    }

    pub fn duplicate(tables: usize) -> Plan {
        Plan {
            asked: json!({"game":"duplicate","watch":"anyone"}),
            spectators: 4,
            ..Plan::chess(tables)
        }
    }

    fn new_table(&self) -> NewTable {
        serde_json::from_value(self.asked.clone()).unwrap()
    }

    fn seats(&self) -> &'static [Seat] {
        self.new_table().game.seats()
    }
}

/// The moves of a random game that does not end too soon.
fn moves(plan: &Plan) -> Vec<String> {
    'game: for seed in 1u64.. {
        let mut table = Table::open(&plan.new_table(), 0).unwrap().after().clone();
        for &seat in plan.seats() {
            let step = table.sit(seat, None, 0).unwrap();
            table.take(step);
        }
        let step = table.tick(0, &game::MaterialJudge).unwrap();
        table.take(step);
        let mut moves = Vec::new();
        let away = std::collections::BTreeMap::new();
        let mut random = seed;
        while moves.len() < plan.turns {
            let legal = table.legal_moves();
            if legal.is_empty() {
                continue 'game;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let text = legal[(random >> 33) as usize % legal.len()].clone();
            let act = wire::Act::Move { text: text.clone() };
            let given = tables::Circumstances {
                now: 0,
                lag_ms: 0,
                away_ms: &away,
                judge: &game::MaterialJudge,
            };
            let who = tables::Actor::Seat(table.turn());
            let id = moves.len().to_string();
            let answer = table.decide(who, &id, Some(table.ply()), &act, &given);
            let Ok(tables::Answer::New(step)) = answer else {
                continue 'game;
            };
            table.take(*step);
            moves.push(text);
        }
        return moves;
    }
    unreachable!("some game is long enough")
}

/// Generates a load and prints the measurements.
pub fn run(plan: &Plan) {
    let moves = if plan.is_echo {
        vec![String::new(); plan.turns]
    } else {
        moves(plan)
    };
    let result = Runtime::new().unwrap().block_on(async {
        let mut parties = Vec::new();
        for number in 0..plan.tables {
            parties.push(Party::gather(plan, number).await);
        }
        let begin = Instant::now();
        let turns = plan.turns;
        let mut tasks = Vec::new();
        for (number, party) in parties.into_iter().enumerate() {
            let (plan, moves) = (plan.clone(), moves.clone());
            tasks.push(tokio::spawn(party.play(plan, moves, number)));
        }
        let mut times = Vec::new();
        for task in tasks {
            times.extend(task.await.unwrap());
        }
        let took = begin.elapsed().as_secs_f64();
        let each = if plan.is_echo {
            2
        } else {
            2 + plan.seats().len() + plan.spectators
        };
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
        Result {
            messages_per_second: (plan.tables * turns * each) as f64 / took,
            p50_us: at(50),
            p99_us: at(99),
        }
    });
    println!("{}", serde_json::to_string(&result).unwrap());
}

/// All clients of a table.
struct Party {
    table: String,
    keys: Vec<String>,
    players: Vec<Socket>,
    spectators: Vec<Socket>,
    /// The last clock reading of each seat.
    left_ms: HashMap<&'static str, u64>,
}

impl Party {
    async fn gather(plan: &Plan, number: usize) -> Party {
        if plan.is_echo {
            let table = number.to_string();
            let mut players = Vec::new();
            for _ in plan.seats() {
                players.push(connect(&plan.address, &table).await);
            }
            return Party::of(table, Vec::new(), players, Vec::new());
        }
        let created = create(plan).await;
        let (mut players, mut keys) = (Vec::new(), Vec::new());
        for seat in plan.seats() {
            let mut socket = connect(&plan.address, &created.table).await;
            let key = &created.invitations[seat];
            say(&mut socket, &json!({"type":"hello","v":1,"key":key})).await;
            let welcome = receive(&mut socket, "welcome").await;
            if plan.is_clocked {
                answer_ping(&mut socket).await;
            }
            keys.push(welcome["you"]["key"].as_str().unwrap().to_owned());
            players.push(socket);
        }
        let mut spectators = Vec::new();
        for _ in 0..plan.spectators {
            let mut socket = connect(&plan.address, &created.table).await;
            say(&mut socket, &json!({"type":"hello","v":1})).await;
            receive(&mut socket, "welcome").await;
            spectators.push(socket);
        }
        Party::of(created.table, keys, players, spectators)
    }

    fn of(
        table: String,
        keys: Vec<String>,
        players: Vec<Socket>,
        spectators: Vec<Socket>,
    ) -> Party {
        Party {
            table,
            keys,
            players,
            spectators,
            left_ms: HashMap::new(),
        }
    }

    /// Plays; returns how long each turn took, in microseconds.
    async fn play(mut self, plan: Plan, moves: Vec<String>, number: usize) -> Vec<u64> {
        for socket in self.spectators.drain(..) {
            tokio::spawn(listen(socket));
        }
        let pace = plan
            .turns_per_second
            .map(|rate| Duration::from_secs_f64(plan.tables as f64 / rate));
        let begin = Instant::now();
        let mut times = Vec::new();
        let mut heard_at = Instant::now();
        for (ply, text) in moves.iter().enumerate() {
            if let Some(pace) = pace {
                // Staggers the tables.
                let shift = pace.mul_f64(number as f64 / plan.tables as f64);
                sleep_until(begin + shift + pace * u32::try_from(ply).unwrap()).await;
            }
            if plan.is_clocked {
                sleep(Duration::from_millis(50)).await;
            }
            let mover = ply % self.players.len();
            let command =
                json!({"type":"do","id":ply.to_string(),"ply":ply,"act":{"do":"move","move":text}});
            let sent_at = Instant::now();
            say(&mut self.players[mover], &command).await;
            if plan.is_echo {
                receive(&mut self.players[mover], "do").await;
                times.push(micros(sent_at.elapsed()));
                continue;
            }
            let event = hear_event(&mut self.players[mover], ply).await;
            receive(&mut self.players[mover], "done").await;
            if plan.is_clocked {
                let seat = plan.seats()[mover].name();
                let error = self.clock_error(&event, seat, sent_at - heard_at);
                // It is not known here when the first clock began to run.
                if ply > 0 {
                    times.push(error);
                }
            } else if !plan.is_resuming {
                times.push(micros(sent_at.elapsed()));
            }
            for (other, socket) in self.players.iter_mut().enumerate() {
                if other != mover {
                    hear_event(socket, ply).await;
                }
            }
            heard_at = Instant::now();
            if plan.is_resuming && ply % 30 == 29 {
                times.push(self.resume(&plan.address, mover).await);
            }
        }
        times
    }

    /// The difference between the time that the server deducted and the time that the player took.
    fn clock_error(&mut self, event: &Value, seat: &'static str, thought: Duration) -> u64 {
        let left = event["clocks"][seat].as_u64().unwrap();
        let before = self.left_ms.insert(seat, left).unwrap_or(CLOCK_MS);
        micros(Duration::from_millis(before - left).abs_diff(thought))
    }

    /// Reconnects on a new socket; returns how long it took to have the game again.
    async fn resume(&mut self, address: &str, player: usize) -> u64 {
        let begin = Instant::now();
        let mut socket = connect(address, &self.table).await;
        let key = &self.keys[player];
        say(
            &mut socket,
            &json!({"type":"hello","v":1,"key":key,"have":4}),
        )
        .await;
        receive(&mut socket, "welcome").await;
        self.players[player] = socket;
        micros(begin.elapsed())
    }
}

async fn listen(mut socket: Socket) {
    while let Some(Ok(_)) = socket.next().await {}
}

async fn create(plan: &Plan) -> Created {
    let body = plan.asked.to_string();
    let mut stream = TcpStream::connect(&plan.address).await.unwrap();
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        plan.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

async fn connect(address: &str, table: &str) -> Socket {
    let url = format!("ws://{address}/t/{table}/ws");
    let connected = tokio_tungstenite::connect_async_with_config(url, None, true);
    connected.await.unwrap().0
}

async fn say(socket: &mut Socket, message: &Value) {
    socket
        .send(Message::text(message.to_string()))
        .await
        .unwrap();
}

/// The next message of a type.
async fn receive(socket: &mut Socket, kind: &str) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            let value: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(value["type"], "refused", "{value}");
            if value["type"] == kind {
                return value;
            }
        }
    }
}

/// Reads for a moment, so that the ping after a hello is answered at once. Otherwise the server would
/// take the time until the next read for lag, and give it back on the clock.
async fn answer_ping(socket: &mut Socket) {
    let reading = async { while let Some(Ok(_)) = socket.next().await {} };
    let _ = tokio::time::timeout(Duration::from_millis(100), reading).await;
}

/// The event of the move at this ply.
async fn hear_event(socket: &mut Socket, ply: usize) -> Value {
    let id = ply.to_string();
    loop {
        let event = receive(socket, "event").await;
        if event["kind"] == "moved" && event["cmd"].as_str() == Some(&id) {
            return event;
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap()
}
