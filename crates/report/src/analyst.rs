//! Looks at single positions.

use std::collections::TryReserveError;

use chess::{Color, Move};
use engine::{Control, Engine, Limits, NullHost, Root, Score};
use game::{FIVEFOLD, SEVENTY_FIVE_MOVES};
use referee::{Budget, Prover};

use crate::Evaluation;

/// The usual number of nodes for each position: a few tenths of a second in a browser.
pub const NODES: u64 = 60_000;

/// The size of the transposition table in mebibytes. It is part of the result.
const HASH: usize = 4;

/// Looks at positions, each as if it was the first.
pub struct Analyst {
    engine: Engine,
    prover: Prover,
}

/// What a look at a position found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    pub evaluation: Evaluation,
    /// The best line; empty if the game is over.
    pub line: Vec<Move>,
}

impl Analyst {
    /// An analyst with a table of its own.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory cannot be allocated.
    pub fn new() -> Result<Analyst, TryReserveError> {
        Ok(Analyst {
            engine: Engine::new(HASH)?,
            prover: Prover::new(),
        })
    }

    /// Looks at a position with this many nodes.
    pub fn look(&mut self, root: &Root, nodes: u64) -> Look {
        let line = Vec::new();
        if let Some(evaluation) = Evaluation::of_final(root.position()) {
            return Look { evaluation, line };
        }
        let drawn = Evaluation::Centipawns(0);
        if self.is_drawn(root) {
            let evaluation = drawn;
            return Look { evaluation, line };
        }
        self.engine.forget();
        let limits = Limits::nodes(nodes.max(1));
        let found = self
            .engine
            .search(root, &limits, &Control::new(), &NullHost);
        let turn = root.position().turn();
        match found {
            Some(found) => Look {
                evaluation: evaluation_of(found.score, turn),
                line: found.line,
            },
            None => Look {
                evaluation: drawn,
                line,
            },
        }
    }

    /// Whether the game is drawn here by the Laws although moves are left.
    fn is_drawn(&mut self, root: &Root) -> bool {
        let position = root.position();
        root.occurrences() >= FIVEFOLD as usize
            || position.halfmoves() >= SEVENTY_FIVE_MOVES
            || self.prover.is_dead(position, Budget::QUICK) == Some(true)
    }
}

fn evaluation_of(score: Score, turn: Color) -> Evaluation {
    match score.mate_moves() {
        Some(moves) if moves > 0 => Evaluation::Mate(turn, moves.unsigned_abs()),
        Some(moves) => Evaluation::Mate(!turn, moves.unsigned_abs()),
        None if turn == Color::White => Evaluation::Centipawns(score.centipawns()),
        None => Evaluation::Centipawns(-score.centipawns()),
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;

    fn root(fen: &str) -> Root {
        Root::new(Position::from_fen(fen).unwrap())
    }

    #[test]
    fn a_look_does_not_depend_on_earlier_ones() {
        let positions = [
            root("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
            root("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            Root::new(Position::start()),
        ];
        let mut one = Analyst::new().unwrap();
        let forward: Vec<Look> = positions.iter().map(|r| one.look(r, 5_000)).collect();
        let mut backward: Vec<Look> = positions.iter().rev().map(|r| one.look(r, 5_000)).collect();
        backward.reverse();
        assert_eq!(forward, backward);
        let fresh = Analyst::new().unwrap().look(&positions[1], 5_000);
        assert_eq!(fresh, forward[1]);
    }

    #[test]
    fn mates_and_draws_by_the_laws_are_known() {
        let mut analyst = Analyst::new().unwrap();
        let mut look = |fen: &str| analyst.look(&root(fen), 2_000);
        let mate = look("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(mate.evaluation, Evaluation::Over(game::Outcome::Draw));
        let mate = look("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1");
        assert_eq!(mate.evaluation, Evaluation::Mate(Color::White, 1));
        assert_eq!(mate.line.len(), 1);
        let lost = look("k7/8/1K6/8/8/8/8/7R b - - 0 1");
        assert_eq!(lost.evaluation, Evaluation::Mate(Color::White, 1));
        for drawn in [
            // Dead: locked pawns, though White has one more.
            "8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1",
            "8/8/3k4/8/3K4/8/8/R7 w - - 150 150",
        ] {
            let look = look(drawn);
            assert_eq!(look.evaluation, Evaluation::Centipawns(0), "{drawn}");
            assert!(look.line.is_empty());
        }
    }
}
