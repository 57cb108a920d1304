//! Files that a person gives to the page or gets from it, and screenshots.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::Page;

impl Page {
    /// Gives a file to a file input, even a hidden one.
    ///
    /// # Errors
    ///
    /// There is no such input, or no such file.
    pub fn upload(&self, selector: &str, file: &Path) -> Result<()> {
        let file = fs::canonicalize(file).with_context(|| format!("no file {}", file.display()))?;
        self.wait(selector)?.type_text(&file.to_string_lossy())
    }

    /// Pastes a text into the page, as Ctrl+V does.
    ///
    /// # Errors
    ///
    /// The page does not answer.
    pub fn paste(&self, text: &str) -> Result<()> {
        let script = "
            const data = new DataTransfer();
            data.setData('text/plain', arguments[0]);
            const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
            // Not every browser accepts the data in the constructor.
            Object.defineProperty(event, 'clipboardData', { value: data });
            document.body.dispatchEvent(event)";
        self.script(script, &[json!(text)]).map(drop)
    }

    /// A file with this content, to be uploaded.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn file(&self, name: &str, content: &[u8]) -> Result<PathBuf> {
        let folder = self.downloads.with_file_name("uploads");
        fs::create_dir_all(&folder)?;
        let path = folder.join(name);
        fs::write(&path, content)?;
        Ok(path)
    }

    /// Waits for the single file that the page downloads, and removes it.
    ///
    /// # Errors
    ///
    /// Nothing arrives.
    pub fn download(&self) -> Result<(String, Vec<u8>)> {
        let path = self.wait_until("a download is there", || finished(&self.downloads))?;
        let content = fs::read(&path)?;
        fs::remove_file(&path)?;
        let name = path.file_name().context("a file has a name")?;
        Ok((name.to_string_lossy().into_owned(), content))
    }

    /// Saves a screenshot as `artefacts/NAME.png`.
    ///
    /// # Errors
    ///
    /// The browser is gone, or the file cannot be written.
    pub fn screenshot(&self, name: &str) -> Result<()> {
        let picture = self.session.get("/screenshot")?;
        let text = picture.as_str().context("the browser sent no picture")?;
        let bytes = base64(text).context("the picture is broken")?;
        fs::create_dir_all(&self.artefacts)?;
        let path = self.artefacts.join(format!("{name}.png"));
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The finished file in the download folder.
fn finished(folder: &Path) -> Result<Option<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    // A download has a hidden name first and a temporary one until it is complete.
    let is_partial = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with('.') || name.ends_with(".crdownload") || name.ends_with(".part")
    };
    match paths.as_slice() {
        [] => Ok(None),
        paths if paths.iter().any(is_partial) => Ok(None),
        [path] => Ok(Some(path.clone())),
        _ => bail!("expected one download, found {}", paths.len()),
    }
}

/// Decodes standard base64.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in group {
            let six = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(six);
        }
        bits <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        for (text, bytes) in [
            ("", b"" as &[u8]),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYmFy", b"foobar"),
            ("+/8A", &[0xfb, 0xff, 0]),
        ] {
            assert_eq!(base64(text).as_deref(), Some(bytes), "{text}");
        }
        assert_eq!(base64("Zm9*"), None);
    }
}
