//! Where games begin: random moves from the start position, unless they lose something.

use chess::{Position, Random};
use engine::{Control, Engine, Limits, NullHost, Root};

/// Random moves before the engine takes over; in half of the games one more, so that either side
/// is the first to think.
const PLIES: u8 = 8;

/// How a start is judged before it is used.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    /// The nodes of the search that judges.
    pub nodes: u64,
    /// How far from even it may be, in hundredths of a pawn.
    pub centipawns: i32,
}

/// A start that random moves led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position, with the clocks of a new game.
    pub position: Position,
    /// How many moves led to it.
    pub plies: u8,
}

impl Start {
    /// Throws dice until there is a start that the engine calls balanced. What comes is decided by
    /// the dice and by how the engine evaluates.
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

/// So many random moves; `None` if the game ended on the way.
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
    // What is kept of a start is without clocks, so the game is played without them as well.
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
