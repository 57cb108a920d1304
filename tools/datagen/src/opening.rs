//! Openings: random moves from the start position, if the result is balanced.

use chess::{Position, Random};
use engine::{Control, Engine, Limits, NullHost, Root};

/// The number of random plies. Half of the games have one more, so that either side moves first.
const PLIES: u8 = 8;

/// The criterion for a balanced opening.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    /// The nodes of the search that judges it.
    pub nodes: u64,
    /// The largest absolute score in centipawns.
    pub centipawns: i32,
}

/// A random opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position, with the clocks of a new game.
    pub position: Position,
    /// The number of random moves.
    pub plies: u8,
}

impl Start {
    /// Draws random openings until one is balanced. The result depends on the random numbers and
    /// the evaluation.
    pub fn random(random: &mut Random, engine: &mut Engine, balance: Balance) -> Start {
        loop {
            let plies = PLIES + random.below(2) as u8;
            if let Some(position) = walk(random, plies)
                && is_balanced(&position, engine, balance)
            {
                return Start { position, plies };
            }
        }
    }
}

/// Plays this many random moves; `None` if the game ends.
fn walk(random: &mut Random, plies: u8) -> Option<Position> {
    let mut position = Position::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let at = random.below(moves.len());
        position = position.play_unchecked(moves[at]);
    }
    // Stored games have no clocks at their start, so the game is played without them as well.
    Some(position.to_compact().to_position())
}

fn is_balanced(position: &Position, engine: &mut Engine, balance: Balance) -> bool {
    let limits = Limits {
        soft_nodes: Some(balance.nodes),
        nodes: Some(8 * balance.nodes),
        ..Limits::default()
    };
    let root = Root::new(*position);
    let outcome = engine.search(&root, &limits, &Control::new(), &NullHost);
    outcome.is_some_and(|outcome| outcome.score.centipawns().abs() <= balance.centipawns)
}
