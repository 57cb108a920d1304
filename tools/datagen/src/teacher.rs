//! The evaluation that plays the games: material, the small evaluation, or a network.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use engine::Evaluator;
use nnue::Network;
use whole_file::crc32;

/// An evaluation with the name under which files of games record it.
#[derive(Clone, Debug)]
pub struct Teacher {
    name: String,
    evaluator: Evaluator,
}

impl Teacher {
    /// The evaluation `material` or `small`, or the network in a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a network.
    pub fn new(name: &str) -> Result<Teacher> {
        let evaluator = match name {
            "material" => Evaluator::material(),
            "small" => Evaluator::small(),
            file => return Teacher::load(Path::new(file)),
        };
        Ok(Teacher {
            name: name.to_owned(),
            evaluator,
        })
    }

    fn load(path: &Path) -> Result<Teacher> {
        let context = || format!("cannot use the network {}", path.display());
        let bytes = fs::read(path).with_context(context)?;
        let network = Network::read(&bytes).with_context(context)?;
        let name = format!("net-{:08x}", crc32(&[&bytes]));
        Ok(Teacher {
            name,
            evaluator: Evaluator::by(Arc::from(network)),
        })
    }

    /// The name; for a network, its checksum.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn evaluator(&self) -> Evaluator {
        self.evaluator.clone()
    }
}
