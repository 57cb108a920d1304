//! Limits on what clients may use: connections, sockets, tables, messages, time.

mod connections;
mod credits;

use std::time::Duration;

pub(crate) use connections::{ConnectionCount, ConnectionSlot, Full, network_of};
pub(crate) use credits::Credits;

/// Limits of connections: how many there may be, and how slow a peer may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of connections served at the same time; further ones wait. A connection that has
    /// become a table's socket does not count.
    pub connections: usize,
    /// The number of them from one address; further ones are closed.
    pub connections_per_address: usize,
    /// How long a request may take to arrive, including the wait for the next one on a connection.
    pub request: Duration,
    /// How long a response may make no progress.
    pub answer: Duration,
    /// How long open connections may take to finish when the server stops.
    pub shutdown: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 256,
            connections_per_address: 64,
            request: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            shutdown: Duration::from_secs(3),
        }
    }
}

/// Limits of players and spectators. An IPv6 address counts as its /64 network.
#[derive(Clone, Copy, Debug)]
pub struct TableLimits {
    pub sockets: usize,
    pub sockets_per_address: usize,
    /// The number of spectators at one table. Players and the host are always admitted.
    pub spectators_per_table: usize,
    /// The number of stored tables.
    pub tables: usize,
    /// How many tables one address may create in a burst; then one every two minutes.
    pub create_burst: u32,
    /// The same for programs at seats.
    pub programs_per_address: u32,
    /// How many messages a player may send in a burst; the budget refills within 20 s.
    pub player_messages: u32,
    /// The same for a spectator.
    pub spectator_messages: u32,
    /// How many messages may wait for a reader before it counts as too slow.
    pub queue: usize,
    /// How long a client may take to send `hello`.
    pub hello: Duration,
    /// How often a client is pinged.
    pub ping: Duration,
    /// How long a client may be silent before it is disconnected.
    pub silence: Duration,
    /// How long a table without clients stays in memory.
    pub idle: Duration,
}

impl Default for TableLimits {
    fn default() -> TableLimits {
        TableLimits {
            sockets: 20_000,
            sockets_per_address: 256,
            spectators_per_table: 1_000,
            tables: 100_000,
            create_burst: 30,
            programs_per_address: 60,
            player_messages: 100,
            spectator_messages: 50,
            queue: 512,
            hello: Duration::from_secs(5),
            ping: Duration::from_secs(15),
            silence: Duration::from_secs(45),
            idle: Duration::from_secs(600),
        }
    }
}

/// The time in which a client's message budget refills.
pub(crate) const MESSAGES_WINDOW: Duration = Duration::from_secs(20);

/// The time after which an address may create one more table, or seat one more program.
pub(crate) const ONE_MORE_AFTER: Duration = Duration::from_secs(120);

/// The maximum size of a request to create a table, in bytes.
pub(crate) const BODY_MAX: usize = 16 * 1024;

/// The read buffer of a socket, in bytes. It is small because there are thousands of sockets.
pub(crate) const READ_BUFFER: usize = 4 * 1024;

/// The write buffer of a socket, in bytes.
pub(crate) const WRITE_BUFFER: usize = 4 * 1024;

/// The maximum size of a message that is sent, in bytes: the snapshot of a very long game.
pub(crate) const WRITE_MAX: usize = 4 * 1024 * 1024;

/// How many messages may wait for a table before senders have to wait.
pub(crate) const TABLE_QUEUE: usize = 256;

/// The number of files that the program may need besides its sockets.
const OTHER_FILES: usize = 320;

impl TableLimits {
    /// Lowers the number of sockets below the system's open-file limit.
    #[must_use]
    pub(crate) fn within_system(mut self) -> TableLimits {
        if let Some(files) = files_allowed() {
            self.sockets = self.sockets.min(files.saturating_sub(OTHER_FILES).max(1));
        }
        self
    }
}

#[cfg(unix)]
fn files_allowed() -> Option<usize> {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    files
        .current
        .map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn files_allowed() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_socket_limit_stays_below_the_open_file_limit() {
        let many = TableLimits {
            sockets: usize::MAX,
            ..TableLimits::default()
        };
        if let Some(files) = files_allowed() {
            assert!(many.within_system().sockets < files.max(2));
        }
        let few = TableLimits {
            sockets: 1,
            ..TableLimits::default()
        };
        assert_eq!(few.within_system().sockets, 1, "it is never raised");
    }
}
