//! Games in files.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use game::save::{self, Loaded, SaveError};
use game::{Profile, Record};

/// Saves a game. An existing file is replaced only if it is a saved game, and not a newer one.
pub fn save(path: &Path, record: &Record) -> anyhow::Result<()> {
    let shown = path.display();
    // A link stays a link: the file it points to is replaced.
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
    whole_file::write(&path, save::encode(record).as_bytes())
        .with_context(|| format!("cannot save {shown}"))
}

/// Loads a game; one from elsewhere is taken as played by these rules.
pub fn load(path: &Path, profile: Profile) -> anyhow::Result<Loaded> {
    let describe = || format!("cannot load {}", path.display());
    let file = File::open(path).with_context(describe)?;
    save::decode(file, profile).with_context(describe)
}

#[cfg(test)]
mod tests {
    use game::Game;
    use tempfile::TempDir;

    use super::*;

    fn scratch() -> TempDir {
        tempfile::tempdir().expect("there is a place for temporary files")
    }

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).expect("the directory is there");
        let mut names: Vec<String> = entries
            .map(|entry| {
                let name = entry.expect("can be read").file_name();
                name.to_string_lossy().into_owned()
            })
            .collect();
        names.sort();
        names
    }

    fn message(error: &anyhow::Error) -> String {
        format!("{error:#}")
    }

    #[test]
    fn a_game_is_saved_replaced_and_loaded_and_no_draft_is_left() {
        let scratch = scratch();
        let path = scratch.path().join("game.pgn");
        let record = Game::default().record();
        save(&path, &record).expect("can be saved");
        save(&path, &record).expect("can be saved again");
        assert_eq!(
            load(&path, Profile::Fide).expect("can be loaded").record,
            record
        );
        assert_eq!(names(&scratch), ["game.pgn"]);
    }

    #[test]
    fn a_file_of_a_newer_version_is_left_as_it_is() {
        let scratch = scratch();
        let path = scratch.path().join("game.pgn");
        let newer = "[FourfoldSave \"2\"]\n\n1. e4 e5 *\n";
        fs::write(&path, newer).expect("can be written");
        let record = Game::default().record();
        let error = save(&path, &record).expect_err("is newer");
        assert!(message(&error).contains("version 2"), "{error:#}");
        let error = load(&path, Profile::Fide).expect_err("is newer");
        assert!(message(&error).contains("version 2"), "{error:#}");
        assert_eq!(fs::read_to_string(&path).expect("is there"), newer);
        assert_eq!(names(&scratch), ["game.pgn"]);
    }

    #[test]
    fn a_file_that_is_no_saved_game_is_not_replaced() {
        let scratch = scratch();
        let record = Game::default().record();
        for (name, text) in [
            ("diary.txt", "Dear diary,\n"),
            ("other.pgn", "1. e4 e5 *\n"),
        ] {
            let path = scratch.path().join(name);
            fs::write(&path, text).expect("can be written");
            let error = save(&path, &record).expect_err("is no saved game");
            assert!(message(&error).contains("choose another name"), "{error:#}");
            assert_eq!(fs::read_to_string(&path).expect("is there"), text);
        }
    }

    #[test]
    fn what_cannot_be_written_or_read_is_named() {
        let scratch = scratch();
        let record = Game::default().record();
        for path in [
            scratch.path().join("no/such/game.pgn"),
            scratch.path().to_owned(),
        ] {
            let error = save(&path, &record).expect_err("cannot be written");
            assert!(
                message(&error).contains(&path.display().to_string()),
                "{error:#}"
            );
            let error = load(&path, Profile::Fide).expect_err("cannot be read");
            let said = message(&error);
            assert!(said.starts_with("cannot load"), "{said}");
            assert_eq!(said.matches("os error").count(), 1, "{said}");
        }
        assert!(names(&scratch).is_empty());
    }
}
