//! The keys of a table, as the browser stores them.
//!
//! One line each: `host KEY`, `invitation SEAT KEY`, `seat SEAT KEY`. A seat here is the one that
//! someone was invited to, not the one they have after a rematch.

use std::collections::BTreeMap;

use wire::{Created, Seat};

use super::address::{Role, is_word};

/// The keys of a table.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Ring {
    /// The key of the host.
    pub host: Option<String>,
    /// Keys to be sent to others.
    pub invitations: BTreeMap<Seat, String>,
    /// Keys of seats that were taken in this browser.
    pub seats: BTreeMap<Seat, String>,
}

impl core::fmt::Debug for Ring {
    /// Shows which keys exist, but not the keys.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Ring")
            .field("host", &self.host.is_some())
            .field("invitations", &self.invitations.keys())
            .field("seats", &self.seats.keys())
            .finish()
    }
}

impl Ring {
    /// The keys of a table that was created here.
    #[must_use]
    pub fn of(created: Created) -> Ring {
        Ring {
            host: Some(created.host),
            invitations: created.invitations,
            seats: BTreeMap::new(),
        }
    }

    /// These keys merged with those that another tab has stored, without the keys of seats that
    /// were given up.
    #[must_use]
    pub fn with(self, kept: Ring, given_up: &[Seat]) -> Ring {
        let mut all = kept;
        all.seats.retain(|seat, _| !given_up.contains(seat));
        all.host = self.host.or(all.host);
        all.invitations.extend(self.invitations);
        all.seats.extend(self.seats);
        all
    }

    /// The stored lines.
    #[must_use]
    pub fn write(&self) -> String {
        let host = self.host.iter().map(|key| format!("host {key}"));
        let line = |kind: &'static str| {
            move |(seat, key): (&Seat, &String)| format!("{kind} {} {key}", seat.name())
        };
        let invitations = self.invitations.iter().map(line("invitation"));
        let seats = self.seats.iter().map(line("seat"));
        let lines: Vec<String> = host.chain(invitations).chain(seats).collect();
        lines.join("\n")
    }

    /// Parses such lines; unreadable ones are skipped.
    #[must_use]
    pub fn read(text: &str) -> Ring {
        let mut ring = Ring::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match *words.as_slice() {
                ["host", key] if is_word(key) => ring.host = Some(key.to_owned()),
                [kind, seat, key] if is_word(key) => {
                    let keys = match kind {
                        "invitation" => &mut ring.invitations,
                        "seat" => &mut ring.seats,
                        _ => continue,
                    };
                    if let Some(Role::Seat(seat)) = Role::from_name(seat) {
                        keys.insert(seat, key.to_owned());
                    }
                }
                _ => {}
            }
        }
        ring
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_ring_round_trips_and_shows_no_key() {
        let ring = Ring {
            host: Some("h0st".to_owned()),
            invitations: BTreeMap::from([(Seat::North, "n-1".to_owned())]),
            seats: BTreeMap::from([(Seat::East, "e_2".to_owned())]),
        };
        assert_eq!(Ring::read(&ring.write()), ring);
        let shown = format!("{ring:?}");
        assert!(!shown.contains("h0st") && !shown.contains("n-1"), "{shown}");
    }

    #[test]
    fn keys_of_other_tabs_are_kept_and_released_keys_stay_removed() {
        let kept = Ring::read("host h\nseat north n\nseat east e");
        let own = Ring::read("invitation west w");
        let all = own.with(kept, &[Seat::East]);
        assert_eq!(all.write(), "host h\ninvitation west w\nseat north n");
    }

    #[test]
    fn malformed_keys_are_skipped() {
        for text in [
            "",
            "host",
            "seat nobody x",
            "seat north a b",
            "host <b>",
            "key north x",
        ] {
            assert_eq!(Ring::read(text), Ring::default(), "{text}");
        }
    }
}
