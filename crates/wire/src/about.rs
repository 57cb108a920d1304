//! What a server says about itself, and why it refuses a request.

use serde::{Deserialize, Serialize};

/// What `GET /api/server` answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of the messages.
    pub v: u32,
    /// Whether tables outlive the program.
    pub kept: bool,
    /// For how many days a table is kept that nobody plays at; `None` if for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_days: Option<u32>,
    /// Whether programs can take seats.
    #[serde(default)]
    pub programs: bool,
}

/// What is answered to a request that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The short name of the reason.
    pub code: String,
    /// The reason in words.
    pub words: String,
}
