//! All tables of a server: creates and finds them, loads them from the store when a client
//! connects, and removes them when they have been idle for long.

mod error;

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use game::Judge;
use referee::Referee;
use store::{Store, StoreError, Write};
use tables::{BadTable, Connection, Keys, Room, Table};
use tokio::sync::{OnceCell, mpsc, watch};
use tokio::task;
use tokio::time::{Instant, timeout};
use wire::{About, Created, DELAY_MAX_S, Event, LapsePolicy, NewTable, VERSION};

use crate::TableLimits;
use crate::limits::{
    ConnectionCount, ConnectionSlot, Credits, Full, ONE_MORE_AFTER, TABLE_QUEUE, network_of,
};
use crate::metrics::{Gauges, Metrics};
use crate::node::Node;
use crate::origin::Gate;
use crate::programs::Programs;
use crate::secret;
use crate::table::{
    Incoming, TableContext, TableMessage, TableTask, TableTime, UnloadReason, write_keys,
};

pub(crate) use error::{CreateError, NoProgram};
pub use error::{HallError, OpenError};

/// How often the hall looks for tables that have been idle for too long.
const SWEEP: Duration = Duration::from_secs(3_600);

/// All tables of a server.
#[derive(Clone)]
pub struct Hall(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    node: Node,
    gate: Gate,
    limits: TableLimits,
    keep_days: Option<u32>,
    trust_proxy: bool,
    judge: Arc<dyn Judge>,
    /// The tables in memory, and those that are being loaded.
    open: Mutex<HashMap<String, Opening>>,
    /// The number of stored tables.
    count: AtomicUsize,
    creators: Mutex<HashMap<IpAddr, Credits>>,
    sockets: ConnectionCount,
    connections: AtomicU64,
    programs: Option<Programs>,
    pace: Duration,
    program_budget: Arc<ProgramBudget>,
    metrics: Arc<Metrics>,
    closing: watch::Sender<bool>,
}

/// How many more programs each address may seat; `None` if there are no programs.
#[derive(Debug)]
pub(crate) struct ProgramBudget {
    most: Option<u32>,
    by_address: Mutex<HashMap<IpAddr, Credits>>,
}

impl ProgramBudget {
    /// Takes one program from the budget of this address.
    pub fn may_fill(&self, address: IpAddr) -> Result<(), NoProgram> {
        let most = self.most.ok_or(NoProgram::None)?;
        let may = take_credit(&self.by_address, address, most);
        may.then_some(()).ok_or(NoProgram::TooMany)
    }
}

type Opening = Arc<OnceCell<Option<TableHandle>>>;

#[derive(Clone, Debug)]
pub(crate) struct TableHandle {
    inbox: mpsc::Sender<Incoming>,
    time: TableTime,
    people: Arc<AtomicUsize>,
}

/// A table in the administrator's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFacts {
    pub id: String,
    pub in_memory: bool,
    /// The number of connected clients.
    pub people: usize,
}

impl TableHandle {
    /// Sends the table a message with the current time; `false` if it has been unloaded.
    pub async fn send(&self, message: TableMessage) -> bool {
        let at = self.now();
        self.inbox.send(Incoming { at, message }).await.is_ok()
    }

    pub fn now(&self) -> u64 {
        self.time.now()
    }
}

pub struct HallPlan {
    pub store: Arc<dyn Store>,
    /// Which pages may talk to the tables.
    pub gate: Gate,
    pub limits: TableLimits,
    /// After how many idle days a table is removed.
    pub keep_days: Option<u32>,
    /// Whether to take the client's address from the proxy's header.
    pub trust_proxy: bool,
    /// The number of threads for programs; 0 for no programs.
    pub programs: usize,
    /// The minimum time of a program's move, unless the host of a table chose another.
    pub pace: Duration,
    /// The name of this server among several behind one proxy.
    pub node: Node,
}

impl Hall {
    /// Opens the hall. A table is loaded when its first client connects.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or the system has no threads.
    pub fn open(plan: HallPlan) -> Result<Hall, HallError> {
        let limits = plan.limits.within_system();
        let count = AtomicUsize::new(plan.store.tables()?.len());
        let (closing, _) = watch::channel(false);
        let judge: Arc<dyn Judge> = Arc::new(Referee::default());
        Ok(Hall(Arc::new(Inner {
            store: plan.store,
            node: plan.node,
            gate: plan.gate,
            sockets: ConnectionCount::new(limits.sockets, limits.sockets_per_address),
            limits,
            keep_days: plan.keep_days,
            trust_proxy: plan.trust_proxy,
            programs: Programs::start(plan.programs, &judge)?,
            pace: plan.pace,
            judge,
            open: Mutex::default(),
            count,
            creators: Mutex::default(),
            connections: AtomicU64::new(1),
            program_budget: Arc::new(ProgramBudget {
                most: (plan.programs > 0).then_some(limits.programs_per_address),
                by_address: Mutex::default(),
            }),
            metrics: Arc::default(),
            closing,
        })))
    }

