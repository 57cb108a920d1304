//! Links to tables, as the app writes them: `http://HOST/#t/TABLE` and `…/SEAT/KEY`.

use std::str::FromStr;

/// A table on a server, with a key if the link has one.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// The server with its port, as in the `Host` header.
    pub host: String,
    /// The id of the table.
    pub table: String,
    /// The key.
    pub key: Option<String>,
}

impl std::fmt::Debug for Link {
    /// Shows everything but the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "http://{}/#t/{}", self.host, self.table)
    }
}

/// Why a link cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLink {
    /// It is not the link of a table.
    #[error("expected a link like http://127.0.0.1:4004/#t/TABLE or …/#t/TABLE/SEAT/KEY")]
    NotALink,
    /// It needs TLS, which this program leaves to browsers and proxies.
    #[error(
        "this command speaks http only: use the address of the server itself in place of the https address of its proxy"
    )]
    Encrypted,
}

/// Reads the address of a server; returns its host with its port.
///
/// # Errors
///
/// Returns an error if it is not an address, or one that needs TLS.
pub fn read_server(text: &str) -> Result<String, BadLink> {
    if text.starts_with("https://") {
        return Err(BadLink::Encrypted);
    }
    let host = text
        .strip_prefix("http://")
        .unwrap_or(text)
        .trim_end_matches('/');
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if host.is_empty() || !host.chars().all(is_part) {
        return Err(BadLink::NotALink);
    }
    let has_port = host.rsplit(']').next().is_some_and(|end| end.contains(':'));
    Ok(if has_port {
        host.to_owned()
    } else {
        format!("{host}:80")
    })
}

impl FromStr for Link {
    type Err = BadLink;

    fn from_str(text: &str) -> Result<Link, BadLink> {
        let (server, fragment) = text.split_once('#').ok_or(BadLink::NotALink)?;
        let host = read_server(server)?;
        let is_word = |word: &str| {
            (1..=128).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let mut words = fragment
            .strip_prefix("t/")
            .ok_or(BadLink::NotALink)?
            .split('/');
        let table = words.next().filter(|word| is_word(word));
        let table = table.ok_or(BadLink::NotALink)?.to_owned();
        let key = match (words.next(), words.next(), words.next()) {
            (None, ..) => None,
            (Some(_), Some(key), None) if is_word(key) => Some(key.to_owned()),
            _ => return Err(BadLink::NotALink),
        };
        Ok(Link { host, table, key })
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
        assert_eq!(
            (link.host.as_str(), link.table.as_str()),
            ("127.0.0.1:4004", "ab12")
        );
        assert_eq!(link.key.as_deref(), Some("c0ffee"));
        assert!(!format!("{link:?}").contains("c0ffee"));
        let watching: Link = "http://chess.example.org/#t/ab12".parse().unwrap();
        assert_eq!(
            (watching.host.as_str(), watching.key),
            ("chess.example.org:80", None)
        );
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
            assert_eq!(bad.parse::<Link>(), Err(BadLink::NotALink), "{bad}");
        }
        assert_eq!("https://x/#t/a".parse::<Link>(), Err(BadLink::Encrypted));
    }
}
