//! Requests to a local driver: JSON in, JSON out.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use serde_json::Value;

/// Longer than the driver's own timeouts for pages and scripts.
const TIMEOUT_S: u64 = 400;

/// A response: the status, and the value, which describes an error if there is one.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub value: Value,
}

/// Sends a request, with a body unless it is null, and reads the response.
pub fn ask(address: SocketAddr, method: &str, path: &str, body: &Value) -> Result<Answer> {
    let place = || format!("{method} {path} at {address}");
    let method = minreq::Method::Custom(method.to_owned());
    let mut request = minreq::Request::new(method, format!("http://{address}{path}"))
        .with_timeout(TIMEOUT_S)
        .with_header("Content-Type", "application/json; charset=utf-8");
    if !body.is_null() {
        request = request.with_body(body.to_string());
    }
    let response = request.send().with_context(place)?;
    let value: Value = serde_json::from_slice(response.as_bytes())
        .context("the response is not JSON")
        .with_context(place)?;
    Ok(Answer {
        status: response.status_code,
        value: value["value"].clone(),
    })
}
