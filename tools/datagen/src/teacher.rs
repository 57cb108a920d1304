//! What plays the games: bare material, the small evaluation, or a network.

use std::path::Path;

use anyhow::{Result, bail};
use engine::Evaluator;

/// An evaluation and the name by which files of games know it.
#[derive(Clone, Debug)]
pub struct Teacher {
    name: String,
    evaluator: Evaluator,
}

impl Teacher {
    /// The evaluation named `material` or `small`, or the network in a file.
    ///
    /// # Errors
    ///
    /// Returns why the file is no network.
    pub fn new(name: &str) -> Result<Teacher> {
        let evaluator = match name {
            "material" => Evaluator::material(),
            "small" => Evaluator::default(),
            file => return Teacher::load(Path::new(file)),
        };
        Ok(Teacher {
            name: name.to_owned(),
            evaluator,
        })
    }

    fn load(path: &Path) -> Result<Teacher> {
        bail!("cannot read the network {}", path.display());
    }

    /// The name: of a network, its checksum.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The evaluation.
    #[must_use]
    pub fn evaluator(&self) -> Evaluator {
        self.evaluator.clone()
    }
}
