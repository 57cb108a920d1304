//! A page, and the actions that a person can take on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::actions::{self, Key, Pointer};
use crate::driver::Browser;
use crate::element::Element;
use crate::session::{BrowserSession, Refusal, Unsupported};
use crate::size::Size;
use crate::watch::{self, Complaint};

/// The timeout for anything to appear. It is generous, because the machine may be busy; a working
/// page never takes that long.
const TIMEOUT: Duration = Duration::from_secs(20);

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
        let refusal = error.downcast_ref::<Refusal>();
        self.session.browser == Browser::Firefox
            && refusal.is_some_and(|refusal| refusal.name == "element not interactable")
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
        self.act(&actions::right_drag(&self.wait(from)?, &self.wait(to)?))
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

    // Files.

    /// Gives a file to a file input, even a hidden one.
    ///
    /// # Errors
    ///
    /// There is no such input, or no such file.
    pub fn upload(&self, selector: &str, file: &Path) -> Result<()> {
        let file = fs::canonicalize(file).with_context(|| format!("no file {}", file.display()))?;
        self.wait(selector)?.type_text(&file.to_string_lossy())
    }

    /// Pastes a text into the page, as Ctrl+V does.
    ///
    /// # Errors
    ///
    /// The page does not answer.
    pub fn paste(&self, text: &str) -> Result<()> {
        let script = "
            const data = new DataTransfer();
            data.setData('text/plain', arguments[0]);
            const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
            // Not every browser accepts the data in the constructor.
            Object.defineProperty(event, 'clipboardData', { value: data });
            document.body.dispatchEvent(event)";
        self.script(script, &[json!(text)]).map(drop)
    }

    /// A file with this content, to be uploaded.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn file(&self, name: &str, content: &[u8]) -> Result<PathBuf> {
        let folder = self.downloads.with_file_name("uploads");
        fs::create_dir_all(&folder)?;
        let path = folder.join(name);
        fs::write(&path, content)?;
        Ok(path)
    }

    /// Waits for the single file that the page downloads, and removes it.
    ///
    /// # Errors
    ///
    /// Nothing arrives.
    pub fn download(&self) -> Result<(String, Vec<u8>)> {
        let path = self.wait_until("a download is there", || finished(&self.downloads))?;
        let content = fs::read(&path)?;
        fs::remove_file(&path)?;
        let name = path.file_name().context("a file has a name")?;
        Ok((name.to_string_lossy().into_owned(), content))
    }

    // Circumstances.

    /// Changes the size of the page.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn resize(&self, size: Size) -> Result<()> {
        if self.session.browser == Browser::Firefox {
            return self.resize_window(size);
        }
        let metrics = json!({
            "width": size.width,
            "height": size.height,
            "deviceScaleFactor": if size.mobile { 2 } else { 1 },
            "mobile": size.mobile,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)?;
        let touch = json!({ "enabled": size.mobile });
        self.devtools("Emulation.setTouchEmulationEnabled", touch)
            .map(drop)
    }

    /// Sizes the window so that the page has the requested size.
    fn resize_window(&self, size: Size) -> Result<()> {
        let (mut width, mut height) = (size.width, size.height);
        for _ in 0..2 {
            let rect = json!({ "x": 0, "y": 0, "width": width, "height": height });
            self.session.post("/window/rect", &rect)?;
            let inner = self.script("return [innerWidth, innerHeight]", &[])?;
            let (now_width, now_height): (u32, u32) = serde_json::from_value(inner)?;
            if (now_width, now_height) == (size.width, size.height) {
                return Ok(());
            }
            width += size.width.saturating_sub(now_width);
            height += size.height.saturating_sub(now_height);
        }
        let why = format!(
            "the window does not become {} by {} pixels",
            size.width, size.height
        );
        Err(Unsupported(why).into())
    }

    /// Sets media preferences: `("prefers-color-scheme", "dark")`, `("prefers-reduced-motion",
    /// "reduce")`, `("forced-colors", "active")`.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn prefer(&self, tastes: &[(&str, &str)]) -> Result<()> {
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<Value> = tastes.iter().map(feature).collect();
        self.devtools(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )
        .map(drop)
    }

    /// Lets the page use the clipboard without a prompt.
    ///
    /// # Errors
    ///
    /// The browser is gone.
    pub fn allow_clipboard(&self) -> Result<()> {
        // Firefox does not prompt after a click.
        if self.session.browser == Browser::Firefox {
            return Ok(());
        }
        let permissions =
            json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        self.devtools("Browser.grantPermissions", permissions)
            .map(drop)
    }

    /// Sends a command to the developer tools and returns the reply.
    ///
    /// # Errors
    ///
    /// The browser does not support it or refuses it.
    pub fn devtools(&self, command: &str, parameters: Value) -> Result<Value> {
        self.session.devtools(command, parameters)
    }

    // Evidence.

    /// Saves a screenshot as `artefacts/NAME.png`.
    ///
    /// # Errors
    ///
    /// The browser is gone, or the file cannot be written.
    pub fn screenshot(&self, name: &str) -> Result<()> {
        let picture = self.session.get("/screenshot")?;
        let text = picture.as_str().context("the browser sent no picture")?;
        let bytes = base64(text).context("the picture is broken")?;
        fs::create_dir_all(&self.artefacts)?;
        let path = self.artefacts.join(format!("{name}.png"));
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }

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
    error.downcast_ref::<Refusal>().is_some_and(|refusal| {
        matches!(
            refusal.name.as_str(),
            "no such element"
                | "stale element reference"
                | "element click intercepted"
                | "element not interactable"
        )
    })
}

/// The finished file in the download folder.
fn finished(folder: &Path) -> Result<Option<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    // A download has a hidden name first and a temporary one until it is complete.
    let is_partial = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with('.') || name.ends_with(".crdownload") || name.ends_with(".part")
    };
    match paths.as_slice() {
        [] => Ok(None),
        paths if paths.iter().any(is_partial) => Ok(None),
        [path] => Ok(Some(path.clone())),
        _ => bail!("expected one download, found {}", paths.len()),
    }
}

/// Decodes standard base64.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in group {
            let six = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(six);
        }
        bits <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        for (text, bytes) in [
            ("", b"" as &[u8]),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYmFy", b"foobar"),
            ("+/8A", &[0xfb, 0xff, 0]),
        ] {
            assert_eq!(base64(text).as_deref(), Some(bytes), "{text}");
        }
        assert_eq!(base64("Zm9*"), None);
    }
}
