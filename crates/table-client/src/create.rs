//! Requests a table from a server.

use std::io::{self, Read, Write};

use wire::{Created, Failure, NewTable};

use crate::connection::Connection;
use crate::{Authorities, ConnectError, Server};

/// The maximum size of a response.
const ANSWER_MAX: u64 = 1 << 20;

#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error("the connection to the server failed: {0}")]
    Connection(#[from] io::Error),
    /// The response is not HTTP.
    #[error("the response is not from a Fourfold server")]
    NoAnswer,
    /// The response to a created table cannot be parsed.
    #[error("the response of the server cannot be parsed: {0}")]
    Unreadable(serde_json::Error),
    #[error("{} ({})", .0.words, .0.code)]
    Refused(Failure),
    #[error("{0} is not a server of tables")]
    NotTables(Server),
}

/// Requests a table from a server.
///
/// # Errors
///
/// Returns an error if the server cannot be reached or refuses.
pub fn create(
    server: &Server,
    authorities: &Authorities,
    asked: &NewTable,
) -> Result<Created, CreateError> {
    let body = serde_json::to_string(asked).expect("a request can be written as JSON");
    let mut connection = Connection::open(server, authorities)?;
    let (host, length) = (server.authority(), body.len());
    let request = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    connection.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    match connection.take(ANSWER_MAX).read_to_end(&mut answer) {
        // Some servers close TLS without a close_notify. A truncated response is not JSON.
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        Ok(_) | Err(_) => {}
    }
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(CreateError::NoAnswer)?;
    if head.split(' ').nth(1) == Some("201") {
        return serde_json::from_str(body).map_err(CreateError::Unreadable);
    }
    match serde_json::from_str::<Failure>(body) {
        Ok(failure) => Err(CreateError::Refused(failure)),
        Err(_) => Err(CreateError::NotTables(server.clone())),
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// The result of a request to a server that responds with this text.
    fn answered(answer: &'static str) -> Result<Created, CreateError> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let host = listener.local_addr().expect("an address").to_string();
        let serving = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a request");
            // The whole request is read before the response, or closing would reset the connection.
            let mut request = Vec::new();
            let mut part = [0; 1024];
            while !request.ends_with(b"}") {
                let read = stream.read(&mut part).expect("a request");
                request.extend(&part[..read]);
            }
            stream.write_all(answer.as_bytes()).expect("an answer");
        });
        let asked = serde_json::from_str(r#"{"game":"chess","watch":"anyone"}"#).expect("a table");
        let server = host.parse().expect("a server");
        let created = create(&server, &Authorities::of_this_machine(), &asked);
        serving.join().expect("the server ends");
        created
    }

    #[test]
    fn refusals_and_foreign_servers_are_distinguished() {
        let refused = answered("HTTP/1.1 400 Bad\r\n\r\n{\"code\":\"bad_table\",\"words\":\"no\"}");
        assert_eq!(refused.expect_err("refused").to_string(), "no (bad_table)");
        let other = answered("HTTP/1.1 200 OK\r\n\r\n<html>").expect_err("not ours");
        assert!(matches!(other, CreateError::NotTables(_)), "{other}");
        let odd = answered("HTTP/1.1 201 Created\r\n\r\n[]").expect_err("not a table");
        assert!(matches!(odd, CreateError::Unreadable(_)), "{odd}");
        let none = answered("hello").expect_err("not HTTP");
        assert!(matches!(none, CreateError::NoAnswer), "{none}");
    }
}
