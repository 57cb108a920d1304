//! The participants of a match, created from the plan.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use chess::fen::CastlingMode;
use repeatable::mix;
use uci_session::EvalFileError;

use super::{EngineEntry, EngineError, Proto};
use crate::fault::Fault;
use crate::move_limit::Control;
use crate::player::{
    EngineConfig, InnerConfig, InnerPlayer, Patience, Player, ProcessPlayer, XboardPlayer,
};
use crate::tournament::Participant;

/// Why an engine cannot be set up as planned.
#[derive(Debug, thiserror::Error)]
pub enum ParticipantError {
    #[error("engine {0:?} has no cmd=")]
    NoProgram(String),
    #[error(transparent)]
    Limit(#[from] EngineError),
    /// An option of our own engine cannot be set.
    #[error("option.{name}")]
    Option {
        name: String,
        #[source]
        error: OptionError,
    },
}

/// Why an option of our own engine cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    #[error("expected a number, found {0:?}")]
    NotANumber(String),
    #[error(transparent)]
    EvalFile(#[from] EvalFileError),
    #[error(transparent)]
    Parameter(#[from] engine::ParamError),
}

/// An engine in its own process.
struct Process {
    config: EngineConfig,
    proto: Proto,
    control: Control,
    mode: CastlingMode,
}

impl Process {
    fn new(entry: &EngineEntry, mode: CastlingMode) -> Result<Process, ParticipantError> {
        let name = entry.label();
        let Some(cmd) = &entry.cmd else {
            return Err(ParticipantError::NoProgram(name));
        };
        let list = |options: &BTreeMap<String, String>| options.clone().into_iter().collect();
        let config = EngineConfig {
            name,
            cmd: resolved(cmd),
            args: entry.args.clone(),
            dir: entry.dir.clone(),
            options: list(&entry.options),
            defaults: list(&entry.defaults),
        };
        Ok(Process {
            config,
            proto: entry.proto,
            control: entry.control()?,
            mode,
        })
    }
}

/// The participant of an entry: `cmd=internal` is our own engine in this process.
pub fn participant(
    entry: &EngineEntry,
    mode: CastlingMode,
) -> Result<Box<dyn Participant>, ParticipantError> {
    if entry.is_internal() {
        return Ok(Box::new(Inner::new(entry)?));
    }
    Ok(Box::new(Process::new(entry, mode)?))
}

/// Our own engine in this process.
struct Inner {
    config: InnerConfig,
    control: Control,
}

impl Inner {
    /// Accepts the options Hash, Threads and EvalFile, and search parameters by name.
    fn new(entry: &EngineEntry) -> Result<Inner, ParticipantError> {
        let mut config = InnerConfig {
            name: entry.label(),
            hash: 16,
            threads: 1,
            settings: engine::Settings::default(),
            noise: entry.noise,
        };
        for (name, value) in entry.defaults.iter().chain(&entry.options) {
            set(&mut config, name, value).map_err(|error| ParticipantError::Option {
                name: name.clone(),
                error,
            })?;
        }
        Ok(Inner {
            config,
            control: entry.control()?,
        })
    }
}

fn set(config: &mut InnerConfig, name: &str, value: &str) -> Result<(), OptionError> {
    if name == "EvalFile" {
        config.settings.evaluator = uci_session::evaluator(value)?;
        return Ok(());
    }
    let number: i32 = value
        .parse()
        .map_err(|_| OptionError::NotANumber(value.to_owned()))?;
    let size = usize::try_from(number).unwrap_or(1).max(1);
    match name {
        "Hash" => config.hash = size,
        "Threads" => config.threads = size,
        parameter => config.settings.params.set(parameter, number)?,
    }
    Ok(())
}

impl Participant for Inner {
    fn name(&self) -> &str {
        &self.config.name
    }

    fn control(&self) -> Control {
        self.control
    }

    fn player(&self) -> Result<Box<dyn Player>, Fault> {
        Ok(Box::new(InnerPlayer::new(&self.config)?))
    }
}

/// A hash that identifies the build of an engine, so that a run does not continue with another build
/// under the same name. Programs found by PATH have none.
pub fn fingerprint(entry: &EngineEntry) -> Option<String> {
    let number = if entry.is_internal() {
        // This program may be large; its modification time identifies it well enough.
        let file = fs::metadata(std::env::current_exe().ok()?).ok()?;
        let built = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        [built.as_secs(), built.subsec_nanos().into()]
            .into_iter()
            .fold(file.len(), mix)
    } else {
        let cmd = entry.cmd.as_deref()?;
        let path = Some(resolved(cmd)).filter(|_| cmd.components().count() > 1)?;
        let bytes = fs::read(path).ok()?;
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        words.fold(bytes.len() as u64, mix)
    };
    Some(format!("{number:016x}"))
}

/// A path with a directory is relative to here, wherever the engine runs.
fn resolved(cmd: &Path) -> PathBuf {
    if cmd.components().count() > 1 {
        std::path::absolute(cmd).unwrap_or_else(|_| cmd.to_owned())
    } else {
        cmd.to_owned()
    }
}

impl Participant for Process {
    fn name(&self) -> &str {
        &self.config.name
    }

    fn control(&self) -> Control {
        self.control
    }

    fn player(&self) -> Result<Box<dyn Player>, Fault> {
        let (config, patience) = (self.config.clone(), Patience::default());
        // An engine that cannot start ends the run instead of losing every game.
        match self.proto {
            Proto::Uci => {
                let mut player = ProcessPlayer::new(config, patience, self.mode);
                player.prepare()?;
                Ok(Box::new(player))
            }
            Proto::Xboard => {
                let mut player = XboardPlayer::new(config, patience);
                player.prepare()?;
                Ok(Box::new(player))
            }
        }
    }
}
