//! One table: a task that owns its room, receives messages from sockets, and keeps its time.
//!
//! Everything that happens at a table happens here in sequence, so a move and a fallen flag cannot
//! race. The task never waits for a socket: if the queue of a slow reader is full, its connection
//! is closed, and it loses nothing by resuming. An event is handed to the store, and the room
//! continues when the store has acknowledged it.

mod time;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use store::{Store, StoreError, Write};
use tables::{Connection, Hello, KeyHash, Keys, Room, RoomEffect, asks_for_proof};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{mpsc, oneshot};
use tokio::task::block_in_place;
use tokio::time::{Instant, sleep_until};
use wire::{Act, Bye, Event, FromServer, Offered, Seat, Signal, Wish};

use crate::hall::ProgramBudget;
use crate::metrics::Metrics;
use crate::programs::{Players, ProgramAnswer, Programs, QuestionState};

pub(crate) use time::TableTime;

/// A message from a socket with its time of arrival, so that waiting in the queue costs nobody
/// time.
#[derive(Debug)]
pub(crate) struct Incoming {
    pub at: u64,
    pub message: TableMessage,
}

/// A message from a socket to a table.
#[derive(Debug)]
pub(crate) enum TableMessage {
    /// A client says hello; the first time with the channel to reach it.
    Hello {
        from: Connection,
        channels: Option<ClientChannels>,
        hello: Box<Hello>,
    },
    Do {
        from: Connection,
        id: String,
        ply: Option<u64>,
        act: Act,
        lag_ms: u64,
        /// Its address, for limits per address.
        address: IpAddr,
    },
    Invite {
        from: Connection,
        id: String,
        seat: Seat,
        fresh: (String, KeyHash),
    },
    /// A client is there.
    Beat {
        from: Connection,
    },
    Signal {
        from: Connection,
        signal: Signal,
    },
    /// A socket has disconnected.
    Leave {
        from: Connection,
    },
    /// The table is closed permanently: all clients are disconnected.
    Close,
}

#[derive(Debug)]
pub(crate) struct ClientChannels {
    pub queue: mpsc::Sender<Utf8Bytes>,
    pub end: oneshot::Sender<Disconnect>,
}

/// Why a table ends a connection.
#[derive(Debug)]
pub(crate) enum Disconnect {
    /// The table says why it closes, after all earlier messages.
    Bye(Bye),
    Slow,
}

/// What a table needs from the server.
pub(crate) struct TableContext {
    pub store: Arc<dyn Store>,
    pub programs: Option<Programs>,
    /// The minimum time of a program's move, unless the host of the table chose another.
    pub pace: Duration,
    pub metrics: Arc<Metrics>,
    /// The number of connected clients, for others to read.
    pub people: Arc<AtomicUsize>,
    /// How many more programs each address may seat.
    pub program_budget: Arc<ProgramBudget>,
    /// How long the table stays in memory without clients.
    pub idle: Duration,
}

pub(crate) struct TableTask {
    pub id: String,
    room: Room,
    time: TableTime,
    inbox: mpsc::Receiver<Incoming>,
    context: TableContext,
    clients: HashMap<Connection, ClientChannels>,
    /// The channel of the store's replies. Only one write is pending at a time, so at most one
    /// reply waits.
    answers: mpsc::UnboundedReceiver<StoreAnswer>,
    answer_to: mpsc::UnboundedSender<StoreAnswer>,
    /// When the last write was handed to the store.
    stored_at: Instant,
    /// The channel of a program's answers. Only one searches at a time.
    program_answers: mpsc::UnboundedReceiver<ProgramAnswer>,
    program_answer_to: mpsc::UnboundedSender<ProgramAnswer>,
    is_thinking: bool,
    /// An answer that came before its time.
    early: Option<ProgramAnswer>,
    players: Players,
    asked: Option<QuestionState>,
    /// Whether the last answer failed.
    has_failed: bool,
}

type StoreAnswer = Result<(), StoreError>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnloadReason {
    /// No client was connected.
    Idle,
    /// A write failed; the table is loaded again from the store.
    NotStored,
    /// It was closed permanently.
    Closed,
}

