//! Links to tables, as the app writes them: `https://HOST/#t/TABLE`, `…/SEAT/KEY` and `…/open/KEY`.

use std::str::FromStr;

use crate::Server;

/// A table on a server, with a key if the link has one.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    pub server: Server,
    /// The id of the table.
    pub table: String,
    pub key: Option<String>,
    /// Whether the key is for everybody who picks a free seat.
    pub is_open: bool,
}

/// What the link of an open table has in place of a seat.
const OPEN: &str = "open";

impl std::fmt::Debug for Link {
    /// Shows everything but the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/#t/{}", self.server, self.table)
    }
}

/// Text that is not the link of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a link like http://127.0.0.1:4004/#t/TABLE or https://HOST/#t/TABLE/SEAT/KEY")]
pub struct BadLink;

impl FromStr for Link {
    type Err = BadLink;

    fn from_str(text: &str) -> Result<Link, BadLink> {
        let (server, fragment) = text.split_once('#').ok_or(BadLink)?;
        let server = server.parse().map_err(|_| BadLink)?;
        let is_word = |word: &str| {
            (1..=128).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let mut words = fragment.strip_prefix("t/").ok_or(BadLink)?.split('/');
        let table = words.next().filter(|word| is_word(word));
        let table = table.ok_or(BadLink)?.to_owned();
        let role = words.next();
        let key = match (role, words.next(), words.next()) {
            (None, ..) => None,
            (Some(_), Some(key), None) if is_word(key) => Some(key.to_owned()),
            _ => return Err(BadLink),
        };
        Ok(Link {
            server,
            table,
            key,
            is_open: role == Some(OPEN),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_and_their_keys_never_shown() {
        let link: Link = "http://127.0.0.1:4004/#t/ab12/white/c0ffee"
            .parse()
            .unwrap();
        assert_eq!(link.server.to_string(), "http://127.0.0.1:4004");
        assert_eq!(link.table, "ab12");
        assert_eq!(link.key.as_deref(), Some("c0ffee"));
        assert!(!format!("{link:?}").contains("c0ffee"));
        let watching: Link = "https://chess.example.org/#t/ab12".parse().unwrap();
        assert!(watching.server.is_encrypted());
        assert_eq!(watching.key, None);
        let open: Link = "http://127.0.0.1:4004/#t/ab12/open/c0ffee".parse().unwrap();
        assert!(open.is_open && !link.is_open && !watching.is_open);
        for bad in [
            "",
            "x",
            "http://x/",
            "http://x/#play",
            "http://x/#t/",
            "http://x/#t/a/b",
            "http://x/#t/a/b/c/d",
            "http://x y/#t/a",
        ] {
            assert_eq!(bad.parse::<Link>(), Err(BadLink), "{bad}");
        }
    }
}