    pub(crate) fn about(&self) -> About {
        About {
            v: VERSION,
            kept: self.0.store.is_durable(),
            keep_days: self.0.keep_days,
            programs: self.0.programs.is_some(),
        }
    }

    /// The metrics of the server, in Prometheus format.
    #[must_use]
    pub fn metrics_text(&self) -> String {
        self.0.metrics.write(Gauges {
            sockets: self.sockets(),
            tables_open: lock(&self.0.open).len(),
            tables_kept: self.0.count.load(Ordering::Relaxed),
        })
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// All stored tables.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub async fn tables(&self) -> Result<Vec<TableFacts>, StoreError> {
        let store = Arc::clone(&self.0.store);
        let ids = task::spawn_blocking(move || store.tables()).await;
        let ids = ids.unwrap_or(Err(StoreError::Closed))?;
        let open = lock(&self.0.open);
        let facts = ids.into_iter().map(|id| {
            let handle = open.get(&id).and_then(|opening| opening.get()?.as_ref());
            TableFacts {
                in_memory: handle.is_some(),
                people: handle.map_or(0, |handle| handle.people.load(Ordering::Relaxed)),
                id,
            }
        });
        Ok(facts.collect())
    }

    pub(crate) fn gate(&self) -> &Gate {
        &self.0.gate
    }

    pub(crate) fn limits(&self) -> &TableLimits {
        &self.0.limits
    }

    pub(crate) fn trusts_proxy(&self) -> bool {
        self.0.trust_proxy
    }

    pub(crate) fn reserve_slot(&self, address: IpAddr) -> Result<ConnectionSlot, Full> {
        self.0.sockets.reserve(address)
    }

    #[must_use]
    pub fn sockets(&self) -> usize {
        self.0.sockets.len()
    }

