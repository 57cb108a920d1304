//! Every kind of finding, and games without findings.

use chess::Color;
use fourfold_referee::audit::{Detail, Kind};
use game::{Claim, GameResult, Reason};

use crate::{findings, found, from_fen, game};

const SHUFFLE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";

/// Black's next move loses the rook to its king; then Black still has a pawn.
const ROOK_FALLS: &str = "6Rk/8/7K/8/8/8/p7/8 b - - 0 1";

#[test]
fn a_correct_game_has_no_findings() {
    for moves in [
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
        "1. e4 e5 1/2-1/2",
        "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) d6) 2. Nf3 *",
        "1. e4 1-0",
        "0-1",
    ] {
        assert_eq!(found(&game(&[], moves)), [], "{moves}");
    }
}

#[test]
fn threefold_is_claimed_with_the_move_that_brings_it_about() {
    let found = findings(&game(&[], &format!("{SHUFFLE} 5. e4 *")));
    assert_eq!(found.len(), 1);
    let Detail::Claimable {
        claim,
        by,
        with,
        was_drawn,
    } = &found[0].detail
    else {
        panic!("{found:?}");
    };
    assert_eq!(found[0].ply, 7);
    assert_eq!(
        (claim.article(), *by, *was_drawn),
        ("9.2.1", Color::Black, false)
    );
    assert_eq!(with.as_deref(), Some("Ng8"));
    assert_eq!(
        found[0].fen.as_deref(),
        Some("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4")
    );
    let drawn = findings(&game(&[], &format!("{SHUFFLE} 1/2-1/2")));
    assert!(matches!(
        drawn[0].detail,
        Detail::Claimable {
            was_drawn: true,
            ..
        }
    ));
}

#[test]
fn threefold_counts_only_what_the_laws_call_the_same_position() {
    // The king has moved: the same squares, but castling is lost.
    let moves = "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Ke2 Ke7 5. Ke1 Ke8 6. Na3 Na6 7. Nb1 *";
    assert_eq!(found(&game(&[], moves)), []);
    // A pinned pawn cannot capture en passant, so the first occurrence counts.
    let moves = "1. e4 c5 2. e5 Qb6 3. Nf3 Qe6 4. Ng1 d5 5. Nf3 Nc6 6. Ng1 Nb8 7. Nf3 Nc6 8. Ng1 *";
    assert_eq!(found(&game(&[], moves)), [("threefold_claimable", 15)]);
}

#[test]
fn a_right_that_comes_without_a_move_to_name_is_found_too() {
    let fen = "8/8/3k4/8/3K4/8/7R/7R w - - 120 100";
    let found = findings(&from_fen(fen, &[], "1. Rh3 Ke6 *"));
    assert_eq!((found.len(), found[0].ply), (1, 0));
    assert_eq!(found[0].detail.article(), Some("9.3.2"));
}

#[test]
fn fifty_moves_are_claimed_by_naming_the_hundredth() {
    let fen = "8/8/3k4/8/3K4/8/7R/7R w - - 98 100";
    let found = findings(&from_fen(fen, &[], "1. Rh3 Ke6 2. Rh4 *"));
    assert_eq!((found.len(), found[0].ply), (1, 1));
    let Detail::Claimable {
        claim: Claim { with, .. },
        by,
        ..
    } = found[0].detail
    else {
        panic!("{found:?}");
    };
    assert_eq!(
        (found[0].detail.article(), by),
        (Some("9.3.1"), Color::Black)
    );
    let named = with.map(|m| m.to_uci(chess::fen::CastlingMode::Standard).to_string());
    assert_eq!(named.as_deref(), Some("d6e6"), "the move that was played");
    // A pawn moves in time.
    let fen = "8/8/3k4/7p/3K4/8/7R/7R w - - 98 100";
    assert_eq!(
        crate::found(&from_fen(fen, &[], "1. Rg1 h4 2. Rg3 *")),
        [("fifty_claimable", 1)]
    );
    let fen = "8/8/3k4/7p/3K4/8/7R/7R w - - 97 100";
    assert_eq!(crate::found(&from_fen(fen, &[], "1. Rg1 h4 2. Rg3 *")), []);
}

#[test]
fn play_after_mate_and_stalemate_has_a_kind_of_its_own() {
    let moves = "1. f3 e5 2. g4 Qh4# 3. a3 0-1";
    assert_eq!(found(&game(&[], moves)), [("play_after_checkmate", 4)]);
    let fen = "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1";
    let moves = "1. Kg6 Kg8 1/2-1/2";
    assert_eq!(
        found(&from_fen(fen, &[], moves)),
        [("play_after_stalemate", 1)]
    );
}

