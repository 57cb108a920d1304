//! Runs a scenario and cleans up after it.

use std::env;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::Deref;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::driver::Driver;
use crate::page::Page;
use crate::program::Program;
use crate::session::{BrowserSession, Unsupported};
use crate::size::Size;
use crate::watch;

/// The environment variable that names the program under test.
const PROGRAM: &str = "FOURFOLD_PROGRAM";

/// Where scenarios begin: the page with four boards.
const FIRST_PAGE: &str = "/#four";

/// The environment variable that names the file for skipped checks.
const SKIPPED: &str = "FOURFOLD_SKIPPED";

/// An element that the app removes when it has loaded.
const LOADING: &str = "#loading";

/// Runs a scenario on a fresh page. `name` is for the screenshot if it fails.
///
/// # Panics
///
/// The scenario fails, or the page reported an error.
pub fn scenario(name: &str, play: impl FnOnce(&Page) -> Result<()>) {
    match self::play(name, play) {
        Ok(()) => {}
        Err(error) if error.is::<Unsupported>() => {
            skipped(&format!("the scenario {name:?}"), &format!("{error:#}"));
        }
        Err(error) => panic!("the scenario {name:?} failed: {error:#}"),
    }
}

/// Says that a check was skipped, and why: on stderr, and in the file that collects such lines if
/// the environment names one.
///
/// # Panics
///
/// The file cannot be written. A skipped check must not look like one that passed.
pub fn skipped(check: &str, why: &str) {
    let line = format!("{check}: {why}").replace('\n', " ");
    eprintln!("SKIPPED {line}");
    let note = |path: OsString| -> Result<()> {
        let mut options = OpenOptions::new();
        let mut file = options.append(true).create(true).open(path)?;
        Ok(writeln!(file, "{line}")?)
    };
    if let Some(Err(error)) = env::var_os(SKIPPED).map(note) {
        panic!("cannot note {line:?}: {error:#}");
    }
}

/// The program under test, which `cargo xtask` has built with the app embedded.
///
/// # Errors
///
/// The environment variable is not set.
pub fn program() -> Result<OsString> {
    env::var_os(PROGRAM).with_context(|| {
        format!("{PROGRAM} names no program: run `cargo xtask test --only browser`")
    })
}

/// The folder of screenshots: `artefacts/` at the root of the repository, which git ignores.
pub fn artefacts() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .and_then(Path::parent);
    crates.unwrap_or(Path::new(".")).join("artefacts")
}

/// Runs a scenario like [`scenario`], and returns its failure as a value.
///
/// # Errors
///
/// The scenario fails, or the page reported an error.
pub fn play(name: &str, play: impl FnOnce(&Page) -> Result<()>) -> Result<()> {
    // Programs at tables answer at once.
    let (_server, home) = serve("0", &["--pace", "0"])?;
    let driver = Driver::start()?;
    let session = BrowserSession::start(&driver)?;
    let page = Page::new(session.clone(), home, driver.downloads(), artefacts());

    // A failed assertion must not leave a browser running.
    let played = panic::catch_unwind(AssertUnwindSafe(|| {
        watch::begin(&session)?;
        page.resize(Size::DESKTOP)?;
        page.open(FIRST_PAGE)?;
        page.wait_gone(LOADING)?;
        play(&page)?;
        page.assert_no_complaints()
    }));
    let is_skipped = matches!(&played, Ok(Err(error)) if error.is::<Unsupported>());
    if !matches!(played, Ok(Ok(()))) && !is_skipped {
        report(name, &page);
    }
    // The driver kills a browser that does not exit.
    let _ = session.end();
    played.unwrap_or_else(|cause| panic::resume_unwind(cause))
}

/// Starts the program under test on a port, 0 for any, with further arguments, and returns it with
/// the address that it prints.
///
/// # Errors
///
/// It does not start.
pub fn serve(port: &str, arguments: &[&str]) -> Result<(Program, String)> {
    let arguments = [&["serve", "--port", port], arguments].concat();
    Program::start(&program()?, &arguments, |line| {
        let url = line.strip_prefix("Fourfold is at ")?;
        Some(url.trim_end_matches('/').to_owned())
    })
}

/// Another browser with its own profile, which is closed when this is dropped.
#[derive(Debug)]
pub struct SecondBrowser {
    page: Page,
    session: BrowserSession,
    _driver: Driver,
}

impl SecondBrowser {
    /// Opens a path of the app at an address.
    ///
    /// # Errors
    ///
    /// The browser does not start.
    pub fn start(home: &str, path: &str) -> Result<SecondBrowser> {
        let driver = Driver::start()?;
        let session = BrowserSession::start(&driver)?;
        let page = Page::new(
            session.clone(),
            home.to_owned(),
            driver.downloads(),
            artefacts(),
        );
        let browser = SecondBrowser {
            page,
            session,
            _driver: driver,
        };
        browser.page.resize(Size::DESKTOP)?;
        browser.page.open(path)?;
        browser.page.wait_gone(LOADING)?;
        Ok(browser)
    }
}

impl Deref for SecondBrowser {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

impl Drop for SecondBrowser {
    fn drop(&mut self) {
        // The driver kills a browser that does not exit.
        let _ = self.session.end();
    }
}

/// Reports what the page looked like, and its errors, when a scenario failed.
fn report(name: &str, page: &Page) {
    if page.screenshot(&format!("failed-{name}")).is_ok() {
        eprintln!("a picture of the page is in artefacts/failed-{name}.png");
    }
    for complaint in page.complaints().unwrap_or_default() {
        eprintln!("console: {complaint}");
    }
}