    pub(crate) fn next_connection(&self) -> Connection {
        self.0.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Says when the server stops.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Creates a table. It is stored when this returns.
    pub(crate) async fn create(
        &self,
        asked: &NewTable,
        address: IpAddr,
    ) -> Result<Created, CreateError> {
        // Tables from before there was this limit are still opened.
        if asked.delay_s > DELAY_MAX_S {
            return Err(BadTable::Delay(asked.delay_s).into());
        }
        let opened = Table::open(asked, unix_ms())?;
        let needs_programs = [asked.flag, asked.absence].contains(&Some(LapsePolicy::Program));
        if needs_programs && self.0.programs.is_none() {
            return Err(CreateError::NoPrograms);
        }
        if self.0.count.load(Ordering::Relaxed) >= self.0.limits.tables {
            return Err(CreateError::Full);
        }
        if !self.may_create(address) {
            return Err(CreateError::TooMany);
        }
        let id = self.0.node.id_of(&secret::fresh_id()?);
        let (host, host_hash) = secret::fresh_key()?;
        let mut invitations = BTreeMap::new();
        let mut hashes = BTreeMap::new();
        for &seat in asked.game.seats() {
            let (key, hash) = secret::fresh_key()?;
            invitations.insert(seat, key);
            hashes.insert(seat, hash);
        }
        let mut keys = Keys::new(host_hash, hashes);
        let mut open = None;
        if asked.open {
            let (key, hash) = secret::fresh_key()?;
            keys = keys.open_to_all(hash);
            open = Some(key);
        }
        let write = Write::Create {
            table: id.clone(),
            event: Box::new(opened.event),
            keys: write_keys(&keys),
        };
        let store = Arc::clone(&self.0.store);
        let written = task::spawn_blocking(move || store.write_and_wait(write)).await;
        written.unwrap_or(Err(StoreError::Closed))?;
        self.0.count.fetch_add(1, Ordering::Relaxed);
        self.0.metrics.tables_created.add();
        tracing::info!(table = id, game = ?asked.game, "a table was created");
        Ok(Created {
            table: id,
            host,
            invitations,
            open,
        })
    }

    fn may_create(&self, address: IpAddr) -> bool {
        take_credit(&self.0.creators, address, self.0.limits.create_burst)
    }

    /// The handle of a table; `None` if there is no table with this id.
    pub(crate) async fn enter(&self, id: &str) -> Result<Option<TableHandle>, OpenError> {
        loop {
            let opening = Arc::clone(lock(&self.0.open).entry(id.to_owned()).or_default());
            let handle = opening.get_or_try_init(|| self.start(id, &opening)).await;
            match handle {
                Ok(Some(handle)) if !handle.inbox.is_closed() => return Ok(Some(handle.clone())),
                // It has just been unloaded; load it again.
                Ok(Some(_)) => self.unload(id, &opening),
                Ok(None) => {
                    self.unload(id, &opening);
                    return Ok(None);
                }
                Err(error) => {
                    self.unload(id, &opening);
                    return Err(error);
                }
            }
        }
    }

    /// Unloads a table, unless it has been loaded again since.
    fn unload(&self, id: &str, opening: &Opening) {
        let mut open = lock(&self.0.open);
        if open
            .get(id)
            .is_some_and(|there| Arc::ptr_eq(there, opening))
        {
            open.remove(id);
        }
    }

    /// Loads a table and starts its task.
    async fn start(&self, id: &str, opening: &Opening) -> Result<Option<TableHandle>, OpenError> {
        let (store, name) = (Arc::clone(&self.0.store), id.to_owned());
        let read = task::spawn_blocking(move || store.read(&name)).await;
        let Some(kept) = read.unwrap_or(Err(StoreError::Closed))? else {
            return Ok(None);
        };
        let keys: Keys = serde_json::from_str(&kept.keys).map_err(|_| OpenError::Keys)?;
        let time = TableTime::starting_at(start_time(&kept.log));
        let judge = Arc::clone(&self.0.judge);
        let folded = task::spawn_blocking(move || Room::open(kept.log, keys, judge, time.now()));
        let (room, effects) = folded.await.map_err(|_| StoreError::Closed)??;
        let room = room.with_spectators_max(self.0.limits.spectators_per_table);
        let (sender, inbox) = mpsc::channel(TABLE_QUEUE);
        let people = Arc::new(AtomicUsize::new(0));
        let context = TableContext {
            store: Arc::clone(&self.0.store),
            programs: self.0.programs.clone(),
            pace: self.0.pace,
            metrics: Arc::clone(&self.0.metrics),
            people: Arc::clone(&people),
            program_budget: Arc::clone(&self.0.program_budget),
            idle: self.0.limits.idle,
        };
        let mut task = TableTask::new(id.to_owned(), room, time, inbox, context);
        let (hall, opening) = (self.clone(), Arc::clone(opening));
        tokio::spawn(async move {
            let left = task.run(effects).await;
            hall.unload(&task.id, &opening);
            task.refuse_waiting();
            tracing::debug!(table = task.id, ?left, "a table left the memory");
            if left == UnloadReason::Closed {
                hall.remove(&task.id);
            }
        });
        Ok(Some(TableHandle {
            inbox: sender,
            time,
            people,
        }))
    }

    /// Disconnects all clients of a table and removes it; `false` if there is no table with this
    /// id.
    ///
    /// # Errors
    ///
    /// The table cannot be read.
    pub async fn close_table(&self, id: &str) -> Result<bool, OpenError> {
        match self.enter(id).await? {
            Some(handle) => Ok(handle.send(TableMessage::Close).await),
            None => Ok(false),
        }
    }

    /// Removes a table from the store.
    fn remove(&self, id: &str) {
        let hall = self.clone();
        let table = id.to_owned();
        let done = move |result: Result<(), StoreError>| match result {
            Ok(()) => drop(hall.0.count.fetch_sub(1, Ordering::Relaxed)),
            Err(error) => tracing::error!(%error, "cannot remove a table"),
        };
        self.0.store.write(Write::Remove { table }, Box::new(done));
    }

    /// Periodically removes tables that have been idle for too long.
    pub async fn remove_idle_tables(&self) {
        let Some(days) = self.0.keep_days else {
            return;
        };
        loop {
            let before = unix_ms().saturating_sub(u64::from(days) * 24 * 3_600_000);
            let store = Arc::clone(&self.0.store);
            let stale = task::spawn_blocking(move || store.idle_since(before)).await;
            match stale.unwrap_or(Err(StoreError::Closed)) {
                Ok(stale) => {
                    for id in stale {
                        // It may be in use at this moment.
                        if !lock(&self.0.open).contains_key(&id) {
                            self.remove(&id);
                            tracing::info!(table = id, "an old table was removed");
                        }
                    }
                }
                Err(error) => tracing::error!(%error, "cannot look for old tables"),
            }
            tokio::time::sleep(SWEEP).await;
        }
    }

    /// Asks all clients to reconnect soon, and waits until they have been told.
    pub async fn close(&self, patience: Duration) {
        self.0.closing.send_replace(true);
        // Clients that are still connected then are cut off.
        let _ = timeout(patience, self.0.sockets.emptied()).await;
    }
}

/// Where the time of a loaded table continues. In a timed game that is right after the last event,
/// so no clock loses the time in between; otherwise it is the wall-clock time.
fn start_time(log: &[Event]) -> u64 {
    let is_clocked = log.iter().fold(false, |is_clocked, event| {
        let clocks = event.clocks.as_ref();
        let starts = clocks.is_some_and(|clocks| clocks.running.is_some());
        (is_clocked || starts) && event.ended.is_none()
    });
    match log.last() {
        Some(last) if is_clocked => last.at,
        Some(last) => last.at.max(unix_ms()),
        None => unix_ms(),
    }
}

/// Takes a credit of an address that has a budget of this size.
fn take_credit(takers: &Mutex<HashMap<IpAddr, Credits>>, address: IpAddr, most: u32) -> bool {
    let now = Instant::now();
    let mut takers = lock(takers);
    takers.retain(|_, credits| !credits.is_full(now));
    let fresh = || Credits::new(most, ONE_MORE_AFTER * most.max(1), now);
    let credits = takers.entry(network_of(address)).or_insert_with(fresh);
    credits.take(now)
}

fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change is atomic, so a panic leaves valid data.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
