//! Watches a page for console errors and policy violations.

use std::fmt;

use anyhow::Result;
use serde_json::{Value, json};

use crate::driver::Browser;
use crate::session::BrowserSession;

/// Records violations of the content security policy from the start of every page. They are console
/// errors too; the list has the rule and what was blocked.
const NOTE_VIOLATIONS: &str = "
    globalThis.policyViolations = [];
    addEventListener('securitypolicyviolation', (event) => policyViolations.push(
        `${event.effectiveDirective} kept out ${event.blockedURI} at ${event.sourceFile}`));";

/// A message of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The severity: `SEVERE`, `WARNING`, `INFO` or `DEBUG`.
    pub level: String,
    /// The text, with its source.
    pub message: String,
}

impl Complaint {
    pub fn is_error(&self) -> bool {
        self.level == "SEVERE"
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.level, self.message)
    }
}

/// Starts watching; pages opened later are watched from their start. Firefox's driver does not
/// report the console.
pub(crate) fn begin(session: &BrowserSession) -> Result<()> {
    if session.browser == Browser::Firefox {
        return Ok(());
    }
    let parameters = json!({ "source": NOTE_VIOLATIONS });
    session
        .devtools("Page.addScriptToEvaluateOnNewDocument", parameters)
        .map(drop)
}

/// Takes all messages since the last call.
pub(crate) fn take(session: &BrowserSession) -> Result<Vec<Complaint>> {
    if session.browser == Browser::Firefox {
        return Ok(Vec::new());
    }
    let entries = session.post("/se/log", &json!({ "type": "browser" }))?;
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let mut complaints: Vec<Complaint> = entries
        .as_array()
        .into_iter()
        .flatten()
        .map(|entry| Complaint {
            level: text(entry, "level"),
            message: text(entry, "message"),
        })
        .collect();
    let script = "return (globalThis.policyViolations ?? []).splice(0)";
    let violations = session.post("/execute/sync", &json!({ "script": script, "args": [] }))?;
    complaints.extend(
        violations
            .as_array()
            .into_iter()
            .flatten()
            .map(|violation| Complaint {
                level: "SEVERE".to_owned(),
                message: violation.as_str().unwrap_or_default().to_owned(),
            }),
    );
    Ok(complaints)
}
