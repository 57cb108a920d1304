//! The tables of the tests: all with three and four pieces, from the source package of python-chess.
//! They are fetched by pip when they are first needed, and nothing of them is committed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The package whose sources hold tables.
const PACKAGE: &str = "chess-1.11.2";

/// The variable that names a folder with tables, for machines that have them.
const VARIABLE: &str = "FOURFOLD_SYZYGY";

/// A folder with all tables of three and four pieces. Without one, the test counts as skipped.
pub fn tables() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let found = match std::env::var_os(VARIABLE) {
            Some(folder) => Ok(PathBuf::from(folder)),
            None => fetch(),
        };
        match found {
            Ok(folder) => Some(folder),
            Err(reason) => {
                let advice = "to a folder with all tables of three and four pieces";
                testkit::skipped("syzygy", &format!("{reason}; set {VARIABLE} {advice}"));
                None
            }
        }
    });
    folder.as_deref()
}

fn fetch() -> Result<PathBuf, String> {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("syzygy");
    let folder = place.join(PACKAGE).join("data/syzygy/regular");
    if folder.join("KRvKR.rtbz").is_file() {
        return Ok(folder);
    }
    fs::create_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
    let mut pip = Command::new(if cfg!(windows) { "python" } else { "python3" });
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps"])
        .args(["--no-binary", ":all:", "--retries", "0", "--timeout", "15"])
        .arg(PACKAGE.replacen('-', "==", 1))
        .arg("--dest")
        .arg(&place);
    run(
        pip,
        "pip could not download the source package of python-chess",
    )?;
    let mut tar = Command::new("tar");
    tar.arg("-xzf")
        .arg(place.join(format!("{PACKAGE}.tar.gz")))
        .arg("-C")
        .arg(&place);
    run(
        tar,
        "the source package of python-chess could not be unpacked",
    )?;
    if folder.join("KRvKR.rtbz").is_file() {
        Ok(folder)
    } else {
        Err("the source package of python-chess has no tables".to_owned())
    }
}

fn run(mut command: Command, failure: &str) -> Result<(), String> {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    match quiet.stderr(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{failure} ({status})")),
        Err(error) => Err(format!("{failure} ({error})")),
    }
}
