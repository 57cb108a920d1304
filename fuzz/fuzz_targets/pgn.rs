//! Any bytes are read to their end: a stream in chunks gives the same result as a slice, and every
//! game that was read survives a round trip.

#![no_main]

use std::io::{self, Read};

use game::pgn::{Checker, Event, Options, ReadGame, Reader, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let (&first, bytes) = input.split_first().unwrap_or((&0, &[]));
    let options = if first & 1 == 0 {
        Options::default()
    } else {
        Options::strict()
    };
    let piece = usize::from(first >> 1) + 1;
    let whole = events(Reader::from_slice_with(bytes, options));
    let pieces = Pieces { bytes, piece };
    assert_eq!(whole, events(Reader::from_stream_with(pieces, options)));
    for mut read in games(bytes, options) {
        read.note_error();
        check_written(&read);
    }
});

/// Everything a reader reports, with positions.
fn events<S: Source>(mut reader: Reader<S>) -> Vec<String> {
    let mut said = Vec::new();
    loop {
        let event = match reader.next_event().expect("memory can be read") {
            None => return said,
            Some(Event::GameEnd) => "end".to_owned(),
            Some(event) => format!("{event:?}"),
        };
        said.push(format!("{} {event}", reader.place()));
    }
}

fn games(bytes: &[u8], options: Options) -> Vec<ReadGame> {
    let mut checker = Checker::new(Reader::from_slice_with(bytes, options));
    let mut games = Vec::new();
    while let Some(read) = checker.read_tree().expect("memory can be read") {
        for diagnostic in &read.diagnostics {
            assert!(!diagnostic.to_string().is_empty());
            assert!(diagnostic.place.offset <= bytes.len() as u64);
        }
        games.push(read);
    }
    games
}

fn check_written(read: &ReadGame) {
    let text = read.tree.to_string();
    let again = games(text.as_bytes(), Options::default());
    assert_eq!(again.len(), 1, "{text}");
    assert_eq!(again[0].report.error, None, "{text}");
    assert_eq!(again[0].tree, read.tree, "{text}");
    assert_eq!(again[0].tree.to_string(), text);
}

/// Bytes that arrive in small chunks.
struct Pieces<'b> {
    bytes: &'b [u8],
    piece: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.piece.min(buffer.len());
        let mut piece = &self.bytes[..self.bytes.len().min(length)];
        let count = piece.read(buffer)?;
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}
