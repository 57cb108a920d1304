//! One browser session: WebDriver commands, with readable errors.

use std::net::SocketAddr;
use std::rc::Rc;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::driver::{Browser, Driver};
use crate::http;

/// An error of the driver, by its name in the protocol.
#[derive(Debug)]
pub struct DriverError {
    pub name: String,
    message: String,
}

impl std::fmt::Display for DriverError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The driver appends a stack trace after the first line.
        let first = self.message.lines().next().unwrap_or_default();
        write!(f, "{}: {first}", self.name)
    }
}

impl std::error::Error for DriverError {}

/// Something that the browser under test does not support.
#[derive(Debug)]
pub struct Unsupported(pub String);

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsupported {}

#[derive(Clone, Debug)]
pub struct BrowserSession {
    pub browser: Browser,
    address: SocketAddr,
    path: Rc<str>,
}

impl BrowserSession {
    pub fn start(driver: &Driver) -> Result<BrowserSession> {
        let value = ask(driver.address, "POST", "/session", &driver.capabilities())
            .context("cannot start the browser")?;
        let id = value["sessionId"]
            .as_str()
            .context("the driver names no session")?;
        let session = BrowserSession {
            browser: driver.browser,
            address: driver.address,
            path: format!("/session/{id}").into(),
        };
        if driver.browser == Browser::Chromium {
            // Without a window it would ask nobody, and save nothing.
            let behavior = json!({ "behavior": "allow", "downloadPath": driver.downloads() });
            session.devtools("Browser.setDownloadBehavior", behavior)?;
        }
        Ok(session)
    }

    /// Sends a command without parameters.
    pub fn get(&self, command: &str) -> Result<Value> {
        ask(
            self.address,
            "GET",
            &format!("{}{command}", self.path),
            &Value::Null,
        )
    }

    /// Sends a command with parameters.
    pub fn post(&self, command: &str, parameters: &Value) -> Result<Value> {
        ask(
            self.address,
            "POST",
            &format!("{}{command}", self.path),
            parameters,
        )
    }

    pub fn end(&self) -> Result<()> {
        ask(self.address, "DELETE", &self.path, &Value::Null).map(drop)
    }

    /// Sends a command to the developer tools, which only Chromium has.
    pub fn devtools(&self, command: &str, parameters: Value) -> Result<Value> {
        if self.browser == Browser::Firefox {
            let why = format!("{command} is a command of Chromium's developer tools");
            return Err(Unsupported(why).into());
        }
        self.post(
            "/goog/cdp/execute",
            &json!({ "cmd": command, "params": parameters }),
        )
        .with_context(|| format!("developer tools: {command}"))
    }
}

fn ask(address: SocketAddr, method: &str, path: &str, body: &Value) -> Result<Value> {
    let answer = http::ask(address, method, path, body)?;
    if answer.status == 200 {
        return Ok(answer.value);
    }
    let text = |key: &str| answer.value[key].as_str().unwrap_or_default().to_owned();
    Err(DriverError {
        name: text("error"),
        message: text("message"),
    }
    .into())
}
