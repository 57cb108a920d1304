//! Reads [Syzygy tables](https://www.chessprogramming.org/Syzygy_Bases): the outcome of every
//! position with few pieces, and the distance to the next capture or pawn move.
//!
//! [`Tables::open`] lists the files of some folders; a table is opened when it is first needed.
//! [`Tables::wdl`] and [`Tables::dtz`] answer `None` if a table is missing or unusable, or if there
//! are castling rights, which no table covers. [`Tables::take_faults`] says what was unusable.
//!
//! The tables are data from elsewhere, so nothing in a file is trusted. There is no unsafe code;
//! lengths, codes and symbols are checked when a table is opened, and places when a block is read.
//! A damaged file gives an error or a wrong answer, but it cannot crash the program, read other
//! memory or make it wait forever. Values have no checksum that could be verified in reasonable
//! time: compare the files with the checksums published with them.
//!
//! The format is Ronald de Man's. Tests compare the answers for all tables with three and four
//! pieces with those of python-chess, and the numbering of positions for up to seven pieces.

#![deny(missing_docs)]

mod bytes;
mod encode;
mod fault;
mod file;
mod material;
mod pairs;
mod probe;
mod table;
mod wdl;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

pub use chess;
use fault::Fault;
pub use fault::TableError;
use material::Material;
use table::{Kind, Table};
pub use wdl::Wdl;

// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The tables of some folders.
#[derive(Default)]
pub struct Tables {
    entries: Vec<Entry>,
    /// Where the tables of a material are, also with the colors swapped.
    by_material: HashMap<Material, usize>,
    pieces_max: usize,
    faults: Mutex<Vec<TableError>>,
}

/// The two tables of a material.
struct Entry {
    material: Material,
    outcome: Slot,
    distance: Slot,
}

/// A table that is opened when it is first needed.
struct Slot {
    path: Option<PathBuf>,
    table: OnceLock<Option<Table>>,
    /// A block of the table turned out to be damaged, so the table is not used any more.
    broken: AtomicBool,
}

impl Slot {
    fn empty() -> Slot {
        Slot {
            path: None,
            table: OnceLock::new(),
            broken: AtomicBool::new(false),
        }
    }
}

impl Tables {
    /// Lists the tables in these folders, separated as in the environment variable `PATH`: by
    /// colons, or by semicolons on Windows. If two folders have the same table, the first counts.
    #[must_use]
    pub fn open(folders: &str) -> Tables {
        let mut tables = Tables::default();
        for folder in std::env::split_paths(folders) {
            if folder.as_os_str().is_empty() {
                continue;
            }
            if let Err(cause) = tables.list(&folder) {
                tables.record(&folder, &Fault::Unreadable(cause));
            }
        }
        tables
    }

    fn list(&mut self, folder: &Path) -> std::io::Result<()> {
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            let kind = [Kind::Outcome, Kind::Distance].into_iter().find(|kind| {
                path.extension()
                    .is_some_and(|extension| extension == kind.extension())
            });
            let material = path
                .file_stem()
                .and_then(|name| Material::from_name(name.to_str()?));
            if let (Some(kind), Some(material)) = (kind, material) {
                self.add(path, kind, material);
            }
        }
        Ok(())
    }

    fn add(&mut self, path: PathBuf, kind: Kind, material: Material) {
        let at = match self.by_material.get(&material) {
            Some(&at) => at,
            None => {
                let at = self.entries.len();
                self.entries.push(Entry {
                    material,
                    outcome: Slot::empty(),
                    distance: Slot::empty(),
                });
                self.by_material.insert(material, at);
                self.by_material.insert(material.swapped(), at);
                at
            }
        };
        let entry = &mut self.entries[at];
        // A file that names the sides the other way round is not a table of this entry.
        if entry.material != material {
            return;
        }
        let slot = match kind {
            Kind::Outcome => &mut entry.outcome,
            Kind::Distance => &mut entry.distance,
        };
        slot.path.get_or_insert(path);
        if kind == Kind::Outcome {
            self.pieces_max = self.pieces_max.max(material.pieces());
        }
    }

    /// The number of tables with outcomes, which the search needs.
    #[must_use]
    pub fn wdl_files(&self) -> usize {
        let listed = |entry: &&Entry| entry.outcome.path.is_some();
        self.entries.iter().filter(listed).count()
    }

    /// The number of tables with distances, which make sure that a win makes progress.
    #[must_use]
    pub fn dtz_files(&self) -> usize {
        let listed = |entry: &&Entry| entry.distance.path.is_some();
        self.entries.iter().filter(listed).count()
    }

    /// The most pieces, kings included, for which there is a table with outcomes.
    #[must_use]
    pub fn pieces_max(&self) -> usize {
        self.pieces_max
    }

    /// What could not be used since the last call.
    #[must_use]
    pub fn take_faults(&self) -> Vec<TableError> {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *faults)
    }

    fn record(&self, path: &Path, fault: &Fault) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.push(TableError::new(path, fault));
    }

    /// Asks a table, unless it is missing or unusable.
    fn ask<T>(
        &self,
        material: Material,
        kind: Kind,
        question: impl FnOnce(&Table) -> Result<T, Fault>,
    ) -> Option<T> {
        let entry = &self.entries[*self.by_material.get(&material)?];
        let slot = match kind {
            Kind::Outcome => &entry.outcome,
            Kind::Distance => &entry.distance,
        };
        let path = slot.path.as_deref()?;
        if slot.broken.load(Ordering::Relaxed) {
            return None;
        }
        let table = slot.table.get_or_init(|| {
            let opened = Table::open(path, entry.material, kind);
            opened.map_err(|fault| self.record(path, &fault)).ok()
        });
        let answer = question(table.as_ref()?);
        match answer {
            Ok(answer) => Some(answer),
            Err(fault) => {
                if !slot.broken.swap(true, Ordering::Relaxed) {
                    self.record(path, &fault);
                }
                None
            }
        }
    }
}
