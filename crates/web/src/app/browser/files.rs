//! Files, downloads and the clipboard.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::spawn;
use crate::effects::Download;

pub fn download(file: &Download) {
    let parts = js_sys::Array::of1(&JsValue::from_str(&file.text));
    if let Err(error) = download_parts(&file.name, file.kind, &parts) {
        leptos::logging::error!("the file could not be offered: {error:?}");
    }
}

/// A text file that is written in parts and does not fill the memory of the page.
#[derive(Default)]
pub struct TextFile {
    /// What the browser has taken over.
    blobs: js_sys::Array,
    text: String,
}

impl TextFile {
    /// How much text is kept before the browser takes it over.
    const PART: usize = 1 << 20;

    pub fn new(head: &str) -> TextFile {
        let mut file = TextFile::default();
        file.push(head);
        file
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        if self.text.len() >= TextFile::PART {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        let text = core::mem::take(&mut self.text);
        let parts = js_sys::Array::of1(&JsValue::from_str(&text));
        if let Ok(blob) = web_sys::Blob::new_with_str_sequence(&parts) {
            self.blobs.push(&blob);
        }
    }

    /// Offers the file as a download.
    pub fn save(mut self, name: &str, kind: &str) -> Result<(), JsValue> {
        self.hand_over();
        download_parts(name, kind, &self.blobs)
    }
}

/// Offers a sequence of texts or blobs as one download.
pub fn download_parts(name: &str, kind: &str, parts: &js_sys::Array) -> Result<(), JsValue> {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob = web_sys::Blob::new_with_str_sequence_and_options(parts, &options)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    download_from(name, &address)?;
    // The browser has taken over the file when the click returns.
    let forget = move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    };
    set_timeout(forget, Duration::from_secs(10));
    Ok(())
}

/// Offers the content of an address as a download.
pub fn download_from(name: &str, address: &str) -> Result<(), JsValue> {
    let anchor: web_sys::HtmlElement = document().create_element("a")?.unchecked_into();
    anchor.set_attribute("href", address)?;
    anchor.set_attribute("download", name)?;
    anchor.click();
    Ok(())
}

/// Copies a text to the clipboard and returns whether that worked.
pub fn copy(text: String, copied: Box<dyn FnOnce(bool)>) {
    let clipboard = window().navigator().clipboard();
    if clipboard.is_undefined() {
        return copied(false);
    }
    spawn(async move {
        copied(JsFuture::from(clipboard.write_text(&text)).await.is_ok());
    });
}

/// Reads a file of at most this many bytes.
pub fn read_file(
    file: web_sys::File,
    bytes_max: usize,
    read: impl FnOnce(Result<String, String>) + 'static,
) {
    if file.size() > bytes_max as f64 {
        let mebibytes = (file.size() / 1_048_576.0) as u64;
        return read(Err(format!("it has {mebibytes} MB, more than any game")));
    }
    read_text(&file, read);
}

/// Reads the first bytes of a file; also returns its size if that was not all.
pub fn read_beginning(
    file: &web_sys::File,
    bytes_max: usize,
    read: impl FnOnce(Result<(String, Option<u64>), String>) + 'static,
) {
    let is_cut = file.size() > bytes_max as f64;
    let cut_from = is_cut.then_some(file.size() as u64);
    match file.slice_with_f64_and_f64(0.0, bytes_max as f64) {
        Ok(beginning) => read_text(&beginning, move |text| {
            read(text.map(|text| (text, cut_from)));
        }),
        Err(_) => read(Err(NO_TEXT.to_owned())),
    }
}

const NO_TEXT: &str = "the browser gave no text";

fn read_text(blob: &web_sys::Blob, read: impl FnOnce(Result<String, String>) + 'static) {
    let text = blob.text();
    spawn(async move {
        let text = JsFuture::from(text).await.ok();
        let text = text.and_then(|text| text.as_string());
        read(text.ok_or_else(|| NO_TEXT.to_owned()));
    });
}

/// Reads some bytes of a file; also returns whether they reach its end.
pub async fn read_bytes(
    file: &web_sys::File,
    start: u64,
    length: u64,
) -> Result<(Vec<u8>, bool), String> {
    let end = start.saturating_add(length);
    let piece = file.slice_with_f64_and_f64(start as f64, end as f64);
    let bytes = match piece {
        Ok(piece) => JsFuture::from(piece.array_buffer()).await,
        Err(error) => Err(error),
    };
    // A file that was moved or changed since it was chosen can no longer be read.
    let bytes = bytes.map_err(|_| "the browser can no longer read the file".to_owned())?;
    let bytes = js_sys::Uint8Array::new(&bytes).to_vec();
    Ok((bytes, end as f64 >= file.size()))
}
