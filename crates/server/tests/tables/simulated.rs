//! Tables over a simulated network: four players and a spectator, each on its own host. Links drop,
//! delay and hold messages, the server is restarted in between, and clients reconnect. Everything
//! but the random keys follows from a seed. In the end the log, the server and all clients agree.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use repeatable::Random;
use serde_json::json;
use server::{
    Assets, Endings, Gate, Hall, HallPlan, Limits, Node, TableLimits, app_with_tables,
    serve_connection,
};
use store::{Memory, Store};
use tables::{Followed, Follower, Table};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use turmoil::Sim;
use turmoil::net::{TcpListener, TcpStream};
use wire::{Created, FromServer, Seat};

use crate::running::Running;

const PORT: u16 = 4004;

/// The address of the server in the simulated network.
const ADDRESS: &str = "127.0.0.1:4004";

const PLIES: u64 = 40;

/// The number of simulated networks, unless the environment variable `NETWORKS` gives another.
const NETWORKS: u64 = 12;

/// How long a client waits before it pings the server, and then before it gives up the connection.
const PATIENCE: Duration = Duration::from_secs(2);

/// The final state of the clients by name: the last event and its digest.
type Outcomes = Rc<RefCell<BTreeMap<String, (u64, String)>>>;

type Socket = WebSocketStream<TcpStream>;

/// What ends a connection. Clients reconnect.
struct Cut;

/// A player or a spectator.
struct Guest {
    table_id: String,
    key: Option<String>,
    seat: Option<Seat>,
    seed: u64,
    follower: Follower,
}

impl Guest {
    fn table(&self) -> Option<&Table> {
        self.follower.table()
    }

    fn is_finished(&self) -> bool {
        let is_over = |table: &Table| table.ply() >= PLIES || table.ended().is_some();
        self.table().is_some_and(is_over)
    }

