//! Requests a table from a server.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use wire::{Created, Failure, NewTable};

/// How long the server may take to respond.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum size of a response.
const ANSWER_MAX: u64 = 1 << 20;

/// Why no table was created.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The server cannot be reached.
    #[error("cannot reach {host}; is `fourfold serve` running there?: {error}")]
    Unreachable {
        /// The server.
        host: String,
        /// The reason.
        error: io::Error,
    },
    /// The connection failed.
    #[error(transparent)]
    Connection(#[from] io::Error),
    /// The response is not HTTP.
    #[error("the response is not from a Fourfold server")]
    NoAnswer,
    /// The response to a created table cannot be parsed.
    #[error("the response of the server cannot be parsed: {0}")]
    Unreadable(serde_json::Error),
    /// The server refused.
    #[error("{} ({})", .0.words, .0.code)]
    Refused(Failure),
    /// It is not a Fourfold server.
    #[error("{0} is not a server of tables")]
    NotTables(String),
}

/// Requests a table from the server at this host and port.
///
/// # Errors
///
/// Returns an error if the server cannot be reached or refuses.
pub fn create(host: &str, asked: &NewTable) -> Result<Created, CreateError> {
    let body = serde_json::to_string(asked).expect("requests serialize");
    let stream = TcpStream::connect(host);
    let mut stream = stream.map_err(|error| CreateError::Unreachable {
        host: host.to_owned(),
        error,
    })?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    write!(
        stream,
        "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.take(ANSWER_MAX).read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(CreateError::NoAnswer)?;
    if head.split(' ').nth(1) == Some("201") {
        return serde_json::from_str(body).map_err(CreateError::Unreadable);
    }
    match serde_json::from_str::<Failure>(body) {
        Ok(failure) => Err(CreateError::Refused(failure)),
        Err(_) => Err(CreateError::NotTables(host.to_owned())),
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
        let created = create(&host, &asked);
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
