//! An engine in a plan, and its limit.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clock::{ParseTimeControlError, Terms};
use serde::{Deserialize, Serialize};

use crate::move_limit::Control;

/// An engine, or defaults for all engines.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EngineEntry {
    pub name: Option<String>,
    pub cmd: Option<PathBuf>,
    pub args: Vec<String>,
    /// The directory it runs in.
    pub dir: Option<PathBuf>,
    pub proto: Proto,
    /// Options to set; the engine must have them.
    pub options: BTreeMap<String, String>,
    /// Options to set if the engine has them, such as those of the defaults.
    pub defaults: BTreeMap<String, String>,
    /// A time control such as `10+0.1` or `40/60+0.6`.
    pub tc: Option<String>,
    /// Seconds per move.
    pub st: Option<f64>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    pub depth: Option<u64>,
    /// The tolerated overtime in milliseconds.
    pub timemargin: Option<u64>,
    /// The maximum evaluation noise in centipawns, for our own engine in this process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<i32>,
    /// The known rating: the others are rated on this scale.
    #[serde(skip_serializing)]
    pub anchor: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proto {
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol of XBoard.
    Xboard,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    #[error("expected a limit: tc=10+0.1, st=0.1, nodes=20000 or depth=8")]
    NoLimit,
    #[error("tc=inf needs another limit, or no game would end: st=, nodes= or depth=")]
    Endless,
    #[error("expected one limit of tc, st, nodes and depth, found several")]
    SeveralLimits,
    #[error("expected seconds for each move, such as st=0.1")]
    MoveTime,
    #[error(transparent)]
    TimeControl(#[from] ParseTimeControlError),
    #[error("expected a noise of 0 to 1000 centipawns")]
    Noise,
    #[error("only cmd=internal can play with noise")]
    ForeignNoise,
    #[error("expected a rating as anchor, such as 2300")]
    Anchor,
}

impl EngineEntry {
    /// The name, or the file name of the program.
    #[must_use]
    pub fn label(&self) -> String {
        let stem = || {
            Some(
                self.cmd
                    .as_ref()?
                    .file_stem()?
                    .to_string_lossy()
                    .into_owned(),
            )
        };
        self.name
            .clone()
            .or_else(stem)
            .unwrap_or_else(|| "?".to_owned())
    }

    /// Whether it is our own engine in this process.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.cmd.as_deref() == Some(Path::new("internal"))
    }

    /// Fills in missing fields from the defaults.
    pub fn inherit(&mut self, each: &EngineEntry) {
        let has_control =
            self.tc.is_some() || self.st.is_some() || self.nodes.is_some() || self.depth.is_some();
        if !has_control {
            self.tc.clone_from(&each.tc);
            self.st = each.st;
            self.nodes = each.nodes;
            self.depth = each.depth;
        }
        self.cmd = self.cmd.take().or_else(|| each.cmd.clone());
        self.dir = self.dir.take().or_else(|| each.dir.clone());
        self.timemargin = self.timemargin.or(each.timemargin);
        self.noise = self.noise.or(each.noise);
        if self.args.is_empty() {
            self.args.clone_from(&each.args);
        }
        for (name, value) in each.options.iter().chain(&each.defaults) {
            self.defaults
                .entry(name.clone())
                .or_insert_with(|| value.clone());
        }
    }

    /// The time control or limit.
    ///
    /// # Errors
    ///
    /// Returns an error unless there is exactly one valid limit.
    pub fn control(&self) -> Result<Control, EngineError> {
        self.check_limits()?;
        let clock = self.tc.as_deref().filter(|&clock| clock != "inf");
        match (clock, self.st, self.nodes, self.depth) {
            (None, None, None, None) if self.tc.is_some() => Err(EngineError::Endless),
            (None, None, None, None) => Err(EngineError::NoLimit),
            (Some(clock), None, None, None) => Ok(Control::Clock(clock.parse::<Terms>()?)),
            (None, Some(seconds), None, None) => Duration::try_from_secs_f64(seconds)
                .map(Control::MoveTime)
                .map_err(|_| EngineError::MoveTime),
            (None, None, Some(nodes), None) => Ok(Control::Nodes(nodes)),
            (None, None, None, Some(depth)) => Ok(Control::Depth(depth)),
            _ => Err(EngineError::SeveralLimits),
        }
    }

    /// Checks every limit by itself.
    pub(super) fn check_limits(&self) -> Result<(), EngineError> {
        if let Some(clock) = self.tc.as_deref().filter(|&clock| clock != "inf") {
            clock.parse::<Terms>()?;
        }
        match self.st.map(Duration::try_from_secs_f64) {
            Some(Err(_)) => Err(EngineError::MoveTime),
            Some(Ok(_)) | None => Ok(()),
        }
    }

    /// Checks everything that does not depend on files.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        self.control()?;
        if !self.noise.is_none_or(|noise| (0..=1000).contains(&noise)) {
            return Err(EngineError::Noise);
        }
        if self.noise.is_some() && !self.is_internal() {
            return Err(EngineError::ForeignNoise);
        }
        if !self.anchor.is_none_or(f64::is_finite) {
            return Err(EngineError::Anchor);
        }
        Ok(())
    }
}
