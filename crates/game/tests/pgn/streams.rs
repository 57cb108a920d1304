//! A stream in chunks of any size gives the same result as a slice in memory.

use std::io::{self, Read};

use fourfold_game::pgn::{Event, Options, Reader, Source};
use proptest::prelude::*;
use repeatable::Random;

/// Bytes that arrive in small chunks.
struct Pieces<'b> {
    bytes: &'b [u8],
    piece: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.piece.min(buffer.len()).min(self.bytes.len());
        let (piece, rest) = self.bytes.split_at(length);
        buffer[..length].copy_from_slice(piece);
        self.bytes = rest;
        Ok(length)
    }
}

/// Everything a reader reports, with positions.
fn events<S: Source>(mut reader: Reader<S>) -> Vec<String> {
    let mut said = Vec::new();
    loop {
        let event = match reader.next_event().unwrap() {
            None => return said,
            Some(event) => format!("{event:?}"),
        };
        said.push(format!("{} {} {event}", reader.game(), reader.place()));
    }
}

fn check(bytes: &[u8], piece: usize) {
    for options in [Options::default(), Options::strict()] {
        let whole = events(Reader::from_slice_with(bytes, options));
        let pieces = events(Reader::from_stream_with(Pieces { bytes, piece }, options));
        assert_eq!(
            whole,
            pieces,
            "{piece} bytes of {:?}",
            String::from_utf8_lossy(bytes)
        );
    }
}

fn vectors() -> Vec<Vec<u8>> {
    let files = std::fs::read_dir(super::VECTORS).unwrap();
    let paths = files.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().unwrap() == "pgn")
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap())
        .collect()
}

#[test]
fn the_vectors_read_the_same_in_chunks() {
    for bytes in vectors() {
        for piece in [1, 2, 3, 7, 64, 1 << 16] {
            if piece > 2 || bytes.len() < 2000 {
                check(&bytes, piece);
            }
        }
    }
}

/// Bytes with a meaning in PGN, for insertion where they do not belong.
const ODD: &[u8] = b"{}()[];%$!?*.\"\\\n\r\t \0\x1a\xef\xbb\xbf\xff\xe901-/+#=xOKQNe4";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_vectors_read_the_same_in_chunks(seed in any::<u64>(), piece in 1usize..40) {
        let mut random = Random::new(seed);
        let vectors = vectors();
        let mut bytes = random.pick(&vectors).unwrap().clone();
        bytes.truncate(3000);
        for _ in 0..1 + random.below(8) {
            let at = random.below(bytes.len());
            let odd = *random.pick(ODD).unwrap();
            match random.below(3) {
                0 => bytes[at] = odd,
                1 => bytes.insert(at, odd),
                _ => bytes.truncate(at.max(1)),
            }
        }
        check(&bytes, piece);
    }
}

#[test]
fn an_input_error_is_passed_on() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let mut reader = Reader::from_stream(Broken);
    assert!(reader.next_event().is_err());
}

#[test]
fn a_stream_reports_a_game_before_the_stream_ends() {
    /// Returns one game and then fails the test if more is read.
    struct Waiting(bool);
    impl Read for Waiting {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!self.0, "the game is complete, so nothing more is read");
            self.0 = true;
            let game = b"[Event \"a\"]\n\n1. e4 *\n";
            buffer[..game.len()].copy_from_slice(game);
            Ok(game.len())
        }
    }
    let mut reader = Reader::from_stream(Waiting(false));
    while !matches!(reader.next_event().unwrap(), Some(Event::GameEnd)) {}
}

#[test]
fn a_long_token_in_small_chunks_is_not_read_repeatedly() {
    // Reading it again for every chunk would be ten billion bytes.
    let mut text = b"1. e4 {".to_vec();
    text.resize(1 << 20, b'x');
    text.extend(b"} e5 *\n");
    check(&text, 16);
}
