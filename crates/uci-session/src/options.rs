//! The UCI options: names, ranges, defaults and effects.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use chess::fen::CastlingMode;
use chess::notation::castling_mode;
use engine::{Evaluator, ParamError, Params};
use partner::{ELO_MAX, ELO_MIN, Strength};
use uci::{Declaration, Kind};

use super::eval_file;
use super::syzygy_path::{self, Endings};
use super::{DEFAULT_HASH, Session};

#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) castling: CastlingMode,
    pub(super) show_wdl: bool,
    pub(super) limit_strength: bool,
    pub(super) elo: i64,
    hash: i64,
    threads: i64,
    lines: i64,
    overhead: i64,
    params: Params,
    /// The evaluation without noise.
    pub(super) evaluator: Evaluator,
    pub(super) endings: Endings,
    /// The table holds scores that the options no longer agree with.
    pub(super) stale_scores: bool,
    /// A change of the table that waits until no search is running.
    pending_hash: Option<PendingHash>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingHash {
    Resize(i64),
    Clear,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            castling: CastlingMode::Standard,
            show_wdl: false,
            limit_strength: false,
            elo: Number::Elo.default(),
            hash: Number::Hash.default(),
            threads: Number::Threads.default(),
            lines: Number::MultiPv.default(),
            overhead: Number::MoveOverhead.default(),
            params: Params::default(),
            evaluator: Evaluator::default(),
            endings: Endings::default(),
            stale_scores: false,
            pending_hash: None,
        }
    }
}

impl Options {
    /// The configured strength, if it is limited.
    pub(super) fn strength(&self) -> Option<Strength> {
        self.limit_strength.then(|| Strength::for_elo(self.elo))
    }
}

/// An option by type of value.
#[derive(Clone, Copy, Debug)]
enum Setting {
    Number(Number),
    Switch(Switch),
    EvalFile,
    SyzygyPath,
    ClearHash,
}

#[derive(Clone, Copy, Debug)]
enum Number {
    Hash,
    Threads,
    MultiPv,
    MoveOverhead,
    Elo,
    SyzygyProbeDepth,
    SyzygyProbeLimit,
}

#[derive(Clone, Copy, Debug)]
enum Switch {
    Ponder,
    Chess960,
    ShowWdl,
    LimitStrength,
    Syzygy50MoveRule,
}

/// All options by name, in order of declaration.
const SETTINGS: [(&str, Setting); 15] = [
    ("Hash", Setting::Number(Number::Hash)),
    ("Threads", Setting::Number(Number::Threads)),
    ("MultiPV", Setting::Number(Number::MultiPv)),
    ("Clear Hash", Setting::ClearHash),
    ("Ponder", Setting::Switch(Switch::Ponder)),
    ("Move Overhead", Setting::Number(Number::MoveOverhead)),
    ("EvalFile", Setting::EvalFile),
    ("SyzygyPath", Setting::SyzygyPath),
    (
        "SyzygyProbeDepth",
        Setting::Number(Number::SyzygyProbeDepth),
    ),
    (
        "Syzygy50MoveRule",
        Setting::Switch(Switch::Syzygy50MoveRule),
    ),
    (
        "SyzygyProbeLimit",
        Setting::Number(Number::SyzygyProbeLimit),
    ),
    ("UCI_Chess960", Setting::Switch(Switch::Chess960)),
    ("UCI_ShowWDL", Setting::Switch(Switch::ShowWdl)),
    ("UCI_LimitStrength", Setting::Switch(Switch::LimitStrength)),
    ("UCI_Elo", Setting::Number(Number::Elo)),
];

impl Number {
    fn default(self) -> i64 {
        match self {
            Number::Hash => DEFAULT_HASH,
            Number::Threads | Number::MultiPv => 1,
            Number::MoveOverhead => 10,
            Number::Elo => ELO_MAX,
            Number::SyzygyProbeDepth => 1,
            Number::SyzygyProbeLimit => 7,
        }
    }

    fn range(self) -> RangeInclusive<i64> {
        match self {
            Number::Hash => 1..=33_554_432,
            Number::Threads => 1..=1024,
            Number::MultiPv => 1..=256,
            Number::MoveOverhead => 0..=5000,
            Number::Elo => ELO_MIN..=ELO_MAX,
            Number::SyzygyProbeDepth => 1..=100,
            Number::SyzygyProbeLimit => 0..=7,
        }
    }
}

impl Switch {
    fn default(self) -> bool {
        matches!(self, Switch::Syzygy50MoveRule)
    }
}

pub(super) fn declarations() -> impl Iterator<Item = Declaration> {
    SETTINGS.into_iter().map(|(name, setting)| Declaration {
        name: name.to_owned(),
        kind: match setting {
            Setting::Number(number) => Kind::Spin {
                default: number.default(),
                min: *number.range().start(),
                max: *number.range().end(),
            },
            Setting::Switch(switch) => Kind::Check {
                default: switch.default(),
            },
            Setting::EvalFile => Kind::Text {
                default: eval_file::BUILT_IN.to_owned(),
            },
            Setting::SyzygyPath => Kind::Text {
                default: syzygy_path::EMPTY.to_owned(),
            },
            Setting::ClearHash => Kind::Button,
        },
    })
}

