//! What a server reports about itself, and why it refuses a request.

use serde::{Deserialize, Serialize};

/// The response to `GET /api/server`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of the protocol.
    pub v: u32,
    /// Whether tables survive a restart.
    pub kept: bool,
    /// For how many days an idle table is kept; `None` if forever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_days: Option<u32>,
    /// Whether programs can take seats.
    #[serde(default)]
    pub programs: bool,
}

/// The body of a refused request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub code: String,
    pub words: String,
}
