//! Keys: who may act for which seat.
//!
//! Keys are passed in and compared as hashes. An invitation is exchanged for a seat key and expires
//! when that key is first used. Until then it can be repeated, which gives a new key and revokes
//! the previous one, so a connection that breaks at the wrong moment locks nobody out.
//!
//! A seat here is the one that someone was invited to. After each game the players move on; see
//! [`Table::seat_now`](crate::Table::seat_now).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wire::Seat;

/// The SHA-256 of a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeyHash(pub [u8; 32]);

impl core::fmt::Debug for KeyHash {
    /// Shows nothing that could be used.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("KeyHash(***)")
    }
}

impl KeyHash {
    /// Compares two hashes in constant time.
    fn matches(&self, other: &KeyHash) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(0, |differences, (a, b)| differences | (a ^ b)) == 0
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys {
    host: KeyHash,
    /// The invitation for everybody, at an open table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<KeyHash>,
    seats: BTreeMap<Seat, SeatKeys>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SeatKeys {
    /// `None` once it has expired.
    invitation: Option<KeyHash>,
    key: Option<KeyHash>,
}

/// The role that a key grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    Host,
    /// Anybody who knows the open invitation.
    Open,
    /// The player who was invited to this seat.
    Player(Seat),
    /// Someone with an invitation: the new key is theirs, and these keys must be stored.
    Invited {
        seat: Seat,
        /// The keys after that.
        keys: Keys,
    },
    /// The first use of a seat key: these keys must be stored.
    FirstUse {
        seat: Seat,
        /// The keys after that.
        keys: Keys,
    },
}

impl Keys {
    #[must_use]
    pub fn new(host: KeyHash, invitations: BTreeMap<Seat, KeyHash>) -> Keys {
        let seats = invitations.into_iter().map(|(seat, invitation)| {
            let keys = SeatKeys {
                invitation: Some(invitation),
                key: None,
            };
            (seat, keys)
        });
        Keys {
            host,
            open: None,
            seats: seats.collect(),
        }
    }

    /// The same keys with an invitation for everybody.
    #[must_use]
    pub fn open_to_all(self, open: KeyHash) -> Keys {
        Keys {
            open: Some(open),
            ..self
        }
    }

    /// The role that a key grants; `None` if it is unknown or expired. An invitation is exchanged
    /// for the new key.
    #[must_use]
    pub fn admit(&self, key: &KeyHash, fresh: KeyHash) -> Option<Admission> {
        let is = |other: &Option<KeyHash>| other.is_some_and(|other| other.matches(key));
        let mut admission = self.host.matches(key).then_some(Admission::Host);
        if is(&self.open) {
            admission = Some(Admission::Open);
        }
        // All seats are compared, so that the time reveals nothing.
        for (&seat, of_seat) in &self.seats {
            if is(&of_seat.key) {
                admission = Some(match of_seat.invitation {
                    None => Admission::Player(seat),
                    Some(_) => Admission::FirstUse {
                        seat,
                        keys: self.with(seat, None, of_seat.key),
                    },
                });
            }
            if is(&of_seat.invitation) {
                admission = Some(Admission::Invited {
                    seat,
                    keys: self.with(seat, of_seat.invitation, Some(fresh)),
                });
            }
        }
        admission
    }

    /// The keys after the host has issued a new invitation for a seat: the old key is revoked.
    #[must_use]
    pub fn invite_again(&self, seat: Seat, invitation: KeyHash) -> Keys {
        self.with(seat, Some(invitation), None)
    }

    /// The keys after a seat has issued a key for another device: the old key is revoked.
    #[must_use]
    pub fn renew(&self, seat: Seat, key: KeyHash) -> Keys {
        self.with(seat, None, Some(key))
    }

    /// Whether this is the invitation to a seat whose key was not used yet.
    #[must_use]
    pub fn is_invitation(&self, seat: Seat, key: &KeyHash) -> bool {
        let invitation = self.seats.get(&seat).and_then(|keys| keys.invitation);
        invitation.is_some_and(|invitation| invitation.matches(key))
    }

    /// The keys after somebody with the open invitation has taken a seat. Their claim to it is an
    /// invitation that only they know: repeated, it gives another key until one was used.
    #[must_use]
    pub fn take(&self, seat: Seat, claim: Option<KeyHash>, key: KeyHash) -> Keys {
        self.with(seat, claim, Some(key))
    }

    fn with(&self, seat: Seat, invitation: Option<KeyHash>, key: Option<KeyHash>) -> Keys {
        let mut keys = self.clone();
        if let Some(of_seat) = keys.seats.get_mut(&seat) {
            *of_seat = SeatKeys { invitation, key };
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> KeyHash {
        KeyHash([byte; 32])
    }

    fn keys() -> Keys {
        let invitations = [(Seat::White, key(1)), (Seat::Black, key(2))];
        Keys::new(key(0), BTreeMap::from(invitations))
    }

    fn invited(keys: &Keys, invitation: KeyHash, fresh: KeyHash) -> Keys {
        match keys.admit(&invitation, fresh) {
            Some(Admission::Invited { keys, .. }) => keys,
            other => panic!("expected an invitation, found {other:?}"),
        }
    }

    #[test]
    fn an_invitation_can_be_repeated_until_its_key_is_used() {
        let first = invited(&keys(), key(1), key(11));
        let second = invited(&first, key(1), key(12));
        assert_eq!(
            second.admit(&key(11), key(99)),
            None,
            "the first key is revoked"
        );
        let Some(Admission::FirstUse { seat, keys: used }) = second.admit(&key(12), key(99)) else {
            panic!("the second key is valid");
        };
        assert_eq!(seat, Seat::White);
        assert_eq!(
            used.admit(&key(1), key(13)),
            None,
            "the invitation has expired"
        );
        let again = used.admit(&key(12), key(99));
        assert_eq!(again, Some(Admission::Player(Seat::White)));
    }

    #[test]
    fn the_host_is_recognized_and_strangers_are_not() {
        assert_eq!(keys().admit(&key(0), key(9)), Some(Admission::Host));
        assert_eq!(keys().admit(&key(7), key(9)), None);
        assert!(!format!("{:?}", keys()).contains('1'), "no key is shown");
    }

    #[test]
    fn a_new_key_or_invitation_revokes_the_old_one() {
        let seated = invited(&keys(), key(1), key(11)).renew(Seat::White, key(20));
        assert_eq!(seated.admit(&key(11), key(9)), None);
        assert_eq!(
            seated.admit(&key(20), key(9)),
            Some(Admission::Player(Seat::White))
        );
        let again = seated.invite_again(Seat::White, key(30));
        assert_eq!(again.admit(&key(20), key(9)), None);
        assert!(matches!(
            again.admit(&key(30), key(9)),
            Some(Admission::Invited { .. })
        ));
    }
}
