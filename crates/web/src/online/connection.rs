//! The connection to a table: when to reconnect, and when to give up.

use std::time::Duration;

/// The first delay before another attempt; each failure doubles it.
const PAUSE: Duration = Duration::from_millis(500);

/// The longest delay before another attempt.
const PAUSE_MAX: Duration = Duration::from_secs(15);

const ATTEMPT_MAX: Duration = Duration::from_secs(10);

/// The ping interval. A server that hears nothing for eight seconds tells the others that this player is away.
const PING: Duration = Duration::from_secs(5);

const PONG_MAX: Duration = Duration::from_secs(8);

/// The timeout of a ping after the page was suspended.
const WAKE_MAX: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Connecting: since when, and whether for the first time.
    Trying {
        since: Duration,
    },
    Live,
    /// Disconnected; the next attempt is at this time.
    Waiting {
        until: Duration,
    },
    /// Given up for this reason, until the user asks again.
    Over(LinkEnd),
}

/// Why a connection is not attempted again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkEnd {
    /// The same seat is connected from elsewhere.
    Replaced,
    /// The table does not exist or is private.
    NoSuchTable,
    /// There is no server: only static files, or no network.
    NoServer,
    /// The page is older than the server.
    Version,
    /// The server closed the table or the connection permanently.
    Closed,
}

/// The connection to a table.
#[derive(Clone, Debug)]
pub struct Connection {
    phase: Phase,
    /// The number of consecutive failures.
    failures: u32,
    /// Whether the server has ever responded.
    is_known: bool,
    /// The last ping: its number, when it was sent, its timeout, and whether it was answered.
    pings: u64,
    pinged: Duration,
    pong_max: Duration,
    is_answered: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    Nothing,
    Open,
    Ping(u64),
}

impl Connection {
    /// A first attempt.
    #[must_use]
    pub fn new(now: Duration) -> Connection {
        Connection {
            phase: Phase::Trying { since: now },
            failures: 0,
            is_known: false,
            pings: 0,
            pinged: now,
            pong_max: PONG_MAX,
            is_answered: true,
        }
    }

    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the server has ever responded.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// When the answered ping was sent.
    #[must_use]
    pub fn asked(&self) -> Duration {
        match self.phase {
            Phase::Trying { since } => since,
            Phase::Waiting { .. } | Phase::Live | Phase::Over(_) => self.pinged,
        }
    }

    /// An attempt starts now.
    pub fn opens(&mut self, now: Duration) {
        self.phase = Phase::Trying { since: now };
    }

    pub fn welcomed(&mut self, now: Duration) {
        self.phase = Phase::Live;
        self.is_known = true;
        self.failures = 0;
        self.pinged = now;
        self.is_answered = true;
    }

    pub fn ponged(&mut self, number: u64) {
        self.is_answered |= number == self.pings;
    }

    /// The connection broke, or an attempt failed.
    pub fn cut(&mut self, now: Duration) {
        if !matches!(self.phase, Phase::Trying { .. } | Phase::Live) {
            return;
        }
        let doubled = PAUSE * 2_u32.saturating_pow(self.failures.min(10));
        // Clients that were disconnected together should not reconnect together.
        let spread = Duration::from_millis(u64::from(now.subsec_micros() % 251));
        let until = now + doubled.min(PAUSE_MAX) + spread;
        self.phase = Phase::Waiting { until };
        self.failures += 1;
    }

    /// The server asks us to reconnect later.
    pub fn sent_away(&mut self, pause: Duration, now: Duration) {
        self.phase = Phase::Waiting { until: now + pause };
        self.failures += 1;
    }

    pub fn ends(&mut self, why: LinkEnd) {
        self.phase = Phase::Over(why);
    }

    /// The page was resumed, or the network is back: a waiting attempt starts at once, and an open
    /// connection is pinged.
    pub fn wake(&mut self, now: Duration) -> Due {
        match self.phase {
            Phase::Waiting { .. } | Phase::Over(LinkEnd::NoServer) => {
                self.opens(now);
                Due::Open
            }
            Phase::Live => self.ping(WAKE_MAX, now),
            Phase::Trying { .. } | Phase::Over(_) => Due::Nothing,
        }
    }

    pub fn due(&mut self, now: Duration) -> Due {
        match self.phase {
            Phase::Trying { since } if now >= since + ATTEMPT_MAX => {
                self.cut(now);
                Due::Nothing
            }
            Phase::Live if !self.is_answered && now >= self.pinged + self.pong_max => {
                self.opens(now);
                Due::Open
            }
            Phase::Live if self.is_answered && now >= self.pinged + PING => {
                self.ping(PONG_MAX, now)
            }
            Phase::Waiting { until } if now >= until => {
                self.opens(now);
                Due::Open
            }
            Phase::Trying { .. } | Phase::Live | Phase::Waiting { .. } | Phase::Over(_) => {
                Due::Nothing
            }
        }
    }

    fn ping(&mut self, pong_max: Duration, now: Duration) -> Due {
        self.pings += 1;
        self.pinged = now;
        self.pong_max = pong_max;
        self.is_answered = false;
        Due::Ping(self.pings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn attempts_back_off_up_to_a_limit() {
        let mut connection = Connection::new(s(0));
        let (mut now, mut pauses) = (s(0), Vec::new());
        for _ in 0..8 {
            connection.cut(now);
            let Phase::Waiting { until } = connection.phase() else {
                panic!("it waits");
            };
            pauses.push(until - now);
            assert_eq!(
                connection.due(until - Duration::from_millis(1)),
                Due::Nothing
            );
            assert_eq!(connection.due(until), Due::Open);
            now = until;
        }
        assert!(pauses[0] < s(1) && pauses[0] < pauses[1] && pauses[1] < pauses[2]);
        assert!(pauses.iter().all(|pause| *pause < s(16)), "{pauses:?}");
        connection.welcomed(now);
        connection.cut(now);
        assert!(matches!(connection.phase(), Phase::Waiting { until } if until < now + s(1)));
    }

    #[test]
    fn a_silent_server_is_disconnected() {
        let mut connection = Connection::new(s(0));
        connection.welcomed(s(0));
        assert_eq!(connection.due(s(4)), Due::Nothing);
        assert_eq!(connection.due(s(5)), Due::Ping(1));
        connection.ponged(1);
        assert_eq!(connection.due(s(9)), Due::Nothing);
        assert_eq!(connection.due(s(10)), Due::Ping(2));
        connection.ponged(1);
        assert_eq!(
            connection.due(s(18)),
            Due::Open,
            "an old answer counts for nothing"
        );
    }

    #[test]
    fn a_resumed_page_reconnects_at_once_or_pings() {
        let mut connection = Connection::new(s(0));
        connection.cut(s(0));
        assert_eq!(connection.wake(s(0)), Due::Open);
        connection.welcomed(s(1));
        assert_eq!(connection.wake(s(100)), Due::Ping(1));
        assert_eq!(connection.due(s(102)), Due::Open);
        connection.ends(LinkEnd::Replaced);
        assert_eq!(
            connection.wake(s(103)),
            Due::Nothing,
            "it does not come back by itself"
        );
        assert_eq!(connection.due(s(500)), Due::Nothing);
    }

    #[test]
    fn a_hanging_attempt_is_given_up() {
        let mut connection = Connection::new(s(0));
        assert_eq!(connection.due(s(9)), Due::Nothing);
        assert_eq!(connection.due(s(10)), Due::Nothing);
        assert!(matches!(connection.phase(), Phase::Waiting { .. }));
    }
}
