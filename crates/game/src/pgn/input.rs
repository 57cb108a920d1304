//! Opening an input: a compressed file is recognized by its first bytes.

use core::fmt;
use std::io::{self, Cursor, Read};

/// A format of compressed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Zstandard, `.zst`.
    Zstd,
    /// `.gz`.
    Gzip,
    /// `.bz2`.
    Bzip2,
    /// `.xz`.
    Xz,
    /// `.zip`.
    Zip,
}

/// The error for a compressed input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("compressed ({0}): unpack it first, as with {advice}", advice = .0.advice())]
pub struct Compressed(pub Compression);

/// The number of bytes that say whether an input is compressed.
const SEEN: usize = 10;

impl Compression {
    /// The format of an input that begins with these bytes; `None` if they are not compressed.
    ///
    /// ```
    /// use fourfold_game::pgn::Compression;
    /// assert_eq!(Compression::of(b"\x1f\x8b\x08\0"), Some(Compression::Gzip));
    /// assert_eq!(Compression::of(b"[Event \"?\"]"), None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Compression> {
        match bytes {
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Some(Compression::Zstd)
            }
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            // The digit is the block size. A block, or the end of an empty file, follows it.
            [
                b'B',
                b'Z',
                b'h',
                b'1'..=b'9',
                0x31,
                0x41,
                0x59,
                0x26,
                0x53,
                0x59,
                ..,
            ]
            | [
                b'B',
                b'Z',
                b'h',
                b'1'..=b'9',
                0x17,
                0x72,
                0x45,
                0x38,
                0x50,
                0x90,
                ..,
            ] => Some(Compression::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Compression::Xz),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Compression::Zip),
            _ => None,
        }
    }

    /// A command that unpacks such a file.
    fn advice(self) -> &'static str {
        match self {
            Compression::Zstd => "zstd -dc FILE",
            Compression::Gzip => "gzip -dc FILE",
            Compression::Bzip2 => "bzip2 -dc FILE",
            Compression::Xz => "xz -dc FILE",
            Compression::Zip => "unzip -p FILE",
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compression::Zstd => "zstd",
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zip => "zip",
        })
    }
}

/// An opened input.
pub type Opened<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// Opens an input for reading text. Whoever reads PGN from a file goes through here, so this is the
/// place for decoders.
///
/// ```
/// use std::io::Read;
/// use fourfold_game::pgn::open;
/// let mut text = String::new();
/// open(&b"1. e4 *"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// let error = open(&b"\x28\xb5\x2f\xfd"[..]).unwrap_err();
/// assert!(error.to_string().starts_with("compressed (zstd)"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns the error of the input, or [`Compressed`] in an [`io::Error`].
pub fn open<R: Read>(mut input: R) -> io::Result<Opened<R>> {
    let mut begin = Vec::with_capacity(SEEN);
    input.by_ref().take(SEEN as u64).read_to_end(&mut begin)?;
    match Compression::of(&begin) {
        None => Ok(Cursor::new(begin).chain(input)),
        Some(format) => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            Compressed(format),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_files_are_recognized_and_texts_are_not() {
        let files: [(&[u8], Compression); 8] = [
            (b"\x28\xb5\x2f\xfd\x24\0", Compression::Zstd),
            (b"\x50\x2a\x4d\x18\0\0\0\0", Compression::Zstd),
            (b"\x1f\x8b\x08\0\0\0\0\0\0\x03", Compression::Gzip),
            (b"BZh91AY&SY\x01\x02", Compression::Bzip2),
            (b"BZh9\x17\x72\x45\x38\x50\x90", Compression::Bzip2),
            (b"\xfd7zXZ\0\0\x04", Compression::Xz),
            (b"PK\x03\x04\x14\0", Compression::Zip),
            (b"PK\x05\x06\0\0", Compression::Zip),
        ];
        for (bytes, format) in files {
            assert_eq!(Compression::of(bytes), Some(format));
            let error = open(bytes).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            let said = format!("compressed ({format}): unpack it first");
            assert!(error.to_string().starts_with(&said), "{error}");
        }
        for text in [
            "",
            "B",
            "BZh9 is a name",
            "PK",
            "[Event \"?\"]",
            "\u{feff}1. e4 *",
        ] {
            let mut read = String::new();
            open(text.as_bytes())
                .unwrap()
                .read_to_string(&mut read)
                .unwrap();
            assert_eq!(read, text);
        }
    }
}
