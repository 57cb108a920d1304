//! The examples show what their titles say.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use chess::MoveKind;
use fourfold_duplicate::examples::{self, EXAMPLES, Example};
use fourfold_duplicate::{BoardName, Cause, Change, Reason, Refusal, Seat, Table};

fn table(example: &Example) -> Table {
    let mut table = Table::new();
    for m in example.moves() {
        table
            .play(m)
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", example.name));
    }
    assert_eq!(*table.boards(), example.boards());
    table
}

/// The board that forbids the example's next move, the one that allows it, and the reason.
fn forbidden(example: &Example) -> (BoardName, BoardName, Reason) {
    let m = example.then.unwrap().parse().unwrap();
    match table(example).boards().why_not(m) {
        Some(Refusal::NotSynced {
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
        table(example);
        let namesakes = EXAMPLES.iter().filter(|other| other.name == example.name);
        assert_eq!(namesakes.count(), 1);
    }
}

#[test]
fn in_lockstep_there_are_no_ghosts() {
    let table = table(&examples::LOCKSTEP);
    assert!(
        BoardName::ALL
            .iter()
            .all(|&board| table.boards().ghosts(board).is_empty())
    );
    let castling = examples::LOCKSTEP.then.unwrap().parse().unwrap();
    let effects = table.boards().effects(castling);
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
    let table = table(&examples::GHOST);
    assert_eq!(table.boards().ghosts_of(Seat::East, on_se).len(), 1);
    assert!(
        !table.played(4).unwrap().effects[0]
            .captured
            .unwrap()
            .was_ghost
    );
}

#[test]
fn a_ghost_gives_check() {
    let table = table(&examples::GHOST_CHECKS);
    let position = table.boards().position(BoardName::Sw);
    assert_eq!(
        position.checkers(),
        table.boards().ghosts_of(Seat::South, BoardName::Sw)
    );
    assert!(
        table
            .boards()
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
    let mate = table(&examples::ESCAPE_NOT_SYNCHRONIZED);
    assert_eq!(
        forbidden(&examples::ESCAPE_NOT_SYNCHRONIZED),
        (BoardName::Ne, BoardName::Nw, Reason::PathBlocked)
    );
    assert_eq!(
        mate.ending().unwrap().winners().collect::<Vec<_>>(),
        [Seat::West]
    );

    let double = table(&examples::DOUBLE_MATE).ending().unwrap();
    assert_eq!(
        double.winners().collect::<Vec<_>>(),
        [Seat::East, Seat::West]
    );
    assert!(matches!(double.cause, Cause::Checkmate { boards, .. } if boards.len() == 2));

    let two = table(&examples::TWO_MATED_AT_ONCE).ending().unwrap();
    assert_eq!(two.losers().collect::<Vec<_>>(), [Seat::North]);
}
