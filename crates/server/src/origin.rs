//! Which pages may talk to the tables, by the `Origin` and `Host` of a request.
//!
//! A browser says which page a request comes from. Only our own pages may open sockets and create
//! tables. A request without an `Origin` comes from a program, not a page, so it carries no
//! credentials of somebody else that it could abuse. The `Host` must be one of our names, which
//! prevents DNS rebinding.

use std::net::SocketAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Our origins and hosts.
#[derive(Clone, Debug)]
pub struct Gate {
    origins: Vec<String>,
    hosts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// Other machines can reach the server, and no public origin was given.
    #[error(
        "{0} can be reached from other machines, so the address that people open has to be named"
    )]
    Missing(SocketAddr),
    #[error("expected an origin like https://chess.example.org, without a path, found {0}")]
    Bad(String),
}

/// A header that does not name us.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {header} to be {expected}, found {found}")]
pub(crate) struct ForeignOrigin {
    pub header: HeaderName,
    /// What it may say.
    expected: String,
    found: String,
}

impl Gate {
    /// The gate of a server with this address and this public origin.
    ///
    /// # Errors
    ///
    /// Other machines can reach the server and no origin is given, or the origin cannot be parsed.
    pub fn new(address: SocketAddr, public: Option<&str>) -> Result<Gate, OriginError> {
        let port = address.port();
        let mut hosts: Vec<String> = Vec::new();
        let mut origins = Vec::new();
        if address.ip().is_loopback() || public.is_some() {
            for name in ["127.0.0.1", "localhost", "[::1]"] {
                hosts.push(format!("{name}:{port}"));
                if port == 80 {
                    hosts.push(name.to_owned());
                }
            }
            origins.extend(hosts.iter().map(|host| format!("http://{host}")));
        }
        if address.ip().is_loopback() {
            let own = address.to_string();
            origins.push(format!("http://{own}"));
            hosts.push(own);
        }
        match public {
            Some(public) => {
                let (origin, names) = read_origin(public)?;
                origins.push(origin);
                hosts.extend(names);
            }
            None if !address.ip().is_loopback() => return Err(OriginError::Missing(address)),
            None => {}
        }
        Ok(Gate { origins, hosts })
    }

    /// Whether a request may pass.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), ForeignOrigin> {
        self.check_host(headers)?;
        let is_own = |found: &str| self.origins.iter().any(|own| own == found);
        check(headers, ORIGIN, true, is_own, || self.origins.join(" or "))?;
        let is_same = |found: &str| matches!(found, "same-origin" | "none");
        let expected = || "same-origin".to_owned();
        check(headers, SEC_FETCH_SITE, true, is_same, expected)
    }

    /// Whether a request is for one of our names.
    pub(crate) fn check_host(&self, headers: &HeaderMap) -> Result<(), ForeignOrigin> {
        let is_own = |found: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(found));
        check(headers, HOST, false, is_own, || self.hosts.join(" or "))
    }
}

/// Checks a header that occurs once, or not at all if it may be missing.
fn check(
    headers: &HeaderMap,
    header: HeaderName,
    may_be_missing: bool,
    is_ours: impl Fn(&str) -> bool,
    expected: impl Fn() -> String,
) -> Result<(), ForeignOrigin> {
    let values: Vec<&HeaderValue> = headers.get_all(&header).into_iter().collect();
    let is_good = match values[..] {
        [] => may_be_missing,
        [value] => value.to_str().is_ok_and(is_ours),
        _ => false,
    };
    if is_good {
        return Ok(());
    }
    let found = match values[..] {
        [] => "nothing".to_owned(),
        // Printed with escapes, and not at any length.
        _ => format!("{values:?}").chars().take(200).collect(),
    };
    Err(ForeignOrigin {
        header,
        expected: expected(),
        found,
    })
}