impl TableTask {
    pub fn new(
        id: String,
        room: Room,
        time: TableTime,
        inbox: mpsc::Receiver<Incoming>,
        context: TableContext,
    ) -> TableTask {
        let (answer_to, answers) = mpsc::unbounded_channel();
        let (program_answer_to, program_answers) = mpsc::unbounded_channel();
        TableTask {
            id,
            room,
            time,
            inbox,
            context,
            clients: HashMap::new(),
            answers,
            answer_to,
            stored_at: Instant::now(),
            program_answers,
            program_answer_to,
            is_thinking: false,
            early: None,
            players: Players::new(),
            asked: None,
            has_failed: false,
        }
    }

    /// Runs the table until it can be unloaded.
    pub async fn run(&mut self, opening: Vec<RoomEffect>) -> UnloadReason {
        self.execute(opening);
        loop {
            if self.room.is_closed() {
                return UnloadReason::NotStored;
            }
            self.ask_program();
            let is_idle =
                self.room.is_empty() && !self.room.table().is_clock_running() && !self.is_thinking;
            let alarm = match self.room.due() {
                Some(due) => self.time.instant_of(due),
                None => Instant::now() + self.context.idle,
            };
            let is_due = self.room.due().is_some();
            let early = self.early.as_ref().map(|answer| answer.not_before);
            let early = early.map_or(alarm, |at| self.time.instant_of(at));
            let effects = tokio::select! {
                biased;
                Some(answer) = self.answers.recv() => {
                    // Messages that have arrived come first: they may be older than what is due by
                    // now.
                    while let Ok(incoming) = self.inbox.try_recv() {
                        if matches!(incoming.message, TableMessage::Close) {
                            self.close();
                            return UnloadReason::Closed;
                        }
                        let effects = self.receive(incoming);
                        self.execute(effects);
                    }
                    self.stored(&answer)
                }
                incoming = self.inbox.recv() => match incoming {
                    None => return UnloadReason::Idle,
                    Some(Incoming { message: TableMessage::Close, .. }) => {
                        self.close();
                        return UnloadReason::Closed;
                    }
                    Some(incoming) => self.receive(incoming),
                },
                Some(answer) = self.program_answers.recv() => {
                    self.early = Some(answer);
                    Vec::new()
                }
                () = sleep_until(early), if self.early.is_some() => self.execute_answer(),
                () = sleep_until(alarm) => {
                    if is_idle && !is_due {
                        return UnloadReason::Idle;
                    }
                    let now = self.time.now();
                    let room = &mut self.room;
                    run_blocking(room.is_proof_due(now), || room.tick(now))
                }
            };
            self.execute(effects);
            let people = self.clients.len();
            self.context.people.store(people, Ordering::Relaxed);
        }
    }

    /// Asks the program whose turn it is, unless one is searching.
    fn ask_program(&mut self) {
        if self.is_thinking {
            return;
        }
        if let Some(programs) = &self.context.programs
            && let Some(asked) = programs.ask_program(
                &self.room,
                &self.players,
                self.asked,
                self.context.pace,
                &self.program_answer_to,
            )
        {
            self.asked = Some(asked);
            self.is_thinking = true;
        }
    }

    fn execute_answer(&mut self) -> Vec<RoomEffect> {
        let Some(answer) = self.early.take() else {
            return Vec::new();
        };
        self.is_thinking = false;
        self.context.metrics.thoughts.add();
        let (seat, now) = (answer.seat, self.time.now());
        let acts = match answer.acts.is_empty() {
            false => answer.acts,
            true if self.has_failed => self.first_act(seat).into_iter().collect(),
            true => Vec::new(),
        };
        if acts.is_empty() {
            // It is asked once more.
            (self.asked, self.has_failed) = (None, true);
            return Vec::new();
        }
        self.has_failed = false;
        self.players.insert((seat, answer.level), answer.player);
        let mut effects = Vec::new();
        let mut ply = Some(answer.ply);
        for (index, act) in acts.into_iter().enumerate() {
            let id = format!("{}-{index}", answer.id);
            effects.extend(self.room.program(seat, id, ply, act, now));
            // What comes after a move belongs to the position after it.
            ply = None;
        }
        effects
    }

