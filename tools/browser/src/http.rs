//! A minimal HTTP client for a local driver: one request, one JSON response.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Longer than the driver's own timeouts for pages and scripts.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A response: the status, and the value, which describes an error if there is one.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub value: Value,
}

/// Sends a request, with a body unless it is null, and reads the response.
pub fn ask(address: SocketAddr, method: &str, path: &str, body: &Value) -> Result<Answer> {
    exchange(address, method, path, body).with_context(|| format!("{method} {path} at {address}"))
}

fn exchange(address: SocketAddr, method: &str, path: &str, body: &Value) -> Result<Answer> {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    let mut stream = TcpStream::connect(address).context("nothing listens there")?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    read_answer(BufReader::new(stream))
}

fn read_answer(mut reader: impl BufRead) -> Result<Answer> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let status = status.with_context(|| format!("expected a status line, found {line:?}"))?;

    let mut length = None;
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            bail!("the response ends within its headers");
        }
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok();
        }
    }

    let mut body = Vec::new();
    match length {
        Some(length) => reader.take(length).read_to_end(&mut body)?,
        None => reader.read_to_end(&mut body)?,
    };
    let mut value: Value = serde_json::from_slice(&body).context("the response is not JSON")?;
    Ok(Answer {
        status,
        value: value["value"].take(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_response_is_read_to_its_length() {
        let text = "HTTP/1.1 404 Not Found\r\ncontent-length: 24\r\nX: y\r\n\r\n\
                    {\"value\":{\"error\":\"gone\"}} and more";
        let answer = read_answer(text.replace("24", "26").as_bytes()).unwrap();
        assert_eq!(answer.status, 404);
        assert_eq!(answer.value, json!({ "error": "gone" }));
        let without_length = "HTTP/1.1 200 OK\r\n\r\n{\"value\":null}";
        assert_eq!(
            read_answer(without_length.as_bytes()).unwrap().value,
            Value::Null
        );
    }

    #[test]
    fn malformed_responses_are_errors() {
        for text in [
            "",
            "hello",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 200 OK\r\n\r\nnot JSON",
        ] {
            assert!(read_answer(text.as_bytes()).is_err(), "{text:?}");
        }
    }
}
