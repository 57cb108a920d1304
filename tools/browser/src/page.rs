//! A page, and the actions that a person can take on it.

mod circumstances;
mod files;

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::actions::{self, Key, Pointer};
use crate::driver::Browser;
use crate::element::Element;
use crate::session::{BrowserSession, DriverError};
use crate::watch::{self, Complaint};

/// The timeout for anything to appear. It only turns a hang into a failure, however busy the machine is.
const TIMEOUT: Duration = Duration::from_secs(180);

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(15);

/// The page of a scenario.
#[derive(Debug)]
pub struct Page {
    session: BrowserSession,
    home: String,
    downloads: PathBuf,
    artefacts: PathBuf,
}

impl Page {
    pub(crate) fn new(
        session: BrowserSession,
        home: String,
        downloads: PathBuf,
        artefacts: PathBuf,
    ) -> Page {
        Page {
            session,
            home,
            downloads,
            artefacts,
        }
    }

    // Going places.

    /// Opens an address of the app, such as `/` or `/#share`.
    ///
    /// # Errors
    ///
    /// The page does not load.
    pub fn open(&self, path: &str) -> Result<()> {
        self.visit(&format!("{}{path}", self.home))
    }

    /// Opens any address.
    ///
    /// # Errors
    ///
    /// The page does not load.
    pub fn visit(&self, url: &str) -> Result<()> {
        self.session.post("/url", &json!({ "url": url })).map(drop)
    }

    /// The address of the app, without a trailing slash.
    pub fn home(&self) -> &str {
        &self.home
    }

    /// Reloads the page, as after a crash.
    ///
    /// # Errors
    ///
    /// The page does not load.
    pub fn reload(&self) -> Result<()> {
        self.session.post("/refresh", &json!({})).map(drop)
    }

