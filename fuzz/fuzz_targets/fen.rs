//! A FEN is refused with reasons or read, and a FEN that was read survives a round trip.

#![no_main]

use chess::Tolerance::{Lenient, Strict};
use chess::fen::{self, CastlingMode};
use fuzz::Bytes;
use libfuzzer_sys::fuzz_target;
use testkit::KNOWN;

fuzz_target!(|input: &[u8]| {
    let text = text(Bytes::new(input));
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        let strict = fen::read(&text, mode, Strict);
        let lenient = fen::read(&text, mode, Lenient);
        if let Ok(strict) = &strict {
            let lenient = lenient.as_ref().expect("lenient accepts what strict does");
            assert_eq!(strict.position, lenient.position);
            assert_eq!(strict.warnings, lenient.warnings);
        }
        for result in [&strict, &lenient] {
            match result {
                Ok(read) => {
                    let written = read.position.to_string();
                    let again =
                        fen::read(&written, mode, Lenient).expect("what is written is read");
                    assert_eq!(again.position, read.position);
                    assert_eq!(again.position.to_string(), written);
                }
                Err(error) => {
                    assert!(!error.reasons().is_empty());
                    assert!(error.to_string().len() < 4_000, "a message is not an echo");
                }
            }
        }
    }
});

/// The input itself, or a known FEN with a part replaced by the input.
fn text(mut bytes: Bytes<'_>) -> String {
    let [kind, which, start, length] = [(); 4].map(|()| usize::from(bytes.byte()));
    if kind % 2 == 0 {
        return bytes.text();
    }
    let known = KNOWN[which % KNOWN.len()].fen;
    let start = start % known.len();
    let end = known.len().min(start + length % 16);
    format!("{}{}{}", &known[..start], bytes.text(), &known[end..])
}