#[test]
fn play_after_a_dead_position_is_found() {
    let fen = "4k3/8/6p1/p2p4/P2P2P1/8/8/4K3 b - - 0 1";
    let dead = findings(&from_fen(fen, &[], "1... g5 2. Ke2 Ke7 1/2-1/2"));
    let expected = Detail::PlayedOn {
        reason: Reason::DeadPosition,
        plies: 2,
    };
    assert_eq!(
        (dead.len(), dead[0].ply, &dead[0].detail),
        (1, 1, &expected)
    );
    let fen = "8/8/3k4/8/3K4/8/3p4/6B1 w - - 0 1";
    let moves = "1. Kd3 Ke5 2. Kxd2 Kd5 3. Bh2 1/2-1/2";
    assert_eq!(
        found(&from_fen(fen, &[], moves)),
        [("play_after_dead_position", 3)]
    );
    let moves = "1. Kd3 Ke5 2. Kxd2 1/2-1/2";
    assert_eq!(found(&from_fen(fen, &[], moves)), []);
}

#[test]
fn play_after_fivefold_and_seventy_five_moves_is_found() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let expected = [("threefold_claimable", 7), ("play_after_fivefold", 16)];
    assert_eq!(found(&game(&[], &format!("{moves} e4 1/2-1/2"))), expected);
    assert_eq!(
        found(&game(&[], &format!("{moves} 1/2-1/2"))),
        expected[..1]
    );
    let fen = "8/8/3k4/8/3K4/8/7R/7R w - - 148 100";
    let expected = [("fifty_claimable", 0), ("play_after_seventyfive", 2)];
    assert_eq!(
        found(&from_fen(fen, &[], "1. Rh3 Ke6 2. Rh4 1/2-1/2")),
        expected
    );
    assert_eq!(
        found(&from_fen(fen, &[], "1. Rh3 Ke6 1/2-1/2")),
        expected[..1]
    );
    // Mate on the limit is mate.
    let fen = "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 149 113";
    assert_eq!(
        found(&from_fen(fen, &[], "1. Rh3# 1-0")),
        [("fifty_claimable", 0)]
    );
}

#[test]
fn a_result_that_the_board_contradicts_is_found() {
    let mate = findings(&game(&[], "1. f3 e5 2. g4 Qh4# 1-0"));
    let expected = Detail::WrongResult {
        due: GameResult::BlackWins,
        reason: Reason::Checkmate,
    };
    assert_eq!((mate.len(), &mate[0].detail), (1, &expected));
    let fen = "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1";
    assert_eq!(
        found(&from_fen(fen, &[], "1. Kg6 1-0")),
        [("wrong_result", 1)]
    );
    let wall = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1";
    assert_eq!(found(&from_fen(wall, &[], "0-1")), [("wrong_result", 0)]);
    // What happened after the end changes nothing.
    let fen = "7k/8/8/8/8/8/6R1/R3K3 w - - 149 113";
    let expected = [
        ("fifty_claimable", 0),
        ("play_after_seventyfive", 1),
        ("wrong_result", 1),
    ];
    assert_eq!(
        found(&from_fen(fen, &[], "1. Rf2 Kg8 2. Ra8+ Kg7 1-0")),
        expected
    );
    let mismatch = game(&[("Result", "1-0")], "1. e4 e5 0-1");
    assert_eq!(found(&mismatch), [("result_mismatch", 2)]);
}

#[test]
fn a_win_by_a_side_that_cannot_mate_is_found() {
    for (termination, kind) in [
        ("Time forfeit", Kind::TimeForfeit),
        ("Anna won on time", Kind::TimeForfeit),
        ("Anna won by resignation", Kind::Resignation),
        ("Normal", Kind::WinWithoutMate),
    ] {
        let tags = [("Termination", termination)];
        let found = findings(&from_fen(ROOK_FALLS, &tags, "1-0"));
        assert_eq!(found.len(), 1, "{termination}");
        assert_eq!(found[0].kind(), kind);
        assert_eq!(found[0].detail.side(), Some(Color::White));
        // Black has a pawn that can promote.
        assert_eq!(
            findings(&from_fen(ROOK_FALLS, &tags, "0-1")),
            [],
            "{termination}"
        );
    }
    for arbiter in ["Rules infraction", "Abandoned", "adjudication"] {
        let tags = [("Termination", arbiter)];
        assert_eq!(found(&from_fen(ROOK_FALLS, &tags, "1-0")), [], "{arbiter}");
    }
    // A wall of pawns that only looks like material.
    let fen = "8/4k3/5p1p/2p1pP1P/1pPbP3/pP1K4/P1B5/8 b - - 0 1";
    let tags = [("Termination", "Time forfeit")];
    assert_eq!(found(&from_fen(fen, &tags, "1-0")), [("time_forfeit", 0)]);
    assert_eq!(found(&from_fen(fen, &tags, "0-1")), []);
}

#[test]
fn a_draw_on_time_is_found_if_both_sides_could_mate() {
    let tags = [("Termination", "Time forfeit")];
    let knights = "6n1/8/3k4/8/3K4/8/8/6N1 w - - 0 1";
    assert_eq!(
        found(&from_fen(knights, &tags, "1/2-1/2")),
        [("time_forfeit_drawn", 0)]
    );
    assert_eq!(found(&from_fen(ROOK_FALLS, &tags, "1/2-1/2")), []);
}

