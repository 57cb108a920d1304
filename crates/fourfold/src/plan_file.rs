//! Reads plans of matches and of tuning.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, ensure};

/// A plan is a page of text; a device has no end.
const BYTES_MAX: u64 = 1 << 20;

pub fn read(path: &Path) -> anyhow::Result<String> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut text = String::new();
    let file = File::open(path).with_context(unreadable)?;
    file.take(BYTES_MAX + 1)
        .read_to_string(&mut text)
        .with_context(unreadable)?;
    ensure!(
        text.len() as u64 <= BYTES_MAX,
        "{} is no plan: expected at most a megabyte of text",
        path.display()
    );
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_does_not_end_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("plan.toml");
        let comment = "#".repeat(1 << 20);
        std::fs::write(&path, &comment).expect("written");
        assert_eq!(read(&path).expect("short enough"), comment);
        std::fs::write(&path, comment + "#").expect("written");
        let error = read(&path).expect_err("too long").to_string();
        assert!(
            error.ends_with("expected at most a megabyte of text"),
            "{error}"
        );
        let missing = read(&folder.path().join("missing")).expect_err("is missing");
        assert!(missing.to_string().starts_with("cannot read"));
    }
}
