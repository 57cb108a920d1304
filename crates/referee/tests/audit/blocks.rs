//! The findings do not depend on how an input is split or on the number of threads.

use std::io::{self, Read};
use std::num::NonZeroUsize;

use fourfold_referee::audit::{Auditor, Finding, Kind, Kinds, Options, Stream, Summary, audit};

use crate::{from_fen, game};

/// Four hundred games, five of every eight with a finding.
fn database() -> String {
    let mut text = String::new();
    for number in 0..400 {
        text += &match number % 8 {
            0 => game(&[], "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2"),
            1 => game(&[("Round", &number.to_string())], "1. e4 e5 2. Ke3 *"),
            2 => from_fen("6Rk/8/7K/8/8/8/p7/8 b - - 0 1", &[], "1-0"),
            3 => game(&[], "1. e4 { nobody closes this e5 1-0"),
            4 => game(&[], "1. f3 e5\r\n2. g4 Qh4# 1-0"),
            _ => game(&[], "1. e4 e5 2. Nf3 {Núñez, and so on} Nc6 *"),
        };
    }
    text
}

fn audited(text: &str, threads: usize, block_bytes: usize) -> (Vec<Finding>, Summary) {
    let options = Options {
        threads: NonZeroUsize::new(threads).expect("not zero"),
        block_bytes,
        ..Options::default()
    };
    let mut findings = Vec::new();
    let summary = audit(text.as_bytes(), &options, &mut |block| {
        findings.extend(block.findings.iter().cloned());
        Ok(())
    });
    (findings, summary.expect("a slice can be read"))
}

#[test]
fn blocks_and_threads_change_nothing() {
    let text = database();
    let whole = Auditor::default().audit_block(text.as_bytes());
    assert_eq!(
        (whole.games, whole.lines),
        (400, text.lines().count() as u64)
    );
    assert!(whole.findings.len() > 200);
    for (threads, block_bytes) in [(1, 1), (1, 100), (2, 1), (3, 1000), (8, 4096), (2, 1 << 20)] {
        let (findings, summary) = audited(&text, threads, block_bytes);
        assert_eq!(
            findings, whole.findings,
            "{threads} threads, {block_bytes} bytes"
        );
        assert_eq!(
            (summary.games, summary.plies, summary.bytes),
            (whole.games, whole.plies, text.len() as u64)
        );
        assert_eq!(summary.findings[&Kind::WinWithoutMate], 50);
    }
}

#[test]
fn pieces_of_any_size_change_nothing() {
    // More than one block, so that pieces end within them.
    let text = database().repeat(20);
    let (whole, summary) = audited(&text, 2, 1 << 20);
    for piece in [997, 100_000, 1 << 20, text.len()] {
        let mut stream = Stream::new(Kinds::ALL);
        let mut findings = Vec::new();
        for piece in text.as_bytes().chunks(piece) {
            let block = stream.push(piece);
            findings.extend(block.into_iter().flat_map(|block| block.findings));
        }
        let block = stream.finish();
        findings.extend(block.into_iter().flat_map(|block| block.findings));
        assert!(findings == whole, "pieces of {piece} bytes");
        assert_eq!(*stream.summary(), summary);
        assert!(stream.finish().is_none());
    }
}

#[test]
fn a_finding_knows_where_its_game_begins() {
    let text = database();
    let (findings, _) = audited(&text, 2, 300);
    for finding in findings {
        let game = &text[finding.start as usize..];
        assert!(game.starts_with("[Event \"?\"]"), "{finding:?}");
        assert!(finding.start <= finding.place.offset);
        assert_eq!(finding.occasion.event, "");
        assert!(finding.kind() != Kind::IllegalMove || !finding.occasion.round.is_empty());
    }
}

#[test]
fn places_are_those_in_the_file() {
    let text = database();
    let lines: Vec<&str> = text.split('\n').collect();
    let (findings, _) = audited(&text, 2, 300);
    for finding in findings {
        let line = lines[finding.place.line as usize - 1];
        match finding.kind() {
            Kind::IllegalMove => {
                let from = finding.place.column as usize - 1;
                assert!(line[from..].starts_with("Ke3"), "{line}");
            }
            Kind::BrokenText => assert!(line.contains("nobody closes"), "{line}"),
            _ => assert_eq!(line, "[Event \"?\"]"),
        }
        assert!(text[finding.place.offset as usize..].starts_with(['[', 'K', '{']));
    }
}

/// An input that breaks off.
struct Broken(usize);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        if self.0 > 20 {
            return Err(io::Error::other("the disk is gone"));
        }
        let text = b"[Event \"?\"]\n\n1. e4 e5 *\n\n";
        let length = buffer.len().min(text.len());
        buffer[..length].copy_from_slice(&text[..length]);
        Ok(length)
    }
}

#[test]
fn an_input_that_fails_is_an_error_and_not_a_deadlock() {
    let options = Options {
        block_bytes: 64,
        ..Options::default()
    };
    let error = audit(Broken(0), &options, &mut |_| Ok(())).expect_err("the input fails");
    assert_eq!(error.to_string(), "the disk is gone");
    let text = database();
    let mut reported = 0;
    let error = audit(text.as_bytes(), &options, &mut |_| {
        reported += 1;
        Err(io::ErrorKind::BrokenPipe.into())
    });
    let error = error.expect_err("nobody listens");
    assert_eq!((error.kind(), reported), (io::ErrorKind::BrokenPipe, 1));
}

#[test]
fn a_header_without_end_gives_few_findings() {
    let text = "[A \"b\"]\n".repeat(100_000);
    let report = Auditor::default().audit_block(text.as_bytes());
    assert_eq!((report.games, report.lines), (1, 100_000));
    assert!(report.findings.len() < 1100, "{}", report.findings.len());
    let last = report.findings.last().expect("the game is refused");
    let due = "\"A\": the game has more than 1024 tags; the rest of the game is left out";
    assert_eq!(
        (last.kind(), last.detail.to_string().as_str()),
        (Kind::BrokenHeader, due)
    );
}

#[test]
fn many_findings_are_reported_in_parts() {
    // One block: no game begins with an Event tag.
    let text = "[A \"b\"]\n1. f3 e5 2. g4 Qh4# 1-0\n\n".repeat(20_000);
    let (whole, summary) = audited(&text, 2, 1 << 20);
    assert_eq!((whole.len(), summary.games), (20_000, 20_000));
    assert_eq!(whole[19_999].game, 19_999);
    let mut largest = 0;
    audit(text.as_bytes(), &Options::default(), &mut |block| {
        largest = largest.max(block.findings.len());
        Ok(())
    })
    .expect("a slice can be read");
    assert_eq!(largest, 1000);
    let error = audit(text.as_bytes(), &Options::default(), &mut |_| {
        Err(io::ErrorKind::BrokenPipe.into())
    });
    assert_eq!(
        error.expect_err("nobody listens").kind(),
        io::ErrorKind::BrokenPipe
    );
}
