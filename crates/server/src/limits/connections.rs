//! Counts the connected clients, in total and by address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Counts the sockets of the server.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionCount(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    most_per_address: usize,
    counts: Mutex<Counts>,
    emptied: Notify,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Why a socket is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    Server,
    Address,
}

/// The slot of one socket, released when it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    connections: ConnectionCount,
    address: IpAddr,
}

impl ConnectionCount {
    pub fn new(most: usize, most_per_address: usize) -> ConnectionCount {
        ConnectionCount(Arc::new(Inner {
            most,
            most_per_address,
            counts: Mutex::default(),
            emptied: Notify::new(),
        }))
    }

    /// Reserves a slot for a socket from this address.
    pub fn reserve(&self, address: IpAddr) -> Result<ConnectionSlot, Full> {
        let address = network_of(address);
        let mut counts = self.counts();
        if counts.all >= self.0.most {
            return Err(Full::Server);
        }
        let of_address = counts.by_address.entry(address).or_default();
        if *of_address >= self.0.most_per_address {
            return Err(Full::Address);
        }
        *of_address += 1;
        counts.all += 1;
        Ok(ConnectionSlot {
            connections: self.clone(),
            address,
        })
    }

    pub fn len(&self) -> usize {
        self.counts().all
    }

    /// Waits until no socket is left.
    pub async fn emptied(&self) {
        loop {
            let emptied = self.0.emptied.notified();
            if self.len() == 0 {
                return;
            }
            emptied.await;
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Every change is atomic, so a panic leaves valid counts.
        self.0.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionSlot {
    /// The address under which it is counted.
    pub fn address(&self) -> IpAddr {
        self.address
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.connections.counts();
        counts.all -= 1;
        if let Some(of_address) = counts.by_address.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                counts.by_address.remove(&self.address);
            }
        }
        if counts.all == 0 {
            self.connections.0.emptied.notify_waiters();
        }
    }
}

/// The address under which a client is counted: for IPv6, its /64 network.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_per_address_and_in_total() {
        let connections = ConnectionCount::new(3, 2);
        let at = |text: &str| connections.reserve(text.parse().unwrap());
        let first = at("2001:db8::1").unwrap();
        let _second = at("2001:db8::2").unwrap();
        assert_eq!(at("2001:db8::3").unwrap_err(), Full::Address);
        let _third = at("192.0.2.1").unwrap();
        assert_eq!(at("192.0.2.2").unwrap_err(), Full::Server);
        drop(first);
        assert!(
            at("::ffff:192.0.2.1").is_ok(),
            "it is the same as 192.0.2.1"
        );
        assert_eq!(connections.len(), 2);
    }
}
