//! Which positions are the same, and how often they have occurred.

use chess::Color::White;

use crate::table::Table;

fn occurrences(table: &Table) -> u32 {
    table.game.history().occurrences()
}

#[test]
fn article_9_2_3_en_passant_counts_only_if_legal() {
    // Nobody stands beside the pawn that made the double step.
    let mut table = Table::new();
    table.play("e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(occurrences(&table), 3);
    // A pawn stands there, but it is pinned.
    let mut table = Table::new();
    table.play("e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8");
    assert_eq!(occurrences(&table), 3);
    // Both pawns would leave the rank on which a rook aims at the king.
    let mut table = Table::from("8/8/3p4/KPp4r/8/8/8/k7 w - c6 0 1");
    table.play("Ka4 Kb2 Ka5 Ka1 Ka4 Kb2 Ka5 Ka1");
    assert_eq!(occurrences(&table), 3);
    // The capture was legal, so the first occurrence was another position.
    let mut table = Table::from("7r/8/3p4/KPp5/8/8/8/k7 w - c6 0 1");
    table.play("Ka4 Kb2 Ka5 Ka1 Ka4 Kb2 Ka5 Ka1");
    assert_eq!(occurrences(&table), 2);
}

#[test]
fn article_9_2_3_en_passant_barred_by_check_does_not_count() {
    // The double step opens the bishop's line; the capture would not answer the check.
    let mut table = Table::from("8/8/8/7k/3p4/8/4P3/3B2K1 w - - 0 1");
    table.play("e4+");
    assert_eq!(table.game.position().en_passant(), None);
    table.play(&"Kh6 Bb3 Kh5 Bd1+ ".repeat(2));
    assert_eq!(occurrences(&table), 3);
}

#[test]
fn article_9_2_3_castling_rights_count_and_hindrance_does_not() {
    let mut table = Table::new();
    table.play("e4 e5 Nf3 Nf6 Ng1 Ng8 Ke2 Ke7 Ke1 Ke8 Na3 Na6 Nb1 Nb8");
    assert_eq!(occurrences(&table), 2, "the rights were lost in between");
    // A rook that leaves and returns has lost the right, so the start does not count.
    let mut table = Table::from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    table.play("Ra2 Ra7 Ra1 Ra8 Ra2 Ra7 Ra1 Ra8");
    assert_eq!(occurrences(&table), 2);
    table.play("Ra2 Ra7");
    assert_eq!(occurrences(&table), 3);
    // Castling is impossible for the moment, with or without the right; the right counts.
    let mut table = Table::from("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1");
    table.play("Rh2 Ke7 Rh1 Ke8");
    assert_eq!(occurrences(&table), 1);
}

#[test]
fn article_9_2_3_a_promoted_piece_is_the_same_as_an_original_one() {
    // The new queen and the old one change places.
    let mut table = Table::from("8/P6k/8/8/8/8/1Q6/7K w - - 0 1");
    table.play("a7a8q h7g6 b2b8 g6h7 a8a2 h7g6 b8a8 g6h7 a2b2");
    assert_eq!(occurrences(&table), 2);
}

#[test]
fn article_9_2_3_like_pieces_may_change_places() {
    let mut table = Table::from("6k1/8/8/8/8/8/8/RR4K1 w - - 0 1");
    // The rooks walk round each other: a1 to b1 and b1 to a1.
    table.play("Ra2 Kf8 Rba1 Kg8 Rb2 Kf8 Rbb1 Kg8");
    assert_eq!(occurrences(&table), 2);
}

#[test]
fn the_set_up_position_is_the_first_occurrence() {
    let mut table = Table::from("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1");
    table.play("Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8");
    assert_eq!(occurrences(&table), 3);
    let events = table.claim_by(White, None, None).unwrap();
    assert_eq!(events[0].code(), "draw_claimed");
}

#[test]
fn the_clock_of_a_set_up_position_does_not_invent_a_past() {
    let mut table = Table::from("8/8/3k4/8/3K4/8/7R/7R w - - 60 130");
    table.play("Rg1 Kd7 Rgh1 Kd6");
    assert_eq!(occurrences(&table), 2);
    assert_eq!(table.game.position().halfmoves(), 64);
}
