//! The output folder: replaced atomically, with a compressed copy of each file that gets smaller.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use repeatable::Fnv;
use zopfli::{Format, Options};

use crate::bundle::Asset;

/// The file with the fingerprint of the inputs.
const STAMP: &str = ".fingerprint";

/// The size of an asset, plain and compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The name of the asset.
    pub name: String,
    /// Its bytes.
    pub plain: usize,
    /// Its bytes after gzip.
    pub compressed: usize,
}

/// Whether the folder was built from inputs with this fingerprint.
pub fn is_fresh(folder: &Path, fingerprint: Fnv) -> bool {
    fs::read_to_string(folder.join(STAMP)).is_ok_and(|stamp| stamp == fingerprint.to_string())
}

/// Replaces the folder by these assets and returns their sizes.
///
/// # Errors
///
/// Returns an error that names the file that cannot be written.
pub fn write(folder: &Path, assets: &[Asset], fingerprint: Fnv) -> Result<Vec<Size>> {
    // A reader sees the old folder or the new one, never a mixture.
    let unfinished = folder.with_extension("unfinished");
    remove(&unfinished)?;
    fs::create_dir_all(&unfinished)
        .with_context(|| format!("cannot create {}", unfinished.display()))?;

    let mut sizes = Vec::new();
    for asset in assets {
        let compressed = gzip(&asset.content)?;
        put(&unfinished, &asset.name, &asset.content)?;
        // Compressed formats would only grow.
        if compressed.len() < asset.content.len() {
            put(&unfinished, &format!("{}.gz", asset.name), &compressed)?;
        }
        sizes.push(Size {
            name: asset.name.clone(),
            plain: asset.content.len(),
            compressed: compressed.len().min(asset.content.len()),
        });
    }
    put(&unfinished, STAMP, fingerprint.to_string().as_bytes())?;

    remove(folder)?;
    fs::rename(&unfinished, folder)
        .with_context(|| format!("cannot move the finished folder to {}", folder.display()))?;
    Ok(sizes)
}

fn put(folder: &Path, name: &str, content: &[u8]) -> Result<()> {
    let path = folder.join(name);
    fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Compresses at the highest level, which takes seconds once and saves every visitor a twentieth. No
/// date or name is stored, so the same content gives the same bytes.
fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    // A part holds code and data of many kinds; with more blocks, each gets its own Huffman codes.
    // Without a limit the blocks become so short that their headers cost more than they save.
    let options = Options {
        maximum_block_splits: 60,
        ..Options::default()
    };
    let mut compressed = Vec::new();
    zopfli::compress(options, Format::Gzip, content, &mut compressed).context("cannot compress")?;
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(name: &str, content: &[u8]) -> Asset {
        Asset {
            name: name.to_owned(),
            content: content.to_vec(),
        }
    }

    #[test]
    fn the_folder_has_the_assets_and_compressed_copies() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("app");
        let content = b"<p>four</p>".repeat(50);
        let sizes = write(
            &folder,
            &[asset("index.html", &content), asset("tiny.txt", b"x")],
            Fnv::new(),
        )
        .unwrap();

        assert_eq!(fs::read(folder.join("index.html")).unwrap(), content);
        let packed = fs::read(folder.join("index.html.gz")).unwrap();
        // The format starts with its magic number and ends with the uncompressed length.
        assert_eq!(packed[..3], [0x1f, 0x8b, 8]);
        let length = u32::try_from(content.len()).unwrap();
        assert_eq!(packed[packed.len() - 4..], length.to_le_bytes());
        assert!(packed.len() < content.len());
        assert!(
            !folder.join("tiny.txt.gz").exists(),
            "gzip would only make it longer"
        );
        assert_eq!(
            (sizes[0].plain, sizes[0].compressed),
            (content.len(), packed.len())
        );
        assert_eq!((sizes[1].plain, sizes[1].compressed), (1, 1));
    }

    #[test]
    fn an_earlier_folder_is_replaced_and_an_unchanged_one_is_recognized() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("app");
        let (first, second) = (Fnv::of(b"1"), Fnv::of(b"2"));
        assert!(!is_fresh(&folder, first));
        write(&folder, &[asset("old.txt", b"old")], first).unwrap();
        assert!(is_fresh(&folder, first));
        write(&folder, &[asset("new.txt", b"new")], second).unwrap();
        assert!(!is_fresh(&folder, first) && is_fresh(&folder, second));
        assert!(!folder.join("old.txt").exists());
    }
}
