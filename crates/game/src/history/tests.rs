use super::*;

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
    history.keys[0] = next.key();
    assert_eq!(history.occurrences_of_next(&next), 1);
    play(&mut history, "Nd5");
    assert_eq!(history.occurrences(), 1);
}
