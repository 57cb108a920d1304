//! The record of one generation, saved in a file so that a bootstrap can be interrupted at any
//! time.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The steps of a generation, by the names of their results.
pub const STEPS: [&str; 4] = ["data", "training", "gate", "zero"];

/// One generation: its teacher and the result of each step.
#[derive(Clone, Debug)]
pub struct Record {
    path: PathBuf,
    /// Its number, from 1.
    pub number: usize,
    value: Value,
}

impl Record {
    /// Reads the record of a generation; it is empty if there is no file.
    pub fn read(folder: &Path, number: usize) -> Result<Record> {
        let path = folder.join(format!("{number:03}.json"));
        let value = if path.is_file() {
            let text = fs::read_to_string(&path);
            let text = text.with_context(|| format!("cannot read {}", path.display()))?;
            serde_json::from_str(&text).with_context(|| {
                format!(
                    "{} is damaged: delete it to repeat its generation",
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

    /// The value under a name; null if there is none.
    pub fn get(&self, name: &str) -> &Value {
        &self.value[name]
    }

    /// Whether a step is done.
    pub fn has(&self, name: &str) -> bool {
        !self.get(name).is_null()
    }

    /// Saves the result of a step. The file is replaced atomically.
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

    /// Whether any step is done.
    pub fn is_begun(&self) -> bool {
        STEPS.iter().any(|step| self.has(step))
    }

    /// Whether the network beat the previous best.
    pub fn is_accepted(&self) -> bool {
        self.get("gate")["score"]
            .as_f64()
            .is_some_and(|score| score > 0.5)
    }

    pub fn games(&self) -> PathBuf {
        self.path.with_extension("games")
    }

    pub fn network(&self) -> PathBuf {
        self.path.with_extension("nnue")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_saved() {
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
