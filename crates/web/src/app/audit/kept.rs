//! What of the page is kept in this tab for a reload: what was shown, the game on the board, and the
//! files if they are small.

use leptos::prelude::*;

use super::store::Store;
use crate::analyse::Study;
use crate::app::page::Page;
use crate::app::{browser, slots};
use crate::audit::{Command, KEPT_BYTES, Visit};
use crate::autosave::KeptState;

/// Where it is kept.
const VISIT: &str = "fourfold.referee.visit";
const STUDY: &str = "fourfold.referee.study";
const FILES: &str = "fourfold.referee.files";

/// Restores what was shown before a reload.
pub fn recall(store: Store) {
    let Some(visit) = slots::stored_in_tab(VISIT).and_then(|text| Visit::read(&text)) else {
        return;
    };
    if let Some(text) = slots::stored_in_tab(STUDY) {
        let study = store.study();
        if let Some(restored) = Study::restore(&text, slots::options()) {
            study.signal().set(restored);
        }
    }
    let files = slots::stored_in_tab(FILES).and_then(|text| read_files(&visit, &text));
    let has_files = files.is_some();
    store.set_files(files.unwrap_or_default());
    store.send(Command::Recall { visit, has_files });
}

/// Keeps what is shown, at each change.
pub fn follow(store: Store) {
    let visit = store.memo(|audit| audit.visit());
    Effect::new(move |_| slots::store_in_tab(VISIT, &visit.get().write()));
    let study = store.study().memo(Study::kept_text);
    Effect::new(move |_| slots::store_in_tab(STUDY, &study.get()));
}

/// Keeps files that were opened, if they are small.
pub fn keep_files(files: Vec<web_sys::File>) {
    slots::store_in_tab(FILES, "");
    let size: f64 = files.iter().map(|file| file.size()).sum();
    if size > KEPT_BYTES as f64 {
        return;
    }
    browser::spawn(async move {
        let mut text = String::new();
        for file in &files {
            match browser::read_bytes(file, 0, KEPT_BYTES).await {
                Ok((bytes, _)) => text.extend(bytes.into_iter().map(char::from)),
                Err(_) => return,
            }
        }
        slots::store_in_tab(FILES, &text);
    });
}

/// The files from their bytes, each of which is kept as a character.
fn read_files(visit: &Visit, text: &str) -> Option<Vec<web_sys::File>> {
    let bytes: Vec<u8> = text
        .chars()
        .map(u8::try_from)
        .collect::<Result<_, _>>()
        .ok()?;
    let mut rest = bytes.as_slice();
    let mut files = Vec::new();
    for (name, size) in &visit.files {
        let (content, after) = rest.split_at_checked(usize::try_from(*size).ok()?)?;
        rest = after;
        let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(content));
        files.push(web_sys::File::new_with_u8_array_sequence(&parts, name).ok()?);
    }
    (rest.is_empty() && !bytes.is_empty()).then_some(files)
}