    /// Plays or watches to the end, with as many connections as it takes.
    async fn stay(&mut self) -> u32 {
        let mut connections = 0;
        while !self.is_finished() {
            connections += 1;
            if let Ok(Ok(socket)) = timeout(PATIENCE, self.connect()).await {
                // Whatever ended it, there is another connection.
                let _ = self.talk(socket).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        connections
    }

    async fn connect(&self) -> Result<Socket, Cut> {
        let stream = TcpStream::connect(("server", PORT)).await;
        let url = format!("ws://{ADDRESS}/t/{}/ws", self.table_id);
        let opened = tokio_tungstenite::client_async(url, stream.map_err(|_| Cut)?).await;
        opened.map(|(socket, _)| socket).map_err(|_| Cut)
    }

    async fn talk(&mut self, mut socket: Socket) -> Result<(), Cut> {
        let mut hello = json!({"type":"hello","v":1});
        if let Some(key) = &self.key {
            hello["key"] = json!(key);
        }
        if let Some(have) = self.follower.have() {
            hello["have"] = json!(have);
        }
        say(&mut socket, &hello).await?;
        let (mut asked, mut is_silent) = (None, false);
        while !self.is_finished() {
            if let Some((ply, text)) = self.duty().filter(|(ply, _)| asked != Some(*ply)) {
                asked = Some(ply);
                let act = json!({"do":"move","move":text});
                let command = json!({"type":"do","id":format!("m{ply}"),"ply":ply,"act":act});
                say(&mut socket, &command).await?;
            }
            match timeout(PATIENCE, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => self.receive(&text)?,
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return Err(Cut),
                Ok(Some(Ok(_))) => {}
                Err(_) if is_silent => return Err(Cut),
                Err(_) => {
                    is_silent = true;
                    say(&mut socket, &json!({"type":"ping","n":1})).await?;
                    continue;
                }
            }
            is_silent = false;
        }
        Ok(())
    }

    /// The next move of this player. It follows from the seed and the ply.
    fn duty(&self) -> Option<(u64, String)> {
        let table = self.table()?;
        let moves = table.legal_moves();
        if self.seat != Some(table.turn()) || moves.is_empty() {
            return None;
        }
        let chosen = Random::new(self.seed ^ table.ply()).bits() % moves.len() as u64;
        Some((table.ply(), moves[usize::try_from(chosen).unwrap()].clone()))
    }

    fn receive(&mut self, text: &str) -> Result<(), Cut> {
        match serde_json::from_str(text).unwrap() {
            FromServer::Welcome { you, history, .. } => {
                self.seat = you.seat;
                self.key = you.key.or_else(|| self.key.take());
                self.follower.catch_up(&history).unwrap();
            }
            FromServer::Event(event) => match self.follower.take(&event) {
                Followed::New | Followed::Known => {}
                Followed::Missed => return Err(Cut),
                Followed::Differs(differs) => panic!("{differs}"),
            },
            FromServer::Refused { code, words, .. } => {
                // A repeated move may arrive after the game has moved on.
                assert_eq!(code, "stale_ply", "{words}");
            }
            FromServer::Bye(bye) => {
                assert!(bye.retry.is_some(), "sent away: {}", bye.code);
                return Err(Cut);
            }
            FromServer::Done { .. }
            | FromServer::Invited { .. }
            | FromServer::Turn { .. }
            | FromServer::Signal { .. }
            | FromServer::Pong { .. }
            | FromServer::Presence(_) => {}
        }
        Ok(())
    }
}

async fn say(socket: &mut Socket, message: &serde_json::Value) -> Result<(), Cut> {
    let sent = socket.send(Message::text(message.to_string())).await;
    sent.map_err(|_| Cut)
}

/// The server, which starts from the store.
async fn serve(store: Arc<dyn Store>) -> turmoil::Result {
    let hall = Hall::open(HallPlan {
        store,
        gate: Gate::new(ADDRESS.parse()?, None)?,
        limits: TableLimits::default(),
        keep_days: None,
        trust_proxy: false,
        programs: 0,
        pace: Duration::ZERO,
        node: Node::default(),
    })?;
    let app = app_with_tables(Assets::new(&[]), hall, Endings::default());
    let listener = TcpListener::bind((IpAddr::from(Ipv4Addr::UNSPECIFIED), PORT)).await?;
    loop {
        let (stream, peer) = listener.accept().await?;
        let served = serve_connection(stream, peer.ip(), app.clone(), Limits::default());
        tokio::spawn(served);
    }
}

/// A fault of the network, or its end.
fn disturb(sim: &mut Sim<'_>, names: &[String], random: &mut Random) {
    let name = names[usize::try_from(random.bits() % names.len() as u64).unwrap()].as_str();
    match random.bits() % 12 {
        0 | 1 => sim.partition(name, "server"),
        2 => sim.partition_oneway(name, "server"),
        3 => sim.partition_oneway("server", name),
        4 | 5 => sim.hold(name, "server"),
        6 => sim.release(name, "server"),
        7 => sim.bounce("server"),
        8 => sim.set_link_max_message_latency(
            name,
            "server",
            Duration::from_millis(20 + random.bits() % 800),
        ),
        _ => {
            sim.release(name, "server");
            sim.repair(name, "server");
        }
    }
}

/// Plays a game over a network that follows from a seed; returns the number of connections.
fn play(seed: u64, created: &Created, store: &Arc<Memory>) -> u32 {
    let mut sim = turmoil::Builder::new()
        .rng_seed(seed)
        .tick_duration(Duration::from_millis(10))
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(Duration::from_millis(200))
        .simulation_duration(Duration::from_secs(3_600))
        .tcp_capacity(1 << 16)
        .enable_random_order()
        .build();
    let kept = Arc::clone(store);
    sim.host("server", move || serve(Arc::clone(&kept) as Arc<dyn Store>));
    let outcomes = Outcomes::default();
    let connections = Rc::new(RefCell::new(0));
    let mut names = Vec::new();
    let keys = created.invitations.values().cloned().map(Some);
    for (index, key) in keys.chain([None]).enumerate() {
        let name = format!("client{index}");
        let mut guest = Guest {
            table_id: created.table.clone(),
            key,
            seat: None,
            seed,
            follower: Follower::default(),
        };
        let (outcomes, connections) = (Rc::clone(&outcomes), Rc::clone(&connections));
        names.push(name.clone());
        sim.client(name.clone(), async move {
            *connections.borrow_mut() += guest.stay().await;
            let table = guest.table().unwrap();
            let outcome = (table.seq(), table.digest());
            outcomes.borrow_mut().insert(name, outcome);
            Ok(())
        });
    }
    let mut random = Random::new(seed);
    let mut ticks = 0_u64;
    while !sim.step().unwrap() {
        ticks += 1;
        if ticks.is_multiple_of(50) {
            disturb(&mut sim, &names, &mut random);
        }
    }
    let log = store.read(&created.table).unwrap().unwrap().log;
    let folded = Table::from_log(&log).unwrap();
    let expected = (folded.seq(), folded.digest());
    for (name, outcome) in outcomes.borrow().iter() {
        assert_eq!(*outcome, expected, "seed {seed}: {name}");
    }
    assert_eq!(outcomes.borrow().len(), names.len());
    assert!(folded.ply() >= PLIES || folded.ended().is_some());
    let mut ids: Vec<&String> = log.iter().filter_map(|event| event.cmd.as_ref()).collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "seed {seed}: a move was made twice");
    *connections.borrow()
}

#[test]
fn all_clients_agree_over_an_unreliable_network() {
    let networks = std::env::var("NETWORKS").ok();
    let networks = networks.map_or(NETWORKS, |text| text.parse().unwrap());
    let mut connections = 0;
    for seed in 0..networks {
        let store = Arc::new(Memory::new());
        // The table is created before the network gets worse.
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let created = runtime.block_on(async {
            let kept: Arc<dyn Store> = Arc::clone(&store) as _;
            let running = Running::with(kept, TableLimits::default()).await;
            let asked = json!({"game":"duplicate","clock":null,"watch":"anyone"});
            let created = running.create(&asked).await;
            running.stop().await;
            created
        });
        connections += play(seed, &created, &store);
    }
    assert!(
        u64::from(connections) > networks * 8,
        "the networks were too reliable: {connections} connections"
    );
}
