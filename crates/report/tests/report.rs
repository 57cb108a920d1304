//! Reports on whole games.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use chess::{Color, Move};
use game::pgn::{Checker, Reader, Tree};
use report::{Analyst, Course, Evaluation, Judgment, Look, Report, clear, note};

fn game(text: &str) -> Tree {
    let mut checker = Checker::new(Reader::from_slice(text.as_bytes()));
    let read = checker.read_tree().unwrap().unwrap();
    assert!(read.report.error.is_none(), "{:?}", read.report.error);
    read.tree
}

fn moves(tree: &Tree) -> String {
    let text = tree.to_string();
    let moves = text.split_once("\n\n").unwrap().1;
    moves.trim().replace('\n', " ")
}

/// Writes a report with few nodes into a game.
fn reported(text: &str) -> Tree {
    let mut tree = game(text);
    let course = Course::of(&tree);
    let mut analyst = Analyst::new().unwrap();
    for ply in course.plies() {
        let look = analyst.look(&course.root(ply), 2_000);
        note(&mut tree, ply, &look);
    }
    tree
}

/// A look that found this evaluation and this line after some moves of a game.
fn look(tree: &Tree, ply: usize, evaluation: i32, line: &str) -> Look {
    let at = tree.main_line().take(ply).last().unwrap_or(tree.root());
    let mut position = *tree.position(at);
    let line = line.split_whitespace().map(|san| {
        let m = position.parse_san(san).unwrap();
        position = position.play(m).unwrap();
        m
    });
    Look {
        line: line.collect::<Vec<Move>>(),
        evaluation: Evaluation::Centipawns(evaluation),
    }
}

#[test]
fn a_move_that_loses_chances_gets_a_glyph_and_a_better_line() {
    let mut tree = game("1. e4 {[%clk 0:01:00]} e5 2. Qh5 Nf6 {hm} *");
    let looks = [
        (4, 300, "Qxe5+ Be7"),
        (3, 20, "Nc6 Bc4 g6"),
        (2, 30, "Nf3"),
        (1, 25, "c5"),
        (0, 25, "e4 e5"),
    ];
    for (ply, evaluation, line) in looks {
        let look = look(&tree, ply, evaluation, line);
        note(&mut tree, ply, &look);
    }
    assert_eq!(
        moves(&tree),
        "{[%eval 0.25]} 1. e4 {[%eval 0.25] [%clk 0:01:00]} 1... e5 {[%eval 0.30]} \
         2. Qh5 {[%eval 0.20]} 2... Nf6 $4 {[%eval 3.00]} {hm} (2... Nc6 3. Bc4 g6) *"
    );
    let report = Report::of(&tree).unwrap();
    assert_eq!(report.side(Color::White).counts, [0, 0, 0]);
    assert_eq!(report.side(Color::Black).counts, [0, 0, 1]);
    assert_eq!(report.moves[3].judgment(), Some(Judgment::Blunder));
    assert!(report.side(Color::White).accuracy > report.side(Color::Black).accuracy);
    // It is read back as it was written, and can be taken out.
    let mut back = game(&tree.to_string());
    assert_eq!(Report::of(&back), Some(report));
    clear(&mut back);
    assert_eq!(Report::of(&back), None);
    assert!(!back.to_string().contains("eval"));
}

#[test]
fn glyphs_of_people_and_lines_that_are_there_stay() {
    let mut tree = game("1. e4 e5 2. Qh5 Nf6 $5 (2... Nc6) *");
    for (ply, evaluation, line) in [(4, 300, "Qxe5+"), (3, 20, "Nc6 Bc4")] {
        let look = look(&tree, ply, evaluation, line);
        note(&mut tree, ply, &look);
    }
    assert!(moves(&tree).contains("Nf6 $5 {[%eval 3.00]} (2... Nc6) *"));
}

#[test]
fn the_best_and_the_only_move_lose_nothing() {
    // The search was wrong about the move that it wanted itself.
    let mut tree = game("1. e4 e5 *");
    let after = look(&tree, 1, -200, "c5");
    note(&mut tree, 1, &after);
    let before = look(&tree, 0, 30, "e4 e5");
    note(&mut tree, 0, &before);
    assert!(moves(&tree).starts_with("{[%eval -2.00]} 1. e4 {[%eval -2.00]}"));
    // There is one legal move.
    let mut tree = game("[FEN \"7k/8/8/8/8/8/1r6/K7 w - - 0 1\"]\n\n1. Kxb2 *");
    let after = look(&tree, 1, 0, "Kg7");
    note(&mut tree, 1, &after);
    let before = look(&tree, 0, -900, "");
    note(&mut tree, 0, &before);
    let report = Report::of(&tree).unwrap();
    assert_eq!(report.moves[0].loss, Some(0.0));
}

