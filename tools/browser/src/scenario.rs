//! A scenario from start to end, with nothing left behind.

use std::env;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
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

/// The variable that names the program under test.
const PROGRAM: &str = "FOURFOLD_PROGRAM";

/// Where scenarios begin: at the table with four boards.
const FIRST_PAGE: &str = "/#four";

/// Where scenarios are listed that the browser under test cannot play.
const SKIPPED: &str = "skipped.txt";

/// What the app removes when it is there.
const LOADING: &str = "#loading";

/// Plays a scenario on a fresh page. `name` is for the picture that is taken if it fails.
///
/// # Panics
///
/// The scenario fails, or the page complained of an error while it was played.
pub fn scenario(name: &str, play: impl FnOnce(&Page) -> Result<()>) {
    match self::play(name, play) {
        Ok(()) => {}
        Err(error) if error.is::<Unsupported>() => skip(name, &error),
        Err(error) => panic!("the scenario {name:?} failed: {error:#}"),
    }
}

/// Notes that a scenario cannot be played in this browser, and why. `cargo xtask firefox` lists them.
fn skip(name: &str, why: &anyhow::Error) {
    let note = || -> Result<()> {
        fs::create_dir_all(artefacts())?;
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true);
        let mut file = file.open(artefacts().join(SKIPPED))?;
        Ok(writeln!(file, "{name}: {why:#}")?)
    };
    if let Err(error) = note() {
        panic!("cannot note that {name:?} was skipped ({why:#}): {error:#}");
    }
}

/// The program under test, which `cargo xtask` has built with the app in it.
///
/// # Errors
///
/// Nobody has said where it is.
pub fn program() -> Result<OsString> {
    env::var_os(PROGRAM).with_context(|| {
        format!("{PROGRAM} names no program: run `cargo xtask test --only browser`")
    })
}

/// Where pictures go: `artefacts/` at the root of the repository, which git does not track.
pub fn artefacts() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .and_then(Path::parent);
    crates.unwrap_or(Path::new(".")).join("artefacts")
}

/// Plays a scenario like [`scenario`], with its failure as a value.
///
/// # Errors
///
/// The scenario fails, or the page complained of an error while it was played.
pub fn play(name: &str, play: impl FnOnce(&Page) -> Result<()>) -> Result<()> {
    let (_server, home) = serve("0", &[])?;
    let driver = Driver::start()?;
    let session = BrowserSession::start(&driver)?;
    let page = Page::new(session.clone(), home, driver.downloads(), artefacts());

    // An assertion that fails must not leave a browser behind.
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
    // The driver ends a browser that does not end itself.
    let _ = session.end();
    played.unwrap_or_else(|cause| panic::resume_unwind(cause))
}

/// Starts the program under test on a port, 0 for any, with further arguments, and returns it with
/// the address that it names.
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

/// A further browser with a profile of its own, which is ended when this is dropped.
#[derive(Debug)]
pub struct Companion {
    page: Page,
    session: BrowserSession,
    _driver: Driver,
}

impl Companion {
    /// Opens a path of the app at an address.
    ///
    /// # Errors
    ///
    /// The browser does not start.
    pub fn start(home: &str, path: &str) -> Result<Companion> {
        let driver = Driver::start()?;
        let session = BrowserSession::start(&driver)?;
        let page = Page::new(
            session.clone(),
            home.to_owned(),
            driver.downloads(),
            artefacts(),
        );
        let companion = Companion {
            page,
            session,
            _driver: driver,
        };
        companion.page.resize(Size::DESKTOP)?;
        companion.page.open(path)?;
        companion.page.wait_gone(LOADING)?;
        Ok(companion)
    }
}

impl Deref for Companion {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        // The driver ends a browser that does not end itself.
        let _ = self.session.end();
    }
}

/// Says what the page looked like and complained about when a scenario failed.
fn report(name: &str, page: &Page) {
    if page.screenshot(&format!("failed-{name}")).is_ok() {
        eprintln!("a picture of the page is in artefacts/failed-{name}.png");
    }
    for complaint in page.complaints().unwrap_or_default() {
        eprintln!("console: {complaint}");
    }
}