    /// The address of the page, including the fragment.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn address(&self) -> Result<String> {
        let value = self.session.get("/url")?;
        Ok(value.as_str().unwrap_or_default().to_owned())
    }

    // Finding things.

    /// All matching elements at this moment.
    ///
    /// # Errors
    ///
    /// The selector is invalid.
    pub fn all(&self, selector: &str) -> Result<Vec<Element>> {
        let query = json!({ "using": "css selector", "value": selector });
        let found = self.session.post("/elements", &query)?;
        let elements = found.as_array().into_iter().flatten();
        elements
            .map(|value| Element::new(&self.session, value))
            .collect()
    }

    /// The number of matching elements at this moment.
    ///
    /// # Errors
    ///
    /// The selector is invalid.
    pub fn count(&self, selector: &str) -> Result<usize> {
        Ok(self.all(selector)?.len())
    }

    /// Waits for an element and returns the first match.
    ///
    /// # Errors
    ///
    /// It does not appear.
    pub fn wait(&self, selector: &str) -> Result<Element> {
        self.wait_until(&format!("{selector} is there"), || {
            Ok(self.all(selector)?.into_iter().next())
        })
    }

    /// Waits until no element matches.
    ///
    /// # Errors
    ///
    /// It does not disappear.
    pub fn wait_gone(&self, selector: &str) -> Result<()> {
        self.wait_until(&format!("{selector} is gone"), || {
            Ok((self.count(selector)? == 0).then_some(()))
        })
    }

    /// Waits until the text of an element contains something.
    ///
    /// # Errors
    ///
    /// It does not; the message has the text that was found.
    pub fn wait_text(&self, selector: &str, expected: &str) -> Result<()> {
        let mut found = String::new();
        let waited = self.wait_until(&format!("{selector} says {expected:?}"), || {
            found = self.wait(selector)?.text()?;
            Ok(found.contains(expected).then_some(()))
        });
        waited.with_context(|| format!("{selector} says {found:?}"))
    }

    /// Waits until `look` finds something. An element that is replaced in the meantime is looked up
    /// again.
    ///
    /// # Errors
    ///
    /// It finds nothing in time, or fails for a reason other than a changing page.
    pub fn wait_until<T>(
        &self,
        what: &str,
        mut look: impl FnMut() -> Result<Option<T>>,
    ) -> Result<T> {
        let start = Instant::now();
        loop {
            let trouble = match look() {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => None,
                Err(error) if is_passing(&error) => Some(error),
                Err(error) => return Err(error.context(format!("while waiting until {what}"))),
            };
            if start.elapsed() > TIMEOUT {
                let error = trouble.unwrap_or_else(|| anyhow::anyhow!("it did not happen"));
                return Err(error.context(format!("waited {TIMEOUT:?} until {what}")));
            }
            thread::sleep(PAUSE);
        }
    }

    // Reading.

    /// The visible text of an element.
    ///
    /// # Errors
    ///
    /// There is no such element.
    pub fn text(&self, selector: &str) -> Result<String> {
        self.wait(selector)?.text()
    }

    /// An attribute of an element, empty if it has none.
    ///
    /// # Errors
    ///
    /// There is no such element.
    pub fn attribute(&self, selector: &str, name: &str) -> Result<String> {
        Ok(self.wait(selector)?.attribute(name)?.unwrap_or_default())
    }

    /// The value of a field.
    ///
    /// # Errors
    ///
    /// There is no such field.
    pub fn value(&self, selector: &str) -> Result<String> {
        let field = self.wait(selector)?.to_argument();
        let value = self.script("return arguments[0].value", &[field])?;
        Ok(value.as_str().unwrap_or_default().to_owned())
    }

    /// Runs a script in the page with `arguments` and returns its result; a promise is awaited.
    ///
    /// # Errors
    ///
    /// The script throws.
    pub fn script(&self, script: &str, arguments: &[Value]) -> Result<Value> {
        let parameters = json!({ "script": script, "args": arguments });
        self.session
            .post("/execute/sync", &parameters)
            .context("in a script")
    }

    /// The element that has the focus.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn focused(&self) -> Result<Element> {
        Element::new(&self.session, &self.session.get("/element/active")?)
    }

    // Acting.

    /// Clicks in the middle of an element as soon as a click would reach it.
    ///
    /// # Errors
    ///
    /// It does not appear, or stays hidden or covered.
    pub fn click(&self, selector: &str) -> Result<()> {
        self.wait_until(&format!("{selector} can be clicked"), || {
            let Some(element) = self.all(selector)?.into_iter().next() else {
                return Ok(None);
            };
            match element.click() {
                // Firefox's driver does not click SVG elements; its pointer does.
                Err(error) if self.is_drawn_in_firefox(&error) => {
                    self.act(&actions::tap(Pointer::Mouse, &element)).map(Some)
                }
                clicked => clicked.map(Some),
            }
        })
    }

    fn is_drawn_in_firefox(&self, error: &anyhow::Error) -> bool {
        let driver = error.downcast_ref::<DriverError>();
        self.session.browser == Browser::Firefox
            && driver.is_some_and(|error| error.name == "element not interactable")
    }

    /// Taps an element, or clicks it with pointer events only.
    ///
    /// # Errors
    ///
    /// It does not appear or cannot be reached.
    pub fn tap(&self, pointer: Pointer, selector: &str) -> Result<()> {
        self.act(&actions::tap(pointer, &self.wait(selector)?))
    }

    /// Moves the mouse over an element.
    ///
    /// # Errors
    ///
    /// It does not appear or cannot be reached.
    pub fn hover(&self, selector: &str) -> Result<()> {
        self.act(&actions::hover(&self.wait(selector)?))
    }

    /// Drags one element onto another.
    ///
    /// # Errors
    ///
    /// One of them does not appear or cannot be reached.
    pub fn drag(&self, pointer: Pointer, from: &str, to: &str) -> Result<()> {
        self.act(&actions::drag(pointer, &self.wait(from)?, &self.wait(to)?))
    }

    /// Presses the right button on one element and releases it on the other.
    ///
    /// # Errors
    ///
    /// One of them does not appear or cannot be reached.
    pub fn right_drag(&self, from: &str, to: &str) -> Result<()> {
        self.right_drag_with(&[], from, to)
    }

    /// The same while these keys are held.
    ///
    /// # Errors
    ///
    /// One of the elements does not appear or cannot be reached.
    pub fn right_drag_with(&self, held: &[Key], from: &str, to: &str) -> Result<()> {
        let (from, to) = (self.wait(from)?, self.wait(to)?);
        self.act(&actions::right_drag(held, &from, &to))
    }

    /// Turns the wheel over an element, downward if positive.
    ///
    /// # Errors
    ///
    /// It does not appear or cannot be reached.
    pub fn wheel(&self, selector: &str, pixels: i32) -> Result<()> {
        self.act(&actions::wheel(&self.wait(selector)?, pixels))
    }

    /// Presses keys one after another, wherever the focus is.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn press(&self, keys: &[Key]) -> Result<()> {
        self.act(&actions::press(keys))
    }

    /// Sets the value of a field at once, as a person does by typing or choosing.
    ///
    /// # Errors
    ///
    /// There is no such field.
    pub fn fill(&self, selector: &str, value: &str) -> Result<()> {
        let script = "const [field, value] = arguments; field.value = value;
            for (const kind of ['input', 'change'])
                field.dispatchEvent(new Event(kind, { bubbles: true }))";
        let field = self.wait(selector)?.to_argument();
        self.script(script, &[field, value.into()]).map(drop)
    }

    /// Gives the focus to an element.
    ///
    /// # Errors
    ///
    /// There is no such element.
    pub fn focus(&self, selector: &str) -> Result<()> {
        let element = self.wait(selector)?.to_argument();
        self.script("arguments[0].focus()", &[element]).map(drop)
    }

    /// Types a text wherever the focus is.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn type_text(&self, text: &str) -> Result<()> {
        let keys: Vec<Key> = text.chars().map(Key).collect();
        self.press(&keys)
    }

    fn act(&self, actions: &Value) -> Result<()> {
        self.session.post("/actions", actions).map(drop)
    }

    // Evidence.

    /// Takes the console messages and policy violations since the last call. A scenario that
    /// provokes errors on purpose takes them; errors that remain at its end make it fail.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn complaints(&self) -> Result<Vec<Complaint>> {
        watch::take(&self.session)
    }

    /// Fails if the page has reported an error.
    ///
    /// # Errors
    ///
    /// There was one; the message contains it.
    pub fn assert_no_complaints(&self) -> Result<()> {
        let complaints = self.complaints()?;
        let errors: Vec<String> = complaints
            .iter()
            .filter(|complaint| complaint.is_error())
            .map(Complaint::to_string)
            .collect();
        ensure!(
            errors.is_empty(),
            "the page reports errors: {}",
            errors.join("\n")
        );
        Ok(())
    }
}

/// Whether an error only means that the page is changing: the element was replaced, does not exist
/// yet, or is covered for a moment.
fn is_passing(error: &anyhow::Error) -> bool {
    error.downcast_ref::<DriverError>().is_some_and(|error| {
        matches!(
            error.name.as_str(),
            "no such element"
                | "stale element reference"
                | "element click intercepted"
                | "element not interactable"
        )
    })
}
