//! Claims in random games, compared with asking for every right at every ply.

use chess::Position;
use fourfold_referee::audit::Detail;
use game::{History, Rules};
use proptest::prelude::*;
use repeatable::Random;

use crate::{findings, from_fen};

/// Few pieces and high clocks: positions recur, and limits are reached.
const STARTS: [&str; 4] = [
    "7k/8/8/8/8/8/8/KR6 w - - 0 1",
    "7k/7p/8/8/8/8/P7/KR6 w - - 90 60",
    "rk6/8/8/8/8/8/8/6KR w - - 60 60",
    "k7/p7/P7/8/8/8/8/KR6 b - - 130 90",
];

/// The length at which a game is abandoned.
const PLIES: usize = 120;

/// What the history itself says: the first claim on each ground before the game is over.
fn expected(start: Position, sans: &mut Vec<String>, random: &mut Random) -> [Option<usize>; 2] {
    let mut history = History::new(start);
    let mut first = [None; 2];
    let rules = Rules::default();
    for ply in 0..=PLIES {
        if history.ending(&rules).is_some() {
            break;
        }
        let rights = history.claims().into_iter().chain(history.claims_with());
        for claim in rights {
            first[claim.ground as usize].get_or_insert(ply);
        }
        if ply == PLIES {
            // The last position has its claims too, but no move after it.
            break;
        }
        // Moving back and forth makes positions recur.
        let moves = history.position().legal_moves();
        let back = history.moves().iter().rev().nth(1);
        let back = back.and_then(|m| {
            let is_back = |next: &&chess::Move| next.from() == m.to() && next.to() == m.from();
            moves.iter().find(is_back)
        });
        let m = match back {
            Some(&back) if random.below(3) > 0 => back,
            _ => moves[random.below(moves.len())],
        };
        sans.push(history.position().san(m).to_string());
        history.play(m).expect("the move is legal");
    }
    first
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_first_claim_on_each_ground_is_found(seed: u64, start in 0..STARTS.len()) {
        compare(seed, start)?;
    }
}

/// A claim that opens in the very last position of the game.
#[test]
fn the_first_claim_may_come_with_the_last_move() {
    compare(18052315334252207077, 2).unwrap();
}

fn compare(seed: u64, start: usize) -> Result<(), TestCaseError> {
    let fen = STARTS[start];
    let position = Position::from_fen(fen).expect("the start is legal");
    let mut sans = Vec::new();
    let expected = expected(position, &mut sans, &mut Random::new(seed));
    let text = from_fen(fen, &[], &format!("{} *", sans.join(" ")));
    let mut found = [None; 2];
    for finding in findings(&text) {
        if let Detail::Claimable { claim, .. } = finding.detail {
            found[claim.ground as usize] = Some(finding.ply as usize);
        }
    }
    prop_assert_eq!(found, expected, "{}", text);
    Ok(())
}
