//! The output folder: replaced atomically, with a compressed copy of each file that gets smaller.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use repeatable::Fnv;

use crate::bundle::Asset;

/// The file with the fingerprint of the inputs.
const STAMP: &str = ".fingerprint";

/// The size of an asset, plain and compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    pub name: String,
    pub plain: usize,
    /// Its bytes after gzip.
    pub gzip: usize,
    /// Its bytes after brotli.
    pub brotli: usize,
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
        put(&unfinished, &asset.name, &asset.content)?;
        // Compressed formats would only grow.
        let put_shorter = |kind: &str, compressed: Vec<u8>| {
            let is_shorter = compressed.len() < asset.content.len();
            if is_shorter {
                put(&unfinished, &format!("{}.{kind}", asset.name), &compressed)?;
            }
            anyhow::Ok(compressed.len().min(asset.content.len()))
        };
        sizes.push(Size {
            name: asset.name.clone(),
            plain: asset.content.len(),
            gzip: put_shorter("gz", gzip(&asset.content)?)?,
            brotli: put_shorter("br", brotli(&asset.content)?)?,
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

/// Compresses for browsers that come over plain HTTP, which ask for no more than this. No date or name
/// is stored, so the same content gives the same bytes.
fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).context("cannot compress")?;
    encoder.finish().context("cannot compress")
}

/// Compresses at the highest level, which takes seconds once and saves every visitor a sixth.
fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: content.len(),
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*content, &mut compressed, &parameters)
        .context("cannot compress")?;
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
        let brotli = fs::read(folder.join("index.html.br")).unwrap();
        let mut unpacked = Vec::new();
        brotli::BrotliDecompress(&mut brotli.as_slice(), &mut unpacked).unwrap();
        assert_eq!(unpacked, content);
        for kind in ["gz", "br"] {
            let longer = folder.join(format!("tiny.txt.{kind}"));
            assert!(!longer.exists(), "{kind} would only make it longer");
        }
        let of = |size: &Size| [size.plain, size.gzip, size.brotli];
        assert_eq!(of(&sizes[0]), [content.len(), packed.len(), brotli.len()]);
        assert_eq!(of(&sizes[1]), [1, 1, 1]);
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
