//! The search scores repetitions, the fifty-move rule and insufficient material as draws.
//!
//! A draw score is zero plus or minus one centipawn of jitter.

use std::collections::BTreeSet;

use chess::Position;
use engine::{Control, Engine, Limits, NullHost, Root, SearchResult};

/// The game that these UCI moves lead to.
fn game(fen: &str, moves: &str) -> Root {
    let mut root = Root::new(Position::from_fen(fen).expect("a legal position"));
    for text in moves.split_whitespace() {
        let m = root.position().parse_uci(text).expect("a legal move");
        root.play(m).expect("a legal move");
    }
    root
}

fn search(root: &Root, limits: &Limits) -> SearchResult {
    let mut engine = Engine::new(4).expect("there is memory for a small table");
    engine
        .search(root, limits, &Control::new(), &NullHost)
        .expect("there is a legal move")
}

/// Searches only this move.
fn search_move(root: &Root, text: &str, depth: u32) -> SearchResult {
    let m = root.position().parse_uci(text).expect("a legal move");
    search(
        root,
        &Limits {
            searchmoves: vec![m],
            ..Limits::depth(depth)
        },
    )
}

fn best(outcome: &SearchResult) -> String {
    outcome
        .best()
        .expect("the line has a move")
        .to_uci(chess::fen::CastlingMode::Standard)
        .to_string()
}

fn assert_draw(outcome: &SearchResult) {
    let score = outcome.score.centipawns();
    assert!(
        score.abs() <= 1,
        "expected a draw, found {:?}",
        outcome.score
    );
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_move_to_the_third_occurrence_scores_a_draw() {
    // Seven plies of knight moves; Nb8 repeats the start position for the third time.
    let root = game(START, "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1");
    assert_draw(&search_move(&root, "c6b8", 6));
}

#[test]
fn a_drawn_root_still_gets_a_move() {
    let root = game(START, "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8");
    assert_eq!(root.occurrences(), 3);
    let outcome = search(&root, &Limits::depth(6));
    assert!(root.position().is_legal(outcome.line[0]));
}

#[test]
fn lost_castling_rights_make_a_different_position() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let shuffle = "a1a2 a8a7 a2a1 a7a8 a1a2 a8a7 a2a1 a7a8";
    assert_eq!(game(fen, shuffle).occurrences(), 2);
    // Positions with both rooks off their squares reach their third occurrence at ply 10.
    let root = game(fen, &format!("{shuffle} a1a2"));
    assert_draw(&search_move(&root, "a8a7", 4));
}

#[test]
fn an_en_passant_square_counts_only_where_the_capture_is_legal() {
    // The pawn on b5 is pinned along the rank, so the position recurs from the start.
    let pinned = "8/8/3p4/KPp4r/8/8/8/k7 w - c6 0 1";
    let moves = "a5a4 a1b2 a4a5 b2a1 a5a4 a1b2 a4a5 b2a1";
    let read = chess::fen::read(
        pinned,
        chess::fen::CastlingMode::Standard,
        chess::Tolerance::Lenient,
    );
    let start = read.expect("a FEN that can be repaired").position;
    assert_eq!(game(&start.to_string(), moves).occurrences(), 3);
    let free = "7r/8/3p4/KPp5/8/8/8/k7 w - c6 0 1";
    assert_eq!(game(free, moves).occurrences(), 2);
}

#[test]
fn a_winning_side_draws_when_the_fifty_move_clock_runs_out() {
    let at_99 = game("8/8/3k4/8/3K4/8/7R/7R w - - 99 130", "");
    assert_draw(&search(&at_99, &Limits::depth(8)));
    let at_60 = game("8/8/3k4/8/3K4/8/7R/7R w - - 60 130", "");
    let outcome = search(&at_60, &Limits::depth(12));
    assert!(outcome.score.centipawns() > 300, "{:?}", outcome.score);
}

#[test]
fn mate_on_the_hundredth_ply_wins() {
    let root = game("7k/5R2/6K1/8/8/8/8/8 w - - 99 130", "");
    let outcome = search(&root, &Limits::depth(4));
    assert_eq!(outcome.score.mate_moves(), Some(1));
    // One ply earlier: every move but the mate lets the clock run out.
    let root = game("7k/5R2/6K1/8/8/8/8/8 w - - 98 130", "");
    assert_eq!(search(&root, &Limits::depth(6)).score.mate_moves(), Some(1));
}

#[test]
fn a_mate_after_the_fifty_move_limit_does_not_count() {
    // Mate takes three plies. The last of them is the hundredth, or comes after it.
    let rook = |clock| game(&format!("8/8/8/8/8/5K2/R7/7k w - - {clock} 130"), "");
    let in_time = search(&rook(97), &Limits::depth(12));
    assert_eq!(in_time.score.mate_moves(), Some(2));
    let too_late = search(&rook(98), &Limits::depth(12));
    assert_draw(&too_late);
}

#[test]
fn the_quiescence_search_sees_draws() {
    // After one ply the quiescence search takes over. White is a queen ahead.
    let root = game(
        "7k/8/8/8/3Q4/8/8/K7 b - - 0 1",
        "h8g8 d4d5 g8h8 d5d4 h8g8 d4d5 g8h8",
    );
    assert_draw(&search_move(&root, "d5d4", 1));
    let root = game("7k/8/8/8/2Q5/8/8/K7 w - - 99 130", "");
    assert_draw(&search_move(&root, "c4c5", 1));
    // Black takes the queen, which leaves insufficient material.
    let root = game("8/8/8/8/8/5n2/3Q4/k1K5 b - - 0 1", "");
    assert_draw(&search_move(&root, "f3d2", 1));
}