/// An origin as browsers write it, and the names of its host.
fn read_origin(text: &str) -> Result<(String, Vec<String>), OriginError> {
    let bad = || OriginError::Bad(text.to_owned());
    let (scheme, host) = text
        .trim_end_matches('/')
        .split_once("://")
        .ok_or_else(bad)?;
    let port = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return Err(bad()),
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if host.is_empty() || !host.chars().all(is_part) {
        return Err(bad());
    }
    let host = host.to_ascii_lowercase();
    let usual = format!(":{port}");
    let host = host.strip_suffix(&usual).unwrap_or(&host).to_owned();
    let origin = format!("{scheme}://{host}");
    let has_port = host.rsplit(']').next().is_some_and(|end| end.contains(':'));
    let names = if has_port {
        vec![host]
    } else {
        vec![format!("{host}{usual}"), host]
    };
    Ok((origin, names))
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;

    fn passes(gate: &Gate, lines: &[(HeaderName, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, HeaderValue::from_static(value));
        }
        gate.check(&headers).is_ok()
    }

    #[test]
    fn only_our_own_origin_passes_on_loopback() {
        let gate = Gate::new("127.0.0.1:4004".parse().unwrap(), None).unwrap();
        let host = (HOST, "127.0.0.1:4004");
        assert!(passes(&gate, from_ref(&host)), "a program has no origin");
        for own in [
            "http://127.0.0.1:4004",
            "http://localhost:4004",
            "http://[::1]:4004",
        ] {
            assert!(passes(&gate, &[host.clone(), (ORIGIN, own)]), "{own}");
        }
        for foreign in [
            "null",
            "",
            "http://127.0.0.1",
            "http://127.0.0.1:4005",
            "https://127.0.0.1:4004",
            "http://127.0.0.1:4004/",
            "http://127.0.0.1:4004.example.org",
            "http://example.org",
            "http://localhost:4004, http://example.org",
            "http://localhost.example.org:4004",
            "http://LOCALHOST:4004",
            "file://",
        ] {
            assert!(
                !passes(&gate, &[host.clone(), (ORIGIN, foreign)]),
                "{foreign}"
            );
        }
        let twice = [
            host.clone(),
            (ORIGIN, "http://localhost:4004"),
            (ORIGIN, "null"),
        ];
        assert!(!passes(&gate, &twice));
        for foreign in [
            "example.org",
            "example.org:4004",
            "127.0.0.1",
            "127.0.0.1:80",
            "",
        ] {
            assert!(!passes(&gate, &[(HOST, foreign)]), "{foreign}");
        }
        assert!(!passes(&gate, &[]), "HTTP/1.1 has a host");
        let mut wrong = HeaderMap::new();
        wrong.append(HOST, HeaderValue::from_static("example.org"));
        let refused = gate.check(&wrong).unwrap_err().to_string();
        assert_eq!(
            refused,
            "expected host to be 127.0.0.1:4004 or localhost:4004 or [::1]:4004 or 127.0.0.1:4004, \
             found [\"example.org\"]"
        );
        let site = |value| [host.clone(), (SEC_FETCH_SITE, value)];
        assert!(passes(&gate, &site("same-origin")));
        assert!(!passes(&gate, &site("cross-site")));
        assert!(!passes(&gate, &site("same-site")));
    }

    #[test]
    fn a_public_server_names_its_origin() {
        let address: SocketAddr = "0.0.0.0:4004".parse().unwrap();
        assert!(matches!(
            Gate::new(address, None),
            Err(OriginError::Missing(_))
        ));
        let gate = Gate::new(address, Some("https://Chess.example.org/")).unwrap();
        for (host, origin, expected) in [
            ("chess.example.org", "https://chess.example.org", true),
            ("chess.example.org:443", "https://chess.example.org", true),
            ("chess.example.org", "http://chess.example.org", false),
            ("0.0.0.0:4004", "https://chess.example.org", false),
            ("localhost:4004", "http://localhost:4004", true),
        ] {
            assert_eq!(
                passes(&gate, &[(HOST, host), (ORIGIN, origin)]),
                expected,
                "{host} {origin}"
            );
        }
        for bad in [
            "chess.example.org",
            "https://",
            "ftp://x",
            "https://x/y",
            "https://x y",
            "https://u@x",
        ] {
            let read = Gate::new(address, Some(bad));
            assert_eq!(read.unwrap_err(), OriginError::Bad(bad.to_owned()), "{bad}");
        }
        let gate = Gate::new(address, Some("http://192.0.2.7:4004")).unwrap();
        assert!(passes(
            &gate,
            &[(HOST, "192.0.2.7:4004"), (ORIGIN, "http://192.0.2.7:4004")]
        ));
    }
}
