//! A quick `No` implies a full `No`, which implies that enumeration finds no mate. Every `Yes` is
//! replayed, and the prover never contradicts an enumeration.

use chess::{Board, Color, Piece, Position, Rank, Role, Square};
use fourfold_referee::{Budget, Prover, Verdict};
use proptest::prelude::*;
use repeatable::Random;
use testkit::{Walk, blocked_position, position_on, scattered_position};

use crate::brute::{self, Found};
use crate::replay;

const LISTED: usize = 1_500;

/// Compares all verdicts about a position.
fn check(position: &Position) {
    let mut prover = Prover::new();
    for side in Color::ALL {
        let quick = prover.can_mate(position, side, Budget::QUICK);
        let full = prover.can_mate(position, side, Budget::positions(4_000));
        replay(position, side, &quick);
        replay(position, side, &full);
        assert!(
            !quick.is_no() || full.is_no(),
            "{position}: quick {quick:?} and full {full:?} for {side}"
        );
        for positions in [0, 3, 20, 300, 1_000, 4_000] {
            let budget = Budget::positions(positions);
            let proof = match prover.can_mate(position, side, budget) {
                Verdict::No(proof) => Some(proof),
                Verdict::Yes(_) | Verdict::Unknown => None,
            };
            let found = prover.cannot_mate(position, side, budget);
            assert_eq!(found, proof, "{position}: {side} within {positions}");
        }
        match (brute::list(position, side, LISTED), &full) {
            (Found::Mate, Verdict::No(proof)) => {
                panic!("{position}: {side} mates in spite of {proof:?}")
            }
            (Found::Nothing, Verdict::Yes(line)) => {
                panic!("{position}: {side} does not mate by {line:?}")
            }
            (Found::Nothing, Verdict::Unknown) => {
                panic!("{position}: {side} is undecided although all positions were listed")
            }
            _ => {}
        }
    }
}

/// Two kings and one to four other pieces.
fn few_pieces(random: &mut Random) -> Position {
    loop {
        let mut board = Board::empty();
        for color in Color::ALL {
            board.put(Square::ALL[random.below(64)], Piece::new(color, Role::King));
        }
        for _ in 0..=random.below(4) {
            let square = Square::ALL[random.below(64)];
            let role = Role::ALL[random.below(5)];
            let is_edge = matches!(square.rank(), Rank::First | Rank::Eighth);
            let is_free = !board.occupied().contains(square);
            if is_free && !(role == Role::Pawn && is_edge) {
                board.put(square, Piece::new(Color::ALL[random.below(2)], role));
            }
        }
        if let Some(position) = position_on(board, random) {
            return position;
        }
    }
}

/// Blocked pawns with kings and perhaps a bishop among them, where stalemates are common.
fn blocked_pawns_and_kings(random: &mut Random) -> Position {
    loop {
        let mut board = Board::empty();
        for _ in 0..2 + random.below(4) {
            let square = Square::ALL[8 + random.below(40)];
            let ahead = Square::ALL[square as usize + 8];
            if board
                .occupied()
                .is_disjoint(square.bitboard() | ahead.bitboard())
                && ahead.rank() != Rank::Eighth
            {
                board.put(square, Piece::new(Color::White, Role::Pawn));
                board.put(ahead, Piece::new(Color::Black, Role::Pawn));
            }
        }
        let mut units = vec![
            Piece::new(Color::White, Role::King),
            Piece::new(Color::Black, Role::King),
        ];
        for _ in 0..random.below(3) {
            units.push(Piece::new(Color::ALL[random.below(2)], Role::Bishop));
        }
        for unit in units {
            let free: Vec<Square> = (!board.occupied()).into_iter().collect();
            board.put(free[random.below(free.len())], unit);
        }
        if let Some(position) = position_on(board, random) {
            return position;
        }
    }
}

/// A wall of blocked pawns with a gap now and then, and up to two bishops for each side.
fn wall(random: &mut Random) -> Position {
    loop {
        let mut board = Board::empty();
        let rank = 2 + random.below(3);
        for file in 0..8 {
            if random.one_in(4) {
                continue;
            }
            let at = 8 * (rank + random.below(2)).min(5) + file;
            board.put(Square::ALL[at], Piece::new(Color::White, Role::Pawn));
            board.put(Square::ALL[at + 8], Piece::new(Color::Black, Role::Pawn));
        }
        for color in Color::ALL {
            let bishops = vec![Role::Bishop; random.below(3)];
            for role in bishops.into_iter().chain([Role::King]) {
                let free: Vec<Square> = (!board.occupied()).into_iter().collect();
                board.put(free[random.below(free.len())], Piece::new(color, role));
            }
        }
        if let Some(position) = position_on(board, random) {
            return position;
        }
    }
}

/// The proofs without a search agree with a long enumeration.
fn check_locked(position: &Position) {
    let mut prover = Prover::new();
    for side in Color::ALL {
        let quick = prover.can_mate(position, side, Budget::QUICK);
        if let Verdict::No(proof) = quick {
            let found = brute::list(position, side, 20_000);
            assert!(
                found != Found::Mate,
                "{position}: {side} mates in spite of {proof:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_agree_among_blocked_pawns(seed: u64) {
        check_locked(&blocked_pawns_and_kings(&mut Random::new(seed)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_agree_in_blocked_positions(seed: u64) {
        check(&blocked_position(&mut Random::new(seed)));
    }

    #[test]
    fn verdicts_agree_at_pawn_walls(seed: u64) {
        check(&wall(&mut Random::new(seed)));
    }

    #[test]
    fn verdicts_agree_in_endings(seed: u64) {
        check(&few_pieces(&mut Random::new(seed)));
    }

    #[test]
    fn verdicts_agree_in_random_positions(seed: u64) {
        check(&scattered_position(&mut Random::new(seed)));
    }

    #[test]
    fn verdicts_agree_in_random_games(seed: u64) {
        let plies = Random::new(seed).below(300);
        if let Some(ply) = Walk::new(Position::start(), seed).nth(plies) {
            check(&ply.after);
        }
    }
}
