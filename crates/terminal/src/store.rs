//! Games in files.

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use game::pgn::Tree;
use game::save::{self, Loaded, SaveError};
use game::{Profile, Record};

/// The number of bytes that are read to find one game. No real game is longer.
const READ_MAX: u64 = 64 << 20;

/// Saves a game with its annotations. An existing file is replaced only if it is a saved game of
/// this version or an older one.
pub fn save(path: &Path, record: &Record, tree: Tree) -> anyhow::Result<()> {
    let shown = path.display();
    // A symbolic link is kept: the file it points to is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&path) {
        Ok(found) if !found.is_file() => {
            let kind = kind_of(found.file_type());
            bail!("cannot save to {shown}: it is {kind}; choose another name")
        }
        Ok(found) if found.len() == 0 => {}
        Ok(_) => check_replaceable(&path, &shown.to_string())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| format!("cannot replace {shown}")),
    }
    whole_file::write(&path, save::encode(record, tree).as_bytes())
        .with_context(|| format!("cannot save {shown}"))
}

fn check_replaceable(path: &Path, shown: &str) -> anyhow::Result<()> {
    let describe = || format!("cannot replace {shown}");
    let file = File::open(path).with_context(describe)?;
    match save::check_replaceable(Bounded::new(file)) {
        Ok(()) => Ok(()),
        Err(SaveError::Empty | SaveError::Field { .. }) => {
            bail!("{shown} exists and is not a saved game: choose another name")
        }
        Err(error) => Err(error).with_context(describe),
    }
}

/// Loads a game. A game from elsewhere is judged by these rules. Pipes are read, but not devices,
/// which may never end.
pub fn load(path: &Path, profile: Profile) -> anyhow::Result<Loaded> {
    let shown = path.display();
    let describe = || format!("cannot load {shown}");
    let found = fs::metadata(path).with_context(describe)?.file_type();
    if is_device(found) {
        bail!("cannot load {shown}: it is {}", kind_of(found));
    }
    let file = File::open(path).with_context(describe)?;
    save::decode(Bounded::new(file), profile).with_context(describe)
}

/// A reader with a length limit. Exceeding it is an error, not the end of the input.
struct Bounded<R> {
    input: R,
    left: u64,
}

impl<R: Read> Bounded<R> {
    fn new(input: R) -> Bounded<R> {
        let left = READ_MAX;
        Bounded { input, left }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let megabytes = READ_MAX >> 20;
            let message = format!("its first {megabytes} MB hold no complete game");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        let room = usize::try_from(self.left)
            .unwrap_or(usize::MAX)
            .min(buffer.len());
        let read = self.input.read(&mut buffer[..room])?;
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

#[cfg(unix)]
fn is_device(found: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.is_char_device() || found.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

fn kind_of(found: FileType) -> &'static str {
    match found {
        found if found.is_dir() => "a folder",
        found if is_device(found) => "a device",
        _ => "not a regular file",
    }
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

    /// Saves a game without annotations.
    fn save(path: &Path, record: &Record) -> anyhow::Result<()> {
        super::save(path, record, Tree::from(record))
    }

    fn message(error: &anyhow::Error) -> String {
        format!("{error:#}")
    }

    #[test]
    fn a_game_is_saved_replaced_and_loaded_without_leftovers() {
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
    fn a_file_of_a_newer_version_is_not_replaced() {
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
    fn a_file_that_is_not_a_saved_game_is_not_replaced() {
        let scratch = scratch();
        let record = Game::default().record();
        for (name, text) in [
            ("diary.txt", "Dear diary,\n"),
            ("other.pgn", "1. e4 e5 *\n"),
        ] {
            let path = scratch.path().join(name);
            fs::write(&path, text).expect("can be written");
            let error = save(&path, &record).expect_err("is not a saved game");
            assert!(message(&error).contains("choose another name"), "{error:#}");
            assert_eq!(fs::read_to_string(&path).expect("is there"), text);
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_are_refused_and_a_full_disk_is_reported() {
        let record = Game::default().record();
        for device in ["/dev/zero", "/dev/full", "/dev/null"] {
            let path = Path::new(device);
            let error = load(path, Profile::Fide).expect_err("never ends");
            assert_eq!(
                message(&error),
                format!("cannot load {device}: it is a device")
            );
            let error = save(path, &record).expect_err("cannot be replaced");
            assert!(message(&error).contains("it is a device"), "{error:#}");
        }
    }

    #[test]
    fn an_endless_file_is_given_up() {
        let scratch = scratch();
        let path = scratch.path().join("zeros.pgn");
        let file = File::create(&path).expect("can be created");
        file.set_len(1 << 40).expect("can be sparse");
        let error = load(&path, Profile::Fide).expect_err("holds no game");
        assert!(message(&error).contains("64 MB"), "{error:#}");
        let error = save(&path, &Game::default().record()).expect_err("is not a saved game");
        assert!(message(&error).contains("cannot replace"), "{error:#}");
    }

    #[test]
    fn files_that_cannot_be_read_or_written_are_named() {
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
