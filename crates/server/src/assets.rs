//! The files of the app, embedded in the program.

use std::collections::HashMap;

use repeatable::Fnv;

/// The file that is served for `/`.
const PAGE: &str = "index.html";

/// The files whose names do not depend on their content: the page and the service worker.
const CONSTANT_NAMES: [&str; 2] = [PAGE, "offline.js"];

/// The output of `cargo xtask web`; empty if it was not run before this program was compiled.
static EMBEDDED: &[File] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A file as it was embedded.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name, without a folder.
    pub name: &'static str,
    pub plain: &'static [u8],
    /// The content compressed with gzip, if that is shorter.
    pub gzip: Option<&'static [u8]>,
    /// The content compressed with brotli, if that is shorter.
    pub brotli: Option<&'static [u8]>,
}

/// A file as it is served.
#[derive(Debug)]
pub(crate) struct Asset {
    pub file: File,
    pub content_type: &'static str,
    pub lifetime: Lifetime,
    /// Distinguishes versions of the content.
    pub version: String,
}

/// How long a browser may use its copy without revalidation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// The name changes with the content.
    Forever,
    /// The copy is revalidated each time.
    Confirmed,
}

/// The files of the app.
#[derive(Debug, Default)]
pub struct Assets {
    by_name: HashMap<&'static str, Asset>,
}

impl Assets {
    pub fn embedded() -> Assets {
        Assets::new(EMBEDDED)
    }

    pub fn new(files: &[File]) -> Assets {
        let asset = |file: &File| Asset {
            file: *file,
            content_type: content_type(file.name),
            lifetime: if CONSTANT_NAMES.contains(&file.name) {
                Lifetime::Confirmed
            } else {
                Lifetime::Forever
            },
            version: Fnv::of(file.plain).to_string(),
        };
        Assets {
            by_name: files.iter().map(|file| (file.name, asset(file))).collect(),
        }
    }

    /// Whether there is no app to serve.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Finds the file for a path. Paths are compared without decoding: no name has a character that
    /// needs encoding.
    pub(crate) fn find(&self, path: &str) -> Option<&Asset> {
        let name = path.strip_prefix('/')?;
        self.by_name.get(if name.is_empty() { PAGE } else { name })
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
