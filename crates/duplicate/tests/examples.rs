//! The examples show what their titles say.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use chess::MoveKind;
use fourfold_duplicate::examples::{self, EXAMPLES, Example};
use fourfold_duplicate::{BoardName, Cause, Change, DuplicateGame, MoveRefusal, Reason, Seat};

fn game(example: &Example) -> DuplicateGame {
    let mut game = DuplicateGame::new();
    for m in example.moves() {
        game.play(m)
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", example.name));
    }
    assert_eq!(*game.boards(), example.boards());
    game
}

/// The board that forbids the example's next move, the one that allows it, and the reason.
fn forbidden(example: &Example) -> (BoardName, BoardName, Reason) {
    let m = example.then.unwrap().parse().unwrap();
    match game(example).boards().why_not(m) {
        Some(MoveRefusal::NotSynced {
            legal_on,
            objection,
            ..
        }) => (objection.board, legal_on, objection.reason),
        other => panic!("{}: {other:?}", example.name),
    }
}

#[test]
fn every_example_is_legal_and_has_its_own_name() {
    for example in &EXAMPLES {
        game(example);
        let namesakes = EXAMPLES.iter().filter(|other| other.name == example.name);
        assert_eq!(namesakes.count(), 1);
    }
}

#[test]
fn in_lockstep_there_are_no_ghosts() {
    let game = game(&examples::LOCKSTEP);
    assert!(
        BoardName::ALL
            .iter()
            .all(|&board| game.boards().ghosts(board).is_empty())
    );
    let castling = examples::LOCKSTEP.then.unwrap().parse().unwrap();
    let effects = game.boards().effects(castling);
    assert!(
        effects
            .iter()
            .all(|effect| effect.m.kind() == MoveKind::Castle)
    );
}

#[test]
fn a_ghost_appears_and_stays() {
    let (on_ne, on_se) = (BoardName::Ne, BoardName::Se);
    assert_eq!(
        forbidden(&examples::GHOST),
        (on_ne, on_se, Reason::TwinCaptured)
    );
    let game = game(&examples::GHOST);
    assert_eq!(game.boards().ghosts_of(Seat::East, on_se).len(), 1);
    assert!(
        !game.played(4).unwrap().effects[0]
            .captured
            .unwrap()
            .was_ghost
    );
}

#[test]
fn a_ghost_gives_check() {
    let game = game(&examples::GHOST_CHECKS);
    let position = game.boards().position(BoardName::Sw);
    assert_eq!(
        position.checkers(),
        game.boards().ghosts_of(Seat::South, BoardName::Sw)
    );
    assert!(
        game.boards()
            .is_legal(examples::GHOST_CHECKS.then.unwrap().parse().unwrap())
    );
}

#[test]
fn divergences_are_refused_by_the_board_that_differs() {
    use BoardName::{Ne, Nw, Se};
    assert_eq!(
        forbidden(&examples::ONE_BOARD_ONLY),
        (Ne, Se, Reason::NothingToCapture)
    );
    let through = Reason::CastlingThroughCheck(chess::Square::F1);
    assert_eq!(forbidden(&examples::CASTLING_DIVERGES), (Ne, Nw, through));
    assert_eq!(
        forbidden(&examples::EN_PASSANT_DIVERGES),
        (Ne, Nw, Reason::NothingToCapture)
    );
}

#[test]
fn one_move_captures_differently_on_two_boards() {
    let m = examples::EN_PASSANT_AND_CAPTURE
        .then
        .unwrap()
        .parse()
        .unwrap();
    let boards = examples::EN_PASSANT_AND_CAPTURE.boards();
    assert_eq!(boards.why_not(m), None);
    let effects = boards.effects(m);
    assert_eq!(
        effects.map(|effect| effect.m.kind()),
        [MoveKind::Normal, MoveKind::EnPassant]
    );
    assert!(Change::diverge(&effects));
}

#[test]
fn mates_match_their_titles() {
    let mate = game(&examples::ESCAPE_NOT_SYNCHRONIZED);
    assert_eq!(
        forbidden(&examples::ESCAPE_NOT_SYNCHRONIZED),
        (BoardName::Ne, BoardName::Nw, Reason::PathBlocked)
    );
    assert_eq!(
        mate.ending().unwrap().winners().collect::<Vec<_>>(),
        [Seat::West]
    );

    let double = game(&examples::DOUBLE_MATE).ending().unwrap();
    assert_eq!(
        double.winners().collect::<Vec<_>>(),
        [Seat::East, Seat::West]
    );
    assert!(matches!(double.cause, Cause::Checkmate { boards, .. } if boards.len() == 2));

    let two = game(&examples::TWO_MATED_AT_ONCE).ending().unwrap();
    assert_eq!(two.losers().collect::<Vec<_>>(), [Seat::North]);
}
