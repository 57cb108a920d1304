//! One element of the page.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::session::BrowserSession;

/// The key under which the protocol wraps the id of an element.
const KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

/// An element that was found; it becomes stale when the page replaces it.
#[derive(Clone, Debug)]
pub struct Element {
    session: BrowserSession,
    id: String,
}

impl Element {
    pub(crate) fn new(session: &BrowserSession, value: &Value) -> Result<Element> {
        let id = value[KEY]
            .as_str()
            .with_context(|| format!("expected an element, found {value}"))?;
        Ok(Element {
            session: session.clone(),
            id: id.to_owned(),
        })
    }

    /// The element as an argument of a script.
    pub fn to_argument(&self) -> Value {
        json!({ KEY: self.id })
    }

    /// The visible text.
    ///
    /// # Errors
    ///
    /// The element is gone.
    pub fn text(&self) -> Result<String> {
        text(self.get("/text")?)
    }

    /// The value of an attribute, if it exists.
    ///
    /// # Errors
    ///
    /// The element is gone.
    pub fn attribute(&self, name: &str) -> Result<Option<String>> {
        let script = "return arguments[0].getAttribute(arguments[1])";
        let arguments = json!({ "script": script, "args": [self.to_argument(), name] });
        let value = self.session.post("/execute/sync", &arguments)?;
        Ok(value.as_str().map(str::to_owned))
    }

    /// A computed style property, such as `opacity`.
    ///
    /// # Errors
    ///
    /// The element is gone.
    pub fn style(&self, property: &str) -> Result<String> {
        text(self.get(&format!("/css/{property}"))?)
    }

    /// The role that a screen reader announces.
    ///
    /// # Errors
    ///
    /// The element is gone.
    pub fn role(&self) -> Result<String> {
        text(self.get("/computedrole")?)
    }

    /// The name that a screen reader announces.
    ///
    /// # Errors
    ///
    /// The element is gone.
    pub fn name(&self) -> Result<String> {
        text(self.get("/computedlabel")?)
    }

    /// Whether it is visible.
    ///
    /// # Errors
    ///
    /// The element is gone.
    pub fn is_displayed(&self) -> Result<bool> {
        Ok(self.get("/displayed")? == Value::Bool(true))
    }

    /// Clicks once in its middle. [`crate::Page::click`] also waits until that is possible.
    ///
    /// # Errors
    ///
    /// The element is gone, hidden or covered.
    pub fn click(&self) -> Result<()> {
        self.post("/click", json!({}))
    }

    /// Types into it, or sets the file of a file input.
    ///
    /// # Errors
    ///
    /// The element is gone or accepts no input.
    pub fn type_text(&self, text: &str) -> Result<()> {
        self.post("/value", json!({ "text": text }))
    }

    fn get(&self, command: &str) -> Result<Value> {
        self.session.get(&format!("/element/{}{command}", self.id))
    }

    fn post(&self, command: &str, parameters: Value) -> Result<()> {
        let command = format!("/element/{}{command}", self.id);
        self.session.post(&command, &parameters).map(drop)
    }
}

fn text(value: Value) -> Result<String> {
    let text = value
        .as_str()
        .with_context(|| format!("expected a text, found {value}"))?;
    Ok(text.to_owned())
}
