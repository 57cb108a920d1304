//! What a page must not do while it is used: complain in the console, or break its own policy.

use std::fmt;

use anyhow::Result;
use serde_json::{Value, json};

use crate::driver::Browser;
use crate::session::BrowserSession;

/// Notes violations of the content security policy from the first moment of every page. They are
/// errors in the console too; the list says which rule and what was kept out.
const NOTE_VIOLATIONS: &str = "
    globalThis.policyViolations = [];
    addEventListener('securitypolicyviolation', (event) => policyViolations.push(
        `${event.effectiveDirective} kept out ${event.blockedURI} at ${event.sourceFile}`));";

/// Something a page complained about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// How bad it is: `SEVERE`, `WARNING`, `INFO` or `DEBUG`.
    pub level: String,
    /// What it says, with where.
    pub message: String,
}

impl Complaint {
    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.level == "SEVERE"
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.level, self.message)
    }
}

/// Begins to watch; pages opened later are watched whole. Firefox's driver does not tell what the
/// console says.
pub(crate) fn begin(session: &BrowserSession) -> Result<()> {
    if session.browser == Browser::Firefox {
        return Ok(());
    }
    let parameters = json!({ "source": NOTE_VIOLATIONS });
    session
        .devtools("Page.addScriptToEvaluateOnNewDocument", parameters)
        .map(drop)
}

/// Takes everything the page has complained about since the last time.
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
