//! How much anyone may take of the server: connections, sockets, tables, messages, time.

mod credits;
mod crowd;

use std::time::Duration;

pub(crate) use credits::Credits;
pub(crate) use crowd::{Crowd, Full, Place, network_of};

/// What a peer may take: how many connections there are at once, and how long it may dawdle.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many connections are served at the same time; further ones wait. A connection that
    /// became a socket of a table does not count.
    pub connections: usize,
    /// How many of them one address may have; further ones are closed.
    pub connections_per_address: usize,
    /// How long a request may take to arrive, the wait for the next one on a connection included.
    pub request: Duration,
    /// How long an answer may stand still on its way.
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

/// What players and spectators may take. An address of IPv6 stands for its network of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct TableLimits {
    /// How many sockets there are at once.
    pub sockets: usize,
    /// How many of them one address may have.
    pub sockets_per_address: usize,
    /// How many may watch one table. Players and the host always find a place.
    pub spectators_per_table: usize,
    /// How many tables are kept.
    pub tables: usize,
    /// How many tables one address may create at once; one more is allowed every two minutes.
    pub tables_per_address: u32,
    /// The same for programs at seats.
    pub programs_per_address: u32,
    /// How many messages a player may send at once; all of them are allowed again after 20 s.
    pub player_messages: u32,
    /// The same for a spectator.
    pub spectator_messages: u32,
    /// How many messages wait for a reader before it counts as too slow.
    pub queue: usize,
    /// How long a client may take to introduce itself.
    pub hello: Duration,
    /// How often a client is asked whether it is still there.
    pub ping: Duration,
    /// How long a client may be silent before it counts as gone.
    pub silence: Duration,
    /// How long a table stays in memory at which nobody is.
    pub idle: Duration,
}

impl Default for TableLimits {
    fn default() -> TableLimits {
        TableLimits {
            sockets: 20_000,
            sockets_per_address: 256,
            spectators_per_table: 1_000,
            tables: 100_000,
            tables_per_address: 30,
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

/// The time in which all messages that a client may send at once are allowed again.
pub(crate) const MESSAGES_WINDOW: Duration = Duration::from_secs(20);

/// The time after which an address may create one more table, or put one more program on a seat.
pub(crate) const ONE_MORE_AFTER: Duration = Duration::from_secs(120);

/// The longest request for a new table, in bytes.
pub(crate) const BODY_MAX: usize = 16 * 1024;

/// What a socket reads at once, in bytes. There are thousands of sockets, so it is small.
pub(crate) const READ_BUFFER: usize = 4 * 1024;

/// What is written at once, in bytes.
pub(crate) const WRITE_BUFFER: usize = 4 * 1024;

/// The longest thing that is ever sent, in bytes: the snapshot of a very long game.
pub(crate) const WRITE_MAX: usize = 4 * 1024 * 1024;

/// How many messages wait for a table before whoever sends more has to wait.
pub(crate) const TABLE_QUEUE: usize = 256;

/// How many files the program may need besides its sockets.
const OTHER_FILES: usize = 320;

impl TableLimits {
    /// Lowers the number of sockets below what the system lets the program open.
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
