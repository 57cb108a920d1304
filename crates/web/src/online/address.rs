//! The fragment that leads to a table: `t/ID`, and with a key `t/ID/SEAT/KEY` or `t/ID/host/KEY`.
//!
//! Fragments are never sent to a server by the browser, so a key in a link stays out of logs.

use wire::Seat;

/// What the fragments of tables begin with.
const MARK: &str = "t/";

/// The longest id or key that is read.
const WORD_MAX: usize = 128;

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Whoever created the table.
    Host,
    /// The player who was invited to this seat.
    Seat(Seat),
}

/// A table, and perhaps a key to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The id of the table.
    pub table: String,
    /// The key that the link brings.
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

    /// Reads a name.
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

    /// Reads a fragment; `None` if it leads to no table.
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

/// Whether a word can be an id or a key: it is put into addresses as it is.
#[must_use]
pub fn is_word(word: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=WORD_MAX).contains(&word.len()) && word.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_reads_back() {
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
    fn nonsense_leads_nowhere() {
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
