use std::cell::Cell;

use super::*;

thread_local! {
    /// The number of earlier positions that were looked at.
    static COMPARISONS: Cell<u64> = const { Cell::new(0) };
}

pub(super) fn count_comparison() {
    COMPARISONS.set(COMPARISONS.get() + 1);
}

fn play(history: &mut History, sans: &str) {
    for san in sans.split_whitespace() {
        let m = history
            .position()
            .parse_san(san)
            .expect("the move is legal");
        history.play(m).expect("the move is legal");
    }
}

#[test]
fn counts_survive_undo_and_redo() {
    let mut history = History::new(Position::start());
    play(&mut history, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let whole = history.clone();
    let mut counts = vec![history.occurrences()];
    while history.go_back(1) == 1 {
        counts.push(history.occurrences());
    }
    assert_eq!(counts, [3, 2, 2, 2, 2, 1, 1, 1, 1]);
    assert_eq!(history.go_forward(100), 8);
    assert_eq!(history, whole);
}

#[test]
fn a_new_move_discards_undone_moves() {
    let mut history = History::new(Position::start());
    play(&mut history, "Nf3 Nf6 Ng1 Ng8");
    history.go_back(3);
    play(&mut history, "d5");
    assert_eq!((history.ply(), history.future()), (2, 0));
    assert_eq!(history.moves().len(), 2);
    assert!(history.position_at(3).is_none());
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut history = History::new(Position::start());
    play(&mut history, "Nf3 Nf6");
    history.go_back(1);
    let before = history.clone();
    let m = Move::normal(chess::Square::A1, chess::Square::A8);
    history.play(m).expect_err("the rook is locked in");
    assert_eq!(history, before);
}

#[test]
fn the_repetition_search_stops_at_the_last_capture() {
    let start = Position::from_fen("8/8/3k4/8/3K3p/8/7R/7R w - - 0 60").expect("is legal");
    let mut history = History::new(start);
    play(&mut history, "Rxh4 Ke6 R4h2 Kd6 Rh4 Ke6 R4h2 Kd6 Rh4");
    assert_eq!(history.occurrences(), 3);
    assert_eq!(history.position().halfmoves(), 8);
}

#[test]
fn a_saturated_clock_does_not_hide_earlier_positions() {
    let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K2R w - - 65535 40000").expect("is legal");
    let mut history = History::new(start);
    play(&mut history, "Rh2 Kd8 Rh1 Ke8");
    assert_eq!(history.occurrences(), 2);
}

#[test]
fn equal_keys_of_different_positions_are_no_repetition() {
    let mut history = History::new(Position::start());
    play(&mut history, "Nf3 Nf6 Ng1");
    let next = *history.position();
    let next = next
        .play(next.parse_san("Nd5").expect("the move is legal"))
        .expect("the move is legal");
    // A forged collision: the start has the key of the position after the next move.
    history.latest.insert(next.key(), 0);
    assert_eq!(history.occurrences_of_next(&next), 1);
    play(&mut history, "Nd5");
    assert_eq!(history.occurrences(), 1);
}

#[test]
fn the_work_for_a_move_does_not_grow_with_the_game() {
    const PLIES: u64 = 20_000;
    let start = Position::from_fen("q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1").expect("is legal");
    let mut history = History::new(start);
    let mut state = 7u64;
    COMPARISONS.set(0);
    for _ in 0..PLIES {
        let position = *history.position();
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        // No captures and no mates: the game must go on without a pawn move or capture.
        moves.retain(|&m| {
            let after = position.play_unchecked(m);
            let goes_on = after
                .legal_moves()
                .iter()
                .any(|&reply| after.play_unchecked(reply).halfmoves() > 0);
            after.halfmoves() > 0 && goes_on
        });
        // A linear congruential generator is random enough for a walk.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let m = moves[(state >> 33) as usize % moves.len()];
        history.play(m).expect("the move is legal");
        // The claims with a named move ask about every legal move.
        if history.ply().is_multiple_of(1000) {
            let _ = history.claims_with();
        }
    }
    // Hardly any position recurs, so hardly any earlier one has to be looked at.
    let looked_at = COMPARISONS.get();
    assert!((1..PLIES / 10).contains(&looked_at), "{looked_at}");
}

#[test]
fn a_position_that_occurs_often_is_found_at_once() {
    let mut history = History::new(Position::start());
    COMPARISONS.set(0);
    for _ in 0..1000 {
        play(&mut history, "Nf3 Nf6 Ng1 Ng8");
    }
    assert_eq!(history.occurrences(), 1001);
    assert!((3996..=4000).contains(&COMPARISONS.get()));
}

#[test]
fn discarded_moves_leave_no_trace() {
    let mut history = History::new(Position::start());
    play(&mut history, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    history.go_back(6);
    // Undone positions do not count.
    let next = history
        .position()
        .play(history.position().parse_san("Ng1").expect("is legal"));
    assert_eq!(history.occurrences_of_next(&next.expect("is legal")), 1);
    play(&mut history, "e4");
    let mut fresh = History::new(Position::start());
    play(&mut fresh, "Nf3 Nf6 e4");
    assert_eq!(history, fresh);
}