#[test]
fn a_termination_that_the_board_contradicts_is_found() {
    let tags = [("Termination", "Ben won by checkmate")];
    assert_eq!(
        found(&game(&tags, "1. f3 e5 2. g4 0-1")),
        [("wrong_termination", 3)]
    );
    assert_eq!(found(&game(&tags, "1. f3 e5 2. g4 Qh4# 0-1")), []);
}

#[test]
fn what_cannot_be_read_has_a_line_and_a_column() {
    let illegal = findings(&game(&[], "1. e4 e5\n2. Ke3 Nc6 1-0"));
    let place = illegal[0].place;
    assert_eq!(
        (illegal[0].kind(), place.line, place.column),
        (Kind::IllegalMove, 6, 4)
    );
    let header = findings("[Event \"?\"]\n[Site nowhere]\n\n1. e4 *\n");
    let place = header[0].place;
    assert_eq!(
        (header[0].kind(), place.line, place.column),
        (Kind::BrokenHeader, 2, 1)
    );
    let fen = findings(&from_fen("8/8/8/8/8/8/8/8 w - - 0 1", &[], "*"));
    assert_eq!((fen[0].kind(), fen[0].place.line), (Kind::BrokenHeader, 5));
    let open = findings(&game(&[], "1. e4 {never closed e5 *"));
    assert_eq!((open[0].kind(), open[0].place.line), (Kind::BrokenText, 5));
}

#[test]
fn a_termination_that_the_game_does_not_show_is_found() {
    let says = |tag: &str, moves: &str| found(&game(&[("Termination", tag)], moves));
    let wrong = |plies| [("wrong_termination", plies)];
    let drawn = "1. e4 e5 1/2-1/2";
    for tag in [
        "checkmate",
        "stalemate",
        "threefold repetition",
        "Game drawn by repetition",
        "fivefold repetition",
        "fifty move rule",
        "75 move rule",
        "insufficient material",
        "dead position",
    ] {
        assert_eq!(says(tag, drawn), wrong(2), "{tag}");
    }
    for tag in ["normal", "agreement", "timeout vs insufficient material"] {
        let found = says(tag, drawn);
        assert!(!found.contains(&wrong(2)[0]), "{tag}: {found:?}");
    }
    // A claim with a named move ends the game before that move.
    let claimed = &[("threefold_claimable", 7)];
    let moves = SHUFFLE.strip_suffix(" Ng8").unwrap();
    let tag = "threefold repetition";
    assert_eq!(says(tag, &format!("{SHUFFLE} 1/2-1/2")), claimed);
    assert_eq!(says(tag, &format!("{moves} 1/2-1/2")), claimed);
    let early = says(tag, "1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2");
    assert_eq!(early, wrong(4));
    let five = format!("{} 1/2-1/2", "Nf3 Nf6 Ng1 Ng8 ".repeat(4));
    assert_eq!(says("fivefold repetition", &five), claimed);
}

#[test]
fn a_termination_by_counts_or_a_dead_position_is_compared_with_the_board() {
    let says = |fen: &str, tag: &str| {
        let found = found(&from_fen(fen, &[("Termination", tag)], "1/2-1/2"));
        found.contains(&("wrong_termination", 0))
    };
    let rooks = |clock: u32| format!("8/8/3k4/8/3K4/8/7R/7R w - - {clock} 100");
    for (clock, tag, is_wrong) in [
        (98, "fifty move rule", true),
        (99, "fifty move rule", false),
        (100, "50-move rule", false),
        (149, "75 move rule", true),
        (150, "75 move rule", false),
        (0, "threefold repetition", true),
        // What happened before the start is not known.
        (8, "threefold repetition", false),
    ] {
        assert_eq!(says(&rooks(clock), tag), is_wrong, "{clock} {tag}");
    }
    let knight = "8/8/3k4/8/3K4/8/8/7N w - - 0 1";
    let wall = "8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1";
    let knights = "6n1/8/3k4/8/3K4/8/8/6N1 w - - 0 1";
    for (fen, is_wrong) in [(knight, false), (wall, false), (knights, true)] {
        for tag in ["insufficient material", "dead position"] {
            assert_eq!(says(fen, tag), is_wrong, "{fen} {tag}");
        }
    }
}

#[test]
fn the_audit_of_a_game_ends_at_a_null_move() {
    let shuffle = "1. e4 -- 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 6. Qh5 g6 1-0";
    let findings = findings(&game(&[("Termination", "checkmate")], shuffle));
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(
        (findings[0].kind(), findings[0].ply),
        (Kind::IllegalMove, 1)
    );
}

#[test]
fn the_result_after_the_moves_counts_unless_it_is_unknown() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let found = |tag: &str, end: &str| found(&game(&[("Result", tag)], &format!("{mate} {end}")));
    assert_eq!(found("1-0", "0-1"), [("result_mismatch", 4)]);
    let wrong = [("result_mismatch", 4), ("wrong_result", 4)];
    assert_eq!(found("0-1", "1-0"), wrong);
    assert_eq!(found("1-0", "*"), wrong);
    assert_eq!(found("0-1", "*"), [("result_mismatch", 4)]);
}
