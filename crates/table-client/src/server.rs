//! The address of a server of tables, such as `https://chess.example.org`.

use std::fmt;
use std::str::FromStr;

/// A server of tables: its scheme and its host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    is_encrypted: bool,
    /// The host, with its port unless that is the default.
    authority: String,
}

/// Text that is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a server like http://127.0.0.1:4004 or https://chess.example.org, found {0:?}")]
pub struct BadServer(String);

impl Server {
    /// Whether the connection uses TLS.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The host with its port unless that is the default, as in the `Host` header.
    #[must_use]
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The host with its port, to connect to.
    pub(crate) fn address(&self) -> String {
        match self.port() {
            Some(_) => self.authority.clone(),
            None => format!("{}:{}", self.authority, usual_port(self.is_encrypted)),
        }
    }

    /// The name or IP address that a certificate must be for.
    pub(crate) fn name(&self) -> &str {
        let host = match self.port() {
            Some((host, _)) => host,
            None => &self.authority,
        };
        host.trim_start_matches('[').trim_end_matches(']')
    }

    pub(crate) fn socket_url(&self, table: &str) -> String {
        let scheme = if self.is_encrypted { "wss" } else { "ws" };
        format!("{scheme}://{}/t/{table}/ws", self.authority)
    }

    fn port(&self) -> Option<(&str, &str)> {
        // The colons of an IPv6 address are between brackets.
        let (host, port) = self.authority.rsplit_once(':')?;
        (!port.ends_with(']')).then_some((host, port))
    }
}

fn usual_port(is_encrypted: bool) -> u16 {
    if is_encrypted { 443 } else { 80 }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

impl FromStr for Server {
    type Err = BadServer;

    fn from_str(text: &str) -> Result<Server, BadServer> {
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let is_encrypted = match scheme {
            "http" | "ws" => false,
            "https" | "wss" => true,
            _ => return Err(BadServer(text.to_owned())),
        };
        let host = rest.trim_end_matches('/');
        let usual = format!(":{}", usual_port(is_encrypted));
        let host = host.strip_suffix(&usual).unwrap_or(host);
        let is_part = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        let server = Server {
            is_encrypted,
            authority: host.to_owned(),
        };
        let has_port = server
            .port()
            .is_none_or(|(_, port)| port.parse::<u16>().is_ok());
        if server.name().is_empty() || !has_port || !host.chars().all(is_part) {
            return Err(BadServer(text.to_owned()));
        }
        Ok(server)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_and_without_ports() {
        for (text, shown, address, name, socket) in [
            (
                "http://127.0.0.1:4004/",
                "http://127.0.0.1:4004",
                "127.0.0.1:4004",
                "127.0.0.1",
                "ws://127.0.0.1:4004/t/a/ws",
            ),
            (
                "chess.example.org",
                "http://chess.example.org",
                "chess.example.org:80",
                "chess.example.org",
                "ws://chess.example.org/t/a/ws",
            ),
            (
                "https://chess.example.org:443",
                "https://chess.example.org",
                "chess.example.org:443",
                "chess.example.org",
                "wss://chess.example.org/t/a/ws",
            ),
            (
                "wss://[::1]:8443/",
                "https://[::1]:8443",
                "[::1]:8443",
                "::1",
                "wss://[::1]:8443/t/a/ws",
            ),
            (
                "ws://[::1]",
                "http://[::1]",
                "[::1]:80",
                "::1",
                "ws://[::1]/t/a/ws",
            ),
        ] {
            let server: Server = text.parse().unwrap();
            assert_eq!(server.to_string(), shown);
            assert_eq!(server.address(), address);
            assert_eq!(server.name(), name);
            assert_eq!(server.socket_url("a"), socket);
        }
    }

    #[test]
    fn other_text_is_refused() {
        for bad in [
            "",
            "http://",
            "https://:443",
            "ftp://x",
            "http://a b",
            "http://a/b",
            "http://u@x",
            "http://x:port",
            "http://x:70000",
        ] {
            assert!(bad.parse::<Server>().is_err(), "{bad}");
        }
    }
}