    /// The first action that is allowed: a program that failed twice takes it, so that nobody waits
    /// for it in vain.
    fn first_act(&self, seat: Seat) -> Option<Act> {
        let table = self.room.table();
        let what = Offered::Draw;
        if table.undecided_on(what).contains(&seat) {
            return Some(Act::Decline { what });
        }
        let text = table.legal_moves().first()?.clone();
        Some(Act::Move { text })
    }

    /// Answers clients that connected while the table was being unloaded.
    pub fn refuse_waiting(&mut self) {
        self.inbox.close();
        while let Ok(incoming) = self.inbox.try_recv() {
            if let TableMessage::Hello {
                channels: Some(channels),
                ..
            } = incoming.message
            {
                let bye = Bye {
                    code: "busy".to_owned(),
                    retry: Some(100),
                };
                // A client that is gone need not be told.
                let _ = channels.end.send(Disconnect::Bye(bye));
            }
        }
    }

    fn stored(&mut self, answer: &StoreAnswer) -> Vec<RoomEffect> {
        self.context.metrics.stored.add(self.stored_at.elapsed());
        if let Err(error) = answer {
            self.context.metrics.store_failures.add();
            tracing::error!(table = self.id, %error, "cannot store an event");
        }
        let (now, room) = (self.time.now(), &mut self.room);
        run_blocking(room.is_proof_due(now), || room.stored(answer.is_ok(), now))
    }

    fn receive(&mut self, incoming: Incoming) -> Vec<RoomEffect> {
        let now = incoming.at;
        match incoming.message {
            TableMessage::Hello {
                from,
                channels,
                hello,
            } => {
                if let Some(channels) = channels {
                    self.clients.insert(from, channels);
                }
                self.room.hello(from, *hello, now)
            }
            TableMessage::Do {
                from,
                id,
                ply,
                act,
                lag_ms,
                address,
            } => {
                if takes_program(&act)
                    && !self.room.is_repeated(from, &id, ply, &act)
                    && let Err(why) = self.context.program_budget.may_fill(address)
                {
                    let refused = FromServer::Refused {
                        id,
                        code: why.code().to_owned(),
                        words: why.to_string(),
                        ply: None,
                    };
                    return vec![RoomEffect::Send(from, Box::new(refused))];
                }
                let is_long = asks_for_proof(&act) || self.room.is_proof_due(now);
                let room = &mut self.room;
                run_blocking(is_long, || room.command(from, id, ply, act, lag_ms, now))
            }
            TableMessage::Invite {
                from,
                id,
                seat,
                fresh,
            } => self.room.invite(from, id, seat, fresh, now),
            TableMessage::Beat { from } => self.room.beat(from, now),
            TableMessage::Signal { from, signal } => self.room.signal(from, signal, now),
            TableMessage::Leave { from } => {
                self.clients.remove(&from);
                self.room.leave(from, now)
            }
            // Closing is handled earlier.
            TableMessage::Close => Vec::new(),
        }
    }

    /// Sends and stores what the room wants, and handles what follows.
    fn execute(&mut self, effects: Vec<RoomEffect>) {
        let mut effects = effects;
        while !effects.is_empty() {
            let mut gone = Vec::new();
            // Most messages go to everyone in sequence, so they are serialized once.
            let mut last: Option<(Box<FromServer>, Utf8Bytes)> = None;
            for effect in effects {
                match effect {
                    RoomEffect::Send(to, message) => {
                        let text = match last.take() {
                            Some((before, text)) if before == message => text,
                            _ => write(&message),
                        };
                        if !self.send(to, text.clone()) {
                            gone.push(to);
                        }
                        last = Some((message, text));
                    }
                    RoomEffect::Close(to, bye) => {
                        self.end(to, Disconnect::Bye(bye));
                        gone.push(to);
                    }
                    RoomEffect::Store { keys, event } => self.store(keys, event),
                }
            }
            let now = self.time.now();
            effects = gone
                .into_iter()
                .flat_map(|from| self.room.leave(from, now))
                .collect();
        }
    }