#[test]
fn draw_scores_vary() {
    // A search that cannot tell one draw from another would be blind to ways to avoid them.
    let root = game(
        "7k/8/8/8/3Q4/8/8/K7 b - - 0 1",
        "h8g8 d4d5 g8h8 d5d4 h8g8 d4d5 g8h8",
    );
    let scores: BTreeSet<i32> = (1..=12)
        .map(|depth| search_move(&root, "d5d4", depth).score.centipawns())
        .collect();
    assert_eq!(scores, BTreeSet::from([-1, 1]));
}

#[test]
fn several_threads_find_the_same_draws() {
    let mut engine = Engine::new(4).expect("there is memory for a small table");
    engine.set_threads(3);
    for (root, best_move) in [
        (
            game(
                "RK2k3/8/1q4P1/R7/3P3Q/8/5p2/8 w - - 0 1",
                "b8c8 b6c6 c8b8 c6b6 b8c8 b6c6 c8b8 c6b6 b8c8",
            ),
            Some("b6c6"),
        ),
        (game("8/8/3k4/8/3K4/8/7R/7R w - - 99 130", ""), None),
        (game("8/8/3k1b2/8/3K4/8/8/2B5 w - - 0 1", ""), None),
    ] {
        let outcome = engine
            .search(&root, &Limits::depth(8), &Control::new(), &NullHost)
            .expect("there is a legal move");
        assert_draw(&outcome);
        assert!(best_move.is_none_or(|expected| best(&outcome) == expected));
    }
}

#[test]
fn mate_is_preferred_to_a_repetition() {
    let root = game(
        "7k/5R2/6K1/8/8/8/8/8 w - - 2 2",
        "f7f6 h8g8 f6f7 g8h8 f7f6 h8g8 f6f7 g8h8",
    );
    assert_eq!(root.occurrences(), 3);
    let outcome = search(&root, &Limits::depth(5));
    assert_eq!(best(&outcome), "f7f8");
    assert_eq!(outcome.score.mate_moves(), Some(1));
}

#[test]
fn the_losing_side_finds_the_repetition() {
    // Black is far behind and can only draw by the third repetition.
    let root = game(
        "RK2k3/8/1q4P1/R7/3P3Q/8/5p2/8 w - - 0 1",
        "b8c8 b6c6 c8b8 c6b6 b8c8 b6c6 c8b8 c6b6 b8c8",
    );
    let outcome = search(&root, &Limits::depth(8));
    assert_eq!(best(&outcome), "b6c6");
    assert_draw(&outcome);
}

#[test]
fn the_losing_side_foresees_the_repetition() {
    // The same perpetual check without game history: the search must find it.
    let root = game("RK2k3/8/1q4P1/R7/3P3Q/8/5p2/8 w - - 0 1", "b8c8");
    let outcome = search(&root, &Limits::depth(10));
    assert_eq!(best(&outcome), "b6c6");
    assert_draw(&outcome);
}

#[test]
fn the_winning_side_avoids_the_repetition() {
    // White is a queen ahead, and Qd4 would be the third occurrence.
    let root = game(
        "7k/8/8/8/3Q4/8/8/K7 b - - 0 1",
        "h8g8 d4d5 g8h8 d5d4 h8g8 d4d5 g8h8",
    );
    let outcome = search(&root, &Limits::depth(8));
    assert_ne!(best(&outcome), "d5d4");
    assert!(outcome.score.centipawns() > 500, "{:?}", outcome.score);
    assert_draw(&search_move(&root, "d5d4", 8));
}

#[test]
fn a_forced_repetition_is_played() {
    let root = game(
        "5q1K/1k6/7P/1P6/R1P5/8/8/8 w - - 0 1",
        "h8h7 f8f7 h7h8 f7f8 h8h7 f8f7 h7h8 f7f8",
    );
    assert_eq!(root.position().legal_moves().len(), 1);
    let outcome = search(&root, &Limits::depth(6));
    assert_eq!(best(&outcome), "h8h7");
}

#[test]
fn insufficient_material_is_a_draw() {
    for fen in [
        "8/8/3k4/8/3K4/8/8/5N2 w - - 0 1",
        "8/8/3k1b2/8/3K4/8/8/2B5 w - - 0 1",
    ] {
        assert_draw(&search(&game(fen, ""), &Limits::depth(6)));
    }
    // White can give the bishop for the pawn, which leaves insufficient material.
    let root = game("8/8/8/8/8/2k5/1p6/1K1B4 w - - 0 1", "");
    let outcome = search(&root, &Limits::depth(10));
    assert!(outcome.score.centipawns() > -50, "{:?}", outcome.score);
}

#[test]
fn a_game_of_twenty_thousand_plies_is_accepted() {
    let mut root = Root::new(Position::start());
    // Knights go out and home again; a pawn moves now and then, so that nothing recurs for ever.
    let mut plies = 0;
    let cycle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    while plies < 20_000 {
        for text in cycle {
            let m = root.position().parse_uci(text).expect("a legal move");
            root.play(m).expect("a legal move");
            plies += 1;
        }
    }
    assert_eq!(root.occurrences(), 5001);
    let outcome = search(&root, &Limits::depth(3));
    assert!(root.position().is_legal(outcome.line[0]));
}
