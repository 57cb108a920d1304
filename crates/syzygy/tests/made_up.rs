//! Files that no generator wrote: tables whose positions all have the same value, and files that
//! are not tables.

use std::fs;
use std::path::Path;

use chess::Position;
use fourfold_syzygy::{Tables, Wdl};
use tempfile::TempDir;

/// A table in which the side with the queen always wins.
const QUEEN: [u8; 14] = [
    0x71, 0xE8, 0x23, 0x5D, // a table of outcomes
    0x01, // for both sides to move, without pawns
    0x00, // the leading group comes first
    0x66, 0x55, 0xEE, // White's king and queen, Black's king
    0x00, // padding
    0x80, 0x04, // White to move: always a win
    0x80, 0x00, // Black to move: always a loss
];

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("the file can be written");
    }
    folder
}

fn open(folder: &Path) -> Tables {
    Tables::open(folder.to_str().expect("a path in Unicode"))
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a legal position")
}

#[test]
fn either_color_may_have_the_queen() {
    let folder = folder(&[("KQvK.rtbw", &QUEEN), ("readme.txt", b"not a table")]);
    let tables = open(folder.path());
    assert_eq!(
        (tables.wdl_files(), tables.dtz_files(), tables.pieces_max()),
        (1, 0, 3)
    );
    let white = position("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
    let black = position("8/8/8/4K3/8/8/8/kq6 w - - 0 1");
    assert_eq!(tables.wdl(&white), Some(Wdl::Win));
    assert_eq!(tables.wdl(&black), Some(Wdl::Loss));
    assert_eq!(tables.dtz(&white), None, "there is no table of distances");
    // The table does not know that the queen falls.
    let takes = position("8/8/8/8/8/8/1Qk5/K7 b - - 0 1");
    assert_eq!(
        tables.wdl(&takes),
        Some(Wdl::Loss),
        "the queen is protected"
    );
    let takes = position("8/8/8/8/8/2k5/1Q6/3K4 b - - 0 1");
    assert_eq!(
        tables.wdl(&takes),
        Some(Wdl::Draw),
        "a capture leaves bare kings"
    );
    assert!(tables.take_faults().is_empty());
}

#[test]
fn unusable_files_are_left_out_and_named_once() {
    let cut = &QUEEN[..12];
    let mut pawns = QUEEN;
    pawns[4] |= 2;
    let mut pieces = QUEEN;
    pieces[7] = 0x44;
    for (bytes, complaint) in [
        (&b""[..], "not a Syzygy table"),
        (b"#!/bin/sh\n", "not a Syzygy table"),
        (cut, "cut off"),
        (&pawns, "does not agree with its name"),
        (&pieces, "list of pieces"),
    ] {
        let folder = folder(&[("KQvK.rtbw", bytes)]);
        let tables = open(folder.path());
        let white = position("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
        for _ in 0..3 {
            assert_eq!(tables.wdl(&white), None);
        }
        let faults = tables.take_faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        let text = faults[0].to_string();
        assert!(
            text.contains(complaint) && text.contains("KQvK.rtbw"),
            "{text}"
        );
    }
}

#[test]
fn a_missing_folder_is_named_and_the_others_are_used() {
    let folder = folder(&[("KQvK.rtbw", &QUEEN)]);
    let missing = folder.path().join("missing");
    let folders = [missing.as_path(), folder.path()];
    let joined = std::env::join_paths(folders).expect("no separator in a path");
    let tables = Tables::open(joined.to_str().expect("a path in Unicode"));
    assert_eq!(tables.wdl_files(), 1);
    let faults = tables.take_faults();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].path, missing);
    assert!(tables.take_faults().is_empty(), "faults are reported once");
}
