//! The options: what they are called, what they can be, and what they do.

use std::sync::Arc;
use std::time::Duration;

use chess::fen::CastlingMode;
use engine::{Evaluator, Params, TuneError};
use partner::strength::{self, Strength};
use uci::{Declaration, Kind};

use super::eval_file;
use super::{DEFAULT_HASH, Session};

/// What has been set.
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
    /// What is judged by before any weakening.
    pub(super) evaluator: Evaluator,
    /// The table is to be emptied or resized when no search uses it.
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
            elo: strength::ELO_MAX,
            hash: DEFAULT_HASH,
            threads: 1,
            lines: 1,
            overhead: 10,
            params: Params::default(),
            evaluator: Evaluator::default(),
            pending_hash: None,
        }
    }
}

impl Options {
    /// The weakened strength, if strength is limited.
    pub(super) fn strength(&self) -> Option<Strength> {
        self.limit_strength.then(|| strength::for_elo(self.elo))
    }
}

/// All options, as they are at first.
pub(super) fn declarations() -> Vec<Declaration> {
    let text = |default: &str| Kind::Text {
        default: default.to_owned(),
    };
    let spin = |default, min, max| Kind::Spin { default, min, max };
    let check = |default| Kind::Check { default };
    [
        ("Hash", spin(DEFAULT_HASH, 1, 33_554_432)),
        ("Threads", spin(1, 1, 1024)),
        ("MultiPV", spin(1, 1, 256)),
        ("Clear Hash", Kind::Button),
        ("Ponder", check(false)),
        ("Move Overhead", spin(10, 0, 5000)),
        ("EvalFile", text(eval_file::BUILT_IN)),
        ("UCI_Chess960", check(false)),
        ("UCI_ShowWDL", check(false)),
        ("UCI_LimitStrength", check(false)),
        (
            "UCI_Elo",
            spin(strength::ELO_MAX, strength::ELO_MIN, strength::ELO_MAX),
        ),
    ]
    .map(|(name, kind)| Declaration {
        name: name.to_owned(),
        kind,
    })
    .into()
}

impl Session {
    /// Sets an option, or says why not. What a running search uses is changed when it has ended.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let known = declarations()
            .into_iter()
            .find(|declaration| declaration.name.eq_ignore_ascii_case(name));
        let result = match known {
            Some(declaration) => self.set_known(&declaration, value),
            None => self.set_number_of_search(name, value),
        };
        if let Err(refusal) = result {
            self.note(refusal);
        }
        if self.thinking.is_none() {
            self.apply_options();
        }
    }

    fn set_known(&mut self, declaration: &Declaration, value: Option<&str>) -> Result<(), String> {
        let name = declaration.name.as_str();
        match declaration.kind {
            Kind::Spin { min, max, .. } => {
                let number = self.read_number(name, value, (min, max))?;
                self.set_spin(name, number);
            }
            Kind::Check { .. } => {
                let on = read_check(name, value)?;
                self.set_check(name, on);
            }
            Kind::Text { .. } => self.set_network(value.unwrap_or_default().trim())?,
            _ => self.options.pending_hash = Some(PendingHash::Clear),
        }
        Ok(())
    }

    fn set_network(&mut self, value: &str) -> Result<(), String> {
        self.options.evaluator = eval_file::evaluator(value)
            .map_err(|error| format!("EvalFile: {error:#}; nothing was changed"))?;
        Ok(())
    }

    /// Reads a number and cuts it to the range, saying so.
    fn read_number(
        &self,
        name: &str,
        value: Option<&str>,
        (min, max): (i64, i64),
    ) -> Result<i64, String> {
        let found = value.unwrap_or_default().trim();
        let number: i64 = found
            .parse()
            .map_err(|_| format!("expected a whole number for {name}, found {found:?}"))?;
        let cut = number.clamp(min, max);
        if cut != number {
            self.note(format!(
                "expected {min} to {max} for {name}, found {number}; it is {cut} now"
            ));
        }
        Ok(cut)
    }

    fn set_spin(&mut self, name: &str, number: i64) {
        match name {
            "Hash" => self.options.pending_hash = Some(PendingHash::Resize(number)),
            "Threads" => self.options.threads = number,
            "MultiPV" => self.options.lines = number,
            "Move Overhead" => self.options.overhead = number,
            "UCI_Elo" => self.options.elo = number,
            _ => {}
        }
    }

    fn set_check(&mut self, name: &str, on: bool) {
        match name {
            "UCI_Chess960" => {
                self.options.castling = if on {
                    CastlingMode::Chess960
                } else {
                    CastlingMode::Standard
                };
            }
            "UCI_ShowWDL" => self.options.show_wdl = on,
            "UCI_LimitStrength" => self.options.limit_strength = on,
            // Whether to ponder is for the other side to decide; nothing changes here.
            _ => {}
        }
    }

    /// The numbers of the search can be set too, for tuning; they are not declared.
    fn set_number_of_search(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let number = value.and_then(|value| value.trim().parse().ok());
        let result = match number {
            Some(number) => self.options.params.set(name, number),
            None => Err(TuneError::Unknown(name.to_owned())),
        };
        result.map_err(|error| match error {
            TuneError::Unknown(name) => {
                format!("expected the name of an option, found {name:?}; uci lists them")
            }
            TuneError::OutOfRange(tunable, found) => format!(
                "expected {} to {} for {}, found {found}; nothing was changed",
                tunable.min, tunable.max, tunable.name
            ),
        })
    }

    /// Brings the engine in line with the options. No search must be running.
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
        if !same_network {
            // What the table holds was judged by the other one.
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
                            "there is no memory for a table of {size} MiB; it stays at {kept} MiB"
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