    /// Queues a message for a socket; `false` if it was too slow and is disconnected.
    fn send(&mut self, to: Connection, text: Utf8Bytes) -> bool {
        match self
            .clients
            .get(&to)
            .map(|channels| channels.queue.try_send(text))
        {
            // A client that has left reports that itself.
            None | Some(Ok(()) | Err(mpsc::error::TrySendError::Closed(_))) => true,
            Some(Err(mpsc::error::TrySendError::Full(_))) => {
                self.context.metrics.slow_readers.add();
                tracing::debug!(table = self.id, connection = to, "a reader is too slow");
                self.end(to, Disconnect::Slow);
                false
            }
        }
    }

    fn end(&mut self, to: Connection, ended: Disconnect) {
        if let Some(channels) = self.clients.remove(&to) {
            // A client that is gone need not be told.
            let _ = channels.end.send(ended);
        }
    }

    /// Stores keys and an event, and is notified when both are stored.
    fn store(&mut self, keys: Option<Keys>, event: Option<Box<Event>>) {
        self.stored_at = Instant::now();
        let table = || self.id.clone();
        let keys = keys.map(|keys| Write::Keys {
            table: table(),
            keys: write_keys(&keys),
        });
        let event = event.map(|event| Write::Append {
            table: table(),
            event,
        });
        let mut writes: Vec<Write> = keys.into_iter().chain(event).collect();
        let stored = self.answer_to.clone();
        let Some(last) = writes.pop() else {
            // Nothing to store counts as stored at once.
            let _ = stored.send(Ok(()));
            return;
        };
        let earlier = writes.pop();
        let tell = move |result| {
            // A table that is gone need not be told.
            let _ = stored.send(result);
        };
        match earlier {
            None => self.context.store.write(last, Box::new(tell)),
            Some(earlier) => {
                let (before, first) = std::sync::mpsc::channel();
                self.context.store.write(
                    earlier,
                    Box::new(move |result| {
                        let _ = before.send(result);
                    }),
                );
                // Writes are acknowledged in order, so the first has been acknowledged by then.
                let both = move |result: StoreAnswer| {
                    tell(
                        first
                            .try_recv()
                            .unwrap_or(Err(StoreError::Closed))
                            .and(result),
                    );
                };
                self.context.store.write(last, Box::new(both));
            }
        }
    }

    fn close(&mut self) {
        let connections: Vec<Connection> = self.clients.keys().copied().collect();
        for to in connections {
            let bye = Bye {
                code: "closed".to_owned(),
                retry: None,
            };
            self.end(to, Disconnect::Bye(bye));
        }
    }
}

/// Whether a command seats a program.
fn takes_program(act: &Act) -> bool {
    let wish = Wish::Program;
    matches!(act, Act::Fill { .. }) || *act == Act::Absent { wish }
}

/// Runs a computation; if it may take long, the other tasks of this thread move to another one.
fn run_blocking<T>(is_long: bool, work: impl FnOnce() -> T) -> T {
    let can_move = Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread;
    match is_long && can_move {
        true => block_in_place(work),
        false => work(),
    }
}

/// The keys of a table in stored form: hashes only.
pub(crate) fn write_keys(keys: &Keys) -> String {
    serde_json::to_string(keys).expect("hashes serialize")
}

pub(crate) fn write(message: &FromServer) -> Utf8Bytes {
    let text = serde_json::to_string(message);
    text.expect("messages serialize").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_proof_does_not_stop_other_tables() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .build()
            .expect("there are threads");
        runtime.block_on(async {
            let (begin, has_begun) = oneshot::channel();
            let (release, is_released) = std::sync::mpsc::channel();
            let proof = tokio::spawn(async move {
                run_blocking(true, || {
                    begin.send(()).expect("the test waits");
                    // A deadline only so that a hang becomes a failure.
                    is_released.recv_timeout(Duration::from_secs(60)).is_ok()
                })
            });
            has_begun.await.expect("the proof begins");
            // The other task ends while the proof still runs, and ends the proof.
            let other = tokio::spawn(async move { release.send(()).expect("the proof waits") });
            other.await.expect("the other task ends");
            assert!(
                proof.await.expect("the proof ends"),
                "the other task had to wait"
            );
        });
    }
}
