//! What is known about one generation, kept in a file, so that a bootstrap can be killed at any
//! time and goes on where it was.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The steps of a generation, by the names of their results.
pub const STEPS: [&str; 4] = ["data", "training", "gate", "zero"];

/// One generation: who taught it, and what came of each step.
#[derive(Clone, Debug)]
pub struct Record {
    path: PathBuf,
    /// Its number, from 1.
    pub number: usize,
    value: Value,
}

impl Record {
    /// The record of a generation, which is empty if there is none.
    pub fn read(folder: &Path, number: usize) -> Result<Record> {
        let path = folder.join(format!("{number:03}.json"));
        let value = if path.is_file() {
            let text = fs::read_to_string(&path);
            let text = text.with_context(|| format!("cannot read {}", path.display()))?;
            serde_json::from_str(&text).with_context(|| {
                format!(
                    "{} is damaged: delete it to make its generation anew",
                    path.display()
                )
            })?
        } else {
            json!({})
        };
        Ok(Record {
            path,
            number,
            value,
        })
    }

    /// What is known under a name; null if nothing is.
    pub fn get(&self, name: &str) -> &Value {
        &self.value[name]
    }

    /// Whether a step is done.
    pub fn has(&self, name: &str) -> bool {
        !self.get(name).is_null()
    }

    /// Keeps what came of a step. The file is written whole or not at all.
    pub fn set(&mut self, name: &str, value: Value) -> Result<()> {
        self.value[name] = value;
        let text = format!("{:#}\n", self.value);
        whole_file::write(&self.path, text.as_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        STEPS.iter().all(|step| self.has(step))
    }

    /// Whether anything is done.
    pub fn is_begun(&self) -> bool {
        STEPS.iter().any(|step| self.has(step))
    }

    /// Whether the network was better than the one before.
    pub fn is_accepted(&self) -> bool {
        self.get("gate")["score"]
            .as_f64()
            .is_some_and(|score| score > 0.5)
    }

    /// The games that were made for it.
    pub fn games(&self) -> PathBuf {
        self.path.with_extension("games")
    }

    /// The network.
    pub fn network(&self) -> PathBuf {
        self.path.with_extension("nnue")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_as_it_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut record = Record::read(folder, 3).unwrap();
        assert!(!record.is_begun());
        record.set("data", json!({"games": 5})).unwrap();
        record.set("gate", json!({"score": 0.51})).unwrap();
        let again = Record::read(folder, 3).unwrap();
        assert!(again.is_begun() && again.is_accepted() && !again.is_done());
        assert_eq!(again.get("data")["games"], 5);
        assert!(again.network().ends_with("003.nnue"));
        fs::write(folder.join("003.json"), "{").unwrap();
        assert!(Record::read(folder, 3).is_err());
    }
}