#[test]
fn a_mate_on_the_board_explains_itself() {
    let tree = reported("1. f3 e5 2. g4 Qh4# 0-1");
    let text = moves(&tree);
    assert!(text.contains("2. g4 $4 {[%eval #-1]}"), "{text}");
    assert!(
        text.contains("Qh4# 0-1") || text.contains("Qh4# ("),
        "{text}"
    );
    let report = Report::of(&tree).unwrap();
    assert_eq!(report.moves[3].loss, Some(0.0));
    assert_eq!(report.evaluations.iter().flatten().count(), 5);
}

#[test]
fn a_report_ends_where_the_game_ends_by_the_laws() {
    // The fivefold repetition is after sixteen plies.
    let dance = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let tree = reported(&format!("{dance} e4 e5 *"));
    let report = Report::of(&tree).unwrap();
    assert_eq!(report.evaluations[16], Some(Evaluation::Centipawns(0)));
    assert_eq!(&report.evaluations[17..], [None, None]);
    assert_eq!(report.moves[16].loss, None);
    // Stalemate.
    let tree = reported("[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1/2-1/2");
    let report = Report::of(&tree).unwrap();
    assert_eq!(report.moves[0].judgment(), Some(Judgment::Blunder));
    assert_eq!(report.side(Color::Black).accuracy, None);
}

#[test]
fn games_from_other_starts_are_reported() {
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w \
                    HFhf - 2 9\"]\n\n9. Nc3 O-O-O *";
    // Castling is impossible there; the moves before it are the game.
    let mut checker = Checker::new(Reader::from_slice(chess960.as_bytes()));
    let tree = checker.read_tree().unwrap().unwrap().tree;
    assert_eq!(Course::of(&tree).plies().collect::<Vec<_>>(), [1, 0]);
    let tree = reported("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 *");
    let report = Report::of(&tree).unwrap();
    assert_eq!(report.moves[0].mover, Color::Black);
    assert!(report.moves.iter().all(|row| row.loss.is_some()));
    // One move, and none.
    assert!(
        Report::of(&reported("1. e4 *")).unwrap().moves[0]
            .loss
            .is_some()
    );
    let tree = reported("*");
    assert_eq!(Report::of(&tree).unwrap().moves.len(), 0);
}

#[test]
fn a_game_with_evaluations_of_others_has_a_report() {
    let tree = game("1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -1.1]} *");
    let report = Report::of(&tree).unwrap();
    assert_eq!(report.evaluations[0], None);
    assert_eq!(report.moves[0].loss, None);
    assert_eq!(report.moves[2].judgment(), Some(Judgment::Mistake));
    assert_eq!(report.side(Color::White).counts, [0, 1, 0]);
    assert_eq!(Report::of(&game("1. e4 e5 *")), None);
}

#[test]
fn a_game_of_three_hundred_moves_is_covered() {
    // A knight and a rook wander without a repetition that ends the game.
    let mut tree = Tree::default();
    let mut at = tree.root();
    let mut random = 7u64;
    while tree.len() < 600 {
        let position = *tree.position(at);
        let moves = position.legal_moves();
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let quiet = |m: &&Move| {
            let after = position.play(**m).unwrap();
            after.has_legal_moves()
        };
        let count = moves.iter().filter(quiet).count();
        assert!(count > 0, "the game is over too early");
        let m = moves
            .iter()
            .filter(quiet)
            .nth((random >> 33) as usize % count)
            .unwrap();
        at = tree.add(at, *m).unwrap();
    }
    let course = Course::of(&tree);
    assert!(course.moves().len() > 100);
    assert_eq!(course.plies().count(), course.moves().len() + 1);
    assert_eq!(
        course.root(course.moves().len()).position().board(),
        tree.position(tree.main_line().nth(course.moves().len() - 1).unwrap())
            .board()
    );
}