impl Session {
    /// Sets an option or reports an error. Changes take effect after a running search.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let known = SETTINGS
            .into_iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        let result = match known {
            Some((name, setting)) => self.set_known(name, setting, value),
            None => self.set_search_parameter(name, value),
        };
        if let Err(refusal) = result {
            self.note(refusal);
        }
        if self.thinking.is_none() {
            self.apply_options();
        }
    }

    fn set_known(
        &mut self,
        name: &str,
        setting: Setting,
        value: Option<&str>,
    ) -> Result<(), String> {
        match setting {
            Setting::Number(number) => {
                let value = self.read_number(name, value, number.range())?;
                self.set_number(number, value);
            }
            Setting::Switch(switch) => {
                let on = read_check(name, value)?;
                self.set_switch(switch, on);
            }
            Setting::EvalFile => self.set_network(value.unwrap_or_default().trim())?,
            Setting::SyzygyPath => self.set_syzygy_path(value.unwrap_or_default().trim()),
            Setting::ClearHash => self.options.pending_hash = Some(PendingHash::Clear),
        }
        Ok(())
    }

    fn set_network(&mut self, value: &str) -> Result<(), String> {
        self.options.evaluator = eval_file::evaluator(value)
            .map_err(|error| format!("EvalFile: {error}; nothing was changed"))?;
        Ok(())
    }

    /// Parses a number and clamps it to the range, with a note.
    fn read_number(
        &self,
        name: &str,
        value: Option<&str>,
        range: RangeInclusive<i64>,
    ) -> Result<i64, String> {
        let found = value.unwrap_or_default().trim();
        let number: i64 = found
            .parse()
            .map_err(|_| format!("expected a whole number for {name}, found {found:?}"))?;
        let (min, max) = range.into_inner();
        let cut = number.clamp(min, max);
        if cut != number {
            self.note(format!(
                "expected {min} to {max} for {name}, found {number}; it is {cut} now"
            ));
        }
        Ok(cut)
    }

    fn set_number(&mut self, number: Number, value: i64) {
        let options = &mut self.options;
        match number {
            Number::Hash => options.pending_hash = Some(PendingHash::Resize(value)),
            Number::Threads => options.threads = value,
            Number::MultiPv => options.lines = value,
            Number::MoveOverhead => options.overhead = value,
            Number::Elo => options.elo = value,
            Number::SyzygyProbeDepth => options.endings.depth = value,
            Number::SyzygyProbeLimit => options.endings.pieces = value,
        }
    }

    fn set_switch(&mut self, switch: Switch, on: bool) {
        let options = &mut self.options;
        match switch {
            Switch::Chess960 => options.castling = castling_mode(on),
            Switch::ShowWdl => options.show_wdl = on,
            Switch::LimitStrength => options.limit_strength = on,
            Switch::Syzygy50MoveRule => {
                options.stale_scores |= options.endings.fifty_moves != on;
                options.endings.fifty_moves = on;
            }
            // The user interface decides when to ponder, with `go ponder`.
            Switch::Ponder => {}
        }
    }

    /// Sets a search parameter. Parameters can be set for tuning but are not declared as options.
    fn set_search_parameter(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let number = value.and_then(|value| value.trim().parse().ok());
        let result = match number {
            Some(number) => self.options.params.set(name, number),
            None => Err(ParamError::Unknown(name.to_owned())),
        };
        result.map_err(|error| match error {
            ParamError::Unknown(name) => {
                format!("expected the name of an option, found {name:?}; uci lists them")
            }
            ParamError::OutOfRange(tunable, found) => format!(
                "expected {} to {} for {}, found {found}; nothing was changed",
                tunable.min, tunable.max, tunable.name
            ),
        })
    }

    /// Applies the options to the engine. No search may be running.
    pub(super) fn apply_options(&mut self) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        let options = &mut self.options;
        engine.set_threads(usize::try_from(options.threads).unwrap_or(1));
        let settings = engine.settings_mut();
        settings.lines = usize::try_from(options.lines).unwrap_or(1);
        settings.overhead = Duration::from_millis(options.overhead.unsigned_abs());
        settings.params = options.params.clone();
        let evaluator = options.evaluator.clone();
        let network = |evaluator: &Evaluator| evaluator.network().map(Arc::as_ptr);
        let same_network = network(&settings.evaluator) == network(&evaluator);
        settings.evaluator = match options.strength() {
            Some(strength) => evaluator.with_noise(strength.noise),
            None => evaluator,
        };
        // A weakened engine should not play endings perfectly.
        settings.endgames = match options.strength() {
            Some(_) => None,
            None => options.endings.endgames(),
        };
        if !same_network || std::mem::take(&mut options.stale_scores) {
            // The table holds scores of the previous evaluation or tables.
            engine.clear_table();
        }
        match options.pending_hash.take() {
            None => {}
            Some(PendingHash::Clear) => engine.clear_table(),
            Some(PendingHash::Resize(size)) if size == options.hash => {}
            Some(PendingHash::Resize(size)) => {
                match engine.resize_table(usize::try_from(size).unwrap_or(1)) {
                    Ok(()) => options.hash = size,
                    Err(_) => {
                        let kept = options.hash;
                        self.note(format!(
                            "cannot allocate a table of {size} MiB; it stays at {kept} MiB"
                        ));
                    }
                }
            }
        }
    }
}

fn read_check(name: &str, value: Option<&str>) -> Result<bool, String> {
    match value.map(str::trim) {
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        found => Err(format!(
            "expected true or false for {name}, found {:?}",
            found.unwrap_or_default()
        )),
    }
}
