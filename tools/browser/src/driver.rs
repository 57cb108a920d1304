//! The WebDriver process and the browser it starts.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::http;
use crate::program::Program;

/// The environment variable that selects a browser other than Chromium.
const BROWSER: &str = "FOURFOLD_BROWSER";

/// The browsers that can run the scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    Chromium,
    /// Firefox, with geckodriver. What needs Chromium's developer tools is skipped.
    Firefox,
}

impl Browser {
    /// The browser that the environment selects.
    pub fn of_environment() -> Browser {
        match env::var(BROWSER).as_deref() {
            Ok("firefox") => Browser::Firefox,
            _ => Browser::Chromium,
        }
    }

    /// The environment variable that names another driver, and the default driver.
    const fn driver(self) -> (&'static str, &'static str) {
        match self {
            Browser::Chromium => ("FOURFOLD_CHROMEDRIVER", "chromedriver"),
            Browser::Firefox => ("FOURFOLD_GECKODRIVER", "geckodriver"),
        }
    }

    /// What to do if the driver is missing.
    const fn advice(self) -> &'static str {
        match self {
            Browser::Chromium => {
                "chromedriver is needed: `apt-get install chromium chromium-driver` has both"
            }
            Browser::Firefox => {
                "geckodriver is needed: `apt-get install firefox-esr` and `cargo install geckodriver`"
            }
        }
    }
}

/// The environment variable that names another Chromium, such as the one with a window's parts.
const CHROMIUM: &str = "FOURFOLD_CHROMIUM";

/// Debian's Chromium without the parts around the page: the same engine, started in a third of the
/// time. Its wrapper in the path would stay between the driver and the browser, and be ended alone.
const HEADLESS_SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// Isolates the browser: no window, no network but this machine, no first-run pages. It runs as the
/// user of the tests and opens only our own page, so it does without the sandbox, which is
/// unavailable to root and in containers. The driver makes an empty profile for each session.
const SWITCHES: [&str; 16] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    // The same pixels on every machine.
    "--force-color-profile=srgb",
    "--lang=en-US",
];

/// A driver with an empty profile for one browser. Both are removed when this is dropped.
#[derive(Debug)]
pub struct Driver {
    pub address: SocketAddr,
    pub browser: Browser,
    folder: PathBuf,
    _program: Program,
}

impl Driver {
    /// Starts the driver on a port of its choice.
    pub fn start() -> Result<Driver> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("fourfold-browser-{}-{number}", process::id()));
        fs::create_dir_all(folder.join("downloads"))
            .with_context(|| format!("cannot create {}", folder.display()))?;

        let browser = Browser::of_environment();
        let (variable, name) = browser.driver();
        let name = env::var_os(variable).unwrap_or_else(|| OsString::from(name));
        // Chromedriver takes a free IPv4 port and then needs the same IPv6 port. If another program
        // has that one, it exits.
        let start = || Program::start(&name, &["--port=0"], port);
        let (program, port) = start()
            .or_else(|_| start())
            .or_else(|_| start())
            .context(browser.advice())?;
        Ok(Driver {
            address: (Ipv4Addr::LOCALHOST, port).into(),
            browser,
            folder,
            _program: program,
        })
    }

    /// The download folder of the browser.
    pub fn downloads(&self) -> PathBuf {
        self.folder.join("downloads")
    }

    /// The capabilities of a session. Scripts play whole games, and the machine may be busy.
    pub fn capabilities(&self) -> Value {
        let mut wanted = match self.browser {
            Browser::Chromium => Driver::chromium(),
            Browser::Firefox => self.firefox(),
        };
        wanted["timeouts"] = json!({ "script": 300_000, "pageLoad": 300_000 });
        json!({ "capabilities": { "alwaysMatch": wanted } })
    }

    /// Firefox without a window. Its driver creates a profile by itself.
    fn firefox(&self) -> Value {
        json!({
            "browserName": "firefox",
            "moz:firefoxOptions": {
                "args": ["-headless"],
                "prefs": {
                    "browser.download.folderList": 2,
                    "browser.download.dir": self.downloads(),
                    "browser.download.alwaysOpenPanel": false,
                    "browser.download.always_ask_before_handling_new_types": false,
                    "browser.helperApps.neverAsk.saveToDisk":
                        "application/json,application/x-chess-pgn,image/svg+xml,image/png",
                    "dom.w3c_touch_events.enabled": 1,
                    "intl.accept_languages": "en-US",
                    "network.proxy.type": 0,
                },
            },
        })
    }

    fn chromium() -> Value {
        let mut options = json!({ "args": SWITCHES });
        let shell = || {
            Path::new(HEADLESS_SHELL)
                .is_file()
                .then(|| HEADLESS_SHELL.into())
        };
        // Otherwise the driver looks for a browser.
        if let Some(program) = env::var_os(CHROMIUM).map(PathBuf::from).or_else(shell) {
            options["binary"] = json!(program);
        }
        json!({
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Chromium's driver closes its browser when asked to quit; killing it would not.
        // Geckodriver has closed it with the session.
        if self.browser == Browser::Chromium {
            let _ = http::ask(self.address, "GET", "/shutdown", &Value::Null);
        }
        remove(&self.folder);
    }
}

fn remove(folder: &Path) {
    // The browser may still be writing; remaining files are in the temporary directory.
    let _ = fs::remove_dir_all(folder);
}

/// Finds the port in the message that a driver prints when it is ready.
fn port(line: &str) -> Option<u16> {
    let marks = ["started successfully on port ", "Listening on 127.0.0.1:"];
    let (_, port) = marks.into_iter().find_map(|mark| line.split_once(mark))?;
    port.trim().trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_found() {
        assert_eq!(
            port("ChromeDriver was started successfully on port 33567."),
            Some(33_567)
        );
        assert_eq!(
            port("1763300000000\tgeckodriver\tINFO\tListening on 127.0.0.1:41234"),
            Some(41_234)
        );
        assert_eq!(port("Starting ChromeDriver 156 on port 0"), None);
    }
}
