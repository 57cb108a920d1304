//! Files that are never half written.
//!
//! A game is written to a new file beside its place, made safe on disk, and then put in place in
//! one step: whoever looks, or whatever happens, finds the old file or the new one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, bail};
use game::{Profile, Record};

use super::save::{self, Loaded, SaveError};

/// Saves a game. What is in the way is replaced only if it is a saved game, and not a newer one.
pub fn save(path: &Path, record: &Record) -> anyhow::Result<()> {
    let shown = path.display();
    // The file behind a link is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match File::open(&path) {
        Ok(file)
            if file
                .metadata()
                .is_ok_and(|found| found.is_file() && found.len() == 0) => {}
        Ok(file) => match save::check_replaceable(file) {
            Ok(()) => {}
            Err(SaveError::Empty | SaveError::Field { .. }) => {
                bail!("{shown} exists and is no saved game: choose another name")
            }
            Err(error) => return Err(error).with_context(|| format!("cannot replace {shown}")),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| format!("cannot replace {shown}")),
    }
    write_whole(&path, save::encode(record).as_bytes())
        .with_context(|| format!("cannot save {shown}"))
}

/// Loads a game; one from elsewhere is taken as played by these rules.
pub fn load(path: &Path, profile: Profile) -> anyhow::Result<Loaded> {
    let describe = || format!("cannot load {}", path.display());
    let file = File::open(path).with_context(describe)?;
    save::decode(file, profile).with_context(describe)
}

/// Writes a file whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = draft_beside(path)?;
    let written = write_draft(&draft, path, bytes).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The draft is of no use to anyone; that it could not be removed would say nothing new.
        let _ = fs::remove_file(&draft);
        return written;
    }
    sync_directory(path)
}

fn write_draft(draft: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(draft)?;
    if let Ok(existing) = fs::metadata(path) {
        file.set_permissions(existing.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// A name for the draft in the same directory, so that it can be put in place in one step.
fn draft_beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, "expected the name of a file")
    })?;
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}", process::id()));
    Ok(path.with_file_name(draft))
}

/// Makes the new name itself safe on disk, where a directory can be opened for that.
fn sync_directory(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    File::open(directory)?.sync_all()
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;

    /// A directory of its own for a test, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("fourfold-{name}-{}", process::id()));
            fs::create_dir_all(&path).expect("there is a place for temporary files");
            Scratch(path)
        }

        fn file(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("the directory is there");
            let mut names: Vec<String> = entries
                .map(|entry| {
                    entry
                        .expect("can be read")
                        .file_name()
                        .to_string_lossy()
                        .into()
                })
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn message(error: &anyhow::Error) -> String {
        format!("{error:#}")
    }

    #[test]
    fn a_game_is_saved_replaced_and_loaded_and_no_draft_is_left() {
        let scratch = Scratch::new("saved");
        let path = scratch.file("game.pgn");
        let record = Game::default().record();
        save(&path, &record).expect("can be saved");
        save(&path, &record).expect("can be saved again");
        assert_eq!(
            load(&path, Profile::Fide).expect("can be loaded").record,
            record
        );
        assert_eq!(scratch.names(), ["game.pgn"]);
    }

    #[test]
    fn a_file_of_a_newer_version_is_left_as_it_is() {
        let scratch = Scratch::new("newer");
        let path = scratch.file("game.pgn");
        let newer = "[FourfoldSave \"2\"]\n\n1. e4 e5 *\n";
        fs::write(&path, newer).expect("can be written");
        let record = Game::default().record();
        let error = save(&path, &record).expect_err("is newer");
        assert!(message(&error).contains("version 2"), "{error:#}");
        let error = load(&path, Profile::Fide).expect_err("is newer");
        assert!(message(&error).contains("version 2"), "{error:#}");
        assert_eq!(fs::read_to_string(&path).expect("is there"), newer);
        assert_eq!(scratch.names(), ["game.pgn"]);
    }

    #[test]
    fn a_file_that_is_no_saved_game_is_not_replaced() {
        let scratch = Scratch::new("other");
        let record = Game::default().record();
        for (name, text) in [
            ("diary.txt", "Dear diary,\n"),
            ("other.pgn", "1. e4 e5 *\n"),
        ] {
            let path = scratch.file(name);
            fs::write(&path, text).expect("can be written");
            let error = save(&path, &record).expect_err("is no saved game");
            assert!(message(&error).contains("choose another name"), "{error:#}");
            assert_eq!(fs::read_to_string(&path).expect("is there"), text);
        }
    }

    #[test]
    fn what_cannot_be_written_or_read_is_named() {
        let scratch = Scratch::new("missing");
        let record = Game::default().record();
        for path in [scratch.file("no/such/game.pgn"), scratch.0.clone()] {
            let error = save(&path, &record).expect_err("cannot be written");
            assert!(
                message(&error).contains(&path.display().to_string()),
                "{error:#}"
            );
            let error = load(&path, Profile::Fide).expect_err("cannot be read");
            assert!(message(&error).starts_with("cannot load"), "{error:#}");
        }
        assert!(scratch.names().is_empty());
    }
}
