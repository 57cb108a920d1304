//! The fragment of a table: `t/ID`, or with a key `t/ID/SEAT/KEY` or `t/ID/host/KEY`.
//!
//! A browser never sends fragments to a server, so a key in a link stays out of logs.

use wire::Seat;

/// The prefix of table fragments.
const MARK: &str = "t/";

/// The maximum length of an id or key.
const WORD_MAX: usize = 128;

/// The role of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Host,
    /// The player who was invited to this seat.
    Seat(Seat),
}

/// A table, perhaps with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The id of the table.
    pub table: String,
    pub key: Option<(Role, String)>,
}

impl Role {
    /// The name in links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Host => "host",
            Role::Seat(seat) => seat.name(),
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Role> {
        let seats = Seat::OF_CHESS.into_iter().chain(Seat::OF_DUPLICATE);
        let mut roles = seats.map(Role::Seat).chain([Role::Host]);
        roles.find(|role| role.name() == name)
    }
}

impl Address {
    /// A table without a key.
    #[must_use]
    pub fn of(table: &str) -> Address {
        Address {
            table: table.to_owned(),
            key: None,
        }
    }

    /// Parses a fragment; `None` if it is not a table's.
    #[must_use]
    pub fn read(fragment: &str) -> Option<Address> {
        let mut words = fragment.strip_prefix(MARK)?.split('/');
        let table = words.next().filter(|word| is_word(word))?.to_owned();
        let key = match (words.next(), words.next()) {
            (None, _) => None,
            (Some(role), Some(key)) if is_word(key) => {
                Some((Role::from_name(role)?, key.to_owned()))
            }
            _ => return None,
        };
        words.next().is_none().then_some(Address { table, key })
    }

    /// The fragment.
    #[must_use]
    pub fn write(&self) -> String {
        match &self.key {
            None => format!("{MARK}{}", self.table),
            Some((role, key)) => format!("{MARK}{}/{}/{key}", self.table, role.name()),
        }
    }
}

/// Whether a word can be an id or a key: it is used in addresses unescaped.
#[must_use]
pub fn is_word(word: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=WORD_MAX).contains(&word.len()) && word.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_round_trips() {
        for key in [
            None,
            Some((Role::Host, "k-1_x".to_owned())),
            Some((Role::Seat(Seat::North), "abc".to_owned())),
            Some((Role::Seat(Seat::Black), "0".to_owned())),
        ] {
            let table = "Ab3".to_owned();
            let address = Address { table, key };
            assert_eq!(Address::read(&address.write()), Some(address));
        }
    }

    #[test]
    fn malformed_fragments_are_refused() {
        for fragment in [
            "",
            "t",
            "t/",
            "t//",
            "t/a/",
            "t/a/north",
            "t/a/nobody/k",
            "t/a/north/k/",
            "t/a/north/",
            "t/a b",
            "t/../x",
            "t/a/north/k?x",
            "four",
            "T/a",
        ] {
            assert_eq!(Address::read(fragment), None, "{fragment}");
        }
        assert_eq!(Address::read(&format!("t/{}", "a".repeat(129))), None);
    }
}
